/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Facts: their table. The lists are short, so a look-up walks them. */
#include <config.h>

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/facts.h"
#include "diskidx/base/units.h"

#define SYSTEM "/sys/devices/system/"
#define CLOCK SYSTEM "clocksource/clocksource0/current_clocksource"
#define HUGE_PAGES "/sys/kernel/mm/transparent_hugepage/enabled"
#define GOVERNOR SYSTEM "cpu/cpu0/cpufreq/scaling_governor"

#define ROW(name, key, type, owner) DETAIL(name, key, type, owner, NULL, NULL)
#define DETAIL(name, key, type, owner, label, file) \
	{ key, TYPE_##type, OWNER_##owner, label, file },

const struct fact_entry fact_entry[FACT_KEYS] = { FACT_LIST(ROW, DETAIL) };

enum fact_key
facts_key(const char *key)
{
	int i = 0;

	while (i < FACT_KEYS && strcmp(fact_entry[i].key, key) != 0)
		i++;
	return (enum fact_key)i;
}

const char *
facts_readable(enum fact_key key, const char *value)
{
	static const char *const words[] = { "no", "yes" };
	uint64_t number;

	if (value == NULL ||
	    units_parse_count(value, UINT64_MAX, &number) < 0)
		return value;
	switch (fact_entry[key].type) {
	case TYPE_SWITCH:
		return number < LENGTH(words) ? words[number] : value;
	case TYPE_BYTES:
		return units_size(number);
	case TYPE_NS:
	case TYPE_MEASURED_NS:
		return units_time((double)number);
	default:
		return value;
	}
}

const char *
facts_find_word(const char *list, const char *word)
{
	size_t length = strlen(word);

	while (list != NULL && *list != '\0') {
		if (strncmp(list, word, length) == 0 &&
		    strchr(",=", list[length]) != NULL)
			return list + length;
		list += strcspn(list, ",");
		list += strspn(list, ", ");
	}
	return NULL;
}

static struct fact *
find_fact(const struct facts *facts, const char *key)
{
	for (size_t i = 0; i < facts->count; i++)
		if (strcmp(facts->list[i].key, key) == 0)
			return &facts->list[i];
	return NULL;
}

void
facts_put(struct facts *facts, const char *key, char *value)
{
	struct fact *fact = find_fact(facts, key);

	/* Replace control characters, so that no name can move the cursor. */
	for (char *at = value; *at != '\0'; at++)
		if ((unsigned char)*at < ' ' || *at == 0x7f)
			*at = ' ';
	if (fact != NULL) {
		free(fact->value);
		fact->value = value;
		return;
	}
	*xadd(facts->list, facts->count) = (struct fact){ xstrdup(key), value };
}

bool
facts_carry(struct facts *facts, const char *key, const char *value)
{
	if (find_fact(facts, key) != NULL)
		return false;
	facts_put(facts, key, xstrdup(value));
	return true;
}

const char *
facts_get(const struct facts *facts, enum fact_key key)
{
	const struct fact *fact = find_fact(facts, fact_entry[key].key);

	return fact == NULL ? NULL : fact->value;
}

uint64_t
facts_number(const struct facts *facts, enum fact_key key,
	     uint64_t otherwise)
{
	const char *value = facts_get(facts, key);
	uint64_t number;

	if (value == NULL || units_parse_count(value, UINT64_MAX, &number) < 0)
		return otherwise;
	return number;
}

void
facts_free(struct facts *facts)
{
	for (size_t i = 0; i < facts->count; i++) {
		free(facts->list[i].key);
		free(facts->list[i].value);
	}
	free(facts->list);
	*facts = (struct facts){ NULL, 0 };
}
