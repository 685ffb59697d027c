/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Engine: the contract of engine.h, over every entry of the table that this
 * machine can use. The files are small and in a directory made here.
 */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>
#if HAVE_LIBAIO
#include <libaio.h>
#include <sys/syscall.h>
#endif
#if HAVE_LIBURING
#include <dlfcn.h>
#include <liburing.h>
#include <sys/syscall.h>
#endif

#include "diskidx/base/clock.h"
#include "diskidx/base/operation.h"
#include "diskidx/base/prng.h"
#include "diskidx/engine/engine.h"
#include "diskidx/platform/buffer.h"
#include "diskidx/platform/platform.h"
#include "diskidx/test/traits.h"

#include "../support/rows.h"

#define BLOCK 4096
#define MAX_DEPTH 256
#define FOREVER UINT64_MAX
#define FAR ((UINT64_C(5) << 30) + 3 * BLOCK)	/* no 32 bits hold it */
#define PATIENCE_S 300	/* a hang is a failure, a slow machine none */

/* An engine at work on a file; unused while `engine` is NULL. */
struct bench {
	const struct engine *engine;
	struct engine_state *engine_state;
	struct request request[MAX_DEPTH];
	unsigned depth, done[MAX_DEPTH];
	unsigned char *memory;	/* a block a slot */
	int fd;
	int pipe_end;		/* closing it ends a read of `fd`; or -1 */
};

static char directory[] = "unit-engine.XXXXXX", path[64];
static struct bench bench = { .fd = -1, .pipe_end = -1 };
static unsigned char seen[MAX_DEPTH * BLOCK];

BEFORE_ALL(make_directory)
{
	int fd;

	alarm(PATIENCE_S);
	if (mkdtemp(directory) == NULL)
		return -1;
	strcpy(path, directory);
	strcat(path, "/file");
	fd = open(path, O_RDWR | O_CREAT | O_EXCL, 0600);
	return fd < 0 ? -1 : close(fd);
}

AFTER_ALL(remove_directory)
{
	unlink(path);
	return rmdir(directory);
}

static void
close_bench(void)
{
	if (bench.pipe_end >= 0)
		close(bench.pipe_end);
	if (bench.engine_state != NULL && bench.engine->close != NULL)
		bench.engine->close(bench.engine_state);
	free(bench.engine_state);
	free(bench.memory);
	if (bench.fd >= 0)
		close(bench.fd);
	memset(&bench, 0, sizeof(bench));
	bench.fd = bench.pipe_end = -1;
}

/* Flags of a ring that the kernel knows: all that it does, or fewer. */
static unsigned known_flags = ~0u;

static volatile sig_atomic_t ticks;

/* The alarm is taken here, so this one counts instead. */
static void
tick(int number)
{
	(void)number;
	if (++ticks > PATIENCE_S * 1000)
		abort();
}

/* A signal every millisecond at least; or none, and the alarm again. */
static void
set_signals(bool on)
{
	struct itimerval timer = { { 0, 0 }, { 0, 0 } };
	struct sigaction action;

	ticks = 0;
	memset(&action, 0, sizeof(action));
	sigemptyset(&action.sa_mask);
	action.sa_handler = tick;
	sigaction(SIGALRM, &action, NULL);
	timer.it_value.tv_usec = timer.it_interval.tv_usec = on ? 1000 : 0;
	setitimer(ITIMER_REAL, &timer, NULL);
	if (on)
		return;
	action.sa_handler = SIG_DFL;
	sigaction(SIGALRM, &action, NULL);
	alarm(PATIENCE_S);
}

/* Remove all that a failed assertion left behind. */
AFTER_EACH(clean_up)
{
	if (ticks > 0)
		set_signals(false);
	known_flags = ~0u;
	close_bench();
	return truncate(path, 0);
}

/* The engine at that depth on `fd`, with a buffer of random bytes a slot. */
static void
open_bench(const struct engine *engine, int fd, unsigned depth)
{
	bench.engine = engine;
	bench.fd = fd;
	bench.depth = depth;
	bench.memory = buffer_create((size_t)depth * BLOCK, false, depth);
	assert_non_null(bench.memory);
	for (unsigned i = 0; i < depth; i++) {
		bench.request[i].op = OP_READ;
		bench.request[i].length = BLOCK;
		bench.request[i].offset = (uint64_t)i * BLOCK;
		bench.request[i].buffer = bench.memory + (size_t)i * BLOCK;
		bench.request[i].result = INT64_MIN;
	}
	bench.engine_state = calloc(1, engine->state_bytes);
	assert_non_null(bench.engine_state);
	assert_int_equal(engine->open(bench.engine_state, fd, bench.request,
				      depth), 0);
}

