/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * diskidx-mpi: runs diskidx on many hosts, sample by sample together. mpirun or
 * srun starts the ranks, names them, passes on their messages and kills them.
 *
 * Each rank starts a diskidx before MPI_Init, because no process of MPI may
 * fork between that and MPI_Finalize. It is at that program's standard input
 * and output: first the words of the barrier (run/barrier.h), then the record.
 * The end of the input ends the run there, whatever happened to the rank.
 *
 * A few times per second all ranks agree whether any is busy, whether others
 * wait for it, and which sample comes next. They go when all know that none is
 * busy. A rank whose diskidx fails, or lets others wait too long, is dropped:
 * it says so, and goes on to agree. At the end the first rank gathers the
 * records.
 *
 * MPI waits in busy loops, so no rank waits in MPI while a disk is measured.
 */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <mpi.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/amount.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/message.h"
#include "diskidx/base/prng.h"
#include "diskidx/base/say.h"
#include "diskidx/base/units.h"
#include "diskidx/platform/platform.h"

#define LISTEN_MS 100		/* to a busy diskidx, at most */
#define LOOK_NS (5 * NS_PER_MS)	/* between two looks at MPI, */
#define LOOK_FAST_NS (100 * NS_PER_US)	/* and while no rank is busy */
#define END_NS (10 * NS_PER_S)	/* for a run to clean up */
#define PATIENCE_NS (30 * NS_PER_S)	/* with a rank, beyond --wait */
#define PIECE 65536		/* bytes that are read at once */
#define MOST_BYTES (256 * MIB)	/* of the records of a rank */
#define ROOM 600		/* for --barrier=SET/RANKS/NAME */

static const char help[] =
"usage: mpirun ... diskidx-mpi [--wait=SECONDS] [OPTION]... [TEST|SUITE]...\n"
"Runs diskidx, from its own directory or PATH, with these options and tests\n"
"in each rank; samples start together. The records go to standard output, for\n"
"diskidx merge. A rank that others wait for that long (60) is dropped.\n"
"Exit status: 0 all done, 1 some ranks failed, 2 all failed.\n"
"See man diskidx-mpi.\n";

/* What the ranks agree on: the greatest of each. NEXT is INT64_MAX less the
 * number of a sample that is ready, or 0. All are signed, because MPICH 4.0
 * reads unsigned numbers from 2^63 as negative ones. */
enum { ANY_BUSY, ANY_WAITS, NEXT, NUMBERS };

/* This rank, and its diskidx. */
static struct {
	char name[ROOM / 2];	/* in messages and records */
	enum { BUSY, READY, ENDED, OUT } state;
	bool failed;		/* and was named */
	pid_t pid;		/* 0: it has exited */
	int in, out;		/* pipes to it and from it */
	int64_t sample;		/* the last that was ready */
	bool sat_out;		/* the last go was for others */
	uint64_t posted_ns;	/* when it began to agree on the last go */
	uint64_t skew_ns;	/* from there to the start, at most */
	uint64_t waiting_ns;	/* since when others wait for it, or 0 */
	uint64_t kill_ns;	/* when to kill it, or 0 */
	char *text;		/* its output without words; owned */
	size_t length;
	size_t line, last;	/* where the unfinished line begins, and the
				   line before it */
} mine;

static uint64_t begin_ns, wait_ns = 60 * NS_PER_S, max_time_ns = UINT64_MAX;

/* Drop the diskidx of this rank, and its output. */
static void
rank_drop(const char *why)
{
	message_error("%s: dropped: %s", mine.name, why);
	mine.failed = true;
	mine.state = OUT;
	mine.length = 0;
	mine.kill_ns = clock_now_ns() + END_NS;
	if (mine.pid > 0) {
		kill(-mine.pid, SIGTERM);
		kill(-mine.pid, SIGCONT);	/* it may be stopped */
	}
}

/* Become the diskidx of this rank when a line says SET/RANKS/NAME. `word` has
 * room for three words before its arguments. */
