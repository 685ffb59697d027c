/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Record: everything that a run produced. It is saved as tab-separated lines
 * (man/diskidx-record.5), several runs one after the other in a file. Every
 * format renders only from it, so `report` needs no disk.
 */
#ifndef DISKIDX_RECORD_RECORD_H
#define DISKIDX_RECORD_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/base/facts.h"
#include "diskidx/base/texts.h"
#include "diskidx/result/capacity.h"
#include "diskidx/result/fitness.h"
#include "diskidx/result/index.h"
#include "diskidx/result/result.h"
#include "diskidx/test/baseline.h"
#include "diskidx/test/suite.h"

#define RECORD_VERSION 1
#define RECORD_MAX_RUNS 10000	/* twice as many, if others append meanwhile */
#define RECORD_MAX_RESULTS 10000	/* also the most targets */
#define RECORD_MAX_OFFSET_S 89999	/* of local time; 24:59:59 in POSIX */

struct record {
	char *version;		/* of diskidx */
	uint64_t started_s, ended_s;	/* Unix time */
	int utc_offset_s;	/* of the local time at the start */
	uint64_t seed;
	bool interrupted;
	struct facts host, plan;
	struct facts *target;
	size_t n_targets;
	struct result *result;	/* by target, copies, then test */
	size_t n_results;
	struct texts note;	/* sentences about what happened */
	struct texts setting;	/* sentences about settings and places */
	struct texts global;	/* the keys of [global], as in test.h */
	char *path;		/* the file that it was read from, or NULL */
	size_t place;		/* in that file, from 1 */
	int64_t offset;		/* in that file; 0: it can't be read there */
	bool is_old;		/* in the first form, which has no checksum and
				   whose counts may disagree */
	bool is_thin;		/* record_whole reads the rest again, from
				   `offset` or `lines` */
	char *lines;		/* its own text; owned */

	/* Set by record_summarise. */
	const struct baseline *baseline;	/* for its score */
	struct roster roster;	/* the tests expected in it */
	struct score *score;
	size_t n_scores;
	struct capacity *capacity;	/* that a search found, which also has
					   the last row; NULL: it was none */
};

/* For each score of a record, a const struct score *. */
#define for_each_score(s, record) \
	for_each(const struct score, s, (record)->score, (record)->n_scores)

/* Add a sentence, unless the record has it already. */
#define record_setting(record, ...) \
	texts_print(&(record)->setting, __VA_ARGS__)
#define record_note(record, ...) texts_print(&(record)->note, __VA_ARGS__)

/* Summarize every result, judge it, and score it against the baseline. */
void record_summarise(struct record *record, const struct baseline *baseline);

/* Return MPI's name of the host or, without one, its own; NULL: unknown. */
const char *record_host(const struct record *record);

/* Return the value of a key in a job's section, or else in [global]; "" if it
 * has none; NULL: neither has the key. */
const char *record_given(const struct record *record,
			 const struct result *result, const char *key);

/* Return the version of the suite `disk` that the run was made with. */
const char *record_suite(const struct record *record);

/* Return a fact of its owner: the host, the plan or that target; or the
 * target's directory. NULL: there is no such fact or target. */
const char *record_fact(const struct record *record, unsigned target,
			enum fact_key key);
const char *record_target(const struct record *record, unsigned target);

/* Judge the next expectation of a row, after that of *fitness; all of it is 0
 * at first. Return false past the last. Or go through all of them. */
bool record_next_fitness(const struct record *record, const struct result *row,
			 struct fitness *fitness);
#define for_each_fitness(f, record, row) \
	for (struct fitness f = { .rest = NULL }; \
	     record_next_fitness(record, row, &f);)

/*
 * Thin a summarized record: drop latencies and series, which tables over runs
 * do not need. Remember: let record_whole read all of it again, and drop the
 * latencies before the summary, which then has no percentiles.
 */
void record_thin(struct record *record);
void record_remember(struct record *record);

/* Return true if the tests have several numbers of copies. */
bool record_has_other_copies(const struct record *record);

/* In write.c: return the run as the text of a record, on the heap, which may be
 * appended to another. */
char *record_text(const struct record *record);

/*
 * In file.c: save one run in a file, if record_each can then read the file. A
 * new file has its name only when it is whole. To an existing record, the run
 * is appended in one step and flushed, while no other diskidx does so. Earlier
 * runs are never touched; a mark follows one that was cut off. Nothing else is
 * opened for writing, and no symbolic link is followed. Return 0, or -errno
 * with one line in *error, which lasts as say.h says: -EEXIST if it is to be
 * new and exists.
 */
int record_save(const struct record *record, const char *path, bool is_new,
		const char **error);

/*
 * Return 0 if that many runs can be saved there: the file does not exist, or is
 * a record with room for them (*error is as from record_each). Otherwise return
 * -errno, with one line "PATH: why; remedy" in *error.
 */
int record_check(const char *path, size_t runs, const char **error);

/*
 * In read.c: read every run of a file (READER_STDIN: standard input), or only
 * the one at an offset, or every one of a text unless that is NULL. Each is
 * passed to take(), not yet summarized, as soon as it is read, so that a long
 * record needs the memory of one run; take() must free it (NULL: it is
 * dropped). Return their number, at least 1; 0 on failure, with one line "PATH:
 * message" or "PATH:LINE: message" in *error (take() may have been called).
 * Anything unexpected is a failure, except a run that was cut off: it is left
 * out, with a warning in *error, which otherwise is empty.
 */
size_t record_each(const char *path, const char *text, int64_t offset,
		   void (*take)(void *context, struct record *run),
		   void *context, const char **error);

/* Whole: all of a thinned run, read again and summarized. */
struct whole {
	struct record record;	/* of the last call; owned */
	char error[4608];	/* if one could not be read, with its path */
};

/* Return all of a run until the next call; or the run itself if it is not thin,
 * or cannot be read. */
const struct record *record_whole(struct whole *whole,
				  const struct record *run);

/* In file.c: return the directory of a file, which lasts as say.h says. */
const char *record_parent(const char *path);

/* Return true if a file begins as a record does. */
bool record_is(const char *path);

/*
 * Make a baseline from a record: for each test, the geometric mean over its
 * runs, of the first target and number of copies; rows with an invalidating
 * flag are left out. Return NULL as baseline_load does.
 */
struct baseline *record_baseline(const char *path, const char **error);

/* Free the memory that the record owns, not the struct. */
void record_free(struct record *record);

/* Return the default directory of records: $DISKIDX_RESULTDIR, $XDG_STATE_HOME/
 * diskidx or $HOME/.local/state/diskidx; NULL: none is set. */
const char *record_directory(void);

#endif
