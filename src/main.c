/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* diskidx: scores a disk. Parses the command line and executes a command. */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "diskidx/base/message.h"
#include "diskidx/base/printf.h"
#include "diskidx/base/signals.h"
#include "diskidx/command/commands.h"

#define LEAST_STACK_KIB 256

static int
dispatch(const struct options *options)
{
	/* Without the option, the value is 0, auto. */
	message_begin(options->quiet,
		      (enum message_style)options->progress);
	if (options->help)
		options_help(options->command, stdout);
	else if (options->version)
		puts(text_or(options->command->version,
			     "diskidx " PACKAGE_VERSION));
	else
		return command_call(options);
	return command_end("this text");
}

int
main(int argc, char **argv)
{
	char error[OPTIONS_ERROR];
	struct options options;
	struct rlimit stack;
	int status = 2;

	/* Let no file of ours replace a closed stream, and writes to a closed
	 * output still fail. */
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
			open("/dev/null", O_RDONLY);
	signal(SIGXFSZ, SIG_IGN);	/* a limit is an error, not a death */
	if (getrlimit(RLIMIT_STACK, &stack) == 0 &&
	    stack.rlim_cur < LEAST_STACK_KIB * 1024) {
		message_error("the stack is too small; give at least %d KiB: "
			      "ulimit -s %d", LEAST_STACK_KIB, LEAST_STACK_KIB);
		return status;
	}
	if (options_parse(argc, argv, &options, error) != 0)
		message_error("%s", error);
	else
		status = dispatch(&options);
	options_free(&options);
	if (signals_caught() != 0)
		signals_die(signals_caught());
	return status;
}
