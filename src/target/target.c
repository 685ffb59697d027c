/* The directory under test and its private files. */
#include <config.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diskidx/alloc.h"
#include "diskidx/random.h"
#include "diskidx/target.h"
#include "diskidx/tree.h"
#include "cleanup.h"
#include "room.h"

int
target_probe(struct target *target, const char *directory)
{
	struct stat st;
	int error;

	memset(target, 0, sizeof(*target));
	target->private_fd = target->directory_fd = -1;
	if (stat(directory, &st) != 0)
		return -errno;
	if (!S_ISDIR(st.st_mode))
		return -ENOTDIR;
	if (access(directory, W_OK | X_OK) != 0)
		return -errno;
	facts_set(&target->facts, "directory", "%s", directory);
	error = room_probe(target, directory);
	if (error != 0) {
		facts_free(&target->facts);
		return error;
	}
	target->directory = xstrdup(directory);
	target->filesystem_id = (uint64_t)st.st_dev;
	platform_target(directory, &target->facts, &target->device);
	if (target->device.partial && target->device.counters[0] != '\0')
		facts_set(&target->facts, "device_counters", "partial");
	target->memory = facts_get(&target->facts,
				   "memory_filesystem") != NULL;
	return 0;
}

/* The names that we give; no other is ever removed. */
#define NAME_START "diskidx-"
#define NAME_SIZE (sizeof(NAME_START) + 2 * sizeof(long) + sizeof("-12345678"))