static int
open_file(int flags)
{
	int fd = open(path, flags);

	assert_true(fd >= 0);
	return fd;
}

/* The file gets this many random bytes. */
static void
write_file(size_t size)
{
	int fd = open_file(O_WRONLY | O_TRUNC);
	unsigned char *bytes = buffer_create(sizeof(seen), false, size);

	assert_non_null(bytes);
	assert_true(size <= sizeof(seen));
	assert_true(pwrite(fd, bytes, size, 0) == (ssize_t)size);
	close(fd);
	free(bytes);
}

/* Read the file by other means than the engine's: bytes in seen[]. */
static size_t
read_file(void)
{
	int fd = open_file(O_RDONLY);
	ssize_t n = pread(fd, seen, sizeof(seen), 0);

	assert_true(n >= 0);
	close(fd);
	return (size_t)n;
}

static int
reap(unsigned min, uint64_t max_wait_ns)
{
	return bench.engine->reap(bench.engine_state, min, max_wait_ns,
				  bench.done);
}

/* Start all slots, in lists as long as the engine takes them. */
static void
submit_all(void)
{
	unsigned slot[MAX_DEPTH], i;
	int taken;

	for (i = 0; i < bench.depth; i++)
		slot[i] = i;
	for (i = 0; i < bench.depth; i += (unsigned)taken) {
		taken = bench.engine->submit(bench.engine_state, slot + i,
					     bench.depth - i);
		if (taken == -EAGAIN) {
			assert_true(reap(1, FOREVER) > 0);
			taken = 0;
		}
		assert_in_range(taken, 0, bench.depth - i);
	}
}

/*
 * Return the result of one request; an error may come at once from submit, or
 * as the request's result.
 */
static int64_t
run_one(enum operation op)
{
	static const unsigned slot = 0;
	int n;

	bench.request[0].op = op;
	n = bench.engine->submit(bench.engine_state, &slot, 1);
	if (n < 0)
		return n;
	assert_int_equal(n, 1);
	assert_int_equal(reap(1, FOREVER), 1);
	assert_int_equal(bench.done[0], 0);
	return bench.request[0].result;
}

static unsigned
full_depth(const struct engine *engine)
{
	return engine->max_depth < MAX_DEPTH ? engine->max_depth :
	       MAX_DEPTH;
}

/* The engines that can be used, one after the other; real: moving data. */
static const struct engine *
next_usable(size_t *i, bool real)
{
	const struct engine *engine;

	while ((engine = engine_table[*i]) != NULL) {
		(*i)++;
		if (engine_na_reason(engine) == NULL &&
		    (!engine->traits->moves_nothing || !real))
			return engine;
	}
	return NULL;
}

/* Loop over the engines that can be used; a bench is closed after each. */
#define FOR_EACH_USABLE(engine, real) \
	for (size_t next = 0; ((engine) = next_usable(&next, real)) != NULL; \
	     close_bench())

TEST(every_entry_works_or_says_why_not_and_has_its_traits)
{
	const struct engine *engine;
	size_t i;

	for (i = 0; (engine = engine_table[i]) != NULL; i++) {
		const struct traits *traits = engine->traits;
		const char *na_reason = engine_na_reason(engine);

		assert_true(traits->name[0] != '\0');
		assert_ptr_equal(traits_of_engine(traits->name), traits);
		assert_true(engine->summary[0] != '\0');
		assert_true(engine->max_depth >= 1);
		assert_ptr_equal(engine_by_name(engine->traits->name), engine);
		assert_false(traits->is_none);
		assert_true(traits->is_synchronous ==
			    (engine->max_depth == 1));
		assert_true(na_reason == NULL || na_reason[0] != '\0');
		if (engine->na_reason != NULL)
			assert_ptr_equal(na_reason, engine->na_reason);
		else
			assert_true(engine->open != NULL &&
				    engine->submit != NULL &&
				    engine->reap != NULL &&
				    engine->state_bytes > 0);
	}
	assert_true(i > 0);
	assert_null(engine_by_name("no-such-engine"));
	assert_null(engine_by_name(""));
	assert_true(traits_of_engine("-")->is_none);
	assert_false(traits_of_engine(NULL)->is_none);
	assert_ptr_equal(&engine_sync, engine_by_name("sync"));
}

