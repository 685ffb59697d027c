/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * diskidx-mpi: runs diskidx on many hosts, as `diskidx --hosts` does, where MPI
 * has started ranks on each and is the carrier (command/launch.h).
 *
 * Each rank starts a shell before MPI_Init, since no process of MPI may fork
 * after it. One rank of a node drives the host: the first launches the run on
 * all of them, others pass on what their shell reads and writes. The shells of
 * all other ranks end without a line. If a rank or mpirun is killed, all inputs
 * end, and so the runs do.
 *
 * MPI waits in busy loops; so nobody waits in MPI while a disk is measured.
 */
#include <config.h>

#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/launch.h"
#include "diskidx/alloc.h"
#include "diskidx/commands.h"
#include "diskidx/message.h"
#include "diskidx/printf.h"
#include "diskidx/signals.h"

#define LOOK_MS 5		/* between two looks for messages */
#define IDLE_MS 100		/* the same where none come */
#define RSH "mpirun %h"		/* what the plan says */

static const char help[] =
"usage: mpirun ... diskidx-mpi [--all-ranks] [OPTION]... [TEST|SUITE]...\n"
"\n"
"Run diskidx on each node, sample by sample together, and merge the records,\n"
"as diskidx --hosts does, with its options. diskidx is beside this program or\n"
"in PATH. With --all-ranks not one rank of a node but each is a host.\n"
"The exit status of several ranks is 0: the output says what failed.\n";

/* Between the ranks that drive a host messages are what a shell is to read, and
 * what it wrote, and at the end of either no bytes. */
static MPI_Comm drivers;
enum tag { TAG_DATA, TAG_KILL };

static struct node shell;	/* of this rank */
static struct node *hosts;	/* of the launch, by their rank */
static size_t n_open;		/* outputs of the others' shells */

/* Look for a message. Return the rank that it is from, or -1: there is none. */
static int
rank_look(void)
{
	MPI_Status status;
	int is_there;

	MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, drivers, &is_there, &status);
	return is_there ? status.MPI_SOURCE : -1;
}

/* Receive the message of a rank. Return its number of bytes. */
static int
rank_receive(int rank, char *data, int *tag)
{
	MPI_Status status;
	int n;

	MPI_Recv(data, LAUNCH_PIECE, MPI_CHAR, rank, MPI_ANY_TAG, drivers,
		 &status);
	MPI_Get_count(&status, MPI_CHAR, &n);
	*tag = status.MPI_TAG;
	return n;
}

/* The first host has this rank's shell, and its pipes; others have none. */
static int
first_start(struct node *node)
{
	if (hosts != NULL) {
		node->in = node->out = -1;
		n_open++;
		return 0;
	}
	hosts = node;
	node->pid = shell.pid;
	node->in = shell.in;
	node->out = shell.out;
	shell.in = shell.out = -1;
	return 0;
}

static bool
first_write(struct node *node, const char *text, size_t n)
{
	if (node == hosts)
		return carrier_rsh.write(node, text, n);
	if (n <= LAUNCH_PIECE)
		MPI_Send(text, (int)n, MPI_CHAR, (int)(node - hosts), TAG_DATA,
			 drivers);
	return n <= LAUNCH_PIECE;
}

static void
first_wait(struct node *node, size_t n, int wait_ms)
{
	int rank = rank_look();

	(void)n;
	(void)wait_ms;
	carrier_rsh.wait(node, 1, rank < 0 ? LOOK_MS : 0);
	if (rank >= 0)
		node[rank].is_readable = true;
}

static ssize_t
first_read(struct node *node, char *data)
{
	int n, tag;

	if (node == hosts)
		return carrier_rsh.read(node, data);
	n = rank_receive((int)(node - hosts), data, &tag);
	n_open -= n == 0;
	return n;
}

static void
first_kill(struct node *node)
{
	if (node == hosts)
		carrier_rsh.kill(node);
	else
		MPI_Send("", 0, MPI_CHAR, (int)(node - hosts), TAG_KILL,
			 drivers);
}

static const struct carrier carrier_mpi = {
	.start = first_start, .write = first_write, .wait = first_wait,
	.read = first_read, .kill = first_kill,
};

/* Launch a run with these arguments behind the option --hosts. */
static int
first_launch(int argc, char **argv, char *hosts_option)
{
	char **word = xmalloc(((size_t)argc + 3) * sizeof(*word));
	char error[OPTIONS_ERROR], rsh_option[] = "--rsh=" RSH;
	struct options o;
	int result = 2;

	word[0] = argv[0];
	word[1] = hosts_option;
	word[2] = rsh_option;
	memcpy(word + 3, argv + 1, (size_t)argc * sizeof(*word));
	if (options_parse(argc + 2, word, &o, error) != 0) {
		message_error("%s", error);
	} else if (o.help || o.version) {
		result = fputs(help, stdout) < 0;
	} else if (o.command != COMMAND_RUN || o.push != NULL ||
		   o.hosts != strchr(hosts_option, '=') + 1 ||
		   strcmp(o.rsh, RSH) != 0) {
		message_error("diskidx-mpi runs tests on the hosts of MPI, and "
			      "takes neither --hosts, --rsh nor --push");
	} else {
		message_begin(o.quiet, (enum message_style)o.progress.list[0]);
		command_begin(&o);
		result = command_hosts(&o, &carrier_mpi);
	}
	options_free(&o);
	free(word);
	return result;
}

