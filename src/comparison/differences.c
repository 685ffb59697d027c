/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Differences of machine, file system and plan. The values of a side are a set,
 * to which all its runs and targets add. Where the sets are the same, they are
 * compared target by target.
 */
#include <config.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/say.h"
#include "diskidx/base/units.h"
#include "diskidx/test/traits.h"
#include "steps.h"

/* One run, or one target of a run, and the key of a fact about it. */
struct source {
	const struct record *run;
	unsigned target;
	enum fact_key key;
};

static void
take_version(struct texts *texts, const struct source *of)
{
	texts_add(texts, of->run->version);
}

static void
take_suite(struct texts *texts, const struct source *of)
{
	texts_add(texts, record_suite(of->run));
}

static void
take_fact(struct texts *texts, const struct source *of)
{
	const char *value = record_fact(of->run, of->target, of->key);

	texts_add(texts, facts_readable(of->key, value));
}

/* Take the power of ten above a time, as no two times are the same. */
static void
take_order(struct texts *texts, const struct source *of)
{
	uint64_t ns = facts_number(&of->run->host, of->key, UINT64_MAX);
	double limit_ns = 10;

	if (ns == UINT64_MAX)
		return;
	while (limit_ns <= (double)ns)
		limit_ns *= 10;
	texts_print(texts, "under %s", units_time(limit_ns));
}

/* Count the rounds measured, which may differ from the plan's. */
static void
take_rounds(struct texts *texts, const struct source *of)
{
	size_t max = 0;

	for_each_row(result, of->run)
		if (of->run->capacity == NULL && result->n_samples > max)
			max = result->n_samples;
	if (max > 0)
		texts_print(texts, "%zu", max);
}

/* Take the work file, which may be shorter than planned. */
static void
take_file(struct texts *texts, const struct source *of)
{
	const struct facts *target = &of->run->target[of->target];
	const char *files = facts_get(target, FACT_WORK_FILES);
	uint64_t bytes = facts_number(target, FACT_FILE_BYTES, facts_number(
				&of->run->plan, FACT_SIZE_BYTES, 0));

	if (bytes > 0 && files != NULL)
		texts_print(texts, "%.8s of %s", files, units_size(bytes));
	else if (bytes > 0)
		texts_add(texts, units_size(bytes));
}

static void
take_engines(struct texts *texts, const struct source *of)
{
	for_each_row(result, of->run) {
		const char *engine = result->test.engine;

		if (engine != NULL && !traits_of_engine(engine)->is_none)
			texts_add(texts, engine);
	}
}

/* Two targets of one run can differ only in fields of a target. */
struct field {
	const char *label;
	void (*take)(struct texts *texts, const struct source *of);
	enum fact_key key;
	bool of_target;
};

/* The details of facts are compared as well. */
static const struct field fields[] = {
	{ "diskidx version", take_version, FACT_KEYS, false },
	{ "suite disk", take_suite, FACT_KEYS, false },
	{ "host name", take_fact, FACT_HOSTNAME, false },
	{ "system", take_fact, FACT_SYSTEM, false },
	{ "kernel", take_fact, FACT_OS, false },
	{ "machine", take_fact, FACT_MACHINE, false },
	{ "cpu", take_fact, FACT_CPU, false },
	{ "cpus", take_fact, FACT_CPUS, false },
	{ "memory", take_fact, FACT_MEMORY_BYTES, false },
	{ "memory limit", take_fact, FACT_MEMORY_LIMIT_BYTES, false },
	{ "directory", take_fact, FACT_DIRECTORY, true },
	{ "file system", take_fact, FACT_FILESYSTEM, true },
	{ "device", take_fact, FACT_DEVICE, true },
	{ "work file", take_file, FACT_KEYS, true },
	{ "engine", take_engines, FACT_KEYS, false },
	{ "sample time", take_fact, FACT_TIME_NS, false },
	{ "rounds", take_rounds, FACT_KEYS, false },
};

/* Compare the values of all targets that the sides pick, or of that one; return
 * true if they differ. A value that a side does not know is not a difference.
 */
static bool
compare_texts(struct comparison *comparison, const struct field *field,
	      unsigned number)
{
	const struct record *first = comparison->side[OLD].run[0];
	struct texts texts[SIDES] = { { 0 }, { 0 } };
	bool differ;

	for (int s = 0; s < SIDES; s++) {
		const struct side *side = &comparison->side[s];

		for (size_t i = 0; i < side->n_runs; i++) {
			struct source of = { side->run[i], 0, field->key };
			unsigned n = field->of_target ? of.run->n_targets : 1;

			for (; of.target < n; of.target++)
				if (number == COMPARISON_EVERY_TARGET ?
				    side_has_target(side, of.target) :
				    targets_number(first, of.run, of.target) ==
				    number)
					field->take(&texts[s], &of);
		}
	}
	differ = texts[OLD].n > 0 && texts[NEW].n > 0 &&
		!texts_are_same(&texts[OLD], &texts[NEW]);
	if (differ) {
		/* Say "LABEL: OLD and NEW", or "LABEL of DIRECTORY: ...". */
		texts_print(&comparison->differences, "%s: %s and %s",
			    say_join(say("%s", field->label), " of ",
				     record_target(first, number)),
			    texts_join(&texts[OLD], ", "),
			    texts_join(&texts[NEW], ", "));
		if (field->key != FACT_DIRECTORY)
			texts_add(&comparison->differing, field->label);
	}
	texts_free(&texts[OLD]);
	texts_free(&texts[NEW]);
	return differ;
}

/* Compare all targets, then each: two disks that changed places have the same
 * sets. */
static void
compare_field(struct comparison *comparison, const struct field *field)
{
	const struct record *first = comparison->side[OLD].run[0];

	if (!compare_texts(comparison, field, COMPARISON_EVERY_TARGET) &&
	    comparison->by_directory && field->of_target)
		for (unsigned t = 0; t < first->n_targets; t++)
			compare_texts(comparison, field, t);
}

void
differences_find(struct comparison *comparison)
{
	for (size_t i = 0; i < LENGTH(fields); i++)
		compare_field(comparison, &fields[i]);
	for (int i = 0; i < FACT_KEYS; i++) {
		const struct fact_entry *entry = &fact_entry[i];
		bool of_target = entry->owner != OWNER_HOST;
		struct field field = {
			entry->label, take_fact, (enum fact_key)i, of_target
		};

		if (entry->type == TYPE_MEASURED_NS)
			field.take = take_order;
		if (entry->label != NULL)
			compare_field(comparison, &field);
	}
}
