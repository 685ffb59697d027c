/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The commands that measure: from the plan to the saved and printed record. */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/message.h"
#include "diskidx/base/say.h"
#include "diskidx/base/signals.h"
#include "diskidx/command/commands.h"
#include "diskidx/plan/budget.h"
#include "diskidx/plan/plan.h"
#include "diskidx/record/record.h"
#include "diskidx/run/run.h"
#include "diskidx/run/supervisor.h"
#include "diskidx/test/baseline.h"
#include "output.h"
#include "records.h"
#include "row.h"
#include "run-list.h"

#define PATH_ROOM 4096		/* for the path of the current directory */

enum { STATUS_DONE, STATUS_BAD, STATUS_USAGE, STATUS_UNDECIDED };

/* The baseline of engines that move no data. */
static const struct baseline unscored = { .name = "none", .version = "none" };

/* The runs of one call. */
struct runs {
	struct run *run;	/* one for each; owned */
	struct plan *plan;	/* one for each; owned */
	size_t n;		/* runs begun */
	bool saves;		/* saves records */
	enum fit fit;		/* the worst verdict that counts */
	const struct baseline *baseline;
	const char *saved;	/* file of the records, or NULL */
};

static bool
has_samples(const struct record *record)
{
	for_each_row(result, record)
		if (result->n_samples > 0)
			return true;
	return false;
}

/* Save the record at *path, which the first of several runs chooses; NULL after
 * that: it was not saved. */
static void
save_run(struct run *r, const char **path)
{
	const struct options *o = r->options;
	bool is_new = *path == NULL && o->output == NULL;
	const char *error;
	char *text;
	int rc;

	if (o->streams) {
		text = record_text(&r->record);
		fputs(text, stdout);
		free(text);
		r->failed |= command_end("the record") != 0;
		return;
	}
	if (*path == NULL)
		*path = o->output != NULL ? o->output :
			records_new_path(&r->record);
	if (*path == NULL)
		return;
	rc = record_save(&r->record, *path, is_new, &error);
	if (rc == 0) {
		supervisor_saved(*path);
		return;
	}
	*path = NULL;
	if (rc == -EEXIST) {	/* another diskidx has just taken the name */
		save_run(r, path);
		return;
	}
	message_error("%s", error);
	r->failed |= o->output != NULL;
}

/* Begin the next run: build its plan. False after a message. */
static bool
runs_begin(struct runs *runs, const struct options *options)
{
	size_t before = runs->n++;
	struct run *r = &runs->run[before];

	r->options = options;
	r->plan = &runs->plan[before];
	if (plan_build(options, (unsigned)before, &runs->plan[before]) != 0) {
		message_error("%s", r->plan->error);
		return false;
	}
	if (before > 0) {
		r->written_bytes = r->before_bytes = r[-1].written_bytes;
		r->device_bytes = r[-1].device_bytes;
	}
	return true;
}

/* Settle the plan of the last run begun. False after a message. */
static bool
runs_settle(struct runs *runs)
{
	struct plan *plan = &runs->plan[runs->n - 1];

	if (!run_look_around(&runs->run[runs->n - 1], &plan->around))
		return false;
	if (plan_settle(plan) == 0)
		return true;
	message_error("%s", plan->error);
	return false;
}

/* Find all errors before the first run. False after a message. */
static bool
runs_check(struct runs *runs, const struct options *options)
{
	const char *error;

	if (!runs_begin(runs, options) ||
	    !output_check(options, CONTENT_RECORDS) ||
	    !logs_check(runs->run->plan, options))
		return false;
	if (options->streams && !runs->run->plan->scores) {
		message_error("-o -: an engine that moves no data makes no "
			      "record; use another engine (-e)");
		return false;
	}
	if (options->output != NULL && !options->streams) {
		if (record_check(options->output, options->repeat, &error)) {
			message_error("-o: %s", error);
			return false;
		}
		if (error[0] != '\0')
			message_warning("-o: %s", error);
	}
	runs->baseline = run_list_baseline(options->baseline);
	return runs->baseline != NULL && runs_settle(runs);
}

