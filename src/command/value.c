/* The values of options: sizes, times, numbers, words, and lists of them. */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/clock.h"
#include "diskidx/commands.h"
#include "diskidx/message.h"
#include "diskidx/params.h"
#include "diskidx/units.h"
#include "row.h"

#define MAX_SECONDS 1000000	/* keeps deadlines far from overflow */
#define MAX_THETA 10		/* beyond it nearly all hits one block */
#define VALUE 64		/* bytes of one value of a list */

int
option_fail(char *error, const char *option, const char *value,
	    const char *what)
{
	snprintf(error, OPTIONS_ERROR, "%s: '%.100s' %s", option, value, what);
	return -EINVAL;
}

void
option_add_text(struct texts *texts, const char *text)
{
	texts->list = xrealloc(texts->list,
			       (texts->n + 1) * sizeof(*texts->list));
	texts->list[texts->n++] = text;
}

static int
parse_number(const struct option_row *row, const char *option,
	     const char *value, uint64_t *number, char *error)
{
	uint64_t min = row->kind == KIND_PERCENTS || row->kind == KIND_SEED ?
		       0 : 1;
	char what[80];

	if (units_parse_count(value, row->max, number) == 0 && *number >= min)
		return 0;
	snprintf(what, sizeof(what), "is not a whole number from %llu to %llu",
		 (unsigned long long)min, (unsigned long long)row->max);
	return option_fail(error, option, value, what);
}

static int
parse_size(const char *option, const char *value, uint64_t *bytes, char *error)
{
	int status = units_parse_size(value, bytes);

	if (status == 0 && *bytes > INT64_MAX)	/* the limit of off_t */
		status = -ERANGE;
	if (status == 0)
		return 0;
	return option_fail(error, option, value, status == -ERANGE ?
			   "is out of range; a size is over 0 and under "
			   "8 EiB" :
			   "is not a size; give digits with k, m, g or t, as "
			   "in 512m");
}

/* Parse digits with an optional fraction, and perhaps an "s" behind them. */
static int
parse_seconds(const struct option_row *row, const char *option,
	      const char *value, uint64_t *ns, char *error)
{
	size_t length = strlen(value);
	char number[VALUE];
	int status;

	if (length > 0 && value[length - 1] == 's')
		length--;
	snprintf(number, sizeof(number), "%.*s", (int)length, value);
	status = units_parse_seconds(number, ns);
	if (status == 0 && *ns > MAX_SECONDS * NS_PER_S)
		status = -ERANGE;
	if (status == 0)
		return 0;
	if (row->kind == KIND_PAUSE && status == -ERANGE &&
	    number[strspn(number, "0.")] == '\0') {
		*ns = 0;
		return 0;
	}
	return option_fail(error, option, value, status == -ERANGE ?
			   "is out of range; a time is over 0 and up to "
			   "1000000 seconds" :
			   "is not a number of seconds, as in 2 or 0.5");
}

/* Parse digits with an optional fraction, as for seconds. */
static int
parse_percent(const struct option_row *row, const char *option,
	      const char *value, double *percent, char *error)
{
	uint64_t billionths;
	char what[80];

	if (units_parse_seconds(value, &billionths) == 0 &&
	    billionths <= row->max * NS_PER_S) {
		*percent = clock_seconds(billionths);
		return 0;
	}
	snprintf(what, sizeof(what), "is not a share over 0 and up to %llu "
		 "per cent", (unsigned long long)row->max);
	return option_fail(error, option, value, what);
}

/* Parse values with commas between them; none of them may be empty. */
static int
parse_list(struct numbers *numbers, const struct option_row *row,
	   const char *option, const char *list, char *error)
{
	const char *at = list;
	uint64_t number;
	int status = 0;

	while (status == 0) {
		size_t length = strcspn(at, ",");
		char value[VALUE];

		if (numbers->n == OPTIONS_VALUES || length >= sizeof(value))
			return option_fail(error, option, list,
					   "is too long a list");
		snprintf(value, sizeof(value), "%.*s", (int)length, at);
		status = row->kind == KIND_SIZES ?
			 parse_size(option, value, &number, error) :
			 parse_number(row, option, value, &number, error);
		if (status == 0)
			numbers->list[numbers->n++] = number;
		if (at[length] == '\0')
			break;
		at += length + 1;
	}
	return status;
}

