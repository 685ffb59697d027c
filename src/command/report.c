/* The command report: prints saved records again. */
#include <config.h>

#include "diskidx/baseline.h"
#include "diskidx/commands.h"
#include "diskidx/message.h"
#include "diskidx/record.h"
#include "common.h"
#include "output.h"
#include "run-list.h"
#include "saved.h"

/* A report that is being printed. */
struct report {
	const struct options *options;
	const char *const *path;
	size_t n;
	const struct baseline *baseline;
	bool follows;		/* others were printed before */
	int status;		/* 2: the output cannot be written */
};

static void
print(struct report *report, const struct record *runs, size_t n)
{
	int status;

	if (report->status == 2)
		return;
	status = commands_render((struct rendered){
		.options = report->options, .records = runs, .n = n,
		.how.follows = report->follows,
	});
	report->status = status > report->status ? status : report->status;
	report->follows = true;
}

static void
print_run(void *context, struct record *run)
{
	struct report *report = context;

	record_summarise(run, report->baseline);
	print(report, run, 1);
	record_free(run);
}

/* Print each run as soon as it is read. */
static bool
print_one_by_one(struct report *report)
{
	for (size_t i = 0; i < report->n; i++)
		if (!commands_read(report->path[i], false, print_run, report))
			return false;
	return true;
}

static bool
print_all(struct report *report)
{
	bool thin = output_is_newest_in_full(report->options);
	struct run_list list = {
		.baseline = report->baseline, .thin = thin,
		.keeps_newest = thin,
	};
	bool good = true;
	size_t i;

	for (i = 0; i < report->n && good; i++)
		good = run_list_add_file(&list, report->path[i]);
	if (good)
		run_list_summarise(&list);
	if (good)
		print(report, list.run, list.n);
	run_list_free(&list);
	return good;
}

/* Print the runs of some files. Return the exit status. */
static int
print_files(struct report *report)
{
	const struct options *options = report->options;
	struct baseline *owned = NULL;
	bool good;

	report->baseline = commands_baseline(options->baseline, &owned);
	if (report->baseline == NULL)
		return 2;
	good = output_format(options)->one_by_one &&
	       !output_has_file(options) ? print_one_by_one(report) :
	       print_all(report);
	if (owned != NULL)
		baseline_free(owned);
	return good ? report->status : 2;
}

/* Print the newest of the saved records. */
static int
print_newest(struct report *report)
{
	struct saved saved;
	int status;

	if (!saved_find_by_time(&saved, "name one: diskidx report RECORD"))
		return 2;
	report->path = (const char *const *)&saved.file[saved.n - 1];
	report->n = 1;
	message_progress("the newest record is %s", *report->path);
	status = print_files(report);
	saved_free(&saved);
	return status;
}

int
command_report(const struct options *options)
{
	struct report report = {
		.options = options, .path = options->operand.list,
		.n = options->operand.n,
	};

	if (!output_check(options))
		return 2;
	return report.n > 0 ? print_files(&report) : print_newest(&report);
}