/* Measure the last run begun, and save it. */
static void
runs_measure(struct runs *runs)
{
	struct run *r = &runs->run[runs->n - 1];
	const struct capacity *capacity;

	if (r->options->repeat > 1)
		message_progress("run %zu of %u", runs->n,
				 (unsigned)r->options->repeat);
	run_begin_record(r);
	run_measure(r);
	run_end_record(r);
	/* The report reads earlier runs again, but needs all of the first one
	 * for the logs that jobs may ask for. */
	if (runs->n > 2 || (runs->n > 1 && r->plan->jobfile == NULL)) {
		record_remember(&r[-1].record);
		record_thin(&r[-1].record);
	}
	record_summarise(&r->record, r->plan->scores ? runs->baseline :
			 &unscored);
	for_each_row(result, &r->record)
		for_each_fitness(f, &r->record, result)
			if (f.counts && f.fit < runs->fit)
				runs->fit = f.fit;
	capacity = r->record.capacity;
	if (r->plan->searches)
		runs->fit = capacity != NULL &&
			capacity->kind != CAPACITY_OPEN ? FIT_SUITS :
			FIT_UNDECIDED;
	run_note_circumstances(r);
	if (runs->saves && has_samples(&r->record))
		save_run(r, &runs->saved);
}

/* Print the records that have results, or the first one if none has; as text,
 * only if no message has said more. Then close what is still open. */
static int
runs_end(const struct runs *runs, const struct options *options)
{
	/* The statuses of verdicts on expectations. */
	static const int statuses[] = {
		[FIT_NOT] = STATUS_BAD, [FIT_UNDECIDED] = STATUS_UNDECIDED,
		[FIT_SUITS] = STATUS_DONE, [FIT_NO_LIMIT] = STATUS_DONE,
	};
	const char *baseline = options->baseline, *saved = runs->saved;
	struct run *first = runs->run;
	struct record *record = xmalloc(runs->n * sizeof(*record));
	struct whole whole = { .error = "" };
	char here[PATH_ROOM];
	size_t n = 0;
	bool has_figures;
	int status = STATUS_DONE;

	/* The hint must name the baseline from the record's place: with an
	 * absolute path of the record, it becomes absolute. */
	if (baseline[0] != '/' && saved != NULL && saved[0] == '/' &&
	    baseline_by_name(baseline) == NULL &&
	    getcwd(here, sizeof(here)) != NULL)
		baseline = say("%s/%s", here, baseline);
	for (size_t i = 0; i < runs->n; i++)
		if (has_samples(&first[i].record))
			record[n++] = first[i].record;
	has_figures = n > 0;
	if (!has_figures)
		record[n++] = first->record;
	if (has_figures ||
	    output_get(options, options->no_stdout).format != &format_text ||
	    (!first->failed && !first->record.interrupted))
		status = output_render(options, (struct content){
			.records = record, .n = n, .whole = &whole,
			.saved = saved, .baseline = baseline });
	else if (first->record.interrupted)
		message_error("interrupted before the first result");
	if (has_figures &&
	    (logs_write(&first->record, first->plan->n_tests, NULL,
			options->command->is_fio) != 0 ||
	     logs_write_all(options, record_whole(&whole,
						  &record[n - 1])) != 0))
		status = STATUS_USAGE;
	free(record);
	record_free(&whole.record);
	if (!has_figures && !first->record.interrupted)
		status = STATUS_USAGE;
	else if (status == STATUS_DONE && (!options->command->judges ||
					   options->operand.n > 0))
		status = statuses[runs->fit];
	/* Scripts for fio read results only if the status is 0. */
	for_each_row(result, &first->record)
		if (options->command->is_fio && status == STATUS_DONE &&
		    !result->summary.has_value)
			status = STATUS_BAD;
	for (size_t i = 0; i < runs->n; i++)
		if ((!run_close_targets(&first[i]) || first[i].failed) &&
		    status == STATUS_DONE)
			status = STATUS_BAD;
	return status;
}

