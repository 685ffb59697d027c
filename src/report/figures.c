/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Figures: see figures.h. */
#include <config.h>

#include <math.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/say.h"
#include "diskidx/report/figures.h"
#include "diskidx/report/view.h"
#include "diskidx/result/result.h"
#include "diskidx/stats/statistics.h"

static void
add_text(struct figures *f, const char *name, const char *shell,
	 const char *text)
{
	*xadd(f->list, f->n) = (struct figure){ name, shell, text, NAN };
}

static void
add_number(struct figures *f, const char *name, const char *shell,
	   double number)
{
	add_text(f, name, shell, NULL);
	if (isfinite(number))
		f->list[f->n - 1].number = number;
}

static void
add_interval(struct figures *f, struct interval ci95)
{
	bool known = interval_known(ci95);

	add_number(f, "ci95_low", "_LOW", known ? ci95.low : NAN);
	add_number(f, "ci95_high", "_HIGH", known ? ci95.high : NAN);
}

/* Add a value of a percentile, its bound, or an end of its interval; NAN: not
 * known. */
static void
add_percentile_end(struct figures *f, const struct percentile *p,
		   const char *end, double ns)
{
	char *name = say("_%s%s", p->name, end), *point = strchr(name, '.');

	if (point != NULL)
		*point = '_';
	add_number(f, name + 1, strncmp(end, "_ns", 3) == 0 &&
		   (p->where & PERCENTILE_SHELL) != 0 ? name : NULL, ns);
}

static void
add_known(struct figures *f, const struct percentile *p,
	  const struct histogram *h)
{
	add_percentile_end(f, p, "_ns", view_percentile(h, p->percent));
	add_percentile_end(f, p, "_ns_at_least", view_bound(h, p->percent));
}

/* Begin with what all rows of a run have. */
static struct figures
figures_begin(const struct record *record, unsigned target, unsigned copies)
{
	struct figures f = { .n = 0 };

	add_text(&f, "time", NULL, view_time(record));
	add_text(&f, "version", NULL, record->version);
	add_text(&f, "baseline", NULL, record->baseline != NULL ?
		 record->baseline->version : NULL);
	add_text(&f, "target", NULL, record_target(record, target));
	add_number(&f, "copies", NULL, copies);
	return f;
}

struct figures
figures_of_result(const struct record *record, const struct result *result)
{
	const struct result_test *test = &result->test;
	const struct summary *summary = &result->summary;
	const struct judgement *j = &result->judgement;
	const struct histogram *h = summary->latency[LAT][OP_BOTH];
	bool has_value = summary->has_value, has_baseline = j->baseline > 0;
	char *verdicts = NULL;
	struct figures f = figures_begin(record, test->target, test->copies);

	add_text(&f, "id", NULL, test->id);
	add_text(&f, "title", NULL, test->title);
	add_text(&f, "category", NULL, test->category);
	add_number(&f, "value", "_VALUE", has_value ? summary->value : NAN);
	add_text(&f, "unit", "_UNIT", unit_name[test->unit]);
	add_interval(&f, summary->ci95);
	add_number(&f, "cv", NULL, has_value ? summary->cv : NAN);
	add_number(&f, "baseline_value", NULL,
		   has_baseline ? j->baseline : NAN);
	add_number(&f, "index", "_INDEX",
		   has_baseline && has_value ? j->index : NAN);
	add_number(&f, "scored", NULL, j->scored);
	add_number(&f, "mean_ns", NULL, h != NULL ? histogram_mean(h) : NAN);
	for_each_percentile(p, PERCENTILE_CSV) {
		struct interval ci95 = result_percentile_interval(
			result, LAT, OP_BOTH, p->percent);
		bool known = interval_known(ci95);

		add_known(&f, p, h);
		add_percentile_end(&f, p, "_low_ns", known ? ci95.low : NAN);
		add_percentile_end(&f, p, "_high_ns", known ? ci95.high : NAN);
	}
	add_text(&f, "flags", "_FLAGS", view_flags(j->flags));
	add_text(&f, "missing", "_MISSING", view_na_reason(result));
	add_text(&f, "trust", NULL, NULL);
	/* Add the verdicts as "etcd: suits; openshift: undecided". */
	for_each_fitness(judged, record, result)
		verdicts = say_more(verdicts, "; ", "%s: %s", judged.e.profile,
				    fit_name[judged.fit]);
	add_text(&f, "verdicts", NULL, verdicts);
	return f;
}

static void
add_score_name(struct figures *f, const char *name)
{
	add_text(f, "id", NULL, say("score:%s", name));
	add_text(f, "title", NULL, say("%s Index Score", name));
}

