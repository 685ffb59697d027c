/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Name: the parts of a test's id. */
#include <config.h>

#include <stdio.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/test/name.h"
#include "diskidx/test/test.h"

#define LETTERS "abcdefghijklmnopqrstuvwxyz"
#define DIGITS "0123456789"
#define LOAD "+load"

const char *
test_name_load(const char *id)
{
	const char *load = strstr(id, LOAD), *end;

	if (load != NULL) {
		end = load + strlen(LOAD);
		if (end[strspn(end, DIGITS)] == '\0')
			return load;
	}
	return id + strlen(id);
}

/* List and base may have colons. */
const char *
test_name_options(const char *id)
{
	const char *colon = strchr(id, ':');

	for (; colon != NULL; colon = strchr(colon + 1, ':')) {
		size_t letters = strspn(colon + 1, LETTERS);

		if (letters > 0 && colon[1 + letters] == '=')
			return colon;
	}
	return test_name_load(id);
}

size_t
test_name_origin(const char *id)
{
	return (size_t)(test_name_options(id) - id);
}

size_t
test_name_list(const char *id)
{
	size_t length = strcspn(id, ":");

	return length < test_name_origin(id) ? length : 0;
}

const char *
test_name_within(const char *id)
{
	size_t length = test_name_list(id);

	return length > 0 ? id + length + 1 : id;
}

void
test_name_write(char *id, const char *list, const char *within)
{
	if (strcmp(list, within) == 0)
		snprintf(id, TEST_ID, "%s", list);
	else
		snprintf(id, TEST_ID, "%s:%s", list, within);
}

void
test_name_renew(char *id)
{
	/* The only jobs of their profiles are now named as these. */
	static const char *const old[] = {
		"ars-technica:random-write", "azure:writer1",
		"ceph-journal:journal-test", "kafka:append", "oracle:oltp",
		"proxmox:fsync", "random-75-25:test",
	};
	size_t length = test_name_origin(id), list = test_name_list(id);
	bool is_double = list > 0 && length == 2 * list + 1 &&
			 strncmp(id, id + list + 1, list) == 0;

	for (size_t i = 0; i < LENGTH(old); i++)
		is_double |= strlen(old[i]) == length &&
			     strncmp(old[i], id, length) == 0;
	if (is_double)
		memmove(id + list, id + length, strlen(id + length) + 1);
}

void
test_name_add_option(char *id, const char *letter, const char *value)
{
	size_t used = strlen(id);

	snprintf(id + used, TEST_ID - used, "%c%s=%s",
		 used == test_name_origin(id) ? ':' : ',', letter, value);
}

void
test_name_add_load(char *id, unsigned number)
{
	size_t used = strlen(id);

	if (number == 0)
		snprintf(id + used, TEST_ID - used, LOAD);
	else
		snprintf(id + used, TEST_ID - used, LOAD "%u", number);
}
