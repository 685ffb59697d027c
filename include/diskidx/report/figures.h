/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Figures: what is known of a test, a score or a compared row, each value with
 * a name. CSV, the shell and the JSON of hosts only print them. */
#ifndef DISKIDX_REPORT_FIGURES_H
#define DISKIDX_REPORT_FIGURES_H

#include <stdbool.h>
#include <stddef.h>

#include "diskidx/comparison/comparison.h"
#include "diskidx/hosts/hosts.h"
#include "diskidx/record/record.h"

/* A figure that is not known has neither text nor number. */
struct figure {
	const char *name;	/* its column; ends in its unit if that is
				   always the same: "p99_9_ns"; as say.h says */
	const char *shell;	/* end of its variable's name, behind the row's:
				   "_LOW", or ""; NULL: it has none */
	const char *text;	/* the row's, or as say.h says; or NULL */
	double number;		/* or NAN */
};

struct figures {
	struct figure *list;	/* on the heap */
	size_t n;
};

/* List the figures of a row, which may be all zeros. A test has a figure of
 * every name that a score has. */
struct figures figures_of_result(const struct record *record,
				 const struct result *result);
struct figures figures_of_score(const struct record *record,
				const struct score *score);
struct figures figures_of_compared(const struct comparison *comparison,
				   const struct compared *row);

/* List those of the next row on a host, or, behind the last, on all of them
 * together; *at is 0 at first. Return false at the end. */
bool figures_next_of_hosts(struct figures *figures, const struct hosts *hosts,
			   size_t *at);

/* Return the figure of that name, or NULL. */
const struct figure *figures_find(const struct figures *figures,
				  const char *name);

#endif
