/* The directory under test, its private files, and what they can do. */
#include <config.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diskidx/buffer.h"
#include "diskidx/clock.h"
#include "diskidx/message.h"
#include "diskidx/random.h"
#include "diskidx/target.h"
#include "diskidx/tree.h"
#include "diskidx/units.h"

#define CHUNK MIB		/* one write of the fill */
#define FLUSH_EVERY (32 * MIB)	/* so that the fill's time is the disk's */
#define PROOF (64 * KIB)	/* what direct I/O is tried on */

int
target_probe(struct target *target, const char *directory)
{
	uint64_t size_bytes = 0, free_bytes = 0;
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
	error = platform_space(directory, &size_bytes, &free_bytes);
	if (error != 0)
		return error;
	target->directory = xstrdup(directory);
	target->filesystem_id = (uint64_t)st.st_dev;
	facts_set(&target->facts, "directory", "%s", directory);
	facts_set(&target->facts, "size_bytes", "%llu",
		  (unsigned long long)size_bytes);
	facts_set(&target->facts, "free_bytes", "%llu",
		  (unsigned long long)free_bytes);
	platform_target(directory, &target->facts, &target->device);
	if (target->device.partial)
		facts_set(&target->facts, "device_counters", "partial");
	target->memory = facts_get(&target->facts,
				   "memory_filesystem") != NULL;
	return 0;
}

/* The names that we give, and no other is ever removed. */
#define NAME_START "diskidx-"
#define NAME_SIZE (sizeof(NAME_START) + 2 * sizeof(long))

static bool
is_same_file(int a, int b)
{
	struct stat x, y;

	return fstat(a, &x) == 0 && fstat(b, &y) == 0 &&
	       x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/*
 * Everything goes through the directories' descriptors, so that nobody who
 * can rename things in the directory under test leads it elsewhere.
 */
int
target_fresh_pair(const struct target *target, int flags, int *dsync_fd)
{
	char name[NAME_SIZE];
	int fd, error = 0;

	snprintf(name, sizeof(name), NAME_START "%lx",
		 (unsigned long)getpid());
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

/* 0, -ENOTEMPTY, or another -errno: it can't be told. */
static int
check_empty(int directory_fd)
{
	int fd = dup(directory_fd), error = 0;
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);
	struct dirent *entry;

	if (dir == NULL)
		error = -errno;
	while (dir != NULL && (entry = readdir(dir)) != NULL)
		if (strcmp(entry->d_name, ".") != 0 &&
		    strcmp(entry->d_name, "..") != 0)
			error = -ENOTEMPTY;
	if (dir != NULL)
		closedir(dir);
	else if (fd >= 0)
		close(fd);
	return error;
}

/* "diskidx.XXXXXX", by random letters, in the directory under test. */
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
	error = check_empty(target->private_fd);
	if (error != -ENOTEMPTY)
		return error;
	/* Somebody has put another one in its place: not ours to remove. */
	close(target->private_fd);
	target->private_fd = -1;
	target->name[0] = '\0';
	return -EPERM;
}

int
target_open(struct target *target, unsigned copies)
{
	int error;

	target->work = xmalloc(copies * sizeof(*target->work));
	target->work_dsync = xmalloc(copies * sizeof(*target->work_dsync));
	target->state = platform_share(sizeof(*target->state));
	error = target->state == NULL ? -ENOMEM : make_directory(target);
	while (error == 0 && target->copies < copies) {
		unsigned i = target->copies;
		int fd = target_fresh_pair(target, 0, &target->work_dsync[i]);

		if (fd < 0)
			error = fd;
		else
			target->work[target->copies++] = fd;
	}
	return error;
}

static int
write_all(int fd, const char *data, size_t size, uint64_t offset)
{
	while (size > 0) {
		ssize_t n = pwrite(fd, data, size, (off_t)offset);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n < 0 ? -errno : -ENOSPC;
		data += n;
		offset += (uint64_t)n;
		size -= (size_t)n;
	}
	return 0;
}

