/*
 * Small files: what the workload does and counts, in this process; what is
 * left of its trees by finish, by target_close, and by the cleanup when the
 * process that made them is killed.
 */
#include <config.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "diskidx/clock.h"
#include "diskidx/operation.h"
#include "diskidx/signals.h"
#include "diskidx/tree.h"
#include "diskidx/units.h"
#include "diskidx/worker.h"
#include "target/cleanup.h"

#include "../support/test.h"

#define FILES 250		/* two directories and a half */
#define BLOCK 5000
#define EACH (3 * 4096)		/* what such a file takes */
#define LEAST 10
#define SHORT_NS (5 * NS_PER_MS)
#define LONG_NS (600 * NS_PER_S)
#define PATIENCE_NS (5 * NS_PER_S)
#define PATIENCE_S 60		/* a hang is a failure, too */

static const enum action actions[] = {
	ACTION_CREATE, ACTION_STAT, ACTION_OPEN, ACTION_RENAME, ACTION_DELETE
};

static char directory[] = "unit-smallfile.XXXXXX";
static struct target target;
static struct counts counts;
static struct job job;
static struct params params;
static const struct workload *workload;

/* In the place of the system's: counts what falls on the clock. */
static struct {
	unsigned counted, beforehand;
	int error;
} flushes;

int
fsync(int fd)
{
	(void)fd;
	if (counts.running)
		flushes.counted++;
	else
		flushes.beforehand++;
	errno = flushes.error;
	return flushes.error != 0 ? -1 : 0;
}

BEFORE_ALL(make_directory)
{
	alarm(PATIENCE_S);
	signal(SIGXFSZ, SIG_IGN);
	workload = workload_by_name("smallfile");
	return workload == NULL || mkdtemp(directory) == NULL;
}

AFTER_ALL(remove_directory)
{
	return rmdir(directory);
}

BEFORE_EACH(open_target)
{
	memset(&flushes, 0, sizeof(flushes));
	return target_probe(&target, directory) != 0 ||
	       target_open(&target, 1) != 0;
}

AFTER_EACH(close_target)
{
	return target_close(&target);
}

static void
set_job(enum action action, uint64_t time_ns)
{
	memset(&counts, 0, sizeof(counts));
	memset(&job, 0, sizeof(job));
	memset(&params, 0, sizeof(params));
	job.params = &params;
	params.action = action;
	params.cache = CACHE_CACHED;
	params.block_bytes = BLOCK;
	params.depth = 1;
	params.sequential_pct = 100;
	params.files = FILES;
	job.target = &target;
	job.copies = 1;
	job.time_ns = time_ns;
	job.write_limit_bytes = UINT64_MAX;
	job.seed = 7;
	job.counts = &counts;
}

static enum operation
operation_of(enum action action)
{
	return action == ACTION_STAT || action == ACTION_OPEN ? OP_READ :
	       OP_WRITE;
}

static uint64_t
done(void)
{
	return counts.total.ios[OP_READ] + counts.total.ios[OP_WRITE];
}

/* Prepare and run; what is there then is looked at before finish. */
static void
run(void)
{
	assert_int_equal(workload->prepare(&job), 0);
	assert_int_equal(workload->run(&job), 0);
}

/* How many entries a directory has. */
static unsigned
count(int fd, const char *path)
{
	int listing = openat(fd, path, O_RDONLY | O_DIRECTORY);
	DIR *dir = listing < 0 ? NULL : fdopendir(listing);
	unsigned n = 0;

	if (dir == NULL)
		return 0;
	while (readdir(dir) != NULL)
		n++;
	closedir(dir);
	return n - 2;
}

/* Whether a file is there, and as large as it should be. */
static bool
has_file(uint32_t file, char first)
{
	char path[64];
	struct stat st;

	snprintf(path, sizeof(path), "tree.0000/d%08u/%c%010u", file / 100,
		 first, file);
	if (fstatat(target.private_fd, path, &st, AT_SYMLINK_NOFOLLOW) != 0)
		return false;
	assert_true(S_ISREG(st.st_mode));
	assert_int_equal(st.st_size, params.block_bytes);
	return true;
}

