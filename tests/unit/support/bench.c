/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* A target and a job for tests: see bench.h. */
#include <config.h>

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "diskidx/base/signals.h"
#include "diskidx/platform/buffer.h"
#include "diskidx/platform/platform.h"

#include "bench.h"
#include "test.h"

struct target target;
struct counts counts;
struct params params;
struct job job;
char bench_directory[256];

int
bench_make(const char *name)
{
	signal(SIGXFSZ, SIG_IGN);
	snprintf(bench_directory, sizeof(bench_directory), "unit-%s.XXXXXX",
		 name);
	return mkdtemp(bench_directory) == NULL ? -1 : 0;
}

/* Linux has direct I/O in memory since 6.6. */
static bool
is_direct(void)
{
	char path[sizeof(bench_directory) + 8];
	bool works;
	int fd;

	snprintf(path, sizeof(path), "%s/try", bench_directory);
	fd = open(path, O_RDWR | O_CREAT | O_EXCL, 0600);
	works = fd >= 0 && platform_direct(fd, true) == 0;
	close(fd);
	unlink(path);
	return works;
}

int
bench_make_in_memory(const char *name)
{
	const char *memory = getenv("DISKIDX_MEMORY");

	signal(SIGXFSZ, SIG_IGN);
	snprintf(bench_directory, sizeof(bench_directory), "%s/unit-%s.XXXXXX",
		 memory != NULL ? memory : "/dev/shm", name);
	if (mkdtemp(bench_directory) != NULL) {
		if (is_direct())
			return 0;
		rmdir(bench_directory);
	}
	return bench_make(name);
}

void
bench_be_worker(void)
{
	signals_in_worker(getppid());
	signal(SIGINT, SIG_DFL);
	signal(SIGTERM, SIG_DFL);
}

int
bench_open(unsigned copies, uint64_t file_bytes)
{
	if (target_probe(&target, bench_directory) != 0 ||
	    target_open(&target, copies, 1) != 0)
		return -1;
	if (file_bytes > 0)
		target_fill(&target, file_bytes, UINT64_MAX, 1);
	return target.state->error;
}

int
bench_close(void)
{
	int error = target_close(&target);

	return rmdir(bench_directory) != 0 ? -1 : error;
}

void
bench_set_job(const struct params *test, uint64_t time_ns)
{
	memset(&counts, 0, sizeof(counts));
	counts.counted_device = &target.device;
	params = *test;
	job = (struct job){
		.params = &params, .engine = engine_by_name("sync"),
		.target = &target, .copies = 1, .time_ns = time_ns,
		.write_limit_bytes = UINT64_MAX, .seed = 7, .counts = &counts,
		.fd = test->sync == SYNC_DSYNC ? target.work[0][WORK_DSYNC] :
		      *target.work[0],
		.file_bytes = target.state->filled_bytes,
		.pass_bytes = target.state->filled_bytes,
	};
}

int
bench_run(const struct workload *workload)
{
	int error = workload_prepare(workload, &job);

	if (error == 0)
		error = workload->run(&job);
	workload_finish(workload, &job);
	platform_direct(job.fd, false);
	return error;
}

int
bench_next_fd(void)
{
	int fd = dup(STDIN_FILENO);

	close(fd);
	return fd;
}

unsigned
names_in(int fd, const char *path)
{
	int listing = openat(fd, path, O_RDONLY | O_DIRECTORY);
	DIR *dir = listing < 0 ? NULL : fdopendir(listing);
	unsigned n = 0;

	if (dir == NULL)
		return 0;
	while (readdir(dir) != NULL)
		n++;
	closedir(dir);
	return n - 2;		/* . and .. */
}

bool
bench_has_direct(void)
{
	static int works = -1;
	void *memory;

	if (works >= 0)
		return works;
	memory = buffer_create(4096, false, 1);
	assert_non_null(memory);
	works = platform_direct(*target.work[0], true) == 0 &&
		pread(*target.work[0], memory, 4096, 0) == 4096;
	platform_direct(*target.work[0], false);
	free(memory);
	return works;
}
