/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Commands: parses the command line and executes its command. */
#ifndef DISKIDX_COMMAND_COMMANDS_H
#define DISKIDX_COMMAND_COMMANDS_H

#include <stdbool.h>
#include <stdio.h>

#include "diskidx/plan/options.h"

#define OPTIONS_ERROR 320

/* In arguments.c: parse the arguments of main(), which must stay valid. Return
 * 0, or -EINVAL with one line in `error` (OPTIONS_ERROR bytes). Call
 * options_free in any case. */
int options_parse(int argc, char **argv, struct options *options, char *error);
void options_free(struct options *options);

/* In options.c: print the text of --help, one screen; or, for the command list,
 * all options, the same in brief. */
void options_help(const struct command *command, FILE *stream);
void options_list(bool brief);

/* In output.c: look at standard output for --color and its columns, and execute
 * the command. If that output is nonblocking, another process does it, since
 * stdio would lose what the output does not accept. */
int command_call(const struct options *options);

/* Flush standard output. Return 0, or 2 after a message about `what`. */
int command_end(const char *what);

#endif
