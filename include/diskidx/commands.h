/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Commands: parses the command line and executes run, compare, report, list
 * or merge; each returns the program's exit status.
 */
#ifndef DISKIDX_COMMANDS_H
#define DISKIDX_COMMANDS_H

#include <stdbool.h>
#include <stdio.h>

#include "diskidx/options.h"

#define OPTIONS_ERROR 320

/* Parse the arguments of main(), which must stay valid. Return 0, or -EINVAL
 * with one line in `error` (OPTIONS_ERROR bytes). Call options_free in any
 * case. */
int options_parse(int argc, char **argv, struct options *options, char *error);
void options_free(struct options *options);

/* Print the text of --help, one screen; and a line or two for each option. */
void options_help(enum command command, FILE *stream);
void options_list(FILE *stream);

/* Print what fio's own --help or --version asks for. Return false if neither
 * was given. */
bool command_fio_tells(const struct options *options);

/* Look at standard output, for --color. */
void command_begin(const struct options *options);

/* Execute a command. A caught signal is left for main to die of. */
int command_run(const struct options *options);
int command_compare(const struct options *options);
int command_report(const struct options *options);
int command_list(const struct options *options);
int command_merge(const struct options *options);

/* Call one of these: in a process of its own if standard output doesn't wait,
 * as others have asked, since stdio then loses what it doesn't take. */
int command_call(int (*command)(const struct options *),
		 const struct options *options);

/* Flush standard output. Return 0, or 2 after the message that `what` cannot be
 * written. */
int command_end(const char *what);

#endif
