/* Comparisons as text: figures, names and coverages. */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/units.h"
#include "diskidx/compared.h"
#include "diskidx/view.h"

/* Write about 4 digits in so many columns at most: "1.234", "87111", "4111k",
 * and "<.001" or "9999+" for what these can't tell. */
static void
put_digits(char *text, double x, int columns)
{
	static const char suffix[] = "kMGT";
	double room = pow(10, columns);

	if (x < room - 0.5) {
		if (x < 9999.5)
			units_format_digits(text, x, columns - 2);
		else
			snprintf(text, COMPARED_TEXT, "%.0f", x);
		return;
	}
	for (const char *s = suffix; *s != '\0'; s++) {
		x /= 1000;
		if (x < room / 10 - 0.5) {
			snprintf(text, COMPARED_TEXT, "%.0f%c", x, *s);
			return;
		}
	}
	strcpy(text, "9999+");
}

static char *
no_figure(char text[COMPARED_TEXT])
{
	return strcpy(text, "-");
}

char *
compared_value(char text[COMPARED_TEXT], const struct compared *row, int side,
	       bool si)
{
	double value = row->side[side].value;

	if (row->side[side].n == 0)
		return no_figure(text);
	put_digits(text, row->percent > 0 ? value / 1000 :
		   row->rows > 0 ? value : view_value(value, row->unit, si),
		   COMPARED_VALUE);
	return text;
}

char *
compared_ratio(char text[COMPARED_TEXT], const struct compared *row)
{
	if (!row->has_ratio)
		return no_figure(text);
	put_digits(text, row->ratio, COMPARED_RATIO);
	return text;
}

char *
compared_interval(char text[COMPARED_TEXT], const struct compared *row)
{
	char low[UNITS_TEXT], high[UNITS_TEXT];

	if (!row->has_interval)
		return no_figure(text);
	snprintf(text, COMPARED_TEXT, "%.12s-%.12s",
		 units_format_digits(low, row->ci95.low, COMPARED_RATIO - 2),
		 units_format_digits(high, row->ci95.high, COMPARED_RATIO - 2));
	return text;
}

char *
compared_verdict(char text[COMPARED_TEXT], const struct compared *row)
{
	const char *name = verdict_name(row->verdict);
	double high = row->ci95.high, low = row->ci95.low;
	double percent = ceil(100 * fmax(high - 1, 1 - low));
	double times = fmax(high, 1 / low);

	/* At most 32 columns, so that the table keeps within 80. */
	if (row->verdict != VERDICT_NO_DIFFERENCE)
		snprintf(text, COMPARED_TEXT, "%s", name);
	else if (percent < 100)
		snprintf(text, COMPARED_TEXT, "%s (up to %.0f %%)", name,
			 percent);
	else if (times < 999.5)
		snprintf(text, COMPARED_TEXT, "%s (up to %.*fx)", name,
			 times < 9.95 ? 1 : 0, times);
	else
		snprintf(text, COMPARED_TEXT, "%s", name);
	return text;
}

bool
comparison_next_target(struct comparison *c, const struct record *record,
		       unsigned *target)
{
	if (*target > 0)
		comparison_free(c);
	if (++*target >= record->n_targets)
		return false;
	comparison_of_targets(c, record, *target, COMPARISON_SAME_PCT);
	return true;
}

static bool
comparison_has_copies(const struct comparison *c)
{
	for (size_t i = 1; i < c->tests.n; i++)
		if (c->tests.row[i].copies != c->tests.row[0].copies)
			return true;
	return false;
}

static bool
comparison_has_targets(const struct comparison *c)
{
	for (size_t i = 1; i < c->tests.n; i++)
		if (c->tests.row[i].target != c->tests.row[0].target)
			return true;
	return false;
}

char *
compared_name(const struct comparison *c, const struct compared *row)
{
	char *directory = comparison_has_targets(c) ?
			  compared_directory(row) : NULL;
	char *id = row->percent > 0 ?
		   xprintf("%s p%g", row->id, row->percent) :
		   xprintf("%s%s", row->id, row->rows > 0 ? " score" : "");
	char *name = result_name(id, comparison_has_copies(c) ? row->copies :
				 0, directory);

	free(id);
	free(directory);
	return name;
}

const struct compared *
comparison_row(const struct comparison *c, size_t i)
{
	return i < c->n_rows ? &c->row[i] : NULL;
}

char *
compared_place(const struct comparison *c, const struct compared *row)
{
	char *place = comparison_has_targets(c) ? compared_directory(row) :
		      NULL;

	if (place == NULL)
		place = xstrdup("");
	if (!comparison_has_copies(c))
		return place;
	return xjoin(place, ", ", xprintf("%u cop%s", row->copies,
					  row->copies == 1 ? "y" : "ies"));
}

bool
compared_is_shown(const struct compared *row)
{
	return row->percent == 0 || row->verdict == VERDICT_FASTER ||
		row->verdict == VERDICT_SLOWER || row->ratio >= 2 ||
		row->ratio <= 0.5;
}

const char *
side_host(const struct side *side)
{
	const char *host = facts_get(&side->run[0]->host, FACT_HOSTNAME);
	const char *other;

	for (size_t i = 1; i < side->n_runs && host != NULL; i++) {
		other = facts_get(&side->run[i]->host, FACT_HOSTNAME);
		if (other == NULL || strcmp(other, host) != 0)
			return "several hosts";
	}
	return host;
}

const char *
side_fact(const struct side *side, enum fact_key key)
{
	const char *fact = facts_get(&side->run[0]->plan, key), *other;

	for (size_t i = 1; i < side->n_runs && fact != NULL; i++) {
		other = facts_get(&side->run[i]->plan, key);
		if (other == NULL || strcmp(other, fact) != 0)
			return NULL;
	}
	return fact;
}

char *
comparison_minute(char text[CLOCK_DATE], const struct record *run)
{
	return clock_date(text, "%Y-%m-%d %H:%M", run->started_s,
			  run->utc_offset_s);
}