/* The one for the page cache keeps its depth through that, too. */
TEST(the_defaults_are_real_and_deep_and_can_be_used)
{
	size_t first = 0;

	for (int buffered = 0; buffered < 2; buffered++) {
		const struct engine *engine = engine_default(buffered);

		assert_null(engine_na_reason(engine));
		assert_false(engine->traits->moves_nothing);
		assert_true(engine->max_depth >= 32);
		assert_false(buffered && engine->blocks_buffered);
	}
	assert_ptr_equal(engine_default(false), next_usable(&first, false));
	assert_true(engine_by_name("libaio")->blocks_buffered);
}

/*
 * A schedule at random: which free slots are submitted, in which order, what
 * they do, how many are waited for and how long. Each slot has a block of the
 * file to itself, and a byte that its buffer is filled with beforehand.
 */
static struct {
	struct prng random;
	unsigned free[MAX_DEPTH], n_free, in_flight;
	bool is_busy[MAX_DEPTH], is_direct;
	unsigned char byte[MAX_DEPTH];
	unsigned char file[MAX_DEPTH * BLOCK];	/* as it should be */
} plan;

static void
prepare_slot(unsigned slot)
{
	struct request *r = &bench.request[slot];

	r->op = prng_below(&plan.random, 2) == 0 ? OP_READ : OP_WRITE;
	r->length = plan.is_direct ? BLOCK :
		    1 + (uint32_t)prng_below(&plan.random, BLOCK);
	r->result = INT64_MIN;
	plan.byte[slot] = (unsigned char)prng_below(&plan.random, 256);
	memset(r->buffer, plan.byte[slot], BLOCK);
}

/* Return the number of requests that were taken. */
static unsigned
submit_some(unsigned most)
{
	unsigned n = (unsigned)prng_below(&plan.random, plan.n_free + 1), i;
	int taken;

	n = n < most ? n : most;
	for (i = 0; i < n; i++) {
		unsigned k = i + (unsigned)prng_below(&plan.random,
						      plan.n_free - i);
		unsigned slot = plan.free[k];

		plan.free[k] = plan.free[i];
		plan.free[i] = slot;
		prepare_slot(slot);
	}
	taken = n == 0 ? 0 : bench.engine->submit(bench.engine_state,
						  plan.free, n);
	if (taken == -EAGAIN)
		return 0;
	assert_in_range(taken, n > 0, n);
	for (i = 0; i < (unsigned)taken; i++) {
		const struct request *r = &bench.request[plan.free[i]];

		plan.is_busy[plan.free[i]] = true;
		if (r->op == OP_WRITE && !bench.engine->traits->moves_nothing)
			memcpy(plan.file + r->offset, r->buffer, r->length);
	}
	plan.n_free -= (unsigned)taken;
	memmove(plan.free, plan.free + taken,
		plan.n_free * sizeof(plan.free[0]));
	plan.in_flight += (unsigned)taken;
	return (unsigned)taken;
}

static void
check_done(unsigned slot)
{
	const struct request *r = &bench.request[slot];
	bool is_null = bench.engine->traits->moves_nothing, touched = false;
	const unsigned char *byte = r->buffer;

	assert_true(plan.is_busy[slot]);
	plan.is_busy[slot] = false;
	assert_true(r->result == r->length);
	if (!is_null)
		assert_memory_equal(r->buffer, plan.file + r->offset,
				    r->length);
	/* Nothing else was touched, and by the null engine nothing at all. */
	for (size_t i = is_null ? 0 : r->length; i < BLOCK; i++)
		touched |= byte[i] != plan.byte[slot];
	assert_false(touched);
}

