/* Common: functions shared by the commands. */
#ifndef COMMAND_COMMON_H
#define COMMAND_COMMON_H

#include <stdbool.h>
#include <stddef.h>

#include "diskidx/format.h"
#include "diskidx/options.h"

/* Return the baseline of that name or in that file, which may be a record (free
 * *owned then); NULL after a message. */
const struct baseline *commands_baseline(const char *name,
					 struct baseline **owned);

/* Check a file for -o. False after a message. */
bool commands_check_output(const char *path);

/* Read the runs of a file as record_each does. False after a message. */
bool commands_read(const char *path, bool thin,
		   void (*take)(void *context, struct record *run),
		   void *context);

/* The records, comparisons or ranking to render; the others are NULL. */
struct rendered {
	const struct options *options;
	const struct record *records;
	const struct comparison *comparisons;
	const struct ranking *ranking;
	size_t n;
	struct format_options how;	/* without what the options say */
};

/* Render to all outputs. Return 0; 1 with --strict and an invalidating flag; 2
 * after a message if an output cannot be written. */
int commands_render(struct rendered what);

#endif
