/*
 * Comparison: in words. How the two sides differ besides their figures, what
 * the intervals are over, and what it all comes to.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "comparison-parts.h"
#include "diskidx/index.h"
#include "diskidx/message.h"
#include "diskidx/units.h"

/* Distinct values, in the order in which they came. */
struct values {
	char **text;
	size_t n;
};

static bool
has_value(const struct values *values, const char *text)
{
	for (size_t i = 0; i < values->n; i++)
		if (strcmp(values->text[i], text) == 0)
			return true;
	return false;
}

/* A value that isn't known is none. */
static void
add_value(struct values *values, const char *text)
{
	if (text == NULL || has_value(values, text))
		return;
	values->text = xrealloc(values->text,
				(values->n + 1) * sizeof(*values->text));
	values->text[values->n++] = xstrdup(text);
}

static bool
is_same(const struct values *a, const struct values *b)
{
	for (size_t i = 0; i < a->n; i++)
		if (!has_value(b, a->text[i]))
			return false;
	return a->n == b->n;
}

/* Appends to a text on the heap, which moves. */
static void
append(char **text, const char *separator, const char *more)
{
	char *joined = xprintf("%s%s%s", *text,
			       (*text)[0] != '\0' ? separator : "", more);

	free(*text);
	*text = joined;
}

static char *
join(const struct values *values)
{
	char *text = xstrdup(values->n == 0 ? "unknown" : "");

	for (size_t i = 0; i < values->n; i++)
		append(&text, ", ", values->text[i]);
	return text;
}

static void
free_values(struct values *values)
{
	for (size_t i = 0; i < values->n; i++)
		free(values->text[i]);
	free(values->text);
}

/* As people read it; `text` has UNITS_TEXT bytes. */
static const char *
readable(char *text, const char *key, const char *value)
{
	size_t length = strlen(key);
	uint64_t number;

	if (value == NULL)
		return NULL;
	if (strcmp(key, "rotational") == 0 && strcmp(value, "0") == 0)
		return "no";
	if (strcmp(key, "rotational") == 0 && strcmp(value, "1") == 0)
		return "yes";
	if (units_parse_count(value, UINT64_MAX, &number) < 0)
		return value;
	if (length > 6 && strcmp(key + length - 6, "_bytes") == 0)
		return units_format_size(text, number);
	if (length > 3 && strcmp(key + length - 3, "_ns") == 0)
		return units_format_time(text, (double)number);
	return value;
}

static void
add_fact(struct values *values, const struct facts *facts, const char *key)
{
	char text[UNITS_TEXT];

	add_value(values, readable(text, key, facts_get(facts, key)));
}

static void
take_version(struct values *values, const struct record *run, unsigned target,
	     const char *key)
{
	(void)target;
	(void)key;
	add_value(values, run->version);
}

static void
take_host(struct values *values, const struct record *run, unsigned target,
	  const char *key)
{
	(void)target;
	add_fact(values, &run->host, key);
}

static void
take_plan(struct values *values, const struct record *run, unsigned target,
	  const char *key)
{
	(void)target;
	add_fact(values, &run->plan, key);
}

static bool
is_picked(unsigned target, size_t t)
{
	return target == COMPARISON_EVERY_TARGET || target == t;
}

static void
take_target(struct values *values, const struct record *run, unsigned target,
	    const char *key)
{
	for (size_t t = 0; t < run->n_targets; t++)
		if (is_picked(target, t))
			add_fact(values, &run->target[t], key);
}

/* The work file may be shorter than the plan asked for; 0: unknown. */
static uint64_t
file_bytes(const struct record *run, size_t t)
{
	return facts_number(&run->target[t], "file_bytes",
			    facts_number(&run->plan, "size_bytes", 0));
}

static void
take_file(struct values *values, const struct record *run, unsigned target,
	  const char *key)
{
	char text[UNITS_TEXT];

	(void)key;
	for (size_t t = 0; t < run->n_targets; t++)
		if (is_picked(target, t) && file_bytes(run, t) > 0)
			add_value(values, units_format_size(text,
							    file_bytes(run,
								       t)));
}

