/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Target: the private directory and its files, in a directory made here; which
 * are accepted as ours, and what is left. worker.c tests the fill.
 */
#include <config.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "diskidx/target/tree.h"
#include "target/cleanup.h"
#include "target/private.h"

#include "../support/bench.h"
#include "../support/test.h"

static struct target other;

BEFORE_ALL(make_target)
{
	return bench_make("target") != 0 || bench_open(1, 0) != 0;
}

AFTER_ALL(remove_target)
{
	return bench_close();
}

static int
open_other(unsigned copies, unsigned kinds)
{
	assert_int_equal(target_probe(&other, bench_directory), 0);
	return target_open(&other, copies, kinds);
}

static unsigned
open_descriptors(void)
{
	unsigned n = 0;

	for (int fd = 0; fd < 256; fd++)
		n += fcntl(fd, F_GETFD) >= 0;
	return n;
}

TEST(closing_leaves_neither_a_directory_nor_a_descriptor)
{
	unsigned before = open_descriptors();

	assert_int_equal(open_other(16, 3), 0);
	assert_int_equal(names_in(AT_FDCWD, bench_directory), 2);
	assert_int_equal(names_in(other.private_fd, "."), 0);
	/* The directory under test, the private one, the pipe of the cleanup
	 * process, and each file three times. */
	assert_int_equal(open_descriptors(), before + 3 + 3 * 32);
	target_close(&other);
	/* Also one that was looked at only, and one that never was. */
	assert_int_equal(target_probe(&other, bench_directory), 0);
	target_close(&other);
	target_close(&other);
	assert_int_equal(names_in(AT_FDCWD, bench_directory), 1);
	assert_int_equal(open_descriptors(), before);
}

TEST(a_fresh_file_is_opened_as_asked)
{
	static const int flags[] = { 0, O_DSYNC, O_SYNC };
	int opens[LENGTH(flags)], fd;
	char byte = 0;

	assert_int_equal(target_fresh_opens(&target, flags, LENGTH(flags),
					    opens), 0);
	assert_int_equal(names_in(target.private_fd, "."), 0);
	assert_true(pwrite(opens[2], "x", 1, 0) == 1);
	for (size_t i = 0; i < LENGTH(flags); i++) {
		assert_int_equal(fcntl(opens[i], F_GETFL) & (O_DSYNC | O_SYNC),
				 flags[i]);
		assert_true(pread(opens[i], &byte, 1, 0) == 1 && byte == 'x');
		close(opens[i]);
	}
	fd = target_fresh_file(&target, O_DSYNC);
	assert_true(fd >= 0);
	assert_int_equal(fcntl(fd, F_GETFL) & O_DSYNC, O_DSYNC);
	close(fd);
}

/* Far from what others take or give back meanwhile. */
TEST(a_share_of_the_space_and_of_the_inodes_is_kept)
{
	struct platform_space now;
	const char *what;
	uint64_t grant;

	assert_int_equal(platform_space(target.private_fd, &now), 0);
	other = target;
	other.kept.free_files = 0;
	other.kept.free_bytes = now.free_bytes / 4;
	assert_int_equal(target_check_room(&other, now.free_bytes / 4, 1,
					   &grant, &what), 0);
	assert_null(what);
	assert_relatively_near((double)grant, (double)now.free_bytes * 3 / 16,
			       0.2);
	assert_int_equal(target_check_room(&other, 2 * now.free_bytes, 1,
					   &grant, &what), -ENOSPC);
	other.kept.free_bytes *= 3;
	assert_int_equal(target_check_room(&other, now.free_bytes / 2, 1,
					   NULL, &what), -ENOSPC);
	assert_string_equal(what, "keeping space free for others");
	other.kept.free_bytes = 0;
	other.kept.free_files = UINT64_MAX;
	assert_int_equal(target_check_room(&other, 0, 1, NULL, &what),
			 -ENOSPC);
	assert_string_equal(what, "keeping inodes free for others");
}

TEST(what_is_no_directory_is_no_target)
{
	assert_int_equal(target_probe(&other, "unit-target-gone"), -ENOENT);
	target_close(&other);
	assert_int_equal(target_probe(&other, "/dev/null"), -ENOTDIR);
	target_close(&other);
}

