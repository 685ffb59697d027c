/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The command report: prints saved records again. */
#include <config.h>

#include <stdlib.h>

#include "diskidx/base/message.h"
#include "diskidx/record/record.h"
#include "diskidx/test/baseline.h"
#include "output.h"
#include "records.h"
#include "row.h"
#include "run-list.h"

struct report {
	const struct options *options;
	const struct baseline *baseline;
	struct whole whole;	/* the run to be shown */
	bool follows;		/* others were printed before */
	int status;		/* 2: the output cannot be written */
};

static void
report_print(struct report *report, const struct record *runs, size_t n)
{
	int status;

	if (report->status == 2)
		return;
	status = output_render(report->options, (struct content){
		.records = runs, .n = n, .whole = &report->whole,
		.follows = report->follows });
	if (logs_write_all(report->options, record_whole(
			&report->whole, &runs[n - 1])) != 0 ||
	    report->whole.error[0] != '\0')
		status = 2;
	report->status = status > report->status ? status : report->status;
	report->follows = true;
}

static void
report_print_run(void *context, struct record *run)
{
	struct report *report = context;

	record_summarise(run, report->baseline);
	report_print(report, run, 1);
	record_free(run);
}

static int
print_files(const char *const *path, size_t n, const struct options *options)
{
	struct report report = {
		.options = options,
		.baseline = run_list_baseline(options->baseline),
	};
	struct run_list list = {
		.baseline = report.baseline,
		/* These options judge all runs. */
		.keeps_last = options->fail_if_slower_pct == 0 &&
			      !options->strict,
	};
	/* CSV prints each run by itself. Text does not, so a file is a second
	 * output. */
	bool is_one_by_one = output_get(options, 0).format == &format_csv &&
			     options->file.n == 0 &&
			     options->fail_if_slower_pct == 0;
	bool good = report.baseline != NULL;
	const struct format *format;
	int gate = 0;

	for (size_t i = 0; (format = output_get(options, i).format) != NULL;
	     i++)
		list.keeps_last &= format->put == NULL && !format->takes_all;
	for (size_t i = 0; i < n && good; i++)
		good = is_one_by_one ?
		       run_list_each(path[i], report_print_run, &report) :
		       run_list_add_file(&list, path[i]);
	if (good && !is_one_by_one)
		report_print(&report, list.run, list.n);
	if (good && report.status < 2 && options->fail_if_slower_pct > 0)
		gate = gate_series(list.run, list.n,
				   options->fail_if_slower_pct);
	if (!good || gate == 2)
		report.status = 2;
	else if (report.status == 0)
		report.status = gate;
	run_list_free(&list);
	record_free(&report.whole.record);
	baseline_free(report.baseline);
	return report.status;
}

static int
report_run(const struct options *options)
{
	const struct words *operand = &options->operand;
	struct words saved;
	int status;

	if (!output_check(options, CONTENT_RECORDS))
		return 2;
	if (operand->n > 0)
		return print_files(operand->list, operand->n, options);
	if (!records_find_by_time(&saved, "name one: diskidx report RECORD"))
		return 2;
	message_progress("the newest record is %s", saved.list[saved.n - 1]);
	status = print_files(&saved.list[saved.n - 1], 1, options);
	free(saved.list);
	return status;
}

const struct command command_report = {
	.name = "report", .arguments = "[RECORD]...",
	.summary = "Prints saved records again, in any format and with any "
		"baseline; without a name, the newest record.",
	.takes = FOR_ALL | FOR_PRINT | FOR_SCORE | FOR_DETAIL | FOR_GATE,
	.run = report_run,
};