static uint32_t
count_files(char first)
{
	uint32_t i, n = 0;

	for (i = 0; i < FILES; i++)
		n += has_file(i, first);
	return n;
}

static void
finish(void)
{
	workload->finish(&job);
	assert_int_equal(count(target.private_fd, "."), 0);
}

TEST(a_run_counts_each_file_that_it_did)
{
	size_t i, sequential;

	for (i = 0; i < 2 * LENGTH(actions); i++) {
		enum action action = actions[i / 2];
		enum operation op = operation_of(action);
		bool has_data = action == ACTION_CREATE ||
				action == ACTION_OPEN;

		sequential = i % 2;
		set_job(action, SHORT_NS);
		params.sequential_pct = (uint32_t)sequential * 100;
		run();
		assert_true(counts.total.ios[op] >= LEAST);
		assert_true(counts.total.ios[!op] == 0);
		assert_true(counts.total.moved[op] ==
			    (has_data ? BLOCK * counts.total.ios[op] : 0));
		assert_true(counts.progress_bytes ==
			    BLOCK * counts.total.ios[op]);
		assert_true(counts.latency[LAT][op].count ==
			    counts.total.ios[op]);
		assert_true(counts.bounded ==
			    (counts_clocked_ns(&counts, counts.end_ns) <
			     SHORT_NS));
		assert_true(!counts.bounded || counts.excluded_ns > SHORT_NS);
		finish();
	}
}

TEST(a_run_ends_in_mid_pass_after_ten_files)
{
	size_t i;

	for (i = 0; i < LENGTH(actions); i++) {
		set_job(actions[i], 0);
		run();
		assert_int_equal(done(), LEAST);
		finish();
	}
}

TEST(fewer_than_ten_files_are_done_again)
{
	size_t i;

	for (i = 0; i < LENGTH(actions); i++) {
		set_job(actions[i], 0);
		params.files = 3;
		run();
		assert_int_equal(done(), LEAST);
		finish();
	}
}

TEST(empty_files_are_files)
{
	size_t i;

	for (i = 0; i < LENGTH(actions); i++) {
		set_job(actions[i], 0);
		params.block_bytes = 0;
		run();
		assert_int_equal(done(), LEAST);
		assert_int_equal(counts.progress_bytes, LEAST);
		assert_true(counts.total.moved[OP_READ] +
			    counts.total.moved[OP_WRITE] == 0);
		finish();
	}
}

TEST(a_pass_does_every_file_once)
{
	size_t i;

	for (i = 0; i < 2; i++) {
		set_job(ACTION_CREATE, LONG_NS);
		job.copies = 2;		/* so that it is one pass */
		params.sequential_pct = i == 0 ? 100 : 0;
		run();
		assert_int_equal(done(), FILES);
		assert_true(counts.bounded);
		assert_int_equal(count_files('f'), FILES);
		assert_int_equal(count(target.private_fd, "tree.0000"), 3);
		finish();
		set_job(ACTION_DELETE, LONG_NS);
		job.copies = 2;
		params.sequential_pct = i == 0 ? 100 : 0;
		run();
		assert_int_equal(done(), FILES);
		assert_int_equal(count_files('f'), 0);
		finish();
	}
}

/* It ends in mid-pass, so some have the one name and some the other. */
TEST(files_are_renamed_and_back)
{
	uint64_t passes, rest;

	set_job(ACTION_RENAME, SHORT_NS);
	params.sequential_pct = 0;
	run();
	passes = done() / FILES;
	rest = done() % FILES;
	assert_int_equal(count_files('f') + count_files('r'), FILES);
	assert_int_equal(count_files('r'), passes % 2 == 0 ? rest :
			 FILES - rest);
	finish();
}

