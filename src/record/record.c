/*
 * The record in memory: what it owns, what it says, what it comes to. Its
 * file is the work of record-write.c, record-save.c and record-read.c.
 */
#include <config.h>

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/operation.h"
#include "diskidx/record.h"
#include "diskidx/flags.h"
#include "lines.h"

#define SAMPLE(name, member, max) \
	{ name, offsetof(struct sample, member), max }
#define DEVICE(member) \
	{ #member, offsetof(struct device_counters, member), RECORD_MAX_COUNT }
#define PROCESSORS(member) \
	{ #member, offsetof(struct processor_times, member), RECORD_MAX_COUNT }

const struct record_field record_sample_field[RECORD_SAMPLE_FIELDS] = {
	SAMPLE("elapsed_ns", elapsed_ns, RECORD_MAX_NS),
	SAMPLE("bytes", bytes, RECORD_MAX_COUNT),
	SAMPLE("reads", ios[OP_READ], RECORD_MAX_COUNT),
	SAMPLE("writes", ios[OP_WRITE], RECORD_MAX_COUNT),
	SAMPLE("read_bytes", moved[OP_READ], RECORD_MAX_COUNT),
	SAMPLE("write_bytes", moved[OP_WRITE], RECORD_MAX_COUNT),
	SAMPLE("user_ns", user_ns, RECORD_MAX_NS),
	SAMPLE("system_ns", system_ns, RECORD_MAX_NS),
	SAMPLE("switches", switches, RECORD_MAX_COUNT),
	SAMPLE("faults", faults, RECORD_MAX_COUNT),
	SAMPLE("minor_faults", minor_faults, RECORD_MAX_COUNT),
	SAMPLE("depth_ns", depth_ns, UINT64_MAX),
	SAMPLE("submits", submits, RECORD_MAX_COUNT),
	SAMPLE("reaps", reaps, RECORD_MAX_COUNT),
	SAMPLE("offered_ios", offered_ios, RECORD_MAX_COUNT),
};

const struct record_field record_device_field[RECORD_DEVICE_FIELDS] = {
	DEVICE(read_ios),
	DEVICE(read_merges),
	DEVICE(read_bytes),
	DEVICE(read_ms),
	DEVICE(write_ios),
	DEVICE(write_merges),
	DEVICE(write_bytes),
	DEVICE(write_ms),
	DEVICE(busy_ms),
	DEVICE(queue_ms),
};

const struct record_field
record_processors_field[RECORD_PROCESSORS_FIELDS] = {
	PROCESSORS(total_ns),
	PROCESSORS(busy_ns),
	PROCESSORS(stolen_ns),
};

const struct record_field record_quota_field[RECORD_QUOTA_FIELDS] = {
	PROCESSORS(periods),
	PROCESSORS(limited_periods),
	PROCESSORS(limited_ns),
};

void
record_note(struct record *record, const char *format, ...)
{
	va_list args;
	char *text;
	size_t i;

	va_start(args, format);
	text = xvprintf(format, args);
	va_end(args);

	for (i = 0; i < record->n_notes; i++) {
		if (strcmp(record->note[i], text) == 0) {
			free(text);
			return;
		}
	}
	record->note = xrealloc(record->note,
				(record->n_notes + 1) * sizeof(char *));
	record->note[record->n_notes++] = text;
}

static const struct facts *
target_facts(const struct record *record, const struct result *result)
{
	static const struct facts none;

	return result->target < record->n_targets ?
	       &record->target[result->target] : &none;
}

void
record_summarise(struct record *record, const struct baseline *baseline)
{
	struct result *result;
	size_t i;

	for (i = 0; i < record->n_results; i++) {
		result = &record->result[i];
		result_summarise(result);
		result->flags = flags_judge(result,
					    target_facts(record, result));
	}
	flags_judge_run(record->result, record->n_results);
	for (i = 0; i < record->n_results; i++)
		index_apply(&record->result[i], baseline);
	free(record->baseline);
	record->baseline = xstrdup(baseline->version);
	free(record->score);
	record->score = NULL;
	record->n_scores = index_scores(record->result, record->n_results,
					&record->score);
}

void
record_free(struct record *record)
{
	size_t i;

	for (i = 0; i < record->n_results; i++)
		result_free(&record->result[i]);
	for (i = 0; i < record->n_targets; i++)
		facts_free(&record->target[i]);
	for (i = 0; i < record->n_notes; i++)
		free(record->note[i]);
	facts_free(&record->host);
	facts_free(&record->plan);
	free(record->result);
	free(record->target);
	free(record->note);
	free(record->version);
	free(record->baseline);
	free(record->score);
	memset(record, 0, sizeof(*record));
}

static const char *
environment(const char *name)
{
	const char *value = getenv(name);

	return value != NULL && value[0] != '\0' ? value : NULL;
}

char *
record_directory(void)
{
	const char *directory = environment("DISKIDX_RESULTDIR");

	if (directory != NULL)
		return xstrdup(directory);

	/* XDG's specification: a path that isn't absolute is ignored. */
	directory = environment("XDG_STATE_HOME");
	if (directory != NULL && directory[0] == '/')
		return xprintf("%s/diskidx", directory);

	directory = environment("HOME");
	if (directory != NULL)
		return xprintf("%s/.local/state/diskidx", directory);
	return NULL;
}
