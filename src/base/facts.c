/*
 * Facts: keys and strings that describe the machine. The lists are short, so
 * a look-up walks them.
 */
#include <config.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/facts.h"
#include "diskidx/units.h"

static struct fact *
find(const struct facts *facts, const char *key)
{
	for (size_t i = 0; i < facts->count; i++)
		if (strcmp(facts->list[i].key, key) == 0)
			return &facts->list[i];
	return NULL;
}

/* Replace control characters, so that no name can move the cursor. */
static void
blank_controls(char *text)
{
	for (; *text != '\0'; text++)
		if ((unsigned char)*text < ' ' || *text == 0x7f)
			*text = ' ';
}

static void
set(struct facts *facts, const char *key, char *value)
{
	struct fact *fact = find(facts, key);

	if (fact != NULL) {
		free(fact->value);
		fact->value = value;
		return;
	}
	facts->list = xrealloc(facts->list,
			       (facts->count + 1) * sizeof(*facts->list));
	facts->list[facts->count].key = xstrdup(key);
	facts->list[facts->count].value = value;
	facts->count++;
}

void
facts_set(struct facts *facts, const char *key, const char *format, ...)
{
	va_list args;
	char *value;

	va_start(args, format);
	value = xvprintf(format, args);
	va_end(args);
	blank_controls(value);
	set(facts, key, value);
}

const char *
facts_get(const struct facts *facts, const char *key)
{
	const struct fact *fact = find(facts, key);

	return fact == NULL ? NULL : fact->value;
}

uint64_t
facts_number(const struct facts *facts, const char *key, uint64_t otherwise)
{
	const char *value = facts_get(facts, key);
	uint64_t number;

	if (value == NULL || units_parse_count(value, UINT64_MAX, &number) < 0)
		return otherwise;
	return number;
}

uint64_t
facts_memory(const struct facts *host)
{
	return facts_number(host, "memory_limit_bytes",
			    facts_number(host, "memory_bytes", 0));
}

void
facts_free(struct facts *facts)
{
	for (size_t i = 0; i < facts->count; i++) {
		free(facts->list[i].key);
		free(facts->list[i].value);
	}
	free(facts->list);
	facts->list = NULL;
	facts->count = 0;
}
