/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* A record's file: a new one gets its name when it is complete, or never; one
 * that was seen may have been replaced since. */
#include <config.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diskidx/base/alloc.h"
#include "../support/test.h"
#include "record/file.h"

static char directory[] = "unit-file.XXXXXX", path[64];

BEFORE_ALL(make_directory)
{
	return mkdtemp(directory) != NULL ? 0 : -1;
}

BEFORE_EACH(name_the_file)
{
	snprintf(path, sizeof(path), "%s/the file", directory);
	return 0;
}

/* Count the names in the directory, and remove them if so wanted. */
static unsigned
names(bool all_go)
{
	DIR *dir = opendir(directory);
	struct dirent *entry;
	unsigned n = 0;
	char *name;

	assert_non_null(dir);
	while ((entry = readdir(dir)) != NULL) {
		if (strcmp(entry->d_name, ".") == 0 ||
		    strcmp(entry->d_name, "..") == 0)
			continue;
		n++;
		name = xprintf("%s/%s", directory, entry->d_name);
		if (all_go)
			unlink(name);
		free(name);
	}
	closedir(dir);
	return n;
}

AFTER_EACH(empty_directory)
{
	names(true);
	return 0;
}

AFTER_ALL(remove_directory)
{
	return rmdir(directory);
}

TEST(a_file_without_a_name_leaves_nothing)
{
	struct new_file file;

	/* Not every file system has such; then nothing is left either. */
	if (new_file_open(&file, path, true) != 0) {
		assert_int_equal(names(false), 0);
		return;
	}
	assert_null(file.temporary);
	assert_int_equal(names(false), 0);
	new_file_close(&file);
	assert_int_equal(names(false), 0);
}

/* Fail unless a file gets its name once, and no other has it then. */
static void
assert_named(bool nameless)
{
	struct new_file file;
	struct stat st;

	if (new_file_open(&file, path, nameless) != 0) {
		assert_true(nameless);
		return;
	}
	assert_int_equal(write(file.fd, "whole", 5), 5);
	assert_int_equal(lstat(path, &st), -1);
	assert_int_equal(new_file_name(&file, path), 0);
	new_file_close(&file);
	assert_int_equal(names(false), 1);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_size, 5);

	assert_int_equal(new_file_open(&file, path, nameless), 0);
	assert_int_equal(new_file_name(&file, path), -EEXIST);
	new_file_close(&file);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_size, 5);
	assert_int_equal(names(true), 1);
	assert_int_equal(stat(path, &st), -1);
}

TEST(a_file_without_a_name_gets_one_and_takes_no_other_s)
{
	if (access("/proc/self/fd", F_OK) != 0)
		test_skip("proc", "there is none to name the file by");
	assert_named(true);
}

/* As on a file system without them. */
static bool has_no_links, has_no_renames;

int
link(const char *from, const char *to)
{
	errno = EPERM;
	return has_no_links ? -1 : linkat(AT_FDCWD, from, AT_FDCWD, to, 0);
}

int
rename(const char *from, const char *to)
{
	errno = EIO;
	return has_no_renames ? -1 : renameat(AT_FDCWD, from, AT_FDCWD, to);
}

TEST(a_file_gets_its_name_and_takes_no_other_s)
{
	assert_named(false);
	has_no_links = true;
	assert_named(false);
	has_no_links = false;
}

TEST(one_that_gets_no_name_leaves_nothing)
{
	struct new_file file;

	has_no_links = has_no_renames = true;
	assert_int_equal(new_file_open(&file, path, false), 0);
	assert_int_equal(new_file_name(&file, path), -EIO);
	new_file_close(&file);
	has_no_links = has_no_renames = false;
	assert_int_equal(names(false), 0);
}

TEST(what_has_the_other_name_stays)
{
	struct new_file first, second;

	assert_int_equal(new_file_open(&first, path, false), 0);
	assert_int_equal(new_file_open(&second, path, false), 0);
	assert_string_not_equal(first.temporary, second.temporary);
	assert_int_equal(new_file_name(&second, path), 0);
	new_file_close(&second);
	assert_int_equal(names(false), 2);
	new_file_close(&first);
	assert_int_equal(names(false), 1);
}

/* Make an empty file, and return what is seen of it. */
static struct stat
make_file(const char *name)
{
	int fd = open(name, O_WRONLY | O_CREAT | O_EXCL, 0600);
	struct stat seen;

	assert_true(fd >= 0);
	assert_int_equal(fstat(fd, &seen), 0);
	close(fd);
	return seen;
}

TEST(the_file_that_was_seen_is_opened)
{
	struct stat seen = make_file(path);
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
	struct stat seen = make_file(path);
	char other[80], kept[80];

	snprintf(other, sizeof(other), "%s.other", path);
	snprintf(kept, sizeof(kept), "%s.kept", path);
	make_file(other);
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