/* The words of the options that take one. */
static const struct {
	const char *option;
	struct {
		const char *name;
		unsigned value;
	} word[4];
	const char *otherwise;
} words[] = {
	{ "cache", { { "direct", CACHE_DIRECT },
		     { "buffered", CACHE_BUFFERED } },
	  "is neither direct nor buffered" },
	{ "sync", { { "none", SYNC_NONE }, { "dsync", SYNC_DSYNC },
		    { "fdatasync", SYNC_FDATASYNC } },
	  "is none of none, dsync and fdatasync" },
	{ "arrival", { { "constant", ARRIVAL_CONSTANT },
		       { "poisson", ARRIVAL_POISSON } },
	  "is neither constant nor poisson" },
	{ "progress", { { "auto", MESSAGE_AUTO }, { "plain", MESSAGE_PLAIN },
			{ "json", MESSAGE_JSON } },
	  "is none of auto, plain and json" },
	{ "color", { { "auto", COLOR_AUTO }, { "always", COLOR_ALWAYS },
		     { "never", COLOR_NEVER } },
	  "is none of auto, always and never" },
	{ "by", { { "hour", BY_HOUR } }, "is not hour" },
};

static int
parse_word(struct numbers *numbers, const struct option_row *row,
	   const char *option, const char *value, char *error)
{
	size_t i, j;

	for (i = 0; strcmp(words[i].option, row->name) != 0; i++)
		;
	for (j = 0; words[i].word[j].name != NULL; j++)
		if (strcmp(words[i].word[j].name, value) == 0) {
			numbers->list[0] = words[i].word[j].value;
			numbers->n = 1;
			return 0;
		}
	return option_fail(error, option, value, words[i].otherwise);
}

/* Parse a positive decimal number up to MAX_THETA, in thousandths. */
static int
parse_theta(const char *text, uint64_t *theta_milli)
{
	uint64_t billionths;

	if (units_parse_seconds(text, &billionths) != 0 ||
	    billionths % 1000000 != 0 || billionths > MAX_THETA * NS_PER_S)
		return -EINVAL;
	*theta_milli = billionths / 1000000;
	return 0;
}

/* Parse a share of random offsets in per cent, or a pattern of them. */
static int
parse_random(struct options *o, const char *option, const char *value,
	     char *error)
{
	struct numbers *numbers = &o->random_pct;
	uint64_t number = 0;
	int status = 0;

	if (strcmp(value, "permutation") == 0) {
		numbers = &o->permutation;
	} else if (strncmp(value, "zipf:", 5) == 0) {
		numbers = &o->theta_milli;
		status = parse_theta(value + 5, &number);
	} else {
		status = units_parse_count(value, 100, &number);
	}
	if (status != 0)
		return option_fail(error, option, value, "is neither a share "
				   "from 0 to 100 nor permutation nor "
				   "zipf:THETA, as in zipf:1.2");
	o->random_pct.n = o->permutation.n = o->theta_milli.n = 0;
	numbers->list[0] = number;
	numbers->n = 1;
	return 0;
}

int
option_set(struct options *o, const struct option_row *row,
	   const char *option, const char *value, char *error)
{
	void *field = (char *)o + row->at;

	switch (row->kind) {
	case KIND_FLAG:
		*(bool *)field = true;
		return 0;
	case KIND_TEXT:
	case KIND_TEXTS:
		if (value[0] == '\0')
			return option_fail(error, option, value, "is empty");
		if (row->kind == KIND_TEXTS)
			option_add_text(field, value);
		else
			*(const char **)field = value;
		return 0;
	case KIND_WORD:
		return parse_word(field, row, option, value, error);
	case KIND_RANDOM:
		return parse_random(o, option, value, error);
	case KIND_SIZE:
		return parse_size(option, value, field, error);
	case KIND_SECONDS:
	case KIND_PAUSE:
		return parse_seconds(row, option, value, field, error);
	case KIND_PERCENT:
		return parse_percent(row, option, value, field, error);
	case KIND_COUNT:
		return parse_number(row, option, value, field, error);
	case KIND_SIZES:
	case KIND_COUNTS:
	case KIND_PERCENTS:
		return parse_list(field, row, option, value, error);
	case KIND_SEED:
		o->seed_given = true;
		return parse_number(row, option, value, field, error);
	}
	return -EINVAL;
}
