/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Notes: the sentences that explain a report, a comparison or a ranking. JSON
 * has them as well as documents. */
#ifndef DISKIDX_NOTES_H
#define DISKIDX_NOTES_H

#include <stdbool.h>
#include <stddef.h>

#include "diskidx/comparison.h"
#include "diskidx/ranking.h"
#include "diskidx/record.h"
#include "diskidx/document.h"

/*
 * List the notes of a record: its interruption, missing figures, the flags of
 * its rows, slowdowns and limits, small pages, the run's own sentences and
 * the baseline. In brief: without the names of flagged rows, particulars and
 * what explains no doubt; in full also for lists of all percentiles.
 */
void notes_of_record(struct notes *notes, const struct record *record,
		     bool si, bool brief, bool full);

/* Add the rows whose speed fell, for good or perhaps not. */
void notes_add_slowdowns(struct notes *notes, const struct record *record,
			 bool for_good, bool si);

/* Add the rows with a stall. */
void notes_add_stalls(struct notes *notes, const struct record *record,
		      bool si);

/* Add what the rounds say of the disk beyond flags. */
void notes_add_trend(struct notes *notes, const struct record *record);

/* Add for how long the rows were judged, if their speed was steady. */
void notes_add_unthrottled(struct notes *notes, const struct record *record);

/* List the notes of a comparison. */
void notes_of_comparison(struct notes *notes,
			 const struct comparison *comparison);

/* List the notes of a ranking. */
void notes_of_ranking(struct notes *notes, const struct ranking *ranking);

#endif
