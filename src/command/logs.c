/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* fio's logs: those that jobs ask for, at the end of a run, and those of a
 * whole record. Each is a new file, except after the word fio. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/message.h"
#include "diskidx/base/say.h"
#include "diskidx/base/texts.h"
#include "diskidx/format/format.h"
#include "diskidx/plan/plan.h"
#include "diskidx/record/record.h"
#include "diskidx/test/test.h"
#include "output.h"

struct log {
	const struct result *result;
	enum test_log kind;
	const char *path;
};

/* Return on the heap all logs of the first n tests of a record: those that jobs
 * ask for or, with a prefix, all kinds. The copies of a job share the first of
 * fio's numbers for them; jobs share a log without number. */
static struct log *
list_logs(const struct record *record, size_t n, const char *prefix,
	  size_t *n_logs)
{
	static const struct {
		const char *key, *name;
	} kinds[TEST_LOGS] = {
		{ "write_bw_log", "bw" }, { "write_iops_log", "iops" },
		{ "write_lat_log", "lat" }, { "write_lat_log", "slat" },
		{ "write_lat_log", "clat" },
	};
	struct log *list = NULL;
	size_t number = 1;

	*n_logs = 0;
	for_each(const struct result, result, record->result, n) {
		const char *own = record_given(record, result, "per_job_logs");
		bool is_own = prefix != NULL || *text_or(own, "") == '\0' ||
			      strtoul(own, NULL, 16) != 0;	/* or 0x1 */

		if (prefix == NULL && result->test.job_name == NULL)
			continue;
		for (int kind = 0; kind < TEST_LOGS; kind++) {
			const char *name = text_or(prefix, record_given(
				record, result, kinds[kind].key));
			struct log log = { result, (enum test_log)kind, NULL };

			if (name == NULL)
				continue;
			if (*name == '\0')
				name = result->test.job_name;
			log.path = say("%s_%s%s.log", name, kinds[kind].name,
				       is_own ? say(".%zu", number) : "");
			*xadd(list, *n_logs) = log;
		}
		number += result->test.copies;
	}
	return list;
}

int
logs_write(const struct record *record, size_t n, const char *prefix, bool over)
{
	struct log *list = list_logs(record, n, prefix, &n);
	struct texts paths = { 0 }, reasons = { 0 };
	int status = 0;

	for (struct log *log = list; log < list + n; log++) {
		const char *why = format_log_refusal(log->result, log->kind);

		texts_add(&reasons, why);
		if (why != NULL)
			log->path = "";
		else
			texts_add(&paths, log->path);
	}
	for (size_t i = 0; i < reasons.n; i++)
		message_error("some logs are left out: %s", reasons.text[i]);
	for (size_t i = 0; i < paths.n && status == 0; i++) {
		struct output output = { NULL, paths.text[i], over };
		FILE *stream = output_open(output);

		for (struct log *log = list; log < list + n && stream != NULL;
		     log++)
			if (strcmp(log->path, output.path) == 0)
				format_log(stream, record, log->result,
					   log->kind, prefix == NULL);
		status = stream != NULL ? output_close(stream, output) : 2;
	}
	texts_free(&paths);
	texts_free(&reasons);
	free(list);
	return status;
}

bool
logs_check(const struct plan *plan, const struct options *options)
{
	struct result *result = xmalloc(plan->n_tests * sizeof(*result));
	struct record record = { .result = result };
	struct log *list;
	const char *why = NULL;
	size_t n = 0;

	/* Results as the record will have them. */
	for_each_test(t, plan)
		if (t->test.job_name != NULL)
			result[n++].test = (struct result_test){
				.job_name = (char *)t->test.job_name,
				.given = *t->test.given,
				.copies = plan_copies(plan, t, 0),
			};
	if (n > 0)
		record.global = *plan->jobfile->global;
	list = list_logs(&record, n, NULL, &n);
	for (size_t i = 0; i < n && why == NULL; i++) {
		struct output log = {
			NULL, list[i].path, options->command->is_fio
		};

		why = output_refusal(options, log, options->file.n);
		if (why != NULL)
			message_error("fio's log %s: %s", log.path, why);
	}
	free(list);
	free(result);
	return why == NULL;
}

int
logs_write_all(const struct options *options, const struct record *record)
{
	int status = 0;

	for (size_t i = 0; i < options->file.n && status == 0; i++)
		if (options->file.list[i].format == &format_fio_log)
			status = logs_write(record, record->n_results,
					    options->file.list[i].path, false);
	return status;
}
