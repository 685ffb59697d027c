/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * start-default-signals COMMAND [ARGUMENT]...: runs a command with the signals
 * that end a run set to their defaults. A shell starts what runs in its
 * background with SIGINT and SIGQUIT ignored, and cannot undo that itself.
 */
#include <config.h>

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int
main(int argc, char **argv)
{
	static const int number[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
	sigset_t none;
	size_t i;

	if (argc < 2) {
		fputs("usage: start-default-signals COMMAND [ARGUMENT]...\n",
		      stderr);
		return 2;
	}
	for (i = 0; i < sizeof(number) / sizeof(number[0]); i++)
		signal(number[i], SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	execvp(argv[1], argv + 1);
	fprintf(stderr, "start-default-signals: %s: %s\n", argv[1],
		strerror(errno));
	return 127;
}
