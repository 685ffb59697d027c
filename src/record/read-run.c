/* Read the lines of a record about a run and its tests. */
#include <config.h>

#include <errno.h>
#include <stdint.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/record.h"
#include "diskidx/test.h"
#include "fields.h"
#include "lines.h"
#include "loader.h"

#define MAX_RUNS 10000
#define MAX_TARGETS 1000
#define MAX_FACTS 1000
#define MAX_NOTES 10000
#define MAX_RESULTS 10000
#define MAX_COPIES 1000000
#define MAX_UNIX_S UINT64_C(253402300799)	/* the year 9999 */
#define MAX_OFFSET_S 86400

struct result *
loader_result(struct loader *loader)
{
	struct record *run = &loader->run;

	return &run->result[run->n_results - 1];
}

static int
take_offset(struct reader *reader, const char *text, int *offset_s)
{
	bool negative = text[0] == '-';
	uint64_t value;
	int rc;

	rc = field_number(reader, text + negative, "utc_offset_s",
			   MAX_OFFSET_S, &value);
	if (rc == 0)
		*offset_s = negative ? -(int)value : (int)value;
	return rc;
}

int
loader_take_run(struct loader *loader)
{
	struct reader *r = &loader->reader;
	struct record *run = &loader->run;
	uint64_t targets;

	if (loader->n == MAX_RUNS)
		return reader_fail(r, "too many runs");
	loader->run_line = r->number;

	run->version = xstrdup(r->field[1]);
	if (field_number(r, r->field[2], "started_s", MAX_UNIX_S,
			  &run->started_s) != 0 ||
	    field_number(r, r->field[3], "ended_s", MAX_UNIX_S,
			  &run->ended_s) != 0 ||
	    take_offset(r, r->field[4], &run->utc_offset_s) != 0 ||
	    field_number(r, r->field[5], "seed", UINT64_MAX,
			  &run->seed) != 0 ||
	    field_bool(r, r->field[6], "interrupted",
			&run->interrupted) != 0 ||
	    field_number(r, r->field[7], "targets", MAX_TARGETS,
			  &targets) != 0)
		return -EINVAL;

	run->n_targets = (size_t)targets;
	if (run->n_targets > 0) {
		run->target = xmalloc(run->n_targets * sizeof(struct facts));
		memset(run->target, 0, run->n_targets * sizeof(struct facts));
	}
	return 0;
}

/* Read the number of a target that the run has. */
static int
take_index(struct loader *loader, const char *text, uint64_t *index)
{
	struct record *run = &loader->run;
	int rc;

	rc = field_number(&loader->reader, text, "target", MAX_TARGETS,
			   index);
	if (rc == 0 && *index >= run->n_targets)
		rc = reader_fail(&loader->reader,
				 "target %.40s, but the run has %zu", text,
				 run->n_targets);
	return rc;
}

/* Return the facts that the line adds to; NULL: there is no such target. */
static struct facts *
facts_of(struct loader *loader)
{
	uint64_t index;

	if (loader->last == LINE_HOST)
		return &loader->run.host;
	if (loader->last == LINE_PLAN)
		return &loader->run.plan;
	return take_index(loader, loader->reader.field[1], &index) == 0 ?
	       &loader->run.target[index] : NULL;
}

int
loader_take_fact(struct loader *loader)
{
	struct reader *r = &loader->reader;
	struct facts *facts = facts_of(loader);
	const char *key = r->field[r->n_fields - 2];

	if (facts == NULL)
		return -EINVAL;
	if (key[0] == '\0' ||
	    key[strspn(key, "abcdefghijklmnopqrstuvwxyz0123456789_")] != '\0')
		return reader_fail(r, "\"%.40s\" is no key", key);
	if (!facts_carry(facts, key, r->field[r->n_fields - 1]))
		return reader_fail(r, "%.40s is there twice", key);
	if (facts->count > MAX_FACTS)
		return reader_fail(r, "too many facts");
	return 0;
}

