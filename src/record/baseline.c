/*
 * A baseline from a record: the mean of each test over all runs. A row is for
 * tests of the same fingerprint only.
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "diskidx/alloc.h"
#include "diskidx/record.h"
#include "diskidx/flags.h"
#include "diskidx/traits.h"
#include "lines.h"

/* The sum of a test over the runs. */
struct sum {
	char *id, *fingerprint;
	double logs;		/* of the runs' values */
	size_t runs;
};

/* The sums over the record so far. */
struct summary {
	struct sum *sum;
	size_t n_sums;
	bool begun;		/* by the first test, which decides: */
	unsigned target, copies;
};

bool
record_is(const char *path)
{
	static const char magic[] = RECORD_MAGIC "\t";
	char text[sizeof(magic) - 1];
	struct stat st;
	FILE *stream;
	bool same;

	/* A FIFO would wait for a writer, and lose the bytes read. */
	if (stat(path, &st) != 0 || !S_ISREG(st.st_mode))
		return false;
	stream = fopen(path, "r");
	if (stream == NULL)
		return false;
	same = fread(text, 1, sizeof(text), stream) == sizeof(text) &&
	       memcmp(text, magic, sizeof(text)) == 0;
	fclose(stream);
	return same;
}

static struct sum *
find_sum(struct summary *summary, const struct result *result)
{
	struct sum *sum;

	for (size_t i = 0; i < summary->n_sums; i++) {
		sum = &summary->sum[i];
		if (strcmp(sum->id, result->id) == 0 &&
		    strcmp(sum->fingerprint, result->fingerprint) == 0)
			return sum;
	}
	summary->sum = xrealloc(summary->sum, (summary->n_sums + 1) *
				sizeof(*sum));
	sum = &summary->sum[summary->n_sums++];
	memset(sum, 0, sizeof(*sum));
	sum->id = xstrdup(result->id);
	sum->fingerprint = xstrdup(result->fingerprint);
	return sum;
}

/* Add a result whose figure can be a reference. */
static void
add_result(struct summary *summary, const struct result *result)
{
	struct sum *sum;

	if (!summary->begun) {
		summary->begun = true;
		summary->target = result->target;
		summary->copies = result->copies;
	}
	if (result->target != summary->target ||
	    result->copies != summary->copies ||
	    !result->has_value || result->value <= 0 ||
	    flags_invalidate(result->flags) ||
	    traits_of_engine(result->engine)->moves_nothing)
		return;
	sum = find_sum(summary, result);
	sum->logs += log(result->value);
	sum->runs++;
}

static void
add_run(void *context, struct record *run)
{
	static const struct baseline none = { .name = "none",
					      .version = "none" };
	struct summary *summary = context;

	record_summarise(run, &none);
	for (size_t i = 0; i < run->n_results; i++)
		add_result(summary, &run->result[i]);
	record_free(run);
}

static struct baseline *
make_baseline(const struct summary *summary, const char *path)
{
	const char *slash = strrchr(path, '/');
	char name[BASELINE_NAME + 1];
	struct baseline *baseline;

	/* It is named as the file, with printable characters only. */
	snprintf(name, sizeof(name), "%s", slash != NULL ? slash + 1 : path);
	for (char *at = name; *at != '\0'; at++)
		if (*at <= ' ' || *at > '~')
			*at = '-';
	baseline = baseline_make(name);
	for (size_t i = 0; i < summary->n_sums; i++) {
		const struct sum *sum = &summary->sum[i];
		struct baseline_row row = {
			.id = sum->id,
			.value = exp(sum->logs / (double)sum->runs),
			.fingerprint = sum->fingerprint,
		};

		baseline_add(baseline, &row);
	}
	return baseline;
}

struct baseline *
record_baseline(const char *path, char *error, size_t error_size)
{
	struct summary summary;
	struct baseline *baseline = NULL;

	memset(&summary, 0, sizeof(summary));
	if (record_each(path, true, add_run, &summary, error, error_size) > 0) {
		if (summary.n_sums > 0)
			baseline = make_baseline(&summary, path);
		else
			snprintf(error, error_size, "%s: no figure of this "
				 "record can be a baseline", path);
	}
	for (size_t i = 0; i < summary.n_sums; i++) {
		free(summary.sum[i].id);
		free(summary.sum[i].fingerprint);
	}
	free(summary.sum);
	return baseline;
}