static void
diskidx_exec(char **word)
{
	static char program[] = "diskidx", quiet[] = "-q";
	static char barrier[ROOM] = "--barrier=";
	size_t n = strlen(barrier);

	setsid();	/* the terminal's signals are mpirun's */
	while (n < ROOM - 1 && read(STDIN_FILENO, barrier + n, 1) == 1 &&
	       barrier[n] != '\n')
		n++;
	if (barrier[n] != '\n')
		_exit(2);
	barrier[n] = '\0';
	word[0] = program;
	word[1] = quiet;
	word[2] = barrier;
	execvp(word[0], word);
	message_error("cannot start diskidx: %s", strerror(errno));
	_exit(2);
}

/* Start a process that becomes the diskidx in this program's directory, or in
 * PATH, and that does not outlive this one. */
static void
diskidx_start(const char *self, char **word)
{
	const char *slash = strrchr(self, '/');
	int fd[4];

	if (slash != NULL)
		setenv("PATH", say("%.*s:%s", (int)(slash - self), self,
				   text_or(getenv("PATH"), "")), 1);
	if (pipe(fd) != 0 || pipe(fd + 2) != 0 || (mine.pid = fork()) < 0) {
		message_error("cannot start diskidx: %s", strerror(errno));
		exit(2);
	}
	if (mine.pid == 0) {
		platform_die_with_parent();
		dup2(fd[0], STDIN_FILENO);
		dup2(fd[3], STDOUT_FILENO);
		for (int i = 0; i < 4; i++)
			close(fd[i]);
		diskidx_exec(word);
	}
	close(fd[0]);
	close(fd[3]);
	mine.in = fd[1];
	mine.out = fd[2];
	/* MPI_Init may start processes. */
	fcntl(mine.in, F_SETFD, FD_CLOEXEC);
	fcntl(mine.out, F_SETFD, FD_CLOEXEC);
	signal(SIGPIPE, SIG_IGN);
}

/* Handle a word of the barrier. Return false if the line is the record's. */
static bool
take_word(const char *line)
{
	if (strncmp(line, "ready ", 6) == 0) {
		mine.sample = strtol(line + 6, NULL, 10);
		mine.state = READY;
		return true;
	}
	if (strncmp(line, "started ", 8) != 0)
		return false;
	mine.skew_ns = amount_max(mine.skew_ns,
				  clock_now_ns() - mine.posted_ns);
	return true;
}

/* Read from diskidx. Return false if nothing comes within a time. */
static bool
rank_read(int listen_ms)
{
	static char piece[PIECE];
	struct pollfd from = { .fd = mine.out, .events = POLLIN };
	ssize_t n;

	if (poll(&from, 1, listen_ms) <= 0)
		return false;
	n = read(mine.out, piece, sizeof(piece));
	if (n == 0) {
		close(mine.out);
		mine.out = -1;
	}
	mine.text = xrealloc(mine.text, mine.length + PIECE);
	for (ssize_t i = 0; i < n && mine.state != OUT; i++) {
		mine.text[mine.length++] = piece[i];
		if (piece[i] == '\n' && take_word(mine.text + mine.line)) {
			mine.length = mine.line;
		} else if (piece[i] == '\n') {
			mine.last = mine.line;
			mine.line = mine.length;
		}
	}
	if (mine.length > MOST_BYTES)
		rank_drop("its diskidx writes too much");
	return n > 0;
}

/* Judge a diskidx that has exited with this status of wait(2). */
static void
rank_judge(int status)
{
	bool is_whole = mine.length > 0 && mine.line == mine.length &&
		!strncmp(mine.text, "diskidx-record\t", 15) &&
		!strncmp(mine.text + mine.last, "end\t", 4);
	const char *why = WIFSIGNALED(status) ?
		say("its diskidx was killed by signal %d", WTERMSIG(status)) :
		say("its diskidx ended with status %d", WEXITSTATUS(status));

	mine.pid = 0;
	if (mine.state == OUT)
		return;
	mine.state = ENDED;
	if (!is_whole) {
		rank_drop(say("%s, without a record", why));
	} else if (status != 0) {
		message_error("%s: %s", mine.name, why);
		mine.failed = true;
	}
}