/* Which ten of the files are deleted first, as a sum of their numbers. */
static uint64_t
first_ten(uint32_t sequential_pct, uint64_t seed)
{
	uint64_t sum = 0;
	uint32_t i;

	set_job(ACTION_DELETE, 0);
	params.sequential_pct = sequential_pct;
	job.seed = seed;
	run();
	for (i = 0; i < FILES; i++)
		sum += has_file(i, 'f') ? 0 : (uint64_t)i * i + 1;
	finish();
	return sum;
}

TEST(the_order_is_that_of_names_or_of_the_seed)
{
	uint64_t in_order = 285 + LEAST;	/* squares of 0 to 9 */

	assert_true(first_ten(100, 1) == in_order);
	assert_true(first_ten(100, 2) == in_order);
	assert_true(first_ten(0, 1) != in_order);
	assert_true(first_ten(0, 1) == first_ten(0, 1));
	assert_true(first_ten(0, 1) != first_ten(0, 2));
}

TEST(only_what_is_asked_to_be_durable_is_flushed)
{
	static const unsigned wanted[] = { 2, 0, 0, 1, 1 };
	size_t i;

	for (i = 0; i < LENGTH(actions); i++) {
		memset(&flushes, 0, sizeof(flushes));
		set_job(actions[i], 0);
		run();
		assert_int_equal(flushes.counted + flushes.beforehand, 0);
		finish();
		set_job(actions[i], 0);
		params.sync = SYNC_FSYNC;
		run();
		assert_int_equal(flushes.counted, wanted[i] * LEAST);
		assert_int_equal(flushes.beforehand, 3);  /* directories */
		finish();
	}
}

TEST(a_flush_that_fails_is_told)
{
	size_t i;

	for (i = 0; i < LENGTH(actions); i++) {
		if (operation_of(actions[i]) == OP_READ)
			continue;
		set_job(actions[i], LONG_NS);
		params.sync = SYNC_FSYNC;
		flushes.error = 0;
		assert_int_equal(workload->prepare(&job), 0);
		flushes.error = EIO;
		assert_int_equal(workload->run(&job), -EIO);
		assert_int_equal(counts.error, EIO);
		assert_int_equal(counts.error_op, OP_WRITE);
		finish();
	}
}

/* Made and removed between them; the others need nothing. */
TEST(what_lies_between_passes_is_off_the_clock)
{
	size_t i;

	for (i = 0; i < LENGTH(actions); i++) {
		enum operation op = operation_of(actions[i]);
		bool has_breaks = actions[i] == ACTION_CREATE ||
				  actions[i] == ACTION_DELETE;

		set_job(actions[i], SHORT_NS);
		params.files = 20;
		run();
		/* A slow machine has no time for a second pass. */
		assert_int_equal(counts.excluded_ns > 0,
				 has_breaks && done() > 20);
		assert_true(counts.total.depth_ns <=
			    counts_clocked_ns(&counts, counts.end_ns));
		assert_int_equal(counts.latency[LAT][op].count, done());
		finish();
	}
}

TEST(copies_that_need_new_trees_do_one_pass)
{
	size_t i;

	for (i = 0; i < LENGTH(actions); i++) {
		bool is_one = actions[i] == ACTION_CREATE ||
			      actions[i] == ACTION_DELETE;

		set_job(actions[i], SHORT_NS);
		job.copies = 3;
		job.copy = 2;
		params.files = 20;
		run();
		assert_true(done() <= 20 || !is_one);
		assert_int_equal(count(target.private_fd, "tree.0002"), 1);
		finish();
	}
}

static uint64_t
written(void)
{
	return counts.total.moved[OP_WRITE] + counts.warm_up_written;
}

TEST(no_run_writes_more_than_its_limit)
{
	uint64_t limits[] = { 0, 100 * EACH, 2 * FILES * EACH + 1 };
	size_t i, k;

	for (i = 0; i < LENGTH(actions); i++)
		for (k = 0; k < LENGTH(limits); k++) {
			bool writes = actions[i] != ACTION_STAT &&
				      actions[i] != ACTION_OPEN;

			set_job(actions[i], writes ? LONG_NS : 0);
			job.write_limit_bytes = limits[k];
			run();
			assert_int_equal(counts.bounded, writes);
			assert_true(written() <=
				    workload_most_written(workload,
						&params, false,
						limits[k]));
			if (actions[i] == ACTION_CREATE)
				assert_true(written() ==
					    (k == 0 ? LEAST * EACH :
					     limits[k] / EACH * EACH));
			finish();
		}
}

