/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* What the record of a run says about its circumstances, and what remains of
 * rounds that were not finished. */
#include <config.h>

#include <string.h>

#include "diskidx/base/alloc.h"
#include "run/measuring.h"

#include "../support/records.h"
#include "../support/test.h"

/* Note directories on these disks (NULL: unknown, v: virtual, +: scored). */
static void
note(struct run *r, const struct options *options, const char *const *disk,
     size_t n)
{
	static const char *names[] = { "/a", "/b", "/c" };

	static struct plan plan;

	memset(r, 0, sizeof(*r));
	r->options = options;
	r->plan = &plan;
	plan.directory = names;
	plan.n_targets = n;
	r->record.n_targets = n;
	r->record.target = xmalloc(n * sizeof(*r->record.target));
	memset(r->record.target, 0, n * sizeof(*r->record.target));
	r->record.n_scores = n;
	r->record.score = xmalloc(n * sizeof(*r->record.score));
	for (size_t i = 0; i < n; i++) {
		const char *name = text_or(disk[i], "");

		r->record.score[i] = (struct score){
			.name = INDEX_DISK, .target = (unsigned)i,
			.rows = strchr(name, '+') != NULL,
		};
		if (disk[i] != NULL)
			facts_set(&r->record.target[i], FACT_DISK, "%s", name);
		if (name[0] == 'v')
			facts_set(&r->record.target[i], FACT_VIRTUAL_DISK,
				  "yes");
	}
	run_note_circumstances(r);
}

TEST(directories_on_one_disk_or_an_unscored_virtual_one_get_a_note)
{
	static const struct {
		const char *disk[3], *says;	/* NULL: nothing */
	} row[] = {
		{ { "sda", "sda", "sdb" }, "/a and /b are on one disk, sda:" },
		{ { "sdb", "sda", "sda" }, "/b and /c are on one disk, sda:" },
		{ { "sda", "sdb", "sda" }, "/a and /c are on one disk, sda:" },
		{ { "sda", "sdb", "sdc" }, NULL },
		{ { NULL, NULL, "sda" }, NULL },
		{ { "vda+", "vdb", "vdc+" }, "The disk of /b is virtual:" },
		{ { "vda", "vdb+", "vdc+" }, "The disk of /a is virtual:" },
		{ { "vda+", "vdb+", "sda" }, NULL },
	};
	const struct options options = { .engine = "sync" };

	for (size_t i = 0; i < LENGTH(row); i++) {
		struct run r;

		note(&r, &options, row[i].disk, 3);
		assert_int_equal(r.record.setting.n, row[i].says != NULL);
		if (row[i].says != NULL)
			assert_has(r.record.setting.text[0], row[i].says);
		record_free(&r.record);
	}
}

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