/* More than are in flight are not waited for. */
static void
reap_some(void)
{
	static const uint64_t wait_ns[] = {
		0, 1, 20 * NS_PER_US, PATIENCE_S * NS_PER_S, FOREVER - 1,
		FOREVER
	};
	uint64_t wait = wait_ns[prng_below(&plan.random, LENGTH(wait_ns))];
	unsigned min = (unsigned)prng_below(&plan.random,
					    plan.in_flight + 3), i;
	unsigned least = min < plan.in_flight ? min : plan.in_flight;
	int n = reap(min, wait);

	assert_in_range(n, wait > NS_PER_S ? least : 0, plan.in_flight);
	for (i = 0; i < (unsigned)n; i++) {
		check_done(bench.done[i]);
		plan.free[plan.n_free++] = bench.done[i];
	}
	plan.in_flight -= (unsigned)n;
}

/*
 * A kernel that is moody interrupts a submission, has no room or no memory for
 * it, or takes a part of it; the same as the library does it otherwise.
 */
static bool is_moody;

#if HAVE_LIBAIO || HAVE_LIBURING
static int
mood(unsigned *n)
{
	static const int errors[] = { -EINTR, -EAGAIN, -ENOMEM };
	unsigned i = is_moody ? (unsigned)prng_below(&plan.random, 8) : 8;

	if (i < LENGTH(errors))
		return errors[i];
	*n = i < 6 && *n > 1 ? 1 : *n;
	return 0;
}

static int
result_of(long n)
{
	return n < 0 ? -errno : (int)n;
}
#endif

#if HAVE_LIBAIO
int
io_submit(io_context_t context, long wanted, struct iocb **list)
{
	unsigned n = (unsigned)wanted;
	int error = mood(&n);

	return error != 0 ? error :
	       result_of(syscall(SYS_io_submit, context, (long)n, list));
}
#endif

#if HAVE_LIBURING
int
io_uring_submit(struct io_uring *ring)
{
	unsigned n = ring->sq.sqe_tail - *ring->sq.khead;
	int error = mood(&n), done;

	if (ring->sq.sqe_head != ring->sq.sqe_tail)
		__atomic_store_n(ring->sq.ktail, ring->sq.sqe_tail,
				 __ATOMIC_RELEASE);
	ring->sq.sqe_head = ring->sq.sqe_tail;
	if (error == -EAGAIN && n > 1)
		return prng_below(&plan.random, 2) == 0 ? 0 : -EBUSY;
	if (error != 0)
		return error;
	done = result_of(syscall(SYS_io_uring_enter, ring->ring_fd, n, 0, 0,
				 NULL, 0));
	assert_true(done != 0);		/* the kernel sees what is there */
	return done;
}

static int ring_error;			/* 0: there are rings */
static unsigned ring_lacks;		/* of their features */

int
io_uring_queue_init_params(unsigned entries, struct io_uring *ring,
			   struct io_uring_params *params)
{
	int (*next)(unsigned, struct io_uring *, struct io_uring_params *);
	int error;

	if (ring_error != 0)
		return ring_error;
	if ((params->flags & ~known_flags) != 0)
		return -EINVAL;
	/* The library's own, by the way that ISO C has no word for. */
	*(void **)&next = dlsym(RTLD_NEXT, "io_uring_queue_init_params");
	assert_non_null(next);
	error = next(entries, ring, params);
	if (error != 0)
		return error;
	ring->features = params->features &= ~ring_lacks;
	return 0;
}
#endif

/* A file of the system's that is made up, if it has this name, and its text;
 * NULL: it isn't there. */
static struct {
	const char *path, *text;
} made_up[2];

/* The engines open such files by this. */
FILE *
fopen(const char *path, const char *mode)
{
	FILE *file;
	int fd;

	for (size_t i = 0; i < LENGTH(made_up); i++)
		if (made_up[i].path != NULL &&
		    strcmp(path, made_up[i].path) == 0) {
			file = made_up[i].text != NULL ? tmpfile() : NULL;
			if (file != NULL)
				fputs(made_up[i].text, file);
			if (file != NULL)
				rewind(file);
			return file;
		}
	fd = open(path, O_RDONLY);
	return fd < 0 ? NULL : fdopen(fd, mode);
}

/* Return a text, or NULL for a dash: such a file isn't there. */
static const char *
text_or_none(const char *text)
{
	return strcmp(text, "-") == 0 ? NULL : text;
}

