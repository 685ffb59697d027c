/* Comparisons as text: figures, names and occasions. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "comparison.h"
#include "view.h"

#define MAX_SHARE 999		/* per cent, the largest of three digits */

/* Write about 4 digits, and at most 6 characters. */
static void
put_digits(char *text, double x)
{
	const char *suffix = "";

	if (x >= 999999.5) {
		suffix = x >= 999999500 ? "M" : "k";
		x /= *suffix == 'M' ? 1e6 : 1e3;
	}
	if (*suffix != '\0')
		snprintf(text, COMPARED_TEXT, "%.0f%s", x, suffix);
	else
		snprintf(text, COMPARED_TEXT, "%.*f", x < 9.9995 ? 3 :
			 x < 99.995 ? 2 : x < 999.95 ? 1 : 0, x);
}

static char *
none(char text[COMPARED_TEXT])
{
	return strcpy(text, "-");
}

char *
compared_value(char text[COMPARED_TEXT], const struct compared *row, int side,
	       bool si)
{
	double value = row->side[side].value;

	if (row->side[side].n == 0)
		return none(text);
	put_digits(text, row->rows > 0 ? value :
		   view_value(value, row->unit, si));
	return text;
}

char *
compared_ratio(char text[COMPARED_TEXT], const struct compared *row)
{
	if (!row->has_ratio)
		return none(text);
	put_digits(text, row->ratio);
	return text;
}

/* Write an end of an interval, ">9999" for any that needs over 5 columns. */
static void
put_end(char *text, double x)
{
	if (x < 9999.5)
		put_digits(text, x);
	else
		strcpy(text, ">9999");
}

char *
compared_interval(char text[COMPARED_TEXT], const struct compared *row)
{
	char low[COMPARED_TEXT], high[COMPARED_TEXT];

	if (!row->has_interval)
		return none(text);
	put_end(low, row->ci95.low);
	put_end(high, row->ci95.high);
	snprintf(text, COMPARED_TEXT, "%.12s to %.12s", low, high);
	return text;
}

bool
compared_has_share(const struct compared *row)
{
	return row->verdict == VERDICT_NO_DIFFERENCE &&
	       row->detectable_pct > 0 && row->detectable_pct <= MAX_SHARE;
}

char *
compared_verdict(char text[COMPARED_TEXT], const struct compared *row)
{
	double share = row->detectable_pct;

	/* Always five columns, so that the table keeps within 80. */
	if (compared_has_share(row))
		snprintf(text, COMPARED_TEXT, "%.24s (<%s%.*f %%)",
			 verdict_name(row->verdict),
			 share >= 9.95 && share < 99.5 ? " " : "",
			 share < 9.95 ? 1 : 0, share);
	else
		snprintf(text, COMPARED_TEXT, "%s",
			 verdict_name(row->verdict));
	return text;
}

bool
comparison_has_copies(const struct comparison *c)
{
	size_t i;

	for (i = 1; i < c->n_tests; i++)
		if (c->test[i].copies != c->test[0].copies)
			return true;
	return false;
}

bool
comparison_has_targets(const struct comparison *c)
{
	size_t i;

	for (i = 1; i < c->n_tests; i++)
		if (c->test[i].target != c->test[0].target)
			return true;
	return false;
}

char *
compared_name(const struct comparison *c, const struct compared *row)
{
	char *directory = comparison_has_targets(c) ?
			  compared_directory(row) : NULL;
	char *id = xprintf("%s%s", row->id, row->rows > 0 ? " score" : "");
	char *name = result_name(id, comparison_has_copies(c) ? row->copies :
				 0, directory);

	free(id);
	free(directory);
	return name;
}

const struct compared *
comparison_row(const struct comparison *c, size_t i)
{
	return i < c->n_tests ? &c->test[i] : &c->score[i - c->n_tests];
}

/* Return the name of the host, if all runs of the side were on one. */
static const char *
host_of(const struct side *side)
{
	const char *host = facts_get(&side->run[0]->host, "hostname"), *other;
	size_t i;

	for (i = 1; i < side->n_runs && host != NULL; i++) {
		other = facts_get(&side->run[i]->host, "hostname");
		if (other == NULL || strcmp(other, host) != 0)
			return "several hosts";
	}
	return host;
}

char *
comparison_minute(char text[CLOCK_DATE], const struct record *run)
{
	return clock_date(text, "%Y-%m-%d %H:%M", run->started_s,
			  run->utc_offset_s);
}

const char *
averaged_name(enum averaged averaged)
{
	static const char *const names[] = {
		[AVERAGED_SAMPLES] = "samples", [AVERAGED_ROUNDS] = "rounds",
		[AVERAGED_RUNS] = "runs",
	};

	return names[averaged];
}

/* Return ", 8 samples a test", on the heap. */
static char *
samples_of(const struct comparison *c, int side)
{
	const char *what = c->averaged == AVERAGED_ROUNDS ? "rounds" :
			   "samples a test";
	size_t least = 0, most = 0, n, i;

	for (i = 0; i < c->n_tests; i++) {
		n = c->test[i].side[side].n;
		if (n == 0)
			continue;
		least = least == 0 || n < least ? n : least;
		most = n > most ? n : most;
	}
	if (c->averaged == AVERAGED_RUNS || most == 0)
		return xstrdup("");
	if (most == 1)
		return xstrdup(c->averaged == AVERAGED_ROUNDS ? ", 1 round" :
			       ", 1 sample a test");
	if (least == most)
		return xprintf(", %zu %s", most, what);
	return xprintf(", %zu to %zu %s", least, most, what);
}

char *
comparison_occasion(const struct comparison *c, int which)
{
	const struct side *side = &c->side[which];
	const struct record *first = side->run[0], *last = first;
	const char *host = host_of(side);
	char *samples, *text, from[CLOCK_DATE], to[CLOCK_DATE];
	size_t i;

	for (i = 1; i < side->n_runs; i++) {
		if (side->run[i]->started_s < first->started_s)
			first = side->run[i];
		if (side->run[i]->started_s > last->started_s)
			last = side->run[i];
	}
	comparison_minute(from, first);
	comparison_minute(to, last);
	samples = samples_of(c, which);
	text = xprintf("%zu run%s%s%s%s, %s%s%s", side->n_runs,
		       side->n_runs == 1 ? "" : "s", samples,
		       host != NULL ? ", on " : "", host != NULL ? host : "",
		       from, side->n_runs > 1 ? " to " : "",
		       side->n_runs > 1 ? to : "");
	free(samples);
	return text;
}