static void
take_smaller(struct values *values, const struct record *run, unsigned target,
	     const char *key)
{
	uint64_t memory = facts_number(&run->host, "memory_bytes", 0);

	(void)key;
	for (size_t t = 0; t < run->n_targets && memory > 0; t++)
		if (is_picked(target, t) && file_bytes(run, t) > 0)
			add_value(values, file_bytes(run, t) < memory ? "yes" :
				  "no");
}

static void
take_engine(struct values *values, const struct record *run, unsigned target,
	    const char *key)
{
	(void)key;
	for (size_t i = 0; i < run->n_results; i++) {
		const struct result *result = &run->result[i];

		if (is_picked(target, result->target) &&
		    result->engine != NULL && strcmp(result->engine, "-") != 0)
			add_value(values, result->engine);
	}
}

/* What may differ; of two targets of one run only what is a target's. */
static const struct aspect {
	const char *label;
	void (*take)(struct values *values, const struct record *run,
		     unsigned target, const char *key);
	const char *key;
	bool of_target;
} aspects[] = {
	{ "diskidx version", take_version, NULL, false },
	{ "host name", take_host, "hostname", false },
	{ "system", take_host, "system", false },
	{ "kernel", take_host, "os", false },
	{ "machine", take_host, "machine", false },
	{ "cpu", take_host, "cpu", false },
	{ "cpus", take_host, "cpus", false },
	{ "memory", take_host, "memory_bytes", false },
	{ "directory", take_target, "directory", true },
	{ "file system", take_target, "filesystem", true },
	{ "device", take_target, "device", true },
	{ "mount options", take_target, "mount_options", true },
	{ "scheduler", take_target, "scheduler", true },
	{ "rotational", take_target, "rotational", true },
	{ "work file", take_file, NULL, true },
	{ "work file smaller than memory", take_smaller, NULL, true },
	{ "engine", take_engine, NULL, false },
	{ "sample time", take_plan, "time_ns", false },
	{ "rounds", take_plan, "rounds", false },
};

static void
add_difference(struct comparison *comparison, const char *label,
	       const struct values *values)
{
	char *old_text = join(&values[OLD]), *new_text = join(&values[NEW]);
	size_t n = comparison->n_differences;

	comparison->difference = xrealloc(comparison->difference, (n + 1) *
					  sizeof(*comparison->difference));
	comparison->difference[n] = xprintf("%s: %s and %s", label, old_text,
					    new_text);
	comparison->n_differences = n + 1;
	free(old_text);
	free(new_text);
}

static void
compare_aspect(struct comparison *comparison, const struct aspect *aspect)
{
	struct values values[SIDES] = { { NULL, 0 }, { NULL, 0 } };

	for (int s = 0; s < SIDES; s++) {
		const struct side *side = comparison_side(comparison, s);

		for (size_t i = 0; i < side->n_runs; i++)
			aspect->take(&values[s], side->run[i], side->target,
				     aspect->key);
	}
	if (!is_same(&values[OLD], &values[NEW]))
		add_difference(comparison, aspect->label, values);
	for (int s = 0; s < SIDES; s++)
		free_values(&values[s]);
}

void
comparison_differences(struct comparison *comparison)
{
	for (size_t i = 0; i < sizeof(aspects) / sizeof(aspects[0]); i++)
		if (!comparison->same_record || aspects[i].of_target)
			compare_aspect(comparison, &aspects[i]);
}

static char *
occasion(const struct comparison *comparison)
{
	size_t n_old = comparison->old_side.n_runs;
	size_t n_new = comparison->new_side.n_runs;

	if (comparison->averaged == AVERAGED_ROUNDS)
		return xstrdup("paired round by round: what touched both "
			       "directories alike cancels");
	if (comparison->averaged == AVERAGED_RUNS)
		return xprintf("intervals are over %zu and %zu runs", n_old,
			       n_new);
	if (n_old > 1 || n_new > 1)
		return xprintf("a side has under %d runs: the intervals cover "
			       "these occasions only; compare %d or more runs "
			       "a side to cover the differences between runs",
			       COMPARISON_RUNS, COMPARISON_RUNS);
	return xprintf("each side is one run: the intervals cover this "
		       "occasion only; compare %d or more runs a side to "
		       "cover the differences between runs", COMPARISON_RUNS);
}