/* What a name is worth, after the tree that was made for it. */
TEST(names_changed_are_counted_and_end_a_run)
{
	static const enum action changes[] = { ACTION_RENAME, ACTION_DELETE };
	size_t i;

	for (i = 0; i < LENGTH(changes); i++) {
		set_job(changes[i], LONG_NS);
		job.write_limit_bytes = FILES * EACH + 100 * 4096 + 4095;
		run();
		assert_int_equal(counts.total.ios[OP_WRITE], 100);
		assert_int_equal(written(), FILES * EACH + 100 * 4096);
		assert_true(counts.bounded);
		finish();
	}
}

TEST(a_tree_takes_what_the_budget_says)
{
	set_job(ACTION_CREATE, 0);
	assert_true(workload_tree_bytes(&params) == FILES * EACH);
	assert_true(workload_extra_bytes(workload, &params, GIB) ==
		    FILES * EACH);
	assert_false(workload_needs_fill(workload, &params));
	params.block_bytes = 0;
	assert_true(workload_tree_bytes(&params) == FILES * 4096);
	params.files = UINT32_MAX;
	params.block_bytes = 4096;
	assert_true(workload_tree_bytes(&params) ==
		    UINT64_C(8192) * UINT32_MAX);
}

TEST(only_warm_files_are_opened)
{
	set_job(ACTION_OPEN, 0);
	params.cache = CACHE_BUFFERED;
	assert_int_equal(workload->prepare(&job), -ENOTSUP);
	finish();
	set_job(ACTION_READ, 0);
	assert_int_equal(workload->prepare(&job), -EINVAL);
	finish();
}

TEST(a_failed_prepare_leaves_nothing)
{
	set_job(ACTION_STAT, LONG_NS);
	limit_file_size(BLOCK - 1);
	assert_int_equal(workload->prepare(&job), -EFBIG);
	limit_file_size(RLIM_INFINITY);
	finish();
}

TEST(a_file_that_cannot_be_made_is_told_by_its_number)
{
	set_job(ACTION_CREATE, LONG_NS);
	assert_int_equal(workload->prepare(&job), 0);
	assert_int_equal(mkdirat(target.private_fd,
				 "tree.0000/d00000001/f0000000137", 0700), 0);
	assert_int_equal(workload->run(&job), -EEXIST);
	assert_int_equal(counts.error, EEXIST);
	assert_int_equal(counts.error_offset, 137);
	assert_int_equal(unlinkat(target.private_fd,
				  "tree.0000/d00000001/f0000000137",
				  AT_REMOVEDIR), 0);
	finish();
}

TEST(a_tree_left_by_another_is_replaced)
{
	struct job other;

	set_job(ACTION_STAT, 0);
	run();
	other = job;
	set_job(ACTION_CREATE, LONG_NS);
	job.copies = 2;
	run();
	assert_int_equal(done(), FILES);
	finish();
	workload->finish(&other);
}

/* Made here; its descriptor's path is relative to the private directory. */
static void
touch(const char *path)
{
	int fd = openat(target.private_fd, path, O_WRONLY | O_CREAT | O_EXCL,
			0600);

	assert_true(fd >= 0);
	close(fd);
}

