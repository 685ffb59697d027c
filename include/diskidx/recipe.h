/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Recipe: a job file that others publish, or a load that they describe, shipped
 * with diskidx, with its source in a comment.
 *
 * To add one: a row of src/test/recipe.c, and its name in the manual.
 */
#ifndef DISKIDX_RECIPE_H
#define DISKIDX_RECIPE_H

#include <stddef.h>

struct recipe {
	const char *name, *summary;
	const char *text;	/* the job file */
};

/* Return a recipe, or NULL past the last or for an unknown name. */
const struct recipe *recipe_at(size_t i);
const struct recipe *recipe_by_name(const char *name);

#endif
