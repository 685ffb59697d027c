/* Functions shared by run, compare and report. */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diskidx/baseline.h"
#include "diskidx/commands.h"
#include "diskidx/message.h"
#include "diskidx/record.h"
#include "diskidx/suggest.h"
#include "diskidx/flags.h"
#include "common.h"
#include "output.h"
#include "saved.h"

const struct baseline *
commands_baseline(const char *name, struct baseline **owned)
{
	const struct baseline *baseline = baseline_by_name(name);
	struct suggestion s = { .word = name };
	char error[320];
	size_t i;

	*owned = NULL;
	if (baseline != NULL)
		return baseline;
	if (strchr(name, '/') == NULL && access(name, F_OK) != 0) {
		for (i = 0; baseline_at(i) != NULL; i++)
			suggest_offer(&s, baseline_at(i)->name);
		message_error("-B: '%.80s' is neither a baseline nor a file%s",
			      name, suggest_end(&s, "", ""));
		return NULL;
	}
	*owned = record_is(name) ?
		 record_baseline(name, error, sizeof(error)) :
		 baseline_load(name, error, sizeof(error));
	if (*owned == NULL)
		message_error("%s", error);
	return *owned;
}

bool
commands_check_output(const char *path)
{
	char error[RECORD_ERROR];

	if (path == NULL)
		return true;
	if (record_check(path, error, sizeof(error)) != 0) {
		message_error("-o: %s", error);
		return false;
	}
	if (error[0] != '\0')
		message_warning("-o: %s", error);
	return true;
}

bool
commands_read(const char *path, bool thin,
	      void (*take)(void *context, struct record *run), void *context)
{
	char error[RECORD_ERROR], *found = saved_path(path);
	bool good = record_each(found, thin, take, context, error,
				sizeof(error)) > 0;

	free(found);
	if (!good)
		message_error("%s", error);
	else if (error[0] != '\0')
		message_warning("%s", error);
	return good;
}

static bool
any_invalid(const struct record *records, size_t n)
{
	size_t i, j;

	for (i = 0; i < n; i++)
		for (j = 0; j < records[i].n_results; j++)
			if (flags_invalidate(records[i].result[j].flags))
				return true;
	return false;
}

static void
render(const struct format *format, const void *what, FILE *stream)
{
	const struct rendered *r = what;
	struct format_options how = r->how;

	how.score_only = stream == stdout && r->options->quiet &&
			 !how.verbose && !how.brief;
	if (r->ranking != NULL)
		format->rank(r->ranking, &how, stream);
	else if (r->records != NULL)
		format->render(r->records, r->n, &how, stream);
	else
		format->compare(r->comparisons, r->n, &how, stream);
}

int
commands_render(struct rendered what)
{
	const struct options *options = what.options;

	what.how.si = options->si;
	what.how.verbose = options->verbose;
	what.how.brief = options->brief;
	if (output_write(options, render, &what) != 0)
		return 2;
	return what.records != NULL && options->strict &&
	       any_invalid(what.records, what.n) ? 1 : 0;
}
