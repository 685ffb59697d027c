/* Tests of new files: they have their name when they are whole, or nothing. */
#include <config.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "diskidx/alloc.h"
#include "record/new-file.h"
#include "../support/test.h"

static char directory[] = "unit-new-file.XXXXXX", path[64];

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

static void
open_file(struct new_file *file)
{
	assert_int_equal(new_file_open(file, path, false), 0);
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
	assert_int_equal(names(true), 1);
	assert_int_equal(stat(path, &st), -1);
}

TEST(a_file_gets_its_name_and_takes_no_other_s)
{
	assert_named(true);
	assert_named(false);
}

/* Start a process that opens a file, and wait until it has. */
static pid_t
open_in_a_process(void)
{
	struct new_file file;
	int ready[2];
	char byte;
	pid_t pid;

	assert_int_equal(pipe(ready), 0);
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		if (new_file_open(&file, path, false) != 0 ||
		    write(ready[1], "", 1) != 1)
			_exit(1);
		for (;;)
			pause();
	}
	assert_int_equal(read(ready[0], &byte, 1), 1);
	close(ready[0]);
	close(ready[1]);
	return pid;
}

TEST(what_a_killed_process_has_left_is_removed_by_the_next)
{
	pid_t pid = open_in_a_process();
	struct new_file file;

	open_file(&file);
	assert_int_equal(names(false), 2);	/* it is alive */
	new_file_close(&file);
	assert_int_equal(names(false), 1);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	assert_int_equal(names(false), 1);
	open_file(&file);
	assert_int_equal(names(false), 1);
	new_file_close(&file);
	assert_int_equal(names(false), 0);
}

/* Make a file whose name differs from a temporary one's in a place. */
static void
make_other(const char *name, const char *part, const char *other)
{
	const char *at = strstr(name, part);
	char *changed;
	int fd;

	assert_non_null(at);
	changed = xprintf("%.*s%s%s", (int)(at - name), name, other,
			  at + strlen(part));
	fd = open(changed, O_WRONLY | O_CREAT | O_EXCL, 0600);
	assert_true(fd >= 0);
	close(fd);
	free(changed);
}

TEST(what_is_not_certainly_left_by_one_stays)
{
	char *process = xprintf("%ld-0", (long)getpid()), *name;
	struct new_file file;

	open_file(&file);
	name = xstrdup(file.temporary);
	new_file_close(&file);
	make_other(name, ".diskidx-", ".diskidx-other-");
	make_other(name, ".diskidx-", "diskidx-");
	make_other(name, ".tmp", ".tmp2");
	make_other(name, ".tmp", "");
	make_other(name, "-0.tmp", ".tmp");
	make_other(name, "-0.tmp", "-x.tmp");
	make_other(name, process, "-0");
	assert_int_equal(symlink("nowhere", name), 0);
	open_file(&file);
	new_file_close(&file);
	assert_int_equal(names(false), 8);
	/* A name of this host and another process goes. */
	make_other(name, "-0.tmp", "0-7.tmp");
	open_file(&file);
	new_file_close(&file);
	assert_int_equal(names(false), 8);
	free(process);
	free(name);
}
