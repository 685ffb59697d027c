/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The parts of the text format. */
#ifndef DISKIDX_TEXT_H
#define DISKIDX_TEXT_H

#include <stdbool.h>
#include <stdio.h>

#include "diskidx/report/document.h"

/* Render a document: see format.h. */
void text_put(FILE *out, const struct document *document);

/* In columns.c: print a table in columns as wide as they need. A first cell
 * that is too long gets its own line. */
void text_table(FILE *out, const struct table *table, bool color);

/* Print that many bytes of a text in the color of that tone. */
void text_toned(FILE *out, enum tone tone, const char *text, int length);

#endif