TEST(only_our_names_are_removed_and_no_link_is_followed)
{
	static const char *const others[] = {
		"tree.0000/d00000000/f123", "tree.0000/d00000000/g0000000000",
		"tree.0000/d00000000/f00000000001", "tree.0000/other",
		"tree.1/f0000000000", "outside/f0000000001",
		"outside/d00000000", "tree.00a0",
	};
	int fd = target.private_fd;
	size_t i;

	assert_int_equal(mkdirat(fd, "tree.0000", 0700), 0);
	assert_int_equal(mkdirat(fd, "tree.0000/d00000000", 0700), 0);
	assert_int_equal(mkdirat(fd, "tree.0000/d00000001", 0700), 0);
	assert_int_equal(mkdirat(fd, "tree.1", 0700), 0);
	assert_int_equal(mkdirat(fd, "outside", 0700), 0);
	for (i = 0; i < LENGTH(others); i++)
		touch(others[i]);
	touch("tree.0000/d00000000/f0000000000");
	touch("tree.0000/d00000001/r0000000100");
	assert_int_equal(symlinkat("outside", fd, "tree.0007"), 0);
	assert_int_equal(symlinkat("../outside", fd, "tree.0000/d00000002"),
			 0);
	tree_remove_all(fd);
	for (i = 0; i < LENGTH(others); i++)
		assert_int_equal(faccessat(fd, others[i], F_OK, 0), 0);
	assert_int_equal(count(fd, "tree.0000"), 3);
	assert_int_equal(count(fd, "tree.0000/d00000000"), 3);
	for (i = 0; i < LENGTH(others); i++)
		assert_int_equal(unlinkat(fd, others[i], 0), 0);
	assert_int_equal(unlinkat(fd, "tree.0000/d00000002", 0), 0);
	assert_int_equal(unlinkat(fd, "tree.0007", 0), 0);
	assert_int_equal(unlinkat(fd, "outside", AT_REMOVEDIR), 0);
	assert_int_equal(unlinkat(fd, "tree.1", AT_REMOVEDIR), 0);
	tree_remove_all(fd);
	assert_int_equal(count(fd, "."), 0);
}

TEST(closing_removes_the_trees_of_all_copies)
{
	struct job other;

	set_job(ACTION_STAT, 0);
	run();
	other = job;
	job.copy = 3;
	run();
	assert_int_equal(count(target.private_fd, "."), 2);
	assert_int_equal(close_target(), 0);
	assert_int_equal(count(AT_FDCWD, directory), 0);
	workload->finish(&other);	/* frees what they have */
	workload->finish(&job);
	assert_int_equal(open_target(), 0);
}

/* What stands in the private directory's place is not ours. */
TEST(a_directory_that_took_the_place_stays)
{
	char name[sizeof(target.name)];
	int fd = openat(AT_FDCWD, directory, O_RDONLY | O_DIRECTORY);

	strcpy(name, target.name);
	assert_int_equal(renameat(fd, name, fd, "moved"), 0);
	assert_int_equal(mkdirat(fd, name, 0700), 0);
	assert_int_equal(close_target(), -EPERM);
	assert_int_equal(unlinkat(fd, name, AT_REMOVEDIR), 0);
	assert_int_equal(unlinkat(fd, "moved", AT_REMOVEDIR), 0);
	close(fd);
	assert_int_equal(open_target(), 0);
}

/* The reader of what the cleanup inherited has its end of file at once. */
static void
await_cleanup(const int *ends)
{
	char byte;

	assert_int_equal(target_guard(&target), 0);
	assert_true(target.cleanup->pid > 0);
	close(ends[1]);
	assert_int_equal(read(ends[0], &byte, 1), 0);
	close(ends[0]);
}

TEST(the_cleanup_holds_nothing_and_heeds_no_signal)
{
	static const int numbers[] = {
		SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE
	};
	int ends[2];
	size_t i;

	assert_int_equal(pipe(ends), 0);
	await_cleanup(ends);
	assert_true(getsid(target.cleanup->pid) != getsid(0));
	for (i = 0; i < LENGTH(numbers); i++)
		assert_int_equal(kill(target.cleanup->pid, numbers[i]), 0);
	assert_int_equal(waitpid(target.cleanup->pid, NULL, WNOHANG), 0);
	assert_int_equal(count(target.private_fd, "."), 0);
}

