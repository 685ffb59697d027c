/* Finding sweeps among results: see sweep.h. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "sweep.h"

size_t
sweep_base_length(const char *id)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
	const char *colon;

	for (colon = strchr(id, ':'); colon != NULL;
	     colon = strchr(colon + 1, ':')) {
		size_t name = strspn(colon + 1, letters);

		if (name > 0 && colon[1 + name] == '=')
			return (size_t)(colon - id);
	}
	return strlen(id);
}

unsigned
sweep_read_share(const struct params *params)
{
	switch (params->action) {
	case ACTION_READ:
		return 100;
	case ACTION_WRITE:
		return 0;
	case ACTION_COPY:
		return 50;
	default:
		break;
	}
	return (unsigned)params->read_pct;
}

uint64_t
sweep_number(const struct params *params, enum swept which)
{
	const uint64_t numbers[SWEPT] = {
		[SWEPT_BLOCK] = params->block_bytes,
		[SWEPT_MIX] = sweep_read_share(params),
		[SWEPT_DEPTH] = params->depth,
		[SWEPT_RATE] = params->rate_iops,
	};

	return numbers[which];
}

/* Compare two tests by the first number that differs, before a last one. */
static int
compare_numbers(const struct params *a, const struct params *b, enum swept end)
{
	int order = 0;

	for (enum swept which = 0; which < end && order == 0; which++)
		order = (sweep_number(a, which) > sweep_number(b, which)) -
			(sweep_number(a, which) < sweep_number(b, which));
	return order;
}

static int
compare_rows(const void *left, const void *right)
{
	const struct result *const *a = left, *const *b = right;

	return compare_numbers(&(*a)->params, &(*b)->params, SWEPT);
}

bool
sweep_varies(const struct sweep *sweep, enum swept which)
{
	for (size_t i = 1; i < sweep->n; i++)
		if (sweep_number(&sweep->row[0]->params, which) !=
		    sweep_number(&sweep->row[i]->params, which))
			return true;
	return false;
}

/* Return true if two differ in block, depth, mix and rate at most. */
static bool
is_same_test(const struct result *x, const struct result *y)
{
	const struct params *a = &x->params, *b = &y->params;
	size_t length = sweep_base_length(x->id);

	return sweep_base_length(y->id) == length &&
		strncmp(x->id, y->id, length) == 0 &&
		a->cache == b->cache && a->sync == b->sync &&
		a->sequential_pct == b->sequential_pct &&
		a->pattern == b->pattern &&
		a->theta_milli == b->theta_milli && a->arrival == b->arrival;
}

/* Return true if two results are of one sweep. */
static bool
is_kin(enum sweep_kind kind, const struct result *x, const struct result *y)
{
	const struct params *a = &x->params, *b = &y->params;

	if (!is_same_test(x, y))
		return false;
	if (kind == SWEEP_SHAPE)
		return a->rate_iops == b->rate_iops;
	return a->rate_iops > 0 && b->rate_iops > 0 &&
		compare_numbers(a, b, SWEPT_RATE) == 0;
}

/* Return the number of rows that makes a sweep. */
static size_t
min_rows(enum sweep_kind kind, const struct result *row)
{
	const struct suite *suite = suite_of(row->id);

	if (kind == SWEEP_RATE)
		return 2;
	return suite != NULL && suite->layout == LAYOUT_ACCESS ? 1 : 3;
}

static bool
is_first(enum sweep_kind kind, const struct section *section,
	 const struct result *of)
{
	const struct result *result;
	size_t at = 0;

	while ((result = view_result(section, &at)) != of) {
		if (is_kin(kind, result, of))
			return false;
	}
	return true;
}

static void
collect(struct sweep *sweep, const struct section *section,
	const struct result *first)
{
	const struct result *result;
	size_t at = 0;

	sweep->n = 0;
	if (sweep->row == NULL)
		sweep->row = xmalloc(section->record->n_results *
				     sizeof(*sweep->row));
	while ((result = view_result(section, &at)) != NULL) {
		if (is_kin(sweep->kind, first, result))
			sweep->row[sweep->n++] = result;
	}
	qsort(sweep->row, sweep->n, sizeof(*sweep->row), compare_rows);
}

/* Return the title of the test itself, if it was measured, or its id. */
static char *
title_of_shapes(const struct sweep *sweep)
{
	const struct result *row = sweep->row[0];
	size_t length = sweep_base_length(row->id), i;

	for (i = 0; i < sweep->n; i++) {
		if (strlen(sweep->row[i]->id) == length)
			return xstrdup(sweep->row[i]->title);
	}
	if (row->params.rate_iops > 0)
		return xprintf("%.*s at %u/s", (int)length, row->id,
			       (unsigned)row->params.rate_iops);
	return xprintf("%.*s", (int)length, row->id);
}

/* Return the title of the test without its rate. */
static char *
title_of_rates(const struct sweep *sweep)
{
	const struct result *row = sweep->row[0];
	char *rate = xprintf(" at %u/s", (unsigned)row->params.rate_iops);
	const char *at = strstr(row->title, rate);
	char *title = at == NULL ? xstrdup(row->title) :
		      xprintf("%.*s%s", (int)(at - row->title), row->title,
			      at + strlen(rate));

	free(rate);
	return title;
}

bool
sweep_next(struct sweep *sweep, const struct section *section)
{
	const struct result *result;

	free(sweep->title);
	sweep->title = NULL;
	for (; sweep->kind < SWEEP_KINDS; sweep->kind++, sweep->at = 0) {
		while ((result = view_result(section, &sweep->at)) != NULL) {
			if (!is_first(sweep->kind, section, result))
				continue;
			collect(sweep, section, result);
			if (sweep->n < min_rows(sweep->kind, result))
				continue;
			sweep->title = sweep->kind == SWEEP_RATE ?
				       title_of_rates(sweep) :
				       title_of_shapes(sweep);
			return true;
		}
	}
	free(sweep->row);
	sweep->row = NULL;
	return false;
}
