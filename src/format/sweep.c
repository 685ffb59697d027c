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

static bool
is_same_shape(const struct params *a, const struct params *b)
{
	return a->block_bytes == b->block_bytes && a->depth == b->depth &&
		sweep_read_share(a) == sweep_read_share(b);
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
	return a->rate_iops > 0 && b->rate_iops > 0 && is_same_shape(a, b);
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

static int
compare_numbers(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

static int
compare_rows(const void *left, const void *right)
{
	const struct result *const *row[] = { left, right };
	const struct params *a = &(*row[0])->params, *b = &(*row[1])->params;
	int order = compare_numbers(a->block_bytes, b->block_bytes);

	if (order == 0)
		order = compare_numbers(sweep_read_share(a),
					sweep_read_share(b));
	if (order == 0)
		order = compare_numbers(a->depth, b->depth);
	if (order == 0)
		order = compare_numbers(a->rate_iops, b->rate_iops);
	return order;
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