int
loader_take_note(struct loader *loader)
{
	struct record *run = &loader->run;

	if (run->n_notes == MAX_NOTES)
		return reader_fail(&loader->reader, "too many notes");
	record_note(run, "%s", loader->reader.field[1]);
	return 0;
}

/* Copy a text that must not be empty, and must fit into `size` bytes. */
static int
take_text(struct loader *loader, const char *text, const char *name,
	  size_t size, char **copy)
{
	if (text[0] == '\0')
		return reader_fail(&loader->reader, "%s is empty", name);
	if (strlen(text) >= size)
		return reader_fail(&loader->reader, "%s is too long", name);
	*copy = xstrdup(text);
	return 0;
}

static int
refuse_duplicate(struct loader *loader)
{
	struct record *run = &loader->run;
	const struct result *new = loader_result(loader), *old;

	for (old = run->result; old < new; old++) {
		if (old->target == new->target && old->copies == new->copies &&
		    strcmp(old->id, new->id) == 0)
			return reader_fail(&loader->reader,
					   "test %s is there twice", new->id);
	}
	return 0;
}

static int
take_names(struct loader *loader, struct result *result)
{
	char **field = loader->reader.field;
	struct score score;

	if (take_text(loader, field[1], "id", TEST_ID, &result->id) != 0 ||
	    take_text(loader, field[2], "title", SIZE_MAX,
		      &result->title) != 0 ||
	    take_text(loader, field[3], "category", sizeof(score.name),
		      &result->category) != 0 ||
	    take_text(loader, field[7], "workload", SIZE_MAX,
		      &result->workload) != 0 ||
	    take_text(loader, field[8], "engine", SIZE_MAX,
		      &result->engine) != 0 ||
	    take_text(loader, field[13], "fingerprint", SIZE_MAX,
		      &result->fingerprint) != 0)
		return -EINVAL;
	return 0;
}

static int
take_rule(const char *name, enum rule *rule)
{
	*rule = strcmp(name, "unixbench") == 0 ? RULE_UNIXBENCH : RULE_MEAN;
	return *rule == RULE_MEAN && strcmp(name, "mean") != 0 ? -EINVAL : 0;
}

static int
take_parameters(struct loader *loader, struct result *result)
{
	struct reader *r = &loader->reader;

	if (unit_by_name(r->field[4], &result->unit) != 0)
		return reader_fail(r, "\"%.40s\" is no unit", r->field[4]);
	if (take_rule(r->field[10], &result->rule) != 0)
		return reader_fail(r, "\"%.40s\" is no rule", r->field[10]);
	if (params_parse(r->field[12], &result->params) != 0)
		return reader_fail(r, "\"%.80s\" are no parameters",
				   r->field[12]);
	return 0;
}

int
loader_take_test(struct loader *loader)
{
	struct record *run = &loader->run;
	struct reader *r = &loader->reader;
	struct result *result;
	uint64_t target, copies;

	if (run->n_results == MAX_RESULTS)
		return reader_fail(r, "too many tests");
	run->result = xrealloc(run->result,
			       (run->n_results + 1) * sizeof(*result));
	result = &run->result[run->n_results++];
	memset(result, 0, sizeof(*result));

	if (take_names(loader, result) != 0 ||
	    take_parameters(loader, result) != 0 ||
	    take_index(loader, r->field[5], &target) != 0 ||
	    field_number(r, r->field[6], "copies", MAX_COPIES,
			  &copies) != 0 ||
	    field_number(r, r->field[9], "asked_ns", COUNTER_MAX_NS,
			  &result->asked_ns) != 0 ||
	    field_bool(r, r->field[11], "memory", &result->memory) != 0)
		return -EINVAL;
	if (copies == 0)
		return reader_fail(r, "copies is 0");
	result->target = (unsigned)target;
	result->copies = (unsigned)copies;
	return refuse_duplicate(loader);
}

int
loader_take_na_reason(struct loader *loader)
{
	return take_text(loader, loader->reader.field[1], "reason",
			 SIZE_MAX, &loader_result(loader)->na_reason);
}
