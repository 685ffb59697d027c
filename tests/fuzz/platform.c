/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Whatever a system reports about its mounts, devices and groups is understood
 * within the room for the answer, or refused.
 */
#include <config.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "fuzz.h"
#include "platform/parse.h"

#define ROOM 17		/* for names; a longer one does not fit */

/* A name is part of its text, and ends within its room. */
static void
try_name(int (*cut)(const char *text, char *name, size_t size),
	 const char *text)
{
	char name[ROOM];

	memset(name, 'x', ROOM);
	if (cut(text, name, ROOM) == 0)
		fuzz_must(memchr(name, '\0', ROOM) != NULL &&
			  strstr(text, name) != NULL, "a name");
}

static void
try_mount(int (*parse)(const char *line, struct parse_mount *mount),
	  const char *text)
{
	struct parse_mount m;
	char there[ROOM];

	memset(&m, 0, sizeof(m));
	if (parse(text, &m) != 0)
		return;
	fuzz_must(parse != parse_mnttab || strlen(m.device) +
		  strlen(m.point) + strlen(m.type) + strlen(m.options) <
		  strlen(text), "a mount of more than its text");
	fuzz_must(m.type[0] != '\0', "a mount of no type");
	fuzz_must(parse_is_below(m.point, m.point),
		  "a mount that isn't below itself");
	if (parse_loopback(&m, m.point, there, ROOM) == 0)
		fuzz_must(memchr(there, '\0', ROOM) != NULL,
			  "a path of a loopback mount");
}

static void
try_unescape(const char *text)
{
	char *copy = xstrdup(text);

	parse_unescape(copy);
	fuzz_must(strlen(copy) <= strlen(text), "a text that grew");
	fuzz_must(strchr(text, '\\') != NULL || strcmp(copy, text) == 0,
		  "a text without backslash that changed");
	free(copy);
}

static void
try_group(const char *text)
{
	char path[ROOM] = "";

	if (parse_cgroup(text, "memory", path, ROOM) != HIERARCHY_OTHER)
		fuzz_must(path[0] == '\0' || (path[0] == '/' &&
			  memchr(path, '\0', ROOM) != NULL),
			  "a control group");
}

static void
try_facts(const char *text)
{
	struct facts facts;

	memset(&facts, 0, sizeof(facts));
	parse_set_btrfs(&facts, text, (unsigned)strlen(text));
	parse_set_type(&facts, text);
	parse_set_disk(&facts, text);
	parse_is_virtual_disk(text, text, text);
	for (size_t i = 0; i < facts.count; i++)
		fuzz_must(strpbrk(facts.list[i].value, "\t\n\r") == NULL,
			  "a fact of two lines");
	facts_free(&facts);
}

/* The rows have the parser's name and a tab before the text. */
void
fuzz_try(const char *data, size_t size)
{
	const char *tab = memchr(data, '\t', size);
	const char *start = tab != NULL && tab - data < 16 ? tab + 1 : data;
	size_t length = size - (size_t)(start - data);
	char *text = xmalloc(length + 1);

	memcpy(text, start, length);
	text[length] = '\0';
	try_mount(parse_mnttab, text);
	try_mount(parse_mountinfo, text);
	try_unescape(text);
	try_group(text);
	try_facts(text);
	try_name(parse_node, text);
	try_name(parse_disk, text);
	free(text);
}
