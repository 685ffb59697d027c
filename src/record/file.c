/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The file that a record is saved in: see file.h. Whatever happens (a full
 * disk, a second diskidx, a power cut), earlier runs stay as they were. */
#include <config.h>

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diskidx/base/amount.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/error.h"
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

enum file_found {
	FILE_NOTHING,		/* the name is free */
	FILE_RECORD,		/* it ends with a whole run */
	FILE_CUT,		/* a record whose last run was cut off */
	FILE_OTHER		/* nothing for a record */
};

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

/*
 * Examine `path`, and change nothing. Return an enum file_found, with *append
 * open for appending if it is a record, cut or not, else -1; or -errno. *why is
 * the reason and remedy for FILE_OTHER, else NULL. No other diskidx gets a
 * descriptor of the file from here until any descriptor of it is closed.
 */
static int
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

/* Write all of it; *written is the number of bytes done, also on failure. */
static int
write_all(int fd, const char *text, off_t *written)
{
	size_t size = strlen(text);
	unsigned tries = 0;
	ssize_t done;

	*written = 0;
	while ((size_t)*written < size) {
		done = write(fd, text + *written, size - (size_t)*written);
		if (done == 0)
			return -EIO;
		if (done > 0)
			*written += done;
		else if (!is_interrupted(errno, &tries))
			return -errno;
	}
	return 0;
}

/* Flush; file systems with nothing to flush may return EINVAL. */
static int
flush_record(int fd)
{
	unsigned tries = 0;
	int error;

	do {
		error = or_errno(fsync(fd));
	} while (is_interrupted(-error, &tries));
	return error == -EINVAL ? 0 : error;
}

/* Make a file of the text, meanwhile with another name or none. */
static int
create_record(const char *path, const char *text, bool nameless)
{
	struct new_file file;
	off_t written;
	int rc = new_file_open(&file, path, nameless), fd;

	if (rc != 0)
		return rc;
	rc = write_all(file.fd, text, &written);
	if (rc == 0)
		rc = flush_record(file.fd);
	if (rc == 0)
		rc = new_file_name(&file, path);
	new_file_close(&file);
	if (rc != 0)
		return rc;
	/* Make the new name survive a crash, on systems that can flush it. */
	fd = open(record_parent(path), O_RDONLY | O_CLOEXEC);
	if (fd >= 0) {
		flush_record(fd);
		close(fd);
	}
	return 0;
}

/* Append by one write(2), which O_APPEND makes safe against others. */
static int
append_run(int fd, const char *text)
{
	struct stat st;
	off_t size, written;
	int rc;

	if (fstat(fd, &st) != 0)
		return -errno;
	size = st.st_size;
	rc = write_all(fd, text, &written);
	if (rc == 0)
		rc = flush_record(fd);
	/* Take it back if nothing came after it. */
	if (rc != 0 && written > 0 && fstat(fd, &st) == 0 &&
	    st.st_size == size + written && ftruncate(fd, size) == 0)
		flush_record(fd);
	return rc;
}

/* Save the text of a record that has one run. */
static int
save_once(const char *text, const char *path, bool is_new, const char **why)
{
	int fd, found = file_look(path, &fd, why), rc = -EEXIST;
	const char *run;

	if (found == FILE_NOTHING) {
		rc = create_record(path, text, true);
		/* Some systems and file systems have no files without names. */
		if (rc != 0 && rc != -EEXIST)
			rc = create_record(path, text, false);
		return rc;
	}
	if (found < 0)
		return found;
	if (fd < 0)
		return is_new ? -EEXIST : -EINVAL;
	run = say("%s%s", found == FILE_CUT ? "\n" RECORD_CUT "\n" : "",
		  strchr(text, '\n') + 1);
	if (!is_new)
		rc = append_run(fd, run);
	if (close(fd) != 0 && rc == 0)
		rc = -errno;
	return rc;
}

int
record_save(const struct record *record, const char *path, bool is_new,
	    const char **error)
{
	char *text = record_text(record);
	const char *why;
	int rc = -EINVAL;

	/* A refused run would make the others unreadable, too. */
	if (record_each("its text", text, 0, NULL, NULL, &why) > 0 &&
	    (is_new || !record_is(path) || record_check(path, 1, &why) == 0))
		rc = save_once(text, path, is_new, &why);
	/* Another diskidx has just created it: append. */
	if (rc == -EEXIST && !is_new)
		rc = save_once(text, path, is_new, &why);
	if (rc != 0)
		*error = say("%s: cannot save the record: %s", path,
			     text_or(why, strerror(-rc)));
	free(text);
	return rc;
}

int
record_check(const char *path, size_t runs, const char **error)
{
	const char *why, *inside = say("%s/.", record_parent(path));
	int fd, rc = file_look(path, &fd, &why);
	size_t n;

	*error = "";
	/* Find errors now, not after an hour of measuring. */
	if (fd >= 0) {
		n = record_each(path, NULL, 0, NULL, NULL, error);
		close(fd);
		if (n > 0 && n + runs <= RECORD_MAX_RUNS)
			return 0;
		if (n > 0)
			*error = say("%s: it has %zu of at most %d "
				     "runs", path, n, RECORD_MAX_RUNS);
		*error = say("%s; name a new file", *error);
		return -EINVAL;
	}
	/* A new file must also be possible in the directory, not below a file
	 * that may be written. */
	if (rc == FILE_NOTHING)
		rc = or_errno(access(inside, W_OK | X_OK));
	if (rc != 0)
		*error = say("%s: %s", path, text_or(why, strerror(-rc)));
	return rc > 0 ? -EINVAL : rc;
}
