/*
 * Commands: the command line, and what it starts: run, compare, report and
 * list, each of which returns the program's exit status.
 */
#ifndef DISKIDX_COMMANDS_H
#define DISKIDX_COMMANDS_H

#include <stdio.h>

#include "diskidx/options.h"

#define OPTIONS_ERROR 320

/*
 * Parses the arguments, which must stay. 0, or -EINVAL with one line in
 * `error` (OPTIONS_ERROR bytes). options_free in any case.
 */
int options_parse(int argc, char **argv, struct options *options, char *error);
void options_free(struct options *options);

/* What --help prints. */
void options_help(FILE *stream);

/* A signal that was caught meanwhile is left for main to die of. */
int command_run(const struct options *options);
int command_compare(const struct options *options);
int command_report(const struct options *options);
int command_list(const struct options *options);

/*
 * Flush standard output. Return 0, or 2 after the message that `what` cannot
 * be written, where `error` (-errno, or 0) or the stream says so.
 */
int command_end(int error, const char *what);

#endif