/* How many there may be and are, and for how many there is room. */
TEST_ROWS("engine", requests_of_the_system_that_are_taken_leave_no_room)
{
	const struct engine *engine = engine_by_name("libaio");
	uint64_t room = strtoull(field[2], NULL, 10);
	const char *why;

	if (engine_na_reason(engine) != NULL)
		test_skip("libaio", engine_na_reason(engine));
	made_up[0].path = "/proc/sys/fs/aio-max-nr";
	made_up[0].text = text_or_none(field[0]);
	made_up[1].path = "/proc/sys/fs/aio-nr";
	made_up[1].text = text_or_none(field[1]);
	why = engine->unusable();
	assert_true(engine->room() == room);
	memset(made_up, 0, sizeof(made_up));
	if (room > 0)
		assert_null(why);
	else
		assert_has(why, "fs.aio-max-nr");
}

#if HAVE_LIBURING
TEST(a_kernel_without_rings_says_why)
{
	static const struct {
		int error;
		unsigned lacks;
		const char *setting, *why;	/* NULL: no such setting */
	} rows[] = {
		{ -EPERM, 0, "0\n", "a security policy (seccomp?) forbids" },
		{ -EPERM, 0, NULL, "a security policy (seccomp?) forbids" },
		{ -EACCES, 0, "?\n", "a security policy (seccomp?) forbids" },
		{ -EPERM, 0, "1\n", "only root and kernel.io_uring_group may" },
		{ -EPERM, 0, "2\n", "off by kernel.io_uring_disabled" },
		{ -ENOSYS, 0, "0\n", "the kernel has no io_uring" },
		{ -EINVAL, 0, "0\n", "is too old; use Linux 5.12" },
		{ -ENOMEM, 0, "0\n", "raise the limit (ulimit -l)" },
		{ -EMFILE, 0, "0\n", "the kernel refuses io_uring" },
		{ 0, IORING_FEAT_NATIVE_WORKERS, "0\n",
		  "is too old; use Linux 5.12" },
		{ 0, 0, "2\n", NULL },
	};
	const struct engine *engine = engine_by_name("uring");

	if (engine_na_reason(engine) != NULL)
		test_skip("uring", engine_na_reason(engine));
	made_up[0].path = "/proc/sys/kernel/io_uring_disabled";
	for (size_t i = 0; i < LENGTH(rows); i++) {
		const char *why;

		ring_error = rows[i].error;
		ring_lacks = rows[i].lacks;
		made_up[0].text = rows[i].setting;
		why = engine->unusable();
		ring_error = 0;
		ring_lacks = 0;
		if (rows[i].why == NULL)
			assert_null(why);
		else
			assert_has(why, rows[i].why);
	}
	memset(made_up, 0, sizeof(made_up));
}
#endif

static void
run_at_random(const struct engine *engine, bool direct, uint64_t seed)
{
	unsigned depth = full_depth(engine), left = 3 * depth, slot;

	write_file((size_t)depth * BLOCK);
	memset(&plan, 0, sizeof(plan));
	plan.is_direct = direct;
	prng_seed(&plan.random, seed);
	read_file();
	memcpy(plan.file, seen, sizeof(seen));
	for (slot = 0; slot < depth; slot++)
		plan.free[plan.n_free++] = slot;
	open_bench(engine, open_file(O_RDWR), depth);
	if (direct)
		platform_direct(bench.fd, true);
	while (left > 0 || plan.in_flight > 0) {
		left -= submit_some(left);
		reap_some();
	}
	assert_int_equal(reap(0, FOREVER), 0);
	assert_int_equal(read_file(), (size_t)depth * BLOCK);
	assert_memory_equal(seen, plan.file, (size_t)depth * BLOCK);
	close_bench();
}

/* No signal loses one, and no mood of the kernel. */
TEST(every_request_is_done_once_in_any_order_and_with_its_data)
{
	const struct engine *engine;

	FOR_EACH_USABLE(engine, false)
		for (uint64_t seed = 0; seed < 4; seed++) {
			set_signals(seed >= 2);
			is_moody = seed >= 1;
			run_at_random(engine, seed % 2 == 1, seed);
			is_moody = false;
			set_signals(false);
		}
}

