/* Common: what the commands share. */
#ifndef COMMAND_COMMON_H
#define COMMAND_COMMON_H

#include <stdbool.h>
#include <stddef.h>

#include "diskidx/format.h"
#include "diskidx/options.h"

/*
 * The baseline of that name, or in the file of that name, which may be a
 * record (then *owned is to be freed); NULL after a message.
 */
const struct baseline *commands_baseline(const char *name,
					 struct baseline **owned);

/* False after a message. */
bool commands_check_format(const char *name);
bool commands_check_output(const char *path);

/* Renders to standard output. 0; 1 under --strict with a flag against a
 * figure; 2 after a message if the output can't be written. */
int commands_render(const struct record *records, size_t n,
		    const struct options *options,
		    const struct format_options *format_options);

/* The same of comparisons: 0, or 2 after a message. */
int commands_render_comparisons(const struct comparison *comparisons, size_t n,
				const struct options *options);

#endif
