/*
 * The command run: from the plan to the saved and printed record. The user gets
 * messages from here and from check.c, fill.c and measure.c in src/run.
 */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "diskidx/alloc.h"
#include "diskidx/baseline.h"
#include "diskidx/budget.h"
#include "diskidx/commands.h"
#include "diskidx/message.h"
#include "diskidx/plan.h"
#include "diskidx/record.h"
#include "diskidx/run.h"
#include "diskidx/signals.h"
#include "common.h"
#include "saved.h"

#define PATH_ROOM 4096		/* for the path of the current directory */

enum { STATUS_DONE, STATUS_BAD, STATUS_USAGE };

/* The baseline of engines that move no data. */
static const struct baseline unscored = { .name = "none", .version = "none" };

static bool
has_samples(const struct record *record)
{
	size_t i;

	for (i = 0; i < record->n_results; i++)
		if (record->result[i].n_samples > 0)
			return true;
	return false;
}

/* Save the record unless told not to. Return its path on the heap, or NULL. */
static char *
save(struct run *r)
{
	const struct options *o = r->options;
	char *path;
	int error;

	if (o->no_save || !r->plan.scores || !has_samples(&r->record))
		return NULL;
	path = o->output != NULL ? xstrdup(o->output) :
	       saved_new_path(&r->record);
	if (path == NULL)
		return NULL;
	error = record_save(&r->record, path);
	if (error == 0)
		return path;
	message_error("%s: cannot save the record: %s", path,
		      strerror(-error));
	r->failed |= o->output != NULL;
	free(path);
	return NULL;
}

/* Leave out a text without any figure: the messages before it say more. */
static bool
is_worth_printing(const struct run *r)
{
	return has_samples(&r->record) ||
	       strcmp(r->options->format, "text") != 0 ||
	       (!r->failed && !r->record.interrupted);
}

/*
 * Return the baseline's name as given to -B, so that it can be found from the
 * record's place: beside an absolute path, a relative one is made absolute. On
 * the heap; NULL without -B.
 */
static char *
name_baseline(const char *name, const char *saved)
{
	bool is_relative = name != NULL && name[0] != '/' && saved != NULL &&
			   saved[0] == '/' && baseline_by_name(name) == NULL;
	char here[PATH_ROOM];

	if (is_relative && getcwd(here, sizeof(here)) != NULL)
		return xprintf("%s/%s", here, name);
	return name != NULL ? xstrdup(name) : NULL;
}

static int
print(struct run *r, const struct baseline *baseline)
{
	struct format_options format = {
		.si = r->options->si, .verbose = r->options->verbose,
	};
	char *saved, *name;
	int status = STATUS_DONE;

	run_note_circumstances(r);
	record_summarise(&r->record, r->plan.scores ? baseline : &unscored);
	saved = save(r);
	name = name_baseline(r->options->baseline, saved);
	format.saved = saved;
	format.baseline = name;
	if (is_worth_printing(r))
		status = commands_render(&r->record, 1, r->options, &format);
	else if (r->record.interrupted)
		message_error("interrupted before the first figure");
	free(name);
	free(saved);
	if (!has_samples(&r->record) && !r->record.interrupted)
		return STATUS_USAGE;
	return status != STATUS_DONE ? status :
	       r->failed ? STATUS_BAD : STATUS_DONE;
}

/* Find all errors before the run. False after a message. Free *owned. */
static bool
check(struct run *r, const struct baseline **baseline,
      struct baseline **owned)
{
	char error[PLAN_ERROR];

	if (plan_build(r->options, &r->plan, error) != 0) {
		message_error("%s", error);
		return false;
	}
	if (!commands_check_format(r->options->format) ||
	    !commands_check_output(r->options->output))
		return false;
	*baseline = commands_baseline(r->options->baseline, owned);
	return *baseline != NULL && run_check(r);
}

int
command_run(const struct options *options)
{
	struct run r = { .options = options };
	const struct baseline *baseline = NULL;
	struct baseline *owned = NULL;
	int status = check(&r, &baseline, &owned) ? STATUS_DONE :
		     STATUS_USAGE;

	if (status == STATUS_DONE && options->dry_run) {
		budget_print(&r.plan, stdout);
		status = command_end("the plan");
	} else if (status == STATUS_DONE) {
		signals_catch();
		run_begin_record(&r);
		run_measure(&r);
		run_end_record(&r);
	}
	/* Print before the targets are closed, which a stuck disk can delay. */
	if (status == STATUS_DONE && !options->dry_run)
		status = print(&r, baseline);
	if (!run_close_targets(&r) && status == STATUS_DONE)
		status = STATUS_BAD;
	record_free(&r.record);
	plan_free(&r.plan);
	if (owned != NULL)
		baseline_free(owned);
	return status;
}