#if HAVE_LIBURING
/* Linux 6.1 knows them all; 5.19 some, and 5.12 that of any kernel. */
TEST(a_ring_works_with_the_flags_that_a_kernel_knows)
{
	const struct engine *engine = engine_by_name("uring");
	const unsigned known[] = {
		IORING_SETUP_CQSIZE | 1u << 8 | 1u << 9, IORING_SETUP_CQSIZE,
	};

	if (engine_na_reason(engine) != NULL)
		test_skip("uring", engine_na_reason(engine));
	for (size_t i = 0; i < LENGTH(known); i++) {
		known_flags = known[i];
		run_at_random(engine, i % 2 == 0, i);
	}
}

#endif

/*
 * Nobody has more requests than slots; the engines that keep count themselves
 * refuse such a request, and take one again when there is room.
 */
TEST(what_is_refused_is_not_done)
{
	static const char *const names[] = { "threads", "sync", "null" };
	static const unsigned slot[] = { 0, 0 };

	for (size_t i = 0; i < LENGTH(names); i++) {
		const struct engine *engine = engine_by_name(names[i]);

		write_file(BLOCK);
		open_bench(engine, open_file(O_RDONLY), 1);
		assert_int_equal(engine->submit(bench.engine_state, slot, 2),
				 1);
		assert_int_equal(engine->submit(bench.engine_state, slot, 1),
				 -EAGAIN);
		assert_int_equal(reap(1, FOREVER), 1);
		assert_int_equal(reap(0, FOREVER), 0);
		assert_int_equal(engine->submit(bench.engine_state, slot, 1),
				 1);
		close_bench();
	}
}

/* Return the same by hand. */
static int64_t
run_by_hand(enum operation op)
{
	const struct request *r = &bench.request[0];
	int64_t n;

	n = op == OP_READ ?
	    pread(bench.fd, seen, r->length, (off_t)r->offset) :
	    pwrite(bench.fd, r->buffer, r->length, (off_t)r->offset);
	if (n == r->length && op == OP_WRITE && r->flush &&
	    fdatasync(bench.fd) != 0)
		n = -1;
	return n < 0 ? -errno : n;
}

/* Return true if the file has the same there, or can't be read. */
static bool
is_at(uint64_t offset, size_t size)
{
	ssize_t n = pread(bench.fd, seen, size, (off_t)offset);

	return n < 0 || ((size_t)n == size &&
			 memcmp(seen, bench.memory, size) == 0);
}

/*
 * Files that end, that can't be read or written, or that the system takes a
 * write of and refuses to flush it, as Linux does with /dev/null. An offset
 * that is cut to 32 bits is one of a block that is there.
 */
TEST(a_request_ends_as_the_same_call_by_hand)
{
	static const struct {
		const char *path;	/* NULL: no descriptor */
		int flags;
		uint64_t offset;
		bool flush;
	} cases[] = {
		{ path, O_RDWR, 0, false }, { path, O_RDWR, 0, true },
		{ path, O_RDWR, BLOCK, false },
		{ path, O_RDWR, 100 * BLOCK, false },
		{ path, O_RDWR, FAR, false },
		{ path, O_WRONLY, 0, false }, { path, O_RDONLY, 0, false },
		{ NULL, 0, 0, false }, { "/dev/zero", O_RDWR, 0, true },
		{ "/dev/null", O_RDWR, 0, true },
		{ "/dev/full", O_RDWR, 0, true },
	};
	const struct engine *engine;

	FOR_EACH_USABLE(engine, true)
		for (size_t i = 0; i < LENGTH(cases); i++) {
			if ((cases[i].flush && !engine->can_flush) ||
			    (cases[i].path != NULL &&
			     access(cases[i].path, R_OK | W_OK) != 0))
				continue;
			write_file(BLOCK + 100);
			open_bench(engine, cases[i].path == NULL ? -1 :
				   open(cases[i].path, cases[i].flags), 1);
			bench.request[0].offset = cases[i].offset;
			bench.request[0].flush = cases[i].flush;
			/* An error is forgotten with the next request. */
			for (int turn = 0; turn < 4; turn++) {
				enum operation op = turn % 2 == 0 ? OP_READ :
						    OP_WRITE;
				int64_t n = run_one(op);

				if (n > 0 && (op == OP_READ ||
					      cases[i].path == path))
					assert_true(is_at(cases[i].offset,
							  (size_t)n));
				assert_true(n == run_by_hand(op));
			}
			close_bench();
		}
}