/* Return the option --hosts with the names of all hosts, on the heap. */
static char *
rank_names(bool is_all)
{
	char name[MPI_MAX_PROCESSOR_NAME] = "", *names;
	char *text = xstrdup("--hosts");
	int n, length;

	MPI_Comm_size(drivers, &n);
	MPI_Get_processor_name(name, &length);
	names = xmalloc((size_t)n * sizeof(name));
	MPI_Allgather(name, sizeof(name), MPI_CHAR, names, sizeof(name),
		      MPI_CHAR, drivers);
	for (int i = 0; i < n; i++) {
		text = xappend(text, i == 0 ? "=" : ",", "%s",
			       names + (size_t)i * sizeof(name));
		if (is_all)
			text = xappend(text, "", ".%d", i);
	}
	free(names);
	return text;
}

/* Pass on what this rank's shell wrote and is to read, a piece each. Return
 * false if there was no message. */
static bool
rank_pass(int look_ms)
{
	static char data[LAUNCH_PIECE];
	int rank = rank_look(), tag;
	ssize_t n = -1;

	shell.is_readable = false;
	carrier_rsh.wait(&shell, 1, rank < 0 ? look_ms : 0);
	if (shell.is_readable)
		n = carrier_rsh.read(&shell, data);
	if (n >= 0)
		MPI_Send(data, (int)n, MPI_CHAR, 0, TAG_DATA, drivers);
	if (rank < 0)
		return false;
	n = rank_receive(rank, data, &tag);
	if (tag == TAG_KILL)
		carrier_rsh.kill(&shell);
	else
		carrier_rsh.write(&shell, data, (size_t)n);
	return true;
}

/* Serve this rank's shell until the first rank comes here, too, and leave. */
static void
rank_serve(int look_ms)
{
	MPI_Request all;
	int is_done = 0;

	MPI_Ibarrier(MPI_COMM_WORLD, &all);
	while (!is_done)
		if (!rank_pass(look_ms))
			MPI_Test(&all, &is_done, MPI_STATUS_IGNORE);
	carrier_rsh.kill(&shell);
	MPI_Finalize();
}

/* Return how many ranks the launcher says that there are. */
static long
launcher_ranks(void)
{
	const char *n = text_or(getenv("OMPI_COMM_WORLD_SIZE"),
				getenv("PMI_SIZE"));

	n = text_or(n, getenv("SLURM_STEP_NUM_TASKS"));
	return strtol(text_or(n, "1"), NULL, 10);
}

/* Start the shell, which finds diskidx beside this program. */
static void
rank_start_shell(const char *program)
{
	static char command[] = "sh";
	const char *slash = strrchr(program, '/'), *path = getenv("PATH");

	if (slash != NULL && path != NULL) {
		char *places = xprintf("%.*s:%s", (int)(slash - program),
				       program, path);

		setenv("PATH", places, 1);
		free(places);
	}
	signal(SIGPIPE, SIG_IGN);
	shell.command = command;
	if (carrier_rsh.start(&shell) != 0)
		message_error("no shell can be started");
}

int
main(int argc, char **argv)
{
	bool is_all = argc > 1 && strcmp(argv[1], "--all-ranks") == 0, drives;
	int rank, n, rank_of_node, result = 2;
	char *names;
	MPI_Comm node;

	rank_start_shell(argv[0]);
	MPI_Init(NULL, NULL);
	MPI_Comm_size(MPI_COMM_WORLD, &n);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank,
			    MPI_INFO_NULL, &node);
	MPI_Comm_rank(node, &rank_of_node);
	drives = is_all || rank_of_node == 0;
	MPI_Comm_split(MPI_COMM_WORLD, drives, rank, &drivers);
	names = rank_names(is_all);
	if (n == 1 && launcher_ranks() > 1)
		message_error("MPI sees one rank of %ld: start diskidx-mpi by "
			      "the mpirun, or the srun --mpi, of the MPI that "
			      "it was built with", launcher_ranks());
	else if (rank == 0)
		result = first_launch(argc - is_all, argv + is_all, names);
	free(names);
	if (rank == 0 || !drives) {
		carrier_rsh.kill(&shell);
		shell.out = -1;		/* nobody takes it */
	}
	if (n_open > 0) {
		message_error("a rank doesn't answer: all are ended");
		MPI_Abort(MPI_COMM_WORLD, 1);
	}
	rank_serve(drives ? LOOK_MS : IDLE_MS);
	if (signals_caught() != 0)
		signals_die(signals_caught());
	return n == 1 ? result : 0;	/* mpirun ends all if one fails */
}
