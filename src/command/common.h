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

/* Render to all outputs. Return 0; 1 with --strict and an invalidating flag; 2
 * after a message if an output cannot be written. */
int commands_render(const struct record *records, size_t n,
		    const struct options *options,
		    const struct format_options *format_options);

/* Render a ranking. Return 0, or 2 after a message. */
int commands_render_ranking(const struct ranking *ranking,
			    const struct options *options);

/* Render comparisons. Return 0, or 2 after a message. */
int commands_render_comparisons(const struct comparison *comparisons, size_t n,
				const struct options *options);

#endif
