/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Rounds: what is left of those that a run didn't finish. */
#include <config.h>

#include <string.h>

#include "run/parts.h"

#include "../support/records.h"
#include "../support/test.h"

TEST(samples_of_a_round_that_was_not_finished_are_dropped)
{
	static const struct {
		unsigned rounds;
		size_t left[3];
	} rows[] = {
		{ 1, { 1, 1, 0 } }, { 2, { 2, 2, 1 } }, { 3, { 3, 2, 1 } },
		{ 0, { 3, 2, 1 } },	/* none was: all that there is */
	};

	for (size_t i = 0; i < LENGTH(rows); i++) {
		struct run r;

		memset(&r, 0, sizeof(r));
		synthetic_result(&r.record, "commit", 3, 1);
		synthetic_result(&r.record, "seq-read", 2, 2);
		/* The first one failed. */
		synthetic_result(&r.record, "seq-write", 1, 3);
		r.record.result[2].sample[0].round = 2;
		run_drop_incomplete(&r, rows[i].rounds);
		for (size_t k = 0; k < 3; k++)
			assert_int_equal(r.record.result[k].n_samples,
					 rows[i].left[k]);
		record_free(&r.record);
	}
}
