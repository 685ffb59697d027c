/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Whatever a system says of its mounts, devices and groups, it is understood
 * within the room for the answer, or refused.
 */
#include <config.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "platform/parse.h"
#include "fuzz.h"

#define ROOM 17		/* for names; a longer one does not fit */

typedef int cut_name(const char *text, char *name, size_t size);

/* A name is part of its text, and ends within its room. */
static const char *
wrong_name(cut_name *cut, const char *text)
{
	char *name = xmalloc(ROOM);
	const char *what = NULL;

	memset(name, 'x', ROOM);
	if (cut(text, name, ROOM) == 0 &&
	    (memchr(name, '\0', ROOM) == NULL || strstr(text, name) == NULL))
		what = "a name";
	free(name);
	return what;
}

static const char *
wrong_mount(int (*parse)(const char *line, struct parse_mount *mount),
	    const char *text)
{
	struct parse_mount *m = xmalloc(sizeof(*m));
	char *there = xmalloc(ROOM);
	const char *what = NULL;

	memset(m, 0, sizeof(*m));
	if (parse(text, m) == 0) {
		if (parse == parse_mnttab && strlen(m->device) +
		    strlen(m->point) + strlen(m->type) + strlen(m->options) >=
		    strlen(text))
			what = "a mount of more than its text";
		if (m->type[0] == '\0')
			what = "a mount of no type";
		if (!parse_is_below(m->point, m->point))
			what = "a mount that isn't below itself";
		if (parse_loopback(m, m->point, there, ROOM) == 0 &&
		    memchr(there, '\0', ROOM) == NULL)
			what = "a path of a loopback mount";
	}
	free(there);
	free(m);
	return what;
}

static const char *
wrong_unescaped(const char *text)
{
	char *copy = xstrdup(text);
	const char *what = NULL;

	parse_unescape(copy);
	if (strlen(copy) > strlen(text))
		what = "a text that grew";
	else if (strchr(text, '\\') == NULL && strcmp(copy, text) != 0)
		what = "a text without backslash that changed";
	free(copy);
	return what;
}

static const char *
wrong_group(const char *text)
{
	char path[ROOM] = "";
	enum parse_hierarchy kind = parse_cgroup(text, "memory", path, ROOM);

	return kind != HIERARCHY_OTHER && path[0] != '\0' &&
	       (path[0] != '/' || memchr(path, '\0', ROOM) == NULL) ?
	       "a control group" : NULL;
}

static const char *
wrong_facts(const char *text)
{
	struct processor_times times;
	struct facts facts;
	const char *what = NULL;
	size_t i;

	memset(&times, 0, sizeof(times));
	memset(&facts, 0, sizeof(facts));
	parse_cpu_stat(text, &times);
	parse_set_btrfs(&facts, text, (unsigned)strlen(text));
	parse_set_type(&facts, text);
	parse_set_disk(&facts, text);
	parse_is_virtual_disk(text, text, text);
	for (i = 0; i < facts.count && what == NULL; i++)
		if (strpbrk(facts.list[i].value, "\t\n\r") != NULL)
			what = "a fact of two lines";
	facts_free(&facts);
	return what;
}

static const char *
wrong_text(const char *text)
{
	static cut_name *const cuts[] = { parse_node, parse_disk };
	const char *what = wrong_mount(parse_mnttab, text);
	size_t i;

	if (what == NULL)
		what = wrong_mount(parse_mountinfo, text);
	if (what == NULL)
		what = wrong_unescaped(text);
	if (what == NULL)
		what = wrong_group(text);
	if (what == NULL)
		what = wrong_facts(text);
	for (i = 0; i < LENGTH(cuts) && what == NULL; i++)
		what = wrong_name(cuts[i], text);
	return what;
}

/* The rows have the parser's name and a tab before the text. */
const char *
fuzz_wrong(const char *data, size_t size)
{
	const char *tab = memchr(data, '\t', size);
	const char *start = tab != NULL && tab - data < 16 ? tab + 1 : data;
	size_t length = size - (size_t)(start - data);
	char *text = xmalloc(length + 1);
	const char *what;

	memcpy(text, start, length);
	text[length] = '\0';
	what = wrong_text(text);
	free(text);
	return what;
}
