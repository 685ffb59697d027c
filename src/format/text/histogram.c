/*
 * The picture of a distribution of latencies: one bar per bin, and bins from 1
 * to 2 to 5 to 10, since latencies spread over several powers of ten.
 */
#include <config.h>

#include "diskidx/units.h"
#include "text.h"

#define BINS 38			/* 0, then 1 ns to 1000 s */
#define BAR_COLUMNS 42

static uint64_t
bound_of(unsigned bin)
{
	static const uint64_t steps[] = { 1, 2, 5 };
	uint64_t power = 1;
	unsigned i;

	if (bin == 0)
		return 0;
	for (i = 0; i < (bin - 1) / 3; i++)
		power *= 10;
	return steps[(bin - 1) % 3] * power;
}

static void
put_label(FILE *out, unsigned bin)
{
	char from[UNITS_TEXT], to[UNITS_TEXT];

	if (bin == BINS - 1)
		fprintf(out, "      %17s", "1000 s and more");
	else
		fprintf(out, "      %7s - %7s",
			units_format_time(from, (double)bound_of(bin)),
			units_format_time(to, (double)bound_of(bin + 1)));
}

/* Print a bar relative to the largest bin, at least a dot for any count. */
static void
put_bar(FILE *out, uint64_t count, uint64_t largest)
{
	unsigned columns = (unsigned)((double)count / (double)largest *
				      BAR_COLUMNS + 0.5), i;

	if (count > 0)
		putc(' ', out);
	for (i = 0; i < columns; i++)
		putc('#', out);
	if (count > 0 && columns == 0)
		putc('.', out);
}

static void
put_bin(FILE *out, unsigned bin, uint64_t count, uint64_t largest,
	uint64_t all)
{
	double share = 100 * (double)count / (double)all;

	put_label(out, bin);
	if (count > 0 && share < 0.005)
		fprintf(out, " %7s %%", "<0.01");
	else
		fprintf(out, " %7.2f %%", share);
	put_bar(out, count, largest);
	putc('\n', out);
}

void
text_histogram(FILE *out, const struct histogram *h)
{
	uint64_t bound[BINS], count[BINS], largest = 0;
	unsigned first = BINS, last = 0, bin;

	for (bin = 0; bin < BINS; bin++)
		bound[bin] = bound_of(bin);
	histogram_bins(h, bound, BINS, count);
	for (bin = 0; bin < BINS; bin++) {
		if (count[bin] == 0)
			continue;
		if (first == BINS)
			first = bin;
		last = bin;
		if (count[bin] > largest)
			largest = count[bin];
	}
	for (bin = first; bin <= last && bin < BINS; bin++)
		put_bin(out, bin, count[bin], largest, h->count);
}