struct figures
figures_of_score(const struct record *record, const struct score *score)
{
	struct section section = { .record = record, .target = score->target,
				   .copies = score->copies };
	enum trust_level trust = TRUST_UNJUDGED;
	struct figures f = figures_begin(record, score->target, score->copies);
	const char *flags = NULL;

	if (score->unproven)
		flags = "unproven";
	if (score->partial)
		flags = "partial";
	/* There is trust in the score over the disk rows alone. */
	if (strcmp(score->name, INDEX_DISK) == 0)
		trust = trust_of(&section, NULL);
	add_score_name(&f, score->name);
	add_number(&f, "value", "", score->rows > 0 ? score->score : NAN);
	add_text(&f, "unit", NULL, "index");
	add_interval(&f, score->ci95);
	add_text(&f, "flags", NULL, flags);
	add_text(&f, "trust", NULL, trust_name[trust]);
	return f;
}

struct figures
figures_of_compared(const struct comparison *comparison,
		    const struct compared *row)
{
	const struct compared_side *o = &row->side[OLD], *n = &row->side[NEW];
	const char *unit = unit_name[row->unit];
	bool is_score = row->rows > 0;
	struct figures f = { .n = 0 };

	add_text(&f, "old_name", NULL, comparison->side[OLD].name);
	add_text(&f, "new_name", NULL, comparison->side[NEW].name);
	add_text(&f, "target", NULL, text_or(o->directory, n->directory));
	add_number(&f, "copies", NULL, row->copies);
	if (is_score) {
		add_score_name(&f, row->id);
		unit = "index";
	} else {
		add_text(&f, "id", NULL, row->percent <= 0 ? row->id :
			 say("latency:p%g:%s", row->percent, row->id));
		add_text(&f, "title", NULL, row->title);
		unit = row->percent > 0 ? "ns" : unit;
	}
	add_text(&f, "category", NULL, row->category);
	add_text(&f, "unit", "_UNIT", unit);
	add_number(&f, "old", "_OLD", o->n > 0 ? o->value : NAN);
	add_number(&f, "new", "_NEW", n->n > 0 ? n->value : NAN);
	add_number(&f, "n_old", NULL, (double)o->n);
	add_number(&f, "n_new", NULL, (double)n->n);
	add_number(&f, "ratio", "_RATIO", row->ratio > 0 ? row->ratio : NAN);
	add_interval(&f, row->ci95);
	add_text(&f, "verdict", "_VERDICT", verdict_name[row->verdict]);
	add_text(&f, "why", NULL, row->why);
	add_number(&f, "rows", NULL, is_score ? (double)row->rows : NAN);
	add_text(&f, "new_target", NULL, n->directory);
	return f;
}

bool
figures_next_of_hosts(struct figures *f, const struct hosts *hosts, size_t *at)
{
	static const struct host_figure none;
	const struct host_figure *of;
	const struct hosts_row *row;
	size_t number, host;
	bool is_all;
	double value;

	do {
		number = *at / (hosts->n + 1);
		host = (*at)++ % (hosts->n + 1);
		if (number == hosts->n_rows)
			return false;
		row = &hosts->row[number];
	} while (row->n_of == 0);
	is_all = host == hosts->n;
	of = is_all ? &none : &row->of[host];
	value = is_all ? row->sum : of->value;
	*f = (struct figures){ .n = 0 };
	add_text(f, "host", NULL, is_all ? NULL : hosts->host[host].name);
	add_text(f, "row", NULL, hosts->keys.text[number]);
	if (row->score != NULL) {
		add_score_name(f, row->score->name);
		add_text(f, "unit", NULL, "index");
	} else {
		add_text(f, "id", NULL, row->test->test.id);
		add_text(f, "title", NULL, row->test->test.title);
		add_text(f, "unit", NULL, unit_name[row->test->test.unit]);
	}
	add_number(f, "value", NULL, value > 0 ? value : NAN);
	add_number(f, "runs", NULL, of->n > 0 ? (double)of->n : NAN);
	add_number(f, "ratio", NULL, of->ratio > 0 ? of->ratio : NAN);
	add_interval(f, of->ci95);
	add_number(f, "slow", NULL, !interval_known(of->ci95) ? NAN :
		   of->ci95.high < HOSTS_SLOW);
	for_each_percentile(p, PERCENTILE_CSV)
		add_known(f, p, is_all ? row->latency : NULL);
	add_text(f, "why", NULL, is_all ? row->why : NULL);
	return true;
}

const struct figure *
figures_find(const struct figures *f, const char *name)
{
	for (size_t i = 0; i < f->n; i++)
		if (strcmp(f->list[i].name, name) == 0)
			return &f->list[i];
	return NULL;
}
