/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* New file: see new-file.h. */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "diskidx/alloc.h"
#include "file.h"
#include "new-file.h"

#define MAX_TRIES 100
#define MODE 0666

/* Open a file without a name, where there are such. */
static int
open_nameless(const char *directory)
{
#ifdef O_TMPFILE
	return open(directory, O_WRONLY | O_TMPFILE | O_CLOEXEC, MODE);
#else
	(void)directory;
	errno = ENOTSUP;
	return -1;
#endif
}

/* Make a file with another name: the next number if there is one already, that
 * a killed process of this number has left, or one of another host has. */
static int
open_temporary(const char *directory, char **name)
{
	int fd = -1;

	errno = EEXIST;
	for (unsigned i = 0; fd < 0 && errno == EEXIST && i < MAX_TRIES; i++) {
		free(*name);
		*name = xprintf("%s/.diskidx-%ld-%u.tmp", directory,
				(long)getpid(), i);
		fd = open(*name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, MODE);
	}
	return fd;
}

int
new_file_open(struct new_file *file, const char *path, bool nameless)
{
	char *directory = file_directory(path);
	int rc = 0;

	file->temporary = NULL;
	if (nameless)
		file->fd = open_nameless(directory);
	else
		file->fd = open_temporary(directory, &file->temporary);
	if (file->fd < 0) {
		rc = -errno;
		free(file->temporary);
	}
	free(directory);
	return rc;
}

/* Rename a file to a name that only an empty file of our own has. */
static int
replace_empty(const char *temporary, const char *path)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, MODE), rc;

	if (fd < 0)
		return -errno;
	close(fd);
	if (rename(temporary, path) == 0)
		return 0;
	rc = -errno;
	unlink(path);
	return rc;
}

int
new_file_name(struct new_file *file, const char *path)
{
	char from[32];
	int rc;

	if (file->temporary == NULL) {
		snprintf(from, sizeof(from), "/proc/self/fd/%d", file->fd);
		if (linkat(AT_FDCWD, from, AT_FDCWD, path,
			   AT_SYMLINK_FOLLOW) == 0)
			return 0;
		return -errno;
	}
	if (link(file->temporary, path) == 0)
		return 0;
	if (errno == EEXIST)
		return -EEXIST;
	rc = replace_empty(file->temporary, path);
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
