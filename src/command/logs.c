/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * The logs of fio: those that jobs ask for, at the end of a run, and those of a
 * whole record. Each is a new file, unless it stands behind the word fio.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/message.h"
#include "diskidx/base/texts.h"
#include "diskidx/format/format.h"
#include "diskidx/record/record.h"
#include "diskidx/test/test.h"
#include "output.h"

/* Logs to be written, of tests by their place in the record, and the reasons
 * why others can't be. */
struct logs {
	const struct record *record;
	struct job_log *log;
	size_t n;
	struct texts paths, reasons;
	bool over;		/* what is there, as fio's */
};

/* Add a log at a path, if it can be. */
static void
logs_add(struct logs *logs, struct job_log log, const char *path)
{
	const char *why = format_log_refusal(&logs->record->result[log.test],
					     log.kind);

	if (why != NULL) {
		texts_add(&logs->reasons, why);
		return;
	}
	log.path = texts_keep(&logs->paths, path);
	*xadd(logs->log, logs->n) = log;
}

/* Write all, and free them. */
static int
logs_end(struct logs *logs)
{
	int status = 0;

	for (size_t i = 0; i < logs->reasons.n; i++)
		message_error("logs are left out where %s",
			      logs->reasons.text[i]);
	for (size_t i = 0; i < logs->paths.n && status == 0; i++) {
		const char *path = logs->paths.text[i];
		struct output output = { NULL, path, logs->over };
		FILE *stream = output_open(output);

		for (const struct job_log *log = logs->log;
		     log < logs->log + logs->n && stream != NULL; log++)
			if (log->path == path)
				format_log(stream, logs->record,
					   &logs->record->result[log->test],
					   log->kind, log->every_ns);
		status = stream != NULL ? output_close(stream, output) : 2;
	}
	texts_free(&logs->paths);
	texts_free(&logs->reasons);
	free(logs->log);
	return status;
}

bool
logs_check(const struct jobfile *jobfile, const struct options *options)
{
	for (size_t i = 0; jobfile != NULL && i < jobfile->n_logs; i++) {
		struct output log = {
			NULL, jobfile->log[i].path, options->command->is_fio
		};
		const char *why = output_refusal(options, log, options->file.n);

		if (why == NULL)
			continue;
		message_error("fio's log %s: %s", log.path, why);
		return false;
	}
	return true;
}

int
logs_write(const struct run *run)
{
	const struct jobfile *jobfile = run->plan->jobfile;
	struct logs logs = {
		.record = &run->record, .over = run->options->command->is_fio
	};

	for (size_t i = 0; jobfile != NULL && i < jobfile->n_logs; i++) {
		struct job_log log = jobfile->log[i];
		const char *id = jobfile->test[log.test].id;

		/* The first is that of the first directory and copies. */
		log.test = 0;
		while (strcmp(logs.record->result[log.test].test.id, id) != 0)
			log.test++;
		logs_add(&logs, log, log.path);
	}
	return logs_end(&logs);
}

/* Write all logs of a record, numbered with the copies of its tests. */
static int
logs_write_record(const struct record *record, const char *prefix)
{
	struct logs logs = { .record = record };
	struct job_log log = { .test = 0 };
	size_t number = 1;

	for (; log.test < record->n_results; log.test++) {
		for (int kind = 0; kind < TEST_LOGS; kind++) {
			log.kind = (enum test_log)kind;
			logs_add(&logs, log,
				 test_log_path(prefix, log.kind, number));
		}
		number += record->result[log.test].test.copies;
	}
	return logs_end(&logs);
}

int
logs_write_all(const struct options *options, const struct record *record)
{
	int status = 0;

	for (size_t i = 0; i < options->file.n && status == 0; i++)
		if (options->file.list[i].format->has_prefix)
			status = logs_write_record(record,
						   options->file.list[i].path);
	return status;
}