/* Listen to diskidx for a time, see if it has exited, or kill it. */
static void
rank_listen(int listen_ms)
{
	int status;

	rank_read(listen_ms);
	if (mine.pid > 0 && waitpid(mine.pid, &status, WNOHANG) > 0) {
		while (rank_read(0))
			;
		rank_judge(status);
	} else if (mine.pid > 0 && mine.kill_ns > 0 &&
		   clock_now_ns() > mine.kill_ns) {
		kill(-mine.pid, SIGKILL);
	}
}

/* Agree on the greatest of each number of all ranks. */
static void
rank_agree(int64_t number[NUMBERS], uint64_t look_ns)
{
	int64_t greatest[NUMBERS];
	uint64_t end_ns = clock_now_ns() + wait_ns + PATIENCE_NS;
	MPI_Request all;
	int is_done = 0;

	MPI_Iallreduce(number, greatest, NUMBERS, MPI_INT64_T, MPI_MAX,
		       MPI_COMM_WORLD, &all);
	while (MPI_Test(&all, &is_done, MPI_STATUS_IGNORE), !is_done) {
		if (clock_now_ns() > end_ns) {
			message_error("a rank does not answer; ending all");
			MPI_Abort(MPI_COMM_WORLD, 1);
		}
		clock_sleep_ns(look_ns);
	}
	memcpy(number, greatest, sizeof(greatest));
}

/* Let diskidx begin its sample if it is that one. */
static void
rank_go(int64_t sample, uint64_t posted_ns)
{
	mine.sat_out = mine.state != READY || mine.sample != sample;
	if (mine.sat_out)
		return;
	mine.state = BUSY;
	mine.posted_ns = posted_ns;
	mine.waiting_ns = 0;
	dprintf(mine.in, "go %" PRIu64 "\n",
		amount_max(mine.skew_ns, clock_now_ns() - posted_ns));
}

/* Drop a diskidx that others wait for too long, or that should have ended. */
static void
rank_look_at_clock(bool others_wait)
{
	uint64_t now_ns = clock_now_ns();

	if (!others_wait || mine.waiting_ns == 0)
		mine.waiting_ns = others_wait ? now_ns : 0;
	if (others_wait && now_ns - mine.waiting_ns > wait_ns)
		rank_drop("others waited for it too long (--wait)");
	else if (now_ns - begin_ns > amount_plus(max_time_ns, wait_ns))
		rank_drop("it does not end (--max-time)");
}

/* Run, sample by sample, until all ranks have ended. */
static void
rank_run(void)
{
	int64_t number[NUMBERS];
	uint64_t posted_ns;
	bool is_next = false;	/* all know that no rank is busy */

	for (;;) {
		rank_listen(mine.state == BUSY ? LISTEN_MS : 0);
		number[ANY_BUSY] = mine.state == BUSY;
		/* A rank without such a sample says nothing about its time. */
		number[ANY_WAITS] = !mine.sat_out && (mine.state == READY ||
						      mine.state == ENDED);
		number[NEXT] = mine.state == READY ?
			       INT64_MAX - mine.sample : 0;
		posted_ns = clock_now_ns();
		rank_agree(number, is_next ? LOOK_FAST_NS : LOOK_NS);
		if (number[ANY_BUSY] == 0 && number[NEXT] == 0)
			return;
		if (number[ANY_BUSY] == 0 && is_next)
			rank_go(INT64_MAX - number[NEXT], posted_ns);
		else if (mine.state == BUSY)
			rank_look_at_clock(number[ANY_WAITS] != 0);
		is_next = number[ANY_BUSY] == 0 && !is_next;
	}
}

/* Gather the records on the first rank, and say if any rank has failed. Return
 * there one text after the other, each with that room; elsewhere NULL. */
static char *
rank_gather(int n, bool is_first, size_t *room, bool *any_failed)
{
	int64_t own[] = { (int64_t)mine.length + 1, mine.failed }, most[2];
	char *all = NULL;

	MPI_Allreduce(own, most, 2, MPI_INT64_T, MPI_MAX, MPI_COMM_WORLD);
	*any_failed = most[1] != 0;
	*room = (size_t)most[0];
	mine.text = xrealloc(mine.text, *room);
	memset(mine.text + mine.length, '\0', *room - mine.length);
	if (is_first)
		all = xmalloc((size_t)n * *room);
	MPI_Gather(mine.text, (int)*room, MPI_CHAR, all, (int)*room, MPI_CHAR,
		   0, MPI_COMM_WORLD);
	return all;
}