/* A pipe takes the place of a disk, whose reads end when this test wants it. */
ssize_t
pread(int fd, void *bytes, size_t size, off_t offset)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	ssize_t n = -1;

	if (bench.pipe_end >= 0)
		return read(fd, bytes, size);
	pthread_mutex_lock(&lock);
	if (lseek(fd, offset, SEEK_SET) == offset)
		n = read(fd, bytes, size);
	pthread_mutex_unlock(&lock);
	return n;
}

/* Two reads of an empty pipe. */
static void
read_late(const struct engine *engine, uint64_t wait_ns)
{
	static const unsigned slot[] = { 0, 1 };
	uint64_t start_ns;
	unsigned char bytes[BLOCK];
	int ends[2];

	memset(bytes, 'x', sizeof(bytes));
	assert_int_equal(pipe(ends), 0);
	bench.pipe_end = ends[1];
	open_bench(engine, ends[0], 2);
	assert_int_equal(engine->submit(bench.engine_state, slot, 2), 2);
	start_ns = clock_now_ns();
	assert_int_equal(reap(1, wait_ns), 0);
	assert_true(clock_now_ns() - start_ns >= wait_ns);
	assert_int_equal(reap(1, 0), 0);
	for (int n = 0; n < 2; n++) {
		assert_true(write(ends[1], bytes, BLOCK) == BLOCK);
		assert_int_equal(reap(1 + n, FOREVER), 1);
		assert_true(bench.request[bench.done[0]].result == BLOCK);
	}
	assert_memory_equal(bench.memory, bytes, BLOCK);
	assert_memory_equal(bench.memory + BLOCK, bytes, BLOCK);
	close_bench();
}

TEST(a_wait_ends_when_its_time_is_up_and_not_by_a_signal)
{
	static const char *const names[] = { "threads", "uring" };

	for (size_t i = 0; i < LENGTH(names); i++) {
		const struct engine *engine = engine_by_name(names[i]);

		if (engine_na_reason(engine) != NULL)
			test_skip(names[i], engine_na_reason(engine));
		read_late(engine, 1);
		read_late(engine, 20 * NS_PER_MS);
		set_signals(true);
		read_late(engine, 20 * NS_PER_MS);
		set_signals(false);
	}
}

/* One that was never used. */
TEST(no_engine_keeps_a_descriptor_open)
{
	const struct engine *engine;
	int fd = dup(STDIN_FILENO);

	close(fd);
	FOR_EACH_USABLE(engine, false) {
		assert_true(engine->unusable == NULL ||
			    engine->unusable() == NULL);
		assert_true(engine->room == NULL || engine->room() > 0);
		open_bench(engine, open_file(O_RDONLY), full_depth(engine));
		assert_int_equal(bench.fd, fd);
	}
}

/*
 * Direct where it can be had, since some engines are asynchronous only then.
 * The memory is freed right after close: who still uses it is found out by
 * the address sanitizer, and by the data.
 */
static void
close_in_flight(const struct engine *engine, enum operation op, bool direct)
{
	unsigned slot, depth = full_depth(engine);
	unsigned char *copy;
	size_t size = (size_t)depth * BLOCK;

	write_file(size);
	open_bench(engine, open_file(O_RDWR), depth);
	if (direct)
		platform_direct(bench.fd, true);
	for (slot = 0; slot < depth; slot++)
		bench.request[slot].op = op;
	submit_all();
	if (engine->close != NULL)
		engine->close(bench.engine_state);
	free(bench.engine_state);
	bench.engine_state = NULL;
	copy = malloc(size);
	assert_non_null(copy);
	memcpy(copy, bench.memory, size);
	close_bench();
	assert_true(read_file() == size);
	assert_memory_equal(seen, copy, size);
	free(copy);
}

TEST(closing_waits_for_what_is_in_flight)
{
	const struct engine *engine;

	FOR_EACH_USABLE(engine, true)
		for (int direct = 0; direct < 2; direct++) {
			close_in_flight(engine, OP_WRITE, direct);
			close_in_flight(engine, OP_READ, direct);
		}
}
