/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The parts of a page in HTML, which is well-formed XML as well. */
#ifndef DISKIDX_HTML_H
#define DISKIDX_HTML_H

#include <stdio.h>

#include "diskidx/report/plot.h"
#include "diskidx/report/table.h"

/* In blocks.c: print a text with escapes for all that would be markup. */
void html_text(FILE *out, const char *text);

/* Print an element with a text. */
void html_element(FILE *out, const char *name, const char *text);

/* Print a table below its caption. */
void html_table(FILE *out, const struct table *table);

/* In draw.c: draw the plots that have any points. */
void html_plots(FILE *out, const struct plots *plots);

#endif