/* Send diskidx the set of the ranks, and the name of this one: its node, with
 * its number if the node has others. */
static void
rank_begin(int rank, int n)
{
	char name[MPI_MAX_PROCESSOR_NAME] = "", *names;
	uint64_t set = prng_fresh_seed();
	int length, same = 0;

	MPI_Bcast(&set, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
	MPI_Get_processor_name(name, &length);
	names = xmalloc((size_t)n * sizeof(name));
	MPI_Allgather(name, sizeof(name), MPI_CHAR, names, sizeof(name),
		      MPI_CHAR, MPI_COMM_WORLD);
	for (int i = 0; i < n; i++)
		same += strcmp(names + (size_t)i * sizeof(name), name) == 0;
	free(names);
	snprintf(mine.name, sizeof(mine.name), same > 1 ? "%s.%d" : "%s", name,
		 rank);
	dprintf(mine.in, "%016" PRIx64 "/%d/%s\n", set, n, mine.name);
}

/* Return the number of ranks by the launcher. */
static long
launcher_ranks(void)
{
	const char *n = text_or(getenv("OMPI_COMM_WORLD_SIZE"),
				getenv("PMI_SIZE"));

	n = text_or(n, getenv("SLURM_STEP_NUM_TASKS"));
	return strtol(text_or(n, "1"), NULL, 10);
}

/* Read the options for this program, and copy the words for diskidx after room
 * for three. False if a number is wrong. */
static bool
take_options(char **argv, char **word)
{
	while (*++argv != NULL) {
		size_t length = strcspn(*argv, "=");
		bool is_wait = length == strlen("--wait") &&
			       strncmp(*argv, "--wait", length) == 0;
		bool is_most = length == strlen("--max-time") &&
			       strncmp(*argv, "--max-time", length) == 0;
		const char *value = (*argv)[length] == '=' ?
				    *argv + length + 1 : argv[1];

		if ((is_wait || is_most) &&
		    (value == NULL || units_parse_time(value, is_wait ?
			&wait_ns : &max_time_ns) != 0))
			return false;
		if (!is_wait)
			*word++ = *argv;
		else if (value == argv[1])
			argv++;
	}
	*word = NULL;
	return wait_ns > 0 && max_time_ns > 0;
}

int
main(int argc, char **argv)
{
	char **word = xmalloc(((size_t)argc + 3) * sizeof(*word)), *records;
	uint64_t end_ns;
	size_t room, written = 0;
	bool any_failed;
	int rank, n;

	begin_ns = clock_now_ns();
	if (argc > 1 && strcmp(argv[1], "--help") == 0)
		return fputs(help, stdout) < 0;
	if (!take_options(argv, word + 3)) {
		message_error("--wait, --max-time: not a time; give seconds");
		return 2;
	}
	diskidx_start(argv[0], word);
	free(word);
	MPI_Init(NULL, NULL);
	MPI_Comm_size(MPI_COMM_WORLD, &n);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (n == 1 && launcher_ranks() > 1) {
		message_error("MPI sees one rank of %ld; use the mpirun, or "
			      "srun --mpi, of the MPI that diskidx-mpi was "
			      "built with", launcher_ranks());
		MPI_Finalize();
		return 2;
	}
	rank_begin(rank, n);
	rank_run();
	end_ns = clock_now_ns() + 2 * END_NS;
	while (mine.pid > 0 && clock_now_ns() < end_ns)
		rank_listen(LISTEN_MS);
	if (mine.pid > 0)
		message_error("%s: its diskidx does not end", mine.name);
	records = rank_gather(n, rank == 0, &room, &any_failed);
	/* Open MPI ends all ranks if one exits with another status before. */
	MPI_Finalize();
	if (records == NULL)
		return 0;
	for (size_t i = 0; i < (size_t)n; i++) {
		written += records[i * room] != '\0';
		fputs(records + i * room, stdout);
	}
	if (fflush(stdout) != 0 || ferror(stdout)) {
		message_error("cannot write the records: %s", strerror(errno));
		return 2;
	}
	return written == 0 ? 2 : any_failed;
}