static int
runs_make(const struct options *options)
{
	struct runs runs = {
		.run = xmalloc(options->repeat * sizeof(*runs.run)),
		.plan = xmalloc(options->repeat * sizeof(*runs.plan)),
		.fit = FIT_NO_LIMIT,
	};
	bool good = runs_check(&runs, options);
	const struct jobfile *jobfile = runs.run->plan->jobfile;
	int status = STATUS_USAGE;

	runs.saves = !options->no_save && runs.run->plan->scores;
	if (good && jobfile != NULL && jobfile->creates_only) {
		message_progress("create_only: nothing to do, because files "
				 "are private and made when they are measured");
		status = STATUS_DONE;
	} else if (good && options->dry_run) {
		budget_print(runs.run->plan, stdout);
		status = command_end("the plan");
	} else if (good && (!runs.saves || options->output != NULL ||
		   records_check(&runs.saves))) {
		if (options->command->is_fio) {
			/* It is "Unlike fio: ..., ...." */
			const char *brief = jobfile->notes.text[0];

			message_warning("u%.*s; see diskidx-jobfile(5)",
					(int)strlen(brief) - 2, brief + 1);
		}
		budget_announce(runs.run->plan);
		runs_measure(&runs);
		/* The last one's targets stay open until its results are
		 * printed, because closing them can take long on a stuck
		 * disk. */
		while (runs.n < options->repeat && signals_caught() == 0 &&
		       !runs.run[runs.n - 1].failed &&
		       has_samples(&runs.run[runs.n - 1].record)) {
			if (!run_close_targets(&runs.run[runs.n - 1]) ||
			    !runs_begin(&runs, options) ||
			    !runs_settle(&runs)) {
				runs.run[0].failed = true;
				break;
			}
			runs_measure(&runs);
		}
		status = runs_end(&runs, options);
	}
	for (size_t i = 0; i < runs.n; i++) {
		run_close_targets(&runs.run[i]);
		record_free(&runs.run[i].record);
		plan_free(&runs.plan[i]);
	}
	baseline_free(runs.baseline);
	free(runs.run);
	free(runs.plan);
	return status;
}

static int
runs_supervise(const struct options *options)
{
	return supervisor_run(runs_make, options,
			      options->dry_run ? "the plan" : options->streams ?
			      "the record" : "the report");
}

#define MEASURES(groups) .run = runs_supervise, .takes = FOR_ALL | \
	FOR_RUN | FOR_PRINT | FOR_SCORE | FOR_DETAIL | (groups)

const struct command command_run = {
	.name = "run", MEASURES(FOR_ROUNDS),
	.arguments = "[TEST|SUITE|PROFILE|FILE.fio]...",
	.summary = "Scores the disk that holds the current directory (or -d "
		"DIR) with one number, shows the latency behind it, and says "
		"whether it can be believed.",
};
const struct command command_suits = {
	.name = "suits", MEASURES(FOR_ROUNDS), .judges = true,
	.arguments = "[PROFILE|FILE.fio]",
	.summary = "Says whether the disk is good enough for an application; "
		"without a name, for each profile that has a limit.",
};
const struct command command_fio = {
	.name = "fio", MEASURES(FOR_ROUNDS), .is_fio = true,
	.arguments = "[OPTION OF FIO]... [FILE.fio]",
	.summary = "Measures what these options of " FORMAT_FIO_VERSION " ask "
		"for, in private files, and prints what fio prints: normal, "
		"json, json+ or terse, or with --output=FILE into a file. For "
		"diskidx's own report, put -f text before the word fio, or use "
		"diskidx report. Refuses what it cannot do. --version prints "
		"fio's version, because scripts compare it.",
	.version = FORMAT_FIO_VERSION,
};
const struct command command_sustained = {
	.name = "sustained", MEASURES(0), .suite = "sustained",
	.arguments = "[TEST]",
	.summary = "Writes without a break, or runs any random test, until the "
		"fast buffer of an SSD or the credit of a volume is used up; "
		"and again after a pause. Needs --max-write or, for reads, "
		"--max-time.",
};
const struct command command_capacity = {
	.name = "capacity", MEASURES(0), .promises = true,
	.arguments = "PROMISE [TEST|FILE.fio]",
	.summary = "Finds the highest rate of requests at which the disk keeps "
		"a promise, with its interval: 'read p99 < 2ms' is of 4 KiB "
		"random reads, 'sync p99.9 < 10ms with load' of the flushes of "
		"commit, if no test is named. Requests arrive at random; their "
		"wait counts.",
};