/* The same chunk of every copy's file, so that all end equally long. */
static int
fill_chunk(struct target *target, char *chunk, uint64_t offset,
	   uint64_t size_bytes)
{
	size_t size = size_bytes - offset < CHUNK ?
		      size_bytes - offset : CHUNK;
	bool flush = (offset + size) % FLUSH_EVERY == 0 ||
		     offset + size == size_bytes;
	int error = 0;
	unsigned i;

	for (i = 0; i < target->copies && error == 0; i++) {
		buffer_stamp(chunk, size, offset * target->copies + i * CHUNK);
		error = write_all(target->work[i], chunk, size, offset);
		if (error == 0 && flush &&
		    platform_flush(target->work[i]) != 0)
			error = -errno;
	}
	return error;
}

static int
flush_all(struct target *target)
{
	unsigned i;

	for (i = 0; i < target->copies; i++)
		if (platform_flush_all(target->work[i]) != 0)
			return -errno;
	return 0;
}

static int
fill(struct target *target, uint64_t size_bytes, uint64_t limit_ns,
     uint64_t seed)
{
	struct target_state *state = target->state;
	uint64_t begin_ns = clock_now_ns(), offset;
	char *chunk = buffer_create(CHUNK, seed);
	int error = chunk == NULL ? -ENOMEM : 0;

	for (offset = 0; offset < size_bytes && error == 0; offset += CHUNK) {
		error = fill_chunk(target, chunk, offset, size_bytes);
		state->filled_bytes = offset + CHUNK < size_bytes ?
				      offset + CHUNK : size_bytes;
		state->fill_ns = clock_now_ns() - begin_ns;
		if (limit_ns > 0 && state->fill_ns > limit_ns)
			break;
	}
	if (error == 0)
		error = flush_all(target);
	state->fill_ns = clock_now_ns() - begin_ns;
	state->shortened = state->filled_bytes < size_bytes;
	free(chunk);
	return error;
}

static uint64_t
inblock(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return (uint64_t)usage.ru_inblock;
}

/*
 * Whether there is anything to judge a cold read by: what is resident, what
 * the device counts, or a file that most of cannot be in memory.
 */
static bool
can_be_told(const struct target *target, int told)
{
	return told == 0 || target->state->has_inblock ||
	       target->device.counters[0] != '\0' ||
	       platform_outgrows_memory(target->state->filled_bytes);
}

/*
 * Whether a cold read moves this process's account of reads from storage:
 * not so on file systems that keep none (ZFS, FUSE, memory).
 */
static void
try_cold(struct target *target)
{
	const char *unproven = facts_get(&target->facts, "unproven");
	struct target_state *state = target->state;
	int fd = target->work[0], error;
	uint64_t size = state->filled_bytes, resident, before;
	char byte;
	int told;

	error = platform_drop_cache(fd, size);
	told = platform_resident(fd, size, &resident);
	before = inblock();
	if (pread(fd, &byte, 1, 0) != 1)
		error = -errno;
	state->has_inblock = platform_has_inblock() && inblock() > before;
	if (error == -ENOTSUP && unproven != NULL)
		snprintf(state->cold_missing, TARGET_REASON,
			 "no cold reads here: %s", unproven);
	else if (error != 0)
		snprintf(state->cold_missing, TARGET_REASON,
			 "this system cannot drop a file from memory: %s",
			 strerror(-error));
	else if (!can_be_told(target, told))
		snprintf(state->cold_missing, TARGET_REASON,
			 "nothing here can tell a read from memory from one "
			 "from the disk");
}

/* One direct read: 0 if it worked and left nothing of the range in memory. */
static int
read_direct(int fd, char *memory)
{
	uint64_t resident = 0;
	ssize_t n = pread(fd, memory, PROOF, 0);

	if (n != (ssize_t)PROOF)
		return n < 0 ? -errno : -EIO;
	if (platform_resident(fd, PROOF, &resident) == 0 && resident > 0)
		return -EEXIST;
	return 0;
}

/*
 * Direct I/O counts as obtained only if a transfer works, leaves the range
 * out of memory, and a second read of it goes to storage again: ext4 with
 * data=journal accepts O_DIRECT and caches all the same. In memory file
 * systems there is nothing to bypass; there a transfer is enough.
 */
