/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Record: everything that a run produced. It is saved as tab-separated lines
 * (man/diskidx-record.5), several runs one after the other in a file. Every
 * format renders from it alone, so `report` needs no disk.
 */
#ifndef DISKIDX_RECORD_RECORD_H
#define DISKIDX_RECORD_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/base/facts.h"
#include "diskidx/base/texts.h"
#include "diskidx/result/fitness.h"
#include "diskidx/result/index.h"
#include "diskidx/result/result.h"
#include "diskidx/test/baseline.h"
#include "diskidx/test/roster.h"

#define RECORD_VERSION 1
#define RECORD_MAX_RUNS 10000	/* and as many that others append meanwhile */
#define RECORD_MAX_RESULTS 10000	/* also of targets */
#define RECORD_MAX_OFFSET_S 89999	/* of local time; POSIX has 24:59:59 */

struct record {
	char *version;		/* of diskidx at the time */
	uint64_t started_s, ended_s;	/* Unix time */
	int utc_offset_s;	/* of the local time at the start */
	uint64_t seed;
	bool interrupted;
	struct facts host, plan;
	struct facts *target;
	size_t n_targets;
	struct result *result;	/* by target, copies, then test */
	size_t n_results;
	struct texts note;	/* sentences on what happened, */
	struct texts setting;	/* and on what the run was set to, and where */
	struct texts global;	/* what [global] gave, as in test.h */
	char *path;		/* that it was read from, or NULL */
	size_t place;		/* in that file, from 1 */
	int64_t offset;		/* there, if it can be read from there; or 0 */
	bool is_old;		/* read in the first form, which has no
				   checksum, and need not agree in counts */
	bool is_thin;		/* record_whole reads it again, there or from */
	char *lines;		/* its own record; owned */

	/* From record_summarise. */
	const struct baseline *baseline;	/* that scores it */
	struct roster roster;	/* the tests expected in it */
	struct score *score;
	size_t n_scores;
};

/* Add a sentence, unless the record has it already. */
#define record_setting(record, ...) \
	texts_print(&(record)->setting, __VA_ARGS__)
#define record_note(record, ...) texts_print(&(record)->note, __VA_ARGS__)

/* Summarise every result, judge it, and score it against the baseline. */
void record_summarise(struct record *record, const struct baseline *baseline);

/* Return MPI's name of the host or, without one, its own; NULL: it is not
 * known. */
const char *record_host(const struct record *record);

/* Return what the section of a job gave a key, or else [global]; "" if the key
 * stood alone; NULL: neither did. */
const char *record_given(const struct record *record,
			 const struct result *result, const char *key);

/* Return the version of the suite `disk` that the run was made with. */
const char *record_suite(const struct record *record);

/* Return a fact by its owner: of the host, the plan or that target; or the
 * target's directory. NULL if there is no such fact or target. */
const char *record_fact(const struct record *record, unsigned target,
			enum fact_key key);
const char *record_target(const struct record *record, unsigned target);

/* Judge the next expectation of a row; the list is NULL at first. Return false
 * behind the last. */
bool record_next_fitness(const struct record *record, const struct result *row,
			 const char **list, struct fitness *fitness);

/*
 * Thin a summarised record: drop latencies and series, so that it has left what
 * tables over runs show. Remember: let record_whole have all of it again, and
 * drop the latencies before the summary, which then has no percentiles.
 */
void record_thin(struct record *record);
void record_remember(struct record *record);

/* Return true if the record has several numbers of copies. */
bool record_has_other_copies(const struct record *record);

/* In write.c: return a new record of the run, on the heap. It may stand behind
 * another. */
char *record_text(const struct record *record);

/*
 * In save.c: save one run in a file, if record_each can read the file then. A
 * new file has its name only when it is whole; to an existing record the run is
 * appended in one go and flushed, and no other diskidx does so meanwhile. The
 * runs before are never touched, and behind one that was cut off a mark says
 * so. Nothing else is opened for writing, and no symbolic link is followed.
 * Return 0, or -errno with one line in *error, which lasts as say.h says, as
 * those below: -EEXIST if it is to be new and is not.
 */
int record_save(const struct record *record, const char *path, bool is_new,
		const char **error);

/*
 * Return 0 if so many runs can be saved there: nothing or a record with room
 * for them is, *error being as of record_each. Otherwise return -errno, with
 * one line "PATH: why; remedy" in *error.
 */
int record_check(const char *path, size_t runs, const char **error);

/*
 * In read.c: read every run of a file (READER_STDIN: of the standard input), or
 * only the one at an offset, or every one of a text unless it is NULL, and pass
 * on each (not yet summarised) as soon as it is read, so that a long record
 * needs the memory of one run; take() must free it (NULL: it is dropped).
 * Return their number, at least 1; 0 on failure with one line "PATH: message"
 * or "PATH:LINE: message" in *error (take() may have been called). Anything
 * unexpected is a failure, except a run that was cut off: it is left out, with
 * a warning in *error, which else is empty.
 */
size_t record_each(const char *path, const char *text, int64_t offset,
		   void (*take)(void *context, struct record *run),
		   void *context, const char **error);

/* Whole: a run that is there again, summarised. */
struct whole {
	struct record record;	/* the last one; owned */
	char error[4608];	/* if one could not be read: with its path */
};

/* Return all of a run until the next call, or the run as it is if it is not
 * thin, or could not be read. */
const struct record *record_whole(struct whole *whole,
				  const struct record *run);

/* In file.c: return the directory of a file, which lasts as say.h says. */
const char *record_parent(const char *path);

/* In as-baseline.c: return true if a file begins as a record does. */
bool record_is(const char *path);

/*
 * Make a baseline from a record: the geometric mean over its runs of each test
 * with a figure, of the first target and number of copies; rows with an
 * invalidating flag are left out. Return NULL as baseline_load does.
 */
struct baseline *record_baseline(const char *path, const char **error);

/* Free the memory that the record owns, not the struct. */
void record_free(struct record *record);

/*
 * Return the default directory of records: $DISKIDX_RESULTDIR, $XDG_STATE_HOME/
 * diskidx or $HOME/.local/state/diskidx; NULL if the environment has none.
 */
const char *record_directory(void);

#endif
