/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Wrap: text within the columns of the terminal and within ASCII. Other
 * characters, as in names of devices and kernels, become question marks. */
#ifndef DISKIDX_BASE_WRAP_H
#define DISKIDX_BASE_WRAP_H

#include <stddef.h>
#include <stdio.h>

#define WRAP_USUAL 80		/* columns without a terminal */
#define WRAP_LEAST 60
#define WRAP_MOST 132

/* Wrap at that number of columns from now on, or at the nearest that can be;
 * 0: the usual ones. */
void wrap_at(unsigned long columns);

/* Return where text is wrapped. */
size_t wrap_columns(void);

/*
 * Print `lead`, the words of `text` and a newline. Lines after the first begin
 * with `indent` blanks. A word longer than a line goes on in the next one,
 * but a path stays whole, to be copied.
 */
void wrap_print(FILE *out, const char *lead, unsigned indent,
		const char *text);

/* Print the same, and the blanks before the first word, after a lead that was
 * printed up to that column, which may be beyond the terminal's last. */
void wrap_behind(FILE *out, size_t column, unsigned indent, const char *text);

/* Return the text, cut to `width` columns with "...", as a text of say.h. */
char *wrap_fit(const char *text, size_t width);

#endif