static bool
is_same_file(int a, int b)
{
	struct stat x, y;

	return fstat(a, &x) == 0 && fstat(b, &y) == 0 &&
	       x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/*
 * All calls use the directories' descriptors, so that nobody who can rename
 * things in the directory under test can lead them elsewhere.
 */
int
target_fresh_pair(const struct target *target, int flags, int *dsync_fd)
{
	static unsigned n;	/* files so far: a name may stay behind */
	char name[NAME_SIZE];
	int fd, error = 0;

	snprintf(name, sizeof(name), NAME_START "%lx-%x",
		 (unsigned long)getpid(), n++);
	fd = openat(target->private_fd, name, O_RDWR | O_CREAT | O_EXCL | flags,
		    0600);
	if (fd < 0)
		return -errno;
	if (dsync_fd != NULL) {
		*dsync_fd = openat(target->private_fd, name,
				   O_RDWR | O_DSYNC | O_NOFOLLOW);
		error = *dsync_fd < 0 ? -errno :
			is_same_file(fd, *dsync_fd) ? 0 : -EPERM;
	}
	if (unlinkat(target->private_fd, name, 0) != 0)
		error = -errno;
	if (error == 0)
		return fd;
	close(fd);
	if (dsync_fd != NULL && *dsync_fd >= 0)
		close(*dsync_fd);
	return error;
}

int
target_fresh_file(const struct target *target, int flags)
{
	return target_fresh_pair(target, flags, NULL);
}

/* Return 0, -ENOTEMPTY, or another -errno if the directory can't be read. */
static int
check_empty(int directory_fd)
{
	DIR *dir = tree_list(directory_fd);
	int error = dir == NULL ? -errno : 0;
	struct dirent *entry;

	while (dir != NULL && (entry = tree_next(dir, &error)) != NULL)
		if (strcmp(entry->d_name, ".") != 0 &&
		    strcmp(entry->d_name, "..") != 0)
			error = -ENOTEMPTY;
	if (dir != NULL)
		closedir(dir);
	return error;
}

/*
 * Return 0 if the private directory is the one that was made: empty, ours, and
 * closed to others. Where a file system keeps no owners or no modes, a new file
 * in it, which nobody can exchange, has the same ones.
 */
static int
check_private(const struct target *target)
{
	struct stat made, file;
	int error = check_empty(target->private_fd), fd;

	if (error != 0)
		return error;
	if (fstat(target->private_fd, &made) != 0)
		return -errno;
	if (made.st_uid == geteuid() && (made.st_mode & 0077) == 0)
		return 0;
	fd = target_fresh_file(target, 0);
	if (fd < 0)
		return -EPERM;
	if (fstat(fd, &file) != 0 || file.st_uid != made.st_uid ||
	    ((made.st_mode & 0077) != 0 && (file.st_mode & 0077) == 0))
		error = -EPERM;
	close(fd);
	return error;
}

/* Make "diskidx.XXXXXX", with random letters, in the directory under test. */
static int
make_directory(struct target *target)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
	struct random random;
	int i, error = -EEXIST;

	target->directory_fd = open(target->directory,
				    O_RDONLY | O_DIRECTORY);
	if (target->directory_fd < 0)
		return -errno;
	random_seed(&random, random_fresh_seed());
	while (error == -EEXIST) {
		strcpy(target->name, "diskidx.XXXXXX");
		for (i = 8; i < 14; i++)
			target->name[i] = letters[random_below(&random, 36)];
		error = mkdirat(target->directory_fd, target->name, 0700) == 0 ?
			0 : -errno;
	}
	if (error != 0) {
		target->name[0] = '\0';
		return error;
	}
	target->private_fd = openat(target->directory_fd, target->name,
				    O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
	if (target->private_fd < 0)
		return -errno;
	error = check_private(target);
	if (error != -ENOTEMPTY && error != -EPERM)
		return error;
	/* Somebody has put another in its place: it isn't ours to remove. */
	close(target->private_fd);
	target->private_fd = -1;
	target->name[0] = '\0';
	target->is_replaced = true;
	return -EPERM;
}

int
target_open(struct target *target, unsigned copies, unsigned files)
{
	unsigned n = copies * files;
	int error;

	target->copies = copies;
	target->work = xmalloc(n * sizeof(*target->work));
	target->work_dsync = xmalloc(n * sizeof(*target->work_dsync));
	target->state = platform_share(sizeof(*target->state));
	error = target->state == NULL ? -ENOMEM : make_directory(target);
	while (error == 0 && target->n_work < n) {
		unsigned i = target->n_work;
		int fd = target_fresh_pair(target, 0, &target->work_dsync[i]);

		if (fd < 0)
			error = fd;
		else
			target->work[target->n_work++] = fd;
	}
	return error;
}

unsigned
target_work_of(const struct target *target, unsigned copy, bool scatters)
{
	unsigned second = target->copies + copy;

	return scatters && second < target->n_work ? second : copy;
}

/* Remove the files that killed workers have made and not yet unlinked. Return
 * 0, or -errno if one is left. */
static int
remove_names(int private_fd)
{
	DIR *dir = tree_list(private_fd);
	int error = dir == NULL ? -errno : 0;
	struct dirent *entry;

	while (dir != NULL && (entry = tree_next(dir, &error)) != NULL)
		if (strncmp(entry->d_name, NAME_START,
			    strlen(NAME_START)) == 0 &&
		    unlinkat(private_fd, entry->d_name, 0) != 0)
			error = -errno;
	if (dir != NULL)
		closedir(dir);
	return error;
}

/* Return 0 if the name of the private directory still is that directory's. */
static int
check_name(const struct target *target)
{
	struct stat opened, named;

	if (fstat(target->private_fd, &opened) != 0 ||
	    fstatat(target->directory_fd, target->name, &named,
		    AT_SYMLINK_NOFOLLOW) != 0)
		return -errno;
	return opened.st_dev == named.st_dev &&
	       opened.st_ino == named.st_ino ? 0 : -EPERM;
}

/* Remove the private directory and our names in it. Return 0 or -errno. */
static int
remove_private(const struct target *target)
{
	int left = 0, trees, error;

	if (target->name[0] == '\0')
		return 0;
	if (target->private_fd >= 0) {
		left = remove_names(target->private_fd);
		trees = tree_remove_all(target->private_fd);
		left = left != 0 ? left : trees;
		error = check_name(target);
		if (error != 0)
			return error;
	}
	if (unlinkat(target->directory_fd, target->name, AT_REMOVEDIR) == 0)
		return 0;
	return left != 0 ? left : -errno;
}

/* Runs in the cleanup process. */
static bool
clean(void *context)
{
	return remove_private(context) == 0;
}

int
target_guard(struct target *target)
{
	int keep[] = { target->private_fd, target->directory_fd };

	if (target->cleanup == NULL) {
		target->cleanup = xmalloc(sizeof(*target->cleanup));
		target->cleanup->pid = 0;
	}
	return cleanup_open(target->cleanup, clean, target, keep, 2);
}

int
target_close(struct target *target)
{
	int closed = 0, error;
	unsigned i;

	for (i = 0; i < target->n_work; i++) {
		if (close(target->work_dsync[i]) != 0)
			closed = -errno;
		if (close(target->work[i]) != 0)
			closed = -errno;
	}
	error = remove_private(target);
	if (target->cleanup != NULL)
		cleanup_close(target->cleanup);
	free(target->cleanup);
	if (target->private_fd >= 0)
		close(target->private_fd);
	if (target->directory_fd >= 0)
		close(target->directory_fd);
	if (target->state != NULL)
		platform_unshare(target->state, sizeof(*target->state));
	facts_free(&target->facts);
	free(target->work);
	free(target->work_dsync);
	free(target->directory);
	memset(target, 0, sizeof(*target));
	target->private_fd = target->directory_fd = -1;
	return error != 0 ? error : closed;
}
