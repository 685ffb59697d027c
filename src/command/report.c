/* The command report: prints saved records again. */
#include <config.h>

#include "diskidx/baseline.h"
#include "diskidx/commands.h"
#include "diskidx/record.h"
#include "common.h"
#include "output.h"
#include "run-list.h"

/* A report that is being printed. */
struct report {
	const struct options *options;
	const struct baseline *baseline;
	struct format_options format;
	int status;		/* 2: the output cannot be written */
};

static void
print(struct report *report, struct record *runs, size_t n)
{
	int status;
	size_t i;

	if (report->status == 2)
		return;
	for (i = 0; i < n; i++)
		record_summarise(&runs[i], report->baseline);
	status = commands_render(runs, n, report->options, &report->format);
	report->status = status > report->status ? status : report->status;
	report->format.follows = true;
}

static void
print_run(void *report, struct record *run)
{
	print(report, run, 1);
	record_free(run);
}

/* Print each run as soon as it is read. */
static bool
print_one_by_one(struct report *report)
{
	const struct texts *path = &report->options->operand;
	size_t i;

	for (i = 0; i < path->n; i++)
		if (!commands_read(path->list[i], false, print_run, report))
			return false;
	return true;
}

static bool
print_all(struct report *report)
{
	const struct texts *path = &report->options->operand;
	struct run_list list = { .n = 0 };
	bool good = true;
	size_t i;

	for (i = 0; i < path->n && good; i++)
		good = run_list_add_file(&list, path->list[i]);
	if (good)
		print(report, list.run, list.n);
	run_list_free(&list);
	return good;
}

int
command_report(const struct options *options)
{
	struct baseline *owned = NULL;
	struct report report = {
		.options = options,
		.format = { .si = options->si, .verbose = options->verbose,
			    .brief = options->brief },
	};
	bool good = output_check(options);

	if (good) {
		report.baseline = commands_baseline(options->baseline, &owned);
		good = report.baseline != NULL;
	}
	if (good)
		good = output_format(options)->one_by_one &&
		       !output_has_file(options) ?
		       print_one_by_one(&report) : print_all(&report);
	if (owned != NULL)
		baseline_free(owned);
	return good ? report.status : 2;
}