TEST(the_private_directory_has_the_name_that_is_promised)
{
	const char *name = target.state->name;
	struct stat st;

	assert_int_equal(strlen(name), strlen("diskidx.XXXXXX"));
	assert_memory_equal(name, "diskidx.", 8);
	assert_int_equal(strspn(name + 8,
				"abcdefghijklmnopqrstuvwxyz0123456789"), 6);
	assert_true(target.state->is_made && !target.is_replaced);
	assert_int_equal(fstat(target.private_fd, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0700);
}

static bool
clean_at_second(void *tries)
{
	return ++*(unsigned *)tries == 2;
}

/* Who reads what the run prints sees its end, though a cleanup goes on. */
TEST(the_cleanup_holds_no_descriptor_heeds_no_signal_and_tries_again)
{
	static const int numbers[] = {
		SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE
	};
	unsigned *tries = platform_share(sizeof(*tries));
	long most = sysconf(_SC_OPEN_MAX);
	struct pollfd end = { .events = POLLIN };
	struct cleanup cleanup;
	int pipes[2], high, status;
	pid_t pid;

	assert_int_equal(pipe(pipes), 0);
	high = fcntl(pipes[1], F_DUPFD, most > 3000 ? 3000 : (int)most - 1);
	assert_true(high > 200);
	assert_int_equal(cleanup_open(&cleanup, clean_at_second, tries, -1), 0);
	close(pipes[1]);
	close(high);
	end.fd = pipes[0];
	assert_int_equal(poll(&end, 1, 60000), 1);
	assert_true((end.revents & (POLLHUP | POLLIN)) != 0);
	assert_true(getsid(cleanup.pid) != getsid(0));
	for (size_t i = 0; i < LENGTH(numbers); i++)
		assert_int_equal(kill(cleanup.pid, numbers[i]), 0);
	/* The last one can't be ignored, and it has seen the others then. */
	assert_int_equal(kill(cleanup.pid, SIGSTOP), 0);
	assert_int_equal(waitpid(cleanup.pid, &status, WUNTRACED),
			 cleanup.pid);
	assert_true(WIFSTOPPED(status));
	assert_int_equal(kill(cleanup.pid, SIGCONT), 0);
	pid = cleanup.pid;
	cleanup_close(&cleanup, true);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	assert_int_equal(*tries, 2);
	close(pipes[0]);
	platform_unshare(tries, sizeof(*tries));
}

/* Files of others keep the directory; so does what took its place. */
TEST(what_others_put_there_stays)
{
	char place[128], moved[128];
	int fd;

	assert_int_equal(open_other(1, 1), 0);
	snprintf(place, sizeof(place), "%s/%s", bench_directory,
		 other.state->name);
	snprintf(moved, sizeof(moved), "%s/moved", bench_directory);
	fd = openat(other.private_fd, "diskidx", O_WRONLY | O_CREAT, 0600);
	assert_true(fd >= 0);
	close(fd);
	assert_true(target_close(&other) != 0);
	assert_int_equal(names_in(AT_FDCWD, place), 1);
	assert_int_equal(rename(place, moved), 0);

	assert_int_equal(open_other(1, 1), 0);
	snprintf(place, sizeof(place), "%s/%s", bench_directory,
		 other.state->name);
	fd = openat(other.private_fd, "diskidx-12bd", O_WRONLY | O_CREAT, 0600);
	assert_true(fd >= 0);
	close(fd);
	strcat(moved, "/diskidx");
	assert_int_equal(unlink(moved), 0);
	*strrchr(moved, '/') = '\0';
	assert_int_equal(rmdir(moved), 0);
	assert_int_equal(rename(place, moved), 0);
	assert_int_equal(mkdir(place, 0700), 0);
	assert_int_equal(target_close(&other), -EPERM);
	assert_int_equal(names_in(AT_FDCWD, moved), 0);
	assert_int_equal(rmdir(place), 0);
	assert_int_equal(rmdir(moved), 0);
}

TEST(a_directory_that_cannot_be_read_on_is_an_error_not_its_end)
{
	int error = 0;
	DIR *dir = tree_list(target.private_fd);

	assert_non_null(dir);
	while (tree_next(dir, &error) != NULL)
		;
	assert_int_equal(error, 0);
	rewinddir(dir);
	close(dirfd(dir));
	errno = 0;
	assert_null(tree_next(dir, &error));
	assert_int_equal(error, -EBADF);
	closedir(dir);
	assert_null(tree_list(-1));
}

/* It is ours and closed to others, or a new file in it has the same owner and
 * is as open, which nobody can exchange. */
TEST(a_directory_that_may_be_another_users_is_refused)
{
	static const struct {
		mode_t directory_mode, file_mode;
		unsigned directory_owner, file_owner;	/* 0: this user */
		bool is_good;
	} rows[] = {
		{ 0700, 0600, 0, 0, true }, { 0700, 0600, 0, 1, true },
		{ 0777, 0600, 0, 0, false }, { 0701, 0600, 0, 0, false },
		{ 0777, 0777, 0, 0, true }, { 0770, 0604, 0, 0, true },
		{ 0777, 0777, 0, 1, false }, { 0700, 0600, 1, 0, false },
		{ 0700, 0600, 1, 1, true }, { 0777, 0600, 1, 1, false },
		{ 0777, 0777, 1, 1, true },
	};

	for (size_t i = 0; i < LENGTH(rows); i++) {
		struct stat made = { .st_mode = S_IFDIR |
				     rows[i].directory_mode };
		struct stat file = { .st_mode = S_IFREG | rows[i].file_mode };

		made.st_uid = geteuid() + rows[i].directory_owner;
		file.st_uid = geteuid() + rows[i].file_owner;
		assert_int_equal(private_is_ours(&made, NULL) ||
				 private_is_ours(&made, &file),
				 rows[i].is_good);
	}
}

/* Where owners aren't kept, a file is made to see that. Only if the directory
 * is gone, or not for us, another's may be in its place. */
TEST(the_owner_is_that_of_a_file_which_leaves_nothing)
{
	struct stat made;

	assert_int_equal(open_other(1, 1), 0);
	assert_int_equal(fstat(other.private_fd, &made), 0);
	assert_int_equal(private_check(&other, &made), 0);
	made.st_uid++;
	assert_int_equal(private_check(&other, &made), -EPERM);
	assert_int_equal(names_in(other.private_fd, "."), 0);
	limit_descriptors(0);
	assert_int_equal(private_check(&other, &made), -EMFILE);
	limit_descriptors(RLIM_INFINITY);
	assert_int_equal(unlinkat(other.directory_fd, other.state->name,
				  AT_REMOVEDIR), 0);
	assert_int_equal(private_check(&other, &made), -EPERM);
	target_close(&other);
	assert_int_equal(names_in(AT_FDCWD, bench_directory), 1);
}
