/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Blocker: the reason why a row can't be compared. A side lacks it, the two
 * figures are of different tests, or a flag says that a figure is not the
 * disk's.
 */
#include <config.h>

#include <stdlib.h>

#include "parts.h"
#include "diskidx/alloc.h"
#include "diskidx/flags.h"

static const char *const side_name[SIDES] = { "old", "new" };

/* Say what a side lacks; NULL: nothing. */
static char *
find_lack(const struct row *row, int side)
{
	const struct cell *cell = &row->cell[side];
	const char *name = side_name[side];

	if (cell->run == NULL)
		return xprintf("not on the %s side", name);
	for (size_t i = 0; i < cell->n; i++)
		if (!(cell->figure[i]->summary.value > 0))
			return xprintf("no figure on the %s side: a sample "
				       "did nothing", name);
	if (cell->n == 0)
		return xprintf("no figure on the %s side: %s", name,
			       cell->na_reason == NULL ? "no sample" :
			       cell->na_reason);
	return NULL;
}

/* Compare the tests, within each side and between them. */
static char *
find_mismatch(const struct row *row)
{
	static const char *const whose[SIDES] = {
		"runs of the old side differ", "runs of the new side differ"
	};
	const struct cell *cell = row->cell;

	for (int s = 0; s < SIDES; s++)
		if (cell[s].other != NULL)
			return fingerprint_difference(whose[s],
						      cell[s].figure[0],
						      cell[s].other);
	if (fingerprint_is_same(cell[OLD].figure[0], cell[NEW].figure[0]))
		return NULL;
	return fingerprint_difference("another test", cell[OLD].figure[0],
				      cell[NEW].figure[0]);
}

/*
 * Judge a flag that invalidates. Two file systems in memory can be compared;
 * any other flag on both sides leaves no disk to compare.
 */
static char *
judge_flag(const struct cell *cell, enum flag flag)
{
	const char *name = flag_entry(flag)->name;
	bool old_has = cell[OLD].any_flags & 1u << flag;
	bool new_has = cell[NEW].any_flags & 1u << flag;

	if (!old_has && !new_has)
		return NULL;
	if (!old_has || !new_has)
		return xprintf("flagged %s on the %s side only", name,
			       side_name[new_has ? NEW : OLD]);
	if (flag != FLAG_MEMORY)
		return xprintf("flagged %s on both sides: the disk's speed is "
			       "unknown", name);
	if (cell[OLD].all_flags & cell[NEW].all_flags & 1u << flag)
		return NULL;
	return xprintf("flagged %s on both sides, but not in all runs", name);
}

char *
blocker_find(const struct row *row)
{
	char *why = NULL;

	for (int s = 0; s < SIDES && why == NULL; s++)
		why = find_lack(row, s);
	if (why == NULL)
		why = find_mismatch(row);
	for (int flag = 0; flag < FLAG_COUNT && why == NULL; flag++)
		if (flag_entry((enum flag)flag)->invalidates)
			why = judge_flag(row->cell, (enum flag)flag);
	return why;
}