TEST(a_normal_end_leaves_no_cleanup_process)
{
	int stopped;

	for (stopped = 0; stopped < 2; stopped++) {
		assert_int_equal(target_guard(&target), 0);
		assert_true(target.cleanup->pid > 0);
		if (stopped)
			kill(target.cleanup->pid, SIGSTOP);
		assert_int_equal(close_target(), 0);
		assert_int_equal(waitpid(-1, NULL, 0), -1);
		assert_int_equal(errno, ECHILD);
		assert_int_equal(count(AT_FDCWD, directory), 0);
		assert_int_equal(open_target(), 0);
	}
}

/* The process that is killed: a run's parent in the middle of a sample. */
static void
play_parent(enum action action)
{
	struct assignment a = {
		.workload = workload, .engine = engine_by_name("sync"),
		.target = &target, .copies = 2, .round = 1,
		.time_ns = LONG_NS, .write_limit_bytes = UINT64_MAX,
	};
	struct sample sample;
	char reason[WORKER_REASON];

	set_job(action, LONG_NS);
	params.files = 2000;
	a.params = &params;
	if (target_probe(&target, directory) != 0 ||
	    target_open(&target, 2) != 0 || target_guard(&target) != 0)
		_exit(1);
	worker_measure(&a, &sample, reason);
	_exit(2);			/* it is killed before that */
}

/* The private directory, open, when there are files in its trees; or -1. */
static int
find_trees(void)
{
	DIR *dir = opendir(directory);
	struct dirent *entry;
	int fd = -1;

	assert_non_null(dir);
	while (fd < 0 && (entry = readdir(dir)) != NULL)
		if (strncmp(entry->d_name, "diskidx.", 8) == 0)
			fd = openat(dirfd(dir), entry->d_name, O_RDONLY);
	closedir(dir);
	if (fd >= 0 && count(fd, "tree.0000/d00000000") > 0 &&
	    count(fd, "tree.0001/d00000000") > 0)
		return fd;
	if (fd >= 0)
		close(fd);
	return -1;
}

static bool
await_nothing(void)
{
	uint64_t end_ns = clock_now_ns() + PATIENCE_NS;

	while (count(AT_FDCWD, directory) > 0 && clock_now_ns() < end_ns)
		clock_sleep_ns(NS_PER_MS);
	return count(AT_FDCWD, directory) == 0;
}

static pid_t
start_parent(enum action action)
{
	pid_t pid = fork();
	int fd = -1;

	assert_true(pid >= 0);
	if (pid == 0) {
		setpgid(0, 0);
		play_parent(action);
	}
	while (fd < 0) {
		assert_int_equal(waitpid(pid, NULL, WNOHANG), 0);
		fd = find_trees();
	}
	close(fd);
	return pid;
}

TEST(sigkill_in_mid_test_leaves_nothing)
{
	size_t i;

	assert_int_equal(close_target(), 0);
	for (i = 0; i < 2 * LENGTH(actions); i++) {
		pid_t pid = start_parent(actions[i / 2]);
		int status;

		/* It alone, and all of its process group. */
		assert_int_equal(kill(i % 2 == 0 ? pid : -pid, SIGKILL), 0);
		assert_int_equal(waitpid(pid, &status, 0), pid);
		assert_true(WIFSIGNALED(status));
		assert_true(await_nothing());
	}
	assert_int_equal(open_target(), 0);
}

TEST(a_foreign_name_keeps_the_directory_after_sigkill)
{
	pid_t pid;
	int fd;

	assert_int_equal(close_target(), 0);
	pid = start_parent(ACTION_STAT);
	fd = find_trees();
	assert_true(fd >= 0);
	assert_int_equal(mkdirat(fd, "foreign", 0700), 0);
	kill(pid, SIGKILL);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	while (count(fd, ".") > 1)
		clock_sleep_ns(NS_PER_MS);
	assert_int_equal(unlinkat(fd, "foreign", AT_REMOVEDIR), 0);
	close(fd);
	assert_true(await_nothing());	/* it was tried again */
	assert_int_equal(open_target(), 0);
}
