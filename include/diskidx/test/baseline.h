/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Baseline: reference values by test id; a result of that value has an index of
 * 10. To add one: rows and an entry in src/test/baseline.c, and a line in the
 * manual. A record is a baseline too (record.h), and so is a file of this form:
 *
 *	diskidx-baseline TAB 1 TAB NAME
 *	ID TAB VALUE TAB SOURCE
 *
 * Each row is one line; empty lines and lines that start with # are skipped.
 */
#ifndef DISKIDX_TEST_BASELINE_H
#define DISKIDX_TEST_BASELINE_H

#include <stddef.h>

#define BASELINE_DEFAULT "hdd-7200"
#define BASELINE_NAME 64	/* most bytes of the name in a file */

struct baseline_row {
	const char *id;
	double value;
	const char *source;	/* origin of the value, in a built-in table */
	const char *fingerprint;	/* of its only test; NULL: any */
	size_t runs;		/* of a record, averaged */
};

struct baseline {
	const char *name;	/* of a built-in table, "hdd-7200"; or NULL */
	const char *version;	/* as printed: "hdd-7200-1" */
	const char *summary;	/* of a built-in table: one line */
	const struct baseline_row *row;
	size_t n_rows;
};

extern const struct baseline *const baseline_default;

/* The built-in tables; the last has no name. */
extern const struct baseline baseline_table[];

/* Find a built-in table by name or version; NULL if there is none. */
const struct baseline *baseline_by_name(const char *name);

/* Read a table from a file (at most 1 MiB). Return NULL on failure, with the
 * reader's error. Freed by baseline_free. */
struct baseline *baseline_load(const char *path, const char **error);

/* Free a baseline, unless it is built in or NULL. */
void baseline_free(const struct baseline *baseline);

/* Make a table without rows, for baseline_add. Freed by baseline_free. */
struct baseline *baseline_make(const char *version);

/* Add a row to a table from baseline_make, without its source; the other texts
 * are copied. Return it, until the next one is added. */
struct baseline_row *baseline_add(struct baseline *baseline,
				  const struct baseline_row *row);

/* Return the value of a test with that fingerprint (NULL: with any), or 0. */
double baseline_value(const struct baseline *baseline, const char *id,
		      const char *fingerprint);

#endif
