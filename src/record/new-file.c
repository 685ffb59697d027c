/* New file: see new-file.h. */
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
#include "file.h"
#include "new-file.h"

#define MAX_TRIES 100
#define SUFFIX ".tmp"
#define DIGITS "0123456789"

/* Return how the other names of this host begin, on the heap. Processes of
 * other hosts may have theirs in the same directory. */
static char *
prefix_of_host(void)
{
	char host[256] = "";

	gethostname(host, sizeof(host) - 1);
	host[strcspn(host, "/")] = '\0';
	return xprintf(".diskidx-%s-", host);
}

/* Return true if it is the prefix, a process, a number, and the suffix. */
static bool
is_temporary(const char *name, const char *prefix)
{
	size_t length = strlen(prefix), digits;

	if (strncmp(name, prefix, length) != 0)
		return false;
	name += length;
	digits = strspn(name, DIGITS);
	if (digits == 0 || name[digits] != '-')
		return false;
	name += digits + 1;
	digits = strspn(name, DIGITS);
	return digits > 0 && strcmp(name + digits, SUFFIX) == 0;
}

/* Lock the file, which lasts as long as the process has it open. */
static int
lock(int fd, short type)
{
	struct flock all = { .l_type = type, .l_whence = SEEK_SET };

	return fcntl(fd, F_SETLK, &all);
}

/* Remove one's own file that no process has locked. */
static void
remove_left(const char *path)
{
	struct stat st;
	int fd;

	if (lstat(path, &st) != 0 || !S_ISREG(st.st_mode) ||
	    st.st_uid != geteuid())
		return;
	fd = file_open_seen(path, O_RDONLY, &st);
	if (fd < 0)
		return;
	if (lock(fd, F_RDLCK) == 0)
		unlink(path);
	close(fd);
}

/* Remove what processes of this host that were killed have left. */
static void
remove_all_left(const char *directory, const char *prefix)
{
	DIR *dir = opendir(directory);
	struct dirent *entry;
	char *path;

	while (dir != NULL && (entry = readdir(dir)) != NULL) {
		if (!is_temporary(entry->d_name, prefix))
			continue;
		path = xprintf("%s/%s", directory, entry->d_name);
		remove_left(path);
		free(path);
	}
	if (dir != NULL)
		closedir(dir);
}

/* Lock a file that was just made. Return false if another process, which has
 * taken it for one that was left, is faster. */
static bool
keep(int fd)
{
	struct stat st;

	if (lock(fd, F_WRLCK) != 0 && (errno == EACCES || errno == EAGAIN))
		return false;
	return fstat(fd, &st) == 0 && st.st_nlink > 0;
}

static int
open_temporary(struct new_file *file, const char *directory,
	       const char *prefix)
{
	int rc = -EEXIST;
	unsigned i;

	for (i = 0; i < MAX_TRIES && rc == -EEXIST; i++) {
		file->temporary = xprintf("%s/%s%ld-%u" SUFFIX, directory,
					  prefix, (long)getpid(), i);
		file->fd = open(file->temporary, O_WRONLY | O_CREAT | O_EXCL |
				O_CLOEXEC, 0666);
		if (file->fd >= 0 && keep(file->fd))
			return 0;
		if (file->fd < 0)
			rc = -errno;
		else
			close(file->fd);
		free(file->temporary);
	}
	file->temporary = NULL;
	return rc;
}

/* Open a file without a name, where there are such. */
static int
open_nameless(struct new_file *file, const char *directory)
{
#ifdef O_TMPFILE
	file->fd = open(directory, O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666);
	return file->fd >= 0 ? 0 : -errno;
#else
	(void)file;
	(void)directory;
	return -ENOTSUP;
#endif
}

int
new_file_open(struct new_file *file, const char *path, bool nameless)
{
	char *directory = file_directory(path), *prefix = prefix_of_host();
	int rc;

	file->temporary = NULL;
	if (nameless) {
		rc = open_nameless(file, directory);
	} else {
		remove_all_left(directory, prefix);
		rc = open_temporary(file, directory, prefix);
	}
	free(prefix);
	free(directory);
	return rc;
}

/*
 * Give the file its name. link(2) fails where rename(2) would replace a file
 * that has appeared in the meantime, but not every file system has it.
 */
static int
name_temporary(const char *temporary, const char *path)
{
	struct stat st;

	if (link(temporary, path) == 0) {
		unlink(temporary);
		return 0;
	}
	if (errno == EEXIST || lstat(path, &st) == 0)
		return -EEXIST;
	return rename(temporary, path) == 0 ? 0 : -errno;
}

int
new_file_name(struct new_file *file, const char *path)
{
	char from[32];
	int rc;

	if (file->temporary == NULL) {
		snprintf(from, sizeof(from), "/proc/self/fd/%d", file->fd);
		return linkat(AT_FDCWD, from, AT_FDCWD, path,
			      AT_SYMLINK_FOLLOW) == 0 ? 0 : -errno;
	}
	rc = name_temporary(file->temporary, path);
	if (rc == 0) {
		free(file->temporary);
		file->temporary = NULL;
	}
	return rc;
}

void
new_file_close(struct new_file *file)
{
	if (file->temporary != NULL)
		unlink(file->temporary);
	free(file->temporary);
	close(file->fd);
}
