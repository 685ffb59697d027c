/*
 * Comparison: how the two sides differ besides their figures. All values of a
 * side are a set, in which several runs and targets count alike; where the
 * sets are the same, target by target.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parts.h"
#include "diskidx/alloc.h"
#include "diskidx/traits.h"
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

void
comparison_append(char **text, const char *separator, const char *more)
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
		comparison_append(&text, ", ", values->text[i]);
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

/* Rounds measured, which may be fewer or more than the plan's. */
static void
take_rounds(struct values *values, const struct record *run, unsigned target,
	    const char *key)
{
	char text[32];
	size_t most = 0;

	(void)target;
	(void)key;
	for (size_t i = 0; i < run->n_results; i++)
		if (run->result[i].n_samples > most)
			most = run->result[i].n_samples;
	snprintf(text, sizeof(text), "%zu", most);
	add_value(values, most > 0 ? text : NULL);
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
		    result->engine != NULL &&
		    !engine_traits(result->engine)->is_none)
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
	{ "rounds", take_rounds, NULL, false },
};

/* `directory`: of the target that it is about; NULL: of all. */
static void
add_difference(struct comparison *comparison, const char *label,
	       const char *directory, const struct values *values)
{
	char *old_text = join(&values[OLD]), *new_text = join(&values[NEW]);
	size_t n = comparison->n_differences;

	comparison->difference = xrealloc(comparison->difference, (n + 1) *
					  sizeof(*comparison->difference));
	comparison->difference[n] = xprintf("%s%s%s: %s and %s", label,
					    directory != NULL ? " of " : "",
					    directory != NULL ? directory : "",
					    old_text, new_text);
	comparison->n_differences = n + 1;
	free(old_text);
	free(new_text);
}

/* The number that a run has for a target of the comparison. */
static unsigned
own_target(const struct comparison *comparison, const struct record *run,
	   unsigned target)
{
	unsigned t = 0;

	while (t < run->n_targets &&
	       comparison_target(comparison, run, t) != target)
		t++;
	return t;
}

/*
 * Of all targets that the sides pick, or of one of the comparison's. True if
 * it differs, which is added.
 */
static bool
compare_values(struct comparison *comparison, const struct aspect *aspect,
	       unsigned target, const char *directory)
{
	struct values values[SIDES] = { { NULL, 0 }, { NULL, 0 } };
	bool differs;

	for (int s = 0; s < SIDES; s++) {
		const struct side *side = comparison_side(comparison, s);

		for (size_t i = 0; i < side->n_runs; i++)
			aspect->take(&values[s], side->run[i],
				     target == COMPARISON_EVERY_TARGET ?
				     side->target :
				     own_target(comparison, side->run[i],
						target), aspect->key);
	}
	differs = !is_same(&values[OLD], &values[NEW]);
	if (differs)
		add_difference(comparison, aspect->label, directory, values);
	for (int s = 0; s < SIDES; s++)
		free_values(&values[s]);
	return differs;
}

/* Two disks that changed places make the same sets. */
static void
compare_aspect(struct comparison *comparison, const struct aspect *aspect)
{
	const struct record *first = comparison->old_side.run[0];

	if (compare_values(comparison, aspect, COMPARISON_EVERY_TARGET, NULL) ||
	    !comparison->by_directory || !aspect->of_target ||
	    first->n_targets < 2)
		return;
	for (unsigned t = 0; t < first->n_targets; t++)
		compare_values(comparison, aspect, t,
			       comparison_directory(first, t));
}

void
comparison_differences(struct comparison *comparison)
{
	for (size_t i = 0; i < sizeof(aspects) / sizeof(aspects[0]); i++)
		if (!comparison->same_record || aspects[i].of_target)
			compare_aspect(comparison, &aspects[i]);
}
