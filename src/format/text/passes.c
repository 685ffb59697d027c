/*
 * The passes of a test one by one, in decimal and in binary units, so that a
 * line can be compared with dd's.
 */
#include <config.h>

#include <stdlib.h>

#include "diskidx/alloc.h"
#include "diskidx/clock.h"
#include "diskidx/units.h"
#include "diskidx/wrap.h"
#include "text.h"

#define MB 1e6
#define AMOUNT_COLUMNS 34
#define MEAN_COLUMNS (AMOUNT_COLUMNS + 6)

/* Return the decimals: at least three digits below 100, none above. */
static int
decimals_of(double x)
{
	return x >= 100 ? 0 : x >= 10 ? 1 : 3;
}

static double
rate_of(const struct sample *sample)
{
	double seconds = clock_seconds(sample->total.elapsed_ns);

	return seconds > 0 ? (double)sample->total.bytes / seconds : 0;
}

static void
put_rate(FILE *out, double bytes_per_s)
{
	int decimals = bytes_per_s < 10 * MB ? 3 : 1;

	fprintf(out, " %9.*f MB/s %9.*f MiB/s", decimals, bytes_per_s / MB,
		decimals, bytes_per_s / (double)MIB);
}

/* Return the size of a whole pass of all copies. */
static uint64_t
whole_bytes(const struct result *result)
{
	return result->params.file_bytes * result->copies;
}

/* Print a pass, "capped" if it ended before its file; a note says why. */
static void
put_pass(FILE *out, const struct result *result, const struct sample *sample)
{
	double mb = (double)sample->total.bytes / MB;
	double mib = (double)sample->total.bytes / (double)MIB;
	double seconds = clock_seconds(sample->total.elapsed_ns);
	bool capped = sample->total.bytes < whole_bytes(result);
	char *amount = xprintf("%.*f MB (%.*f MiB) in %.*f s",
			       decimals_of(mb), mb, decimals_of(mib), mib,
			       seconds < 0.1 ? 6 : 3, seconds);

	fprintf(out, "%4u. %-*s", sample->round, AMOUNT_COLUMNS, amount);
	put_rate(out, rate_of(sample));
	fputs(capped ? " capped\n" : "\n", out);
	free(amount);
}

static void
put_mean(FILE *out, const char *name, double bytes_per_s, const char *marks)
{
	fprintf(out, "%-*s", MEAN_COLUMNS, name);
	put_rate(out, bytes_per_s);
	fprintf(out, "%s\n", marks);
}

/* Print the rate that counts, and the mean that scripts around dd compute. */
static void
put_means(FILE *out, const struct result *result)
{
	double *rate = xmalloc(result->n_samples * sizeof(*rate));
	char marks[VIEW_MARKS];
	struct totals totals;
	size_t i;

	for (i = 0; i < result->n_samples; i++)
		rate[i] = rate_of(&result->sample[i]);
	totals_of(&totals, result);
	put_mean(out, "      all bytes / time, which counts",
		 result->unit == UNIT_MIBPS ? result->value * (double)MIB :
		 totals_rate(&totals, totals.bytes),
		 view_marks(marks, result));
	put_mean(out, "      arithmetic mean", statistics_mean(rate,
		 result->n_samples), "");
	free(rate);
}

static void
put_result(FILE *out, const struct result *result)
{
	const char *na_reason = view_na_reason(result);
	size_t i;

	wrap_print(out, "", 0, result->title);
	for (i = 0; na_reason == NULL && i < result->n_samples; i++)
		put_pass(out, result, &result->sample[i]);
	if (na_reason == NULL)
		put_means(out, result);
	else
		wrap_print(out, "      n/a: ", 6, na_reason);
	putc('\n', out);
}

void
text_passes(FILE *out, const struct section *group)
{
	const struct result *result;
	size_t at = 0;

	while ((result = view_result(group, &at)) != NULL)
		put_result(out, result);
}
