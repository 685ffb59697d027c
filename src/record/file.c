/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The file that a record is saved in: see file.h. */
#include <config.h>

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diskidx/base/amount.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/say.h"
#include "diskidx/base/transfer.h"
#include "diskidx/record/record.h"
#include "file.h"
#include "lines.h"

#define TAIL 64			/* bytes for the last line of a run */
#define LOCK_TRIES 6000
#define LOCK_REST_NS (10 * NS_PER_MS)

#define NAME_TRIES 100
#define MODE 0666

/* Some systems do not have it; file_open_seen refuses a link anyway, and a
 * directory cannot be opened for writing. */
#ifndef O_NOFOLLOW
#define O_NOFOLLOW 0
#endif
#ifndef O_TMPFILE
#define O_TMPFILE 0
#endif

/* Return true if the last line is a whole "end" line of a run. */
static bool
has_end(int fd, off_t size)
{
	char text[TAIL + 1];
	size_t length = (size_t)amount_min((uint64_t)size, TAIL);
	char *line;

	if (transfer_all(fd, OP_READ, text, length,
			 (uint64_t)size - length) != 0 ||
	    text[length - 1] != '\n')
		return false;
	text[length - 1] = '\0';
	line = strrchr(text, '\n');
	if (line == NULL || strncmp(line, "\nend\t", 5) != 0)
		return false;
	line += 5;
	return isdigit((unsigned char)line[0]) &&
	       line[strspn(line, "0123456789abcdef\t")] == '\0';
}

/* Return why nothing can be saved there; NULL: it is a file with content.
 * Opening anything else could do harm: a watchdog would start, a tape rewind.
 * Files in /proc look empty. */
static const char *
refusal_of(const struct stat *st)
{
	switch (st->st_mode & S_IFMT) {
	case S_IFREG:
		if (st->st_size > 0)
			return NULL;
		return "is empty, so it is not a record; name a new file";
	case S_IFLNK:
		return "is a symbolic link; name the file that it leads to";
	case S_IFDIR:
		return "is a directory; name a file in it";
	case S_IFIFO:
		return "is a FIFO; name a new file";
	case S_IFSOCK:
		return "is a socket; name a new file";
	default:
		return "is a device; name a new file";
	}
}

int
file_open_seen(const char *path, int flags, struct stat *seen)
{
	int fd = open(path, flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY |
		      O_CLOEXEC), rc;
	struct flock all = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	struct stat st;

	if (fd < 0)
		return -errno;
	/* Wait until no other diskidx has the file open for writing, but not
	 * for too long, nor without locks of the file system. */
	for (int i = 0; (flags & O_RDWR) != 0 && i < LOCK_TRIES &&
	     fcntl(fd, F_SETLK, &all) != 0 &&
	     (errno == EACCES || errno == EAGAIN); i++)
		clock_sleep_ns(LOCK_REST_NS);
	rc = fstat(fd, &st) != 0 ? -errno : -ESTALE;
	if (rc == -ESTALE && st.st_dev == seen->st_dev &&
	    st.st_ino == seen->st_ino && S_ISREG(st.st_mode)) {
		*seen = st;
		return fd;
	}
	close(fd);
	return rc;
}

int
file_look(const char *path, int *append, const char **why)
{
	static const char header[] =
		RECORD_MAGIC "\t" NUMBER_TEXT(RECORD_VERSION) "\n";
	char text[sizeof(header) - 1];
	struct stat st;
	int fd;

	*append = -1;
	*why = NULL;
	if (lstat(path, &st) != 0)
		return errno == ENOENT ? FILE_NOTHING : -errno;
	*why = refusal_of(&st);
	if (*why != NULL)
		return FILE_OTHER;
	fd = file_open_seen(path, O_RDONLY, &st);
	if (fd < 0)
		return fd;
	if (transfer_all(fd, OP_READ, text, sizeof(text), 0) != 0 ||
	    memcmp(text, header, sizeof(text)) != 0)
		*why = "exists and is not a record; name a new file";
	close(fd);
	if (*why != NULL)
		return FILE_OTHER;
	*append = file_open_seen(path, O_RDWR | O_APPEND, &st);
	if (*append < 0)
		return *append;
	return has_end(*append, st.st_size) ? FILE_RECORD : FILE_CUT;
}

const char *
record_parent(const char *path)
{
	const char *slash = strrchr(path, '/');

	if (slash == NULL)
		return ".";
	return say("%.*s", slash == path ? 1 : (int)(slash - path), path);
}

int
new_file_open(struct new_file *file, const char *path, bool nameless)
{
	const char *directory = record_parent(path);

	*file = (struct new_file){ .fd = -1 };
	errno = EEXIST;
	if (nameless)
		file->fd = open(directory, O_WRONLY | O_TMPFILE | O_CLOEXEC,
				MODE);
	/* The next number is tried if the name exists: a killed process with
	 * this id left it, or one on another host has it. */
	for (unsigned i = 0; file->fd < 0 && errno == EEXIST && !nameless &&
	     i < NAME_TRIES; i++) {
		file->temporary = say("%s/.diskidx-%ld-%u.tmp", directory,
				      (long)getpid(), i);
		file->fd = open(file->temporary, O_WRONLY | O_CREAT | O_EXCL |
				O_CLOEXEC, MODE);
	}
	return file->fd < 0 ? -errno : 0;
}

int
new_file_name(struct new_file *file, const char *path)
{
	char from[32];
	int fd, rc;

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
	/* Rename it over an empty file of our own. */
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, MODE);
	if (fd < 0)
		return -errno;
	close(fd);
	if (rename(file->temporary, path) != 0) {
		rc = -errno;
		unlink(path);
		return rc;
	}
	file->temporary = NULL;
	return 0;
}

void
new_file_close(struct new_file *file)
{
	if (file->temporary != NULL)
		unlink(file->temporary);
	close(file->fd);
}
