/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The private directory; see private.h. */
#include <config.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diskidx/base/error.h"
#include "diskidx/base/prng.h"
#include "diskidx/target/target.h"
#include "diskidx/target/tree.h"
#include "cleanup.h"
#include "private.h"

#define NAME_SIZE (sizeof(TREE_FRESH) + 2 * sizeof(long) + sizeof("-12345678"))

static void
close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

int
target_fresh_opens(const struct target *target, const int *flags, unsigned n,
		   int *fd)
{
	static unsigned files;	/* so far: a name may remain */
	struct stat first, other;
	char name[NAME_SIZE];
	unsigned opened = 1;
	int error = 0;

	snprintf(name, sizeof(name), TREE_FRESH "%lx-%x",
		 (unsigned long)getpid(), files++);
	fd[0] = openat(target->private_fd, name,
		       O_RDWR | O_CREAT | O_EXCL | flags[0], 0600);
	if (fd[0] < 0)
		return -errno;
	for (; opened < n && error == 0; opened++) {
		fd[opened] = openat(target->private_fd, name,
				    O_RDWR | O_NOFOLLOW | flags[opened]);
		if (fd[opened] < 0)
			error = -errno;
		else if (fstat(fd[0], &first) != 0 ||
			 fstat(fd[opened], &other) != 0 ||
			 first.st_dev != other.st_dev ||
			 first.st_ino != other.st_ino)
			error = -EPERM;
	}
	if (unlinkat(target->private_fd, name, 0) != 0)
		error = -errno;
	while (error != 0 && opened > 0)
		close_fd(&fd[--opened]);
	return error;
}

int
target_fresh_file(const struct target *target, int flags)
{
	int fd, error = target_fresh_opens(target, &flags, 1, &fd);

	return error != 0 ? error : fd;
}

bool
private_is_ours(const struct stat *made, const struct stat *file)
{
	bool is_closed = (made->st_mode & 0077) == 0;

	if (file == NULL)
		return is_closed && made->st_uid == geteuid();
	return file->st_uid == made->st_uid &&
	       (is_closed || (file->st_mode & 0077) != 0);
}

int
private_check(const struct target *target, const struct stat *made)
{
	struct stat file;
	int error = 0, fd;

	if (private_is_ours(made, NULL))
		return 0;
	fd = target_fresh_file(target, 0);
	if (fd == -EACCES || fd == -ENOENT)
		return -EPERM;
	if (fd < 0)
		return fd;
	if (fstat(fd, &file) != 0 || !private_is_ours(made, &file))
		error = -EPERM;
	close(fd);
	return error;
}

/* Return 0 if the private directory is the one that was made: not another
 * user's, and empty (else -ENOTEMPTY); another -errno if that cannot be found
 * out. */
static int
check_private(const struct target *target)
{
	struct target_state *state = target->state;
	DIR *dir = tree_list(target->private_fd);
	struct dirent *entry;
	struct stat made;
	int error = 0;

	if (dir == NULL)
		return -errno;
	while ((entry = tree_next(dir, &error)) != NULL)
		if (strcmp(entry->d_name, ".") != 0 &&
		    strcmp(entry->d_name, "..") != 0)
			error = -ENOTEMPTY;
	closedir(dir);
	if (error != 0)
		return error;
	if (fstat(target->private_fd, &made) != 0)
		return -errno;
	state->private_device = made.st_dev;
	state->private_inode = made.st_ino;
	state->is_made = true;
	return private_check(target, &made);
}

static int
open_private(struct target *target)
{
	target->private_fd = openat(target->directory_fd, target->state->name,
				    O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
	return target->private_fd < 0 ? -errno : 0;
}

static bool
is_private(const struct target *target, const struct stat *st)
{
	return st->st_dev == target->state->private_device &&
	       st->st_ino == target->state->private_inode;
}

/* Remove the directory and our names in it, if its name still leads to it. A
 * directory that was made and not yet checked can only be empty. */
static int
private_unmake(const struct target *target)
{
	const struct target_state *state = target->state;
	struct stat named;
	int left = 0;

	if (state == NULL || state->name[0] == '\0')
		return 0;
	if (target->private_fd >= 0 && state->is_made) {
		left = tree_remove_all(target->private_fd);
		if (fstatat(target->directory_fd, state->name, &named,
			    AT_SYMLINK_NOFOLLOW) != 0)
			return -errno;
		if (!is_private(target, &named))
			return -EPERM;
	}
	if (unlinkat(target->directory_fd, state->name, AT_REMOVEDIR) == 0)
		return 0;
	return left != 0 ? left : -errno;
}

/* In the cleanup process: do the same, with the present knowledge. */
static bool
private_clean(void *context)
{
	struct target *target = context;
	struct stat opened;
	int error = 0;

	if (target->state->is_made)
		error = open_private(target);
	if (error == 0 && target->private_fd >= 0 &&
	    (fstat(target->private_fd, &opened) != 0 ||
	     !is_private(target, &opened)))
		error = -EPERM;
	if (error == 0)
		error = private_unmake(target);
	close_fd(&target->private_fd);
	return error == 0 || error == -ENOENT;
}

int
private_make(struct target *target)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
	char *name = target->state->name;
	struct prng random;
	int error = cleanup_open(&target->cleanup, private_clean, target,
				 target->directory_fd);

	if (error != 0)
		return error;
	/* Give it a unique name, which the cleanup process knows beforehand. */
	prng_seed(&random, prng_fresh_seed());
	error = -EEXIST;
	for (int tries = 0; error == -EEXIST && tries < 100; tries++) {
		strcpy(name, "diskidx.XXXXXX");
		for (int i = 8; i < 14; i++)
			name[i] = letters[prng_below(&random, 36)];
		error = or_errno(mkdirat(target->directory_fd, name, 0700));
	}
	if (error != 0)
		name[0] = '\0';
	else
		error = open_private(target);
	if (error == 0)
		error = check_private(target);
	if (error != -ENOTEMPTY && error != -EPERM)
		return error;
	/* Another directory has replaced it: do not remove that. */
	name[0] = '\0';
	target->is_replaced = true;
	return -EPERM;
}

int
private_remove(struct target *target)
{
	int error = private_unmake(target);

	cleanup_close(&target->cleanup, error != 0 && error != -EPERM &&
		      error != -ENOENT);
	close_fd(&target->private_fd);
	close_fd(&target->directory_fd);
	return error;
}