/* The score that stands for all: the only Disk score, or the only one. */
static const struct compared *
main_score(const struct comparison *comparison)
{
	const struct compared *disk = NULL;

	for (size_t i = 0; i < comparison->n_scores; i++) {
		if (strcmp(comparison->score[i].id, INDEX_DISK) != 0)
			continue;
		if (disk != NULL)
			return NULL;
		disk = &comparison->score[i];
	}
	if (disk == NULL && comparison->n_scores == 1)
		disk = comparison->score;
	return disk == NULL || disk->verdict == VERDICT_NOT_COMPARABLE ? NULL :
	       disk;
}

/*
 * Decimals that show what a threshold decides: "1.23" at 1 %; more of a small
 * ratio.
 */
static int
decimals(double x, double threshold_pct)
{
	int n = threshold_pct >= 1 ? 2 : threshold_pct >= 0.1 ? 3 : 4;

	for (double least = 0.1; x > 0 && x < least && n < 9; least /= 10)
		n++;
	return n;
}

/* "no difference shown" or how many times as fast, of a score. */
static char *
say_score(const struct comparison *comparison, const struct compared *score)
{
	const char *old_name = comparison->old_side.name;
	const char *new_name = comparison->new_side.name;
	int digits = decimals(score->has_interval ? score->ci95.low :
			      score->ratio, comparison->threshold_pct);
	const char *tests = score->rows == 1 ? "test" : "tests";

	if (!score->has_interval)
		return xprintf("No difference shown between %s and %s by the "
			       "%s score: %.*f times (%zu %s, one sample on a "
			       "side, so no interval).", old_name, new_name,
			       score->id, digits, score->ratio, score->rows,
			       tests);
	if (score->verdict == VERDICT_NO_DIFFERENCE)
		return xprintf("Between %s and %s no difference shown by the "
			       "%s score: %.*f times (%zu %s, 95 %% interval "
			       "%.*f to %.*f); a change of %.*f %% could have "
			       "been missed.", old_name, new_name, score->id,
			       digits, score->ratio, score->rows, tests,
			       digits, score->ci95.low, digits,
			       score->ci95.high,
			       score->detectable_pct < 10 ? 1 : 0,
			       score->detectable_pct);
	return xprintf("%s is %.*f times as fast as %s by the %s score "
		       "(%zu %s, 95 %% interval %.*f to %.*f).", new_name,
		       digits, score->ratio, old_name, score->id, score->rows,
		       tests, digits, score->ci95.low, digits,
		       score->ci95.high);
}

static size_t
count(const struct comparison *comparison, enum verdict verdict)
{
	size_t n = 0;

	for (size_t i = 0; i < comparison->n_tests; i++)
		n += comparison->test[i].verdict == verdict;
	return n;
}

/* "2 are faster, 1 is slower" */
static char *
say_counts(const struct comparison *comparison)
{
	static const char *const words[VERDICT_COUNT][2] = {
		[VERDICT_FASTER] = { "is faster", "are faster" },
		[VERDICT_SLOWER] = { "is slower", "are slower" },
		[VERDICT_NO_DIFFERENCE] = { "shows no difference",
					    "show no difference" },
		[VERDICT_NOT_COMPARABLE] = { "is not comparable",
					     "are not comparable" },
	};
	char *text = xstrdup("");

	for (int verdict = 0; verdict < VERDICT_COUNT; verdict++) {
		size_t n = count(comparison, (enum verdict)verdict);
		char *some = xprintf("%zu %s", n, words[verdict][n != 1]);

		if (n > 0)
			append(&text, ", ", some);
		free(some);
	}
	return text;
}

static char *
conclusion(const struct comparison *comparison)
{
	const struct compared *score = main_score(comparison);
	char *counts, *text;

	if (score != NULL)
		return say_score(comparison, score);
	if (comparison->n_tests == 0)
		return xprintf("%s and %s hold no test to compare.",
			       comparison->old_side.name,
			       comparison->new_side.name);
	counts = say_counts(comparison);
	text = xprintf("Of %zu %s of %s against %s, %s.", comparison->n_tests,
		       comparison->n_tests == 1 ? "test" : "tests",
		       comparison->new_side.name, comparison->old_side.name,
		       counts);
	free(counts);
	return text;
}

void
comparison_conclude(struct comparison *comparison)
{
	comparison->occasion = occasion(comparison);
	comparison->conclusion = conclusion(comparison);
}