static const char *
prove_direct(struct target *target, char *memory)
{
	struct target_state *state = target->state;
	int fd = target->work[0];
	uint64_t first, second;
	int error;

	platform_drop_cache(fd, state->filled_bytes);
	error = platform_direct(fd, true);
	if (error != 0)
		return error == -ENOTSUP ? "this system has none" :
		       "the file system refuses it";
	if (target->memory)
		return pread(fd, memory, PROOF, 0) == (ssize_t)PROOF ? NULL :
		       "the file system refuses the transfer";
	first = inblock();
	error = read_direct(fd, memory);
	if (error == -EEXIST)
		return "it was accepted, but the data were cached all the same";
	if (error != 0)
		return "the file system refuses the transfer";
	second = inblock();
	error = read_direct(fd, memory);
	if (error == -EEXIST || (second > first && inblock() == second))
		return "it was accepted, but a second read came from memory";
	return error != 0 ? "the second transfer failed" : NULL;
}

static void
try_direct(struct target *target)
{
	char *memory = buffer_create(PROOF, 0);
	const char *missing = memory == NULL ? "out of memory" :
			      target->state->filled_bytes < PROOF ?
			      "the work file is too small to try it" :
			      prove_direct(target, memory);

	target->state->direct_alignment =
		platform_direct_alignment(target->work[0], &target->facts);
	if (missing != NULL)
		snprintf(target->state->direct_missing, TARGET_REASON,
			 "no direct I/O here: %s", missing);
	platform_direct(target->work[0], false);
	free(memory);
}

void
target_fill(struct target *target, uint64_t size_bytes, uint64_t limit_ns,
	    uint64_t seed)
{
	unsigned i;
	int error = fill(target, size_bytes, limit_ns, seed);

	target->state->error = -error;
	if (error != 0)
		return;
	target->state->is_filled = true;
	try_cold(target);
	try_direct(target);
	for (i = 0; i < target->copies; i++)
		platform_drop_cache(target->work[i],
				    target->state->filled_bytes);
}

double
target_fill_rate(const struct target *target)
{
	uint64_t ns = target->state->fill_ns;

	return (double)target->state->filled_bytes /
	       clock_seconds(ns > 0 ? ns : 1);
}

/* A worker that was killed may have made a file and not yet unlinked it. */
static void
remove_names(int private_fd)
{
	int listing = openat(private_fd, ".", O_RDONLY | O_DIRECTORY |
			     O_CLOEXEC);
	DIR *dir = listing < 0 ? NULL : fdopendir(listing);
	struct dirent *entry;

	while (dir != NULL && (entry = readdir(dir)) != NULL)
		if (strncmp(entry->d_name, NAME_START,
			    strlen(NAME_START)) == 0)
			unlinkat(private_fd, entry->d_name, 0);
	if (dir != NULL)
		closedir(dir);
	else if (listing >= 0)
		close(listing);
}

/* 0 if what has the private directory's name is what was opened. */
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

/* The private directory and what we gave a name in it; 0 or -errno. */
static int
remove_private(const struct target *target)
{
	int error = 0;

	if (target->private_fd >= 0) {
		remove_names(target->private_fd);
		tree_remove_all(target->private_fd);
		error = check_name(target);
	}
	if (error != 0 || target->name[0] == '\0')
		return error;
	return unlinkat(target->directory_fd, target->name,
			AT_REMOVEDIR) == 0 ? 0 : -errno;
}

/* In the janitor. */
static bool
clean(void *context)
{
	return remove_private(context) == 0;
}

int
target_guard(struct target *target)
{
	int keep[] = { target->private_fd, target->directory_fd };

	return janitor_open(&target->janitor, clean, target, keep, 2);
}

int
target_close(struct target *target)
{
	unsigned i;
	int error;

	for (i = 0; i < target->copies; i++) {
		close(target->work[i]);
		close(target->work_dsync[i]);
	}
	error = remove_private(target);
	janitor_close(&target->janitor);
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
	return error;
}
