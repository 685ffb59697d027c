/*
 * Record: everything that a run produced. It is saved as tab-separated lines
 * (man/diskidx-record.5), several runs one after the other in a file, and
 * every format renders from it alone, so `report` needs no disk.
 */
#ifndef DISKIDX_RECORD_H
#define DISKIDX_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "diskidx/baseline.h"
#include "diskidx/facts.h"
#include "diskidx/index.h"
#include "diskidx/printf.h"
#include "diskidx/result.h"

#define RECORD_VERSION 1

struct record {
	char *version;		/* of the diskidx that measured */
	uint64_t started_s, ended_s;	/* Unix time */
	int utc_offset_s;	/* of the local time at the start */
	uint64_t seed;
	bool interrupted;
	struct facts host, plan;
	struct facts *target;
	size_t n_targets;
	struct result *result;	/* by target, copies, then test */
	size_t n_results;
	char **note;		/* sentences for the report */
	size_t n_notes;

	/* From record_summarise. */
	char *baseline;		/* its version, "george-1" */
	struct score *score;
	size_t n_scores;
};

/* Adds a sentence, unless it is there already. */
void record_note(struct record *record, const char *format, ...)
	PRINTF_LIKE(2, 3);

/* Summarises every result, judges it, and scores it against the baseline. */
void record_summarise(struct record *record, const struct baseline *baseline);

/* Writes one run. 0 or -errno. */
int record_write(const struct record *record, FILE *stream);

/*
 * Saves one run in a file: a new one is written beside and renamed; to an
 * existing record it is appended in one go and flushed, and what was there is
 * never touched. 0 or -errno; -EINVAL: the file exists and is no record.
 */
int record_save(const struct record *record, const char *path);

/* 0 if `path` can take a record: absent, empty, or a record. Else -errno,
 * -EINVAL: it exists and is no record. */
int record_check(const char *path);

/*
 * Reads every run of a file into *records (on the heap) and returns how many,
 * at least 1; 0 on failure with one line "PATH: why" or "PATH:LINE: why" in
 * `error`. Strict: anything unexpected is a failure. Not yet summarised.
 */
size_t record_load(const char *path, struct record **records, char *error,
		   size_t error_size);

/*
 * Reads a file in the same way, but hands over each run as soon as it is read,
 * so that a long record needs the memory of one run: take() owns what the
 * struct owns. Returns how many, or 0 as above (some may have been handed
 * over). With `thin`, latencies are checked and not kept.
 */
size_t record_each(const char *path, bool thin,
		   void (*take)(void *context, struct record *run),
		   void *context, char *error, size_t error_size);

/* Whether a file begins as a record does. */
bool record_is(const char *path);

/*
 * A baseline from a record: the geometric mean over its runs of each test
 * with a figure, of the first target and number of copies; rows that carry an
 * invalidating flag are left out. NULL as baseline_load.
 */
struct baseline *record_baseline(const char *path, char *error,
				 size_t error_size);

/* Frees what it owns, not the struct. */
void record_free(struct record *record);

/* The directory where records go by default, on the heap; NULL if the
 * environment names none. $DISKIDX_RESULTDIR, $XDG_STATE_HOME/diskidx or
 * $HOME/.local/state/diskidx. */
char *record_directory(void);

#endif
