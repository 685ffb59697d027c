/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Tests of a record's file that another takes the place of. */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "record/file.h"
#include "../support/test.h"

#define TEMPLATE "unit-file.XXXXXX"

static char path[sizeof(TEMPLATE)], other[sizeof(TEMPLATE) + 6],
	    kept[sizeof(TEMPLATE) + 6];
static struct stat seen;

/* Make two files, of which the first was seen. */
BEFORE_EACH(make_files)
{
	int fd = mkstemp(strcpy(path, TEMPLATE));

	snprintf(other, sizeof(other), "%s.other", path);
	snprintf(kept, sizeof(kept), "%s.kept", path);
	if (fd < 0 || fstat(fd, &seen) != 0 || close(fd) != 0)
		return -1;
	fd = open(other, O_WRONLY | O_CREAT | O_EXCL, 0600);
	return fd >= 0 ? close(fd) : -1;
}

AFTER_EACH(remove_files)
{
	unlink(path);
	unlink(other);
	unlink(kept);
	return 0;
}

TEST(the_file_that_was_seen_is_opened)
{
	int fd = file_open_seen(path, O_WRONLY | O_APPEND, &seen);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, "more", 4), 4);
	close(fd);
	fd = file_open_seen(path, O_RDONLY, &seen);
	assert_true(fd >= 0);
	close(fd);
	assert_int_equal(seen.st_size, 4);
}

TEST(what_took_its_place_is_not)
{
	assert_int_equal(link(path, kept), 0);
	assert_int_equal(rename(other, path), 0);
	assert_int_equal(file_open_seen(path, O_WRONLY, &seen), -ESTALE);

#ifdef O_NOFOLLOW
	/* Not even a link to the very file. */
	unlink(path);
	assert_int_equal(symlink(kept, path), 0);
	assert_true(file_open_seen(path, O_WRONLY, &seen) < 0);
#endif

	/* Nor is the other end of a FIFO waited for. */
	unlink(path);
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_int_equal(file_open_seen(path, O_RDONLY, &seen), -ESTALE);
}
