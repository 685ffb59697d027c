/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Recipe: a job file that others publish, or a load that they describe, shipped
 * with diskidx, with its source in a comment.
 *
 * To add one: a file of share/recipes, whose first line is its summary, and its
 * name in Makefile.am.
 */
#ifndef DISKIDX_RECIPE_H
#define DISKIDX_RECIPE_H

struct recipe {
	const char *name, *summary;
	const char *text;	/* the job file */
};

/* The recipes, up to one without a name. The build makes them of the files. */
extern const struct recipe recipe_list[];

#endif
