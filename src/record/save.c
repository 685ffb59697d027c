/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Save a run in a file. Whatever happens (a full disk, a second diskidx, a
 * power cut), earlier runs stay as they were.
 */
#include <config.h>

#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diskidx/base/error.h"
#include "diskidx/base/say.h"
#include "diskidx/record/record.h"
#include "file.h"
#include "lines.h"

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
	const char *why, *directory = record_parent(path);
	int fd, rc = file_look(path, &fd, &why);
	struct stat st;
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
				     "runs", path, n,
				     RECORD_MAX_RUNS);
		*error = say("%s; name a new file", *error);
		return -EINVAL;
	}
	/* A new file must also be possible in the directory. */
	if (rc == FILE_NOTHING) {
		rc = or_errno(stat(directory, &st));
		if (rc == 0 && !S_ISDIR(st.st_mode))
			rc = -ENOTDIR;
		if (rc == 0)
			rc = or_errno(access(directory, W_OK | X_OK));
	}
	if (rc != 0)
		*error = say("%s: %s", path, text_or(why, strerror(-rc)));
	return rc > 0 ? -EINVAL : rc;
}
