/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Read: the lines of a job file: comments, sections, keys with values. */
#include <config.h>

#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/say.h"
#include "diskidx/test/expectation.h"
#include "script.h"

#define MAX_JOBS 256

static char *
trim(char *text)
{
	size_t length;

	text += strspn(text, " ");
	length = strlen(text);
	while (length > 0 && text[length - 1] == ' ')
		text[--length] = '\0';
	return text;
}

/* Begin a job, or another [global], which adds to those before it. A job with a
 * refused line still gets its keys, for their own faults. Return a fault, as
 * the functions below, or NULL. */
static const char *
parse_section(struct script *script, char *line)
{
	char *end = strchr(line, ']'), *name;
	const char *fault = NULL;
	struct section *job;

	if (end == NULL)
		fault = "a section without its ]";
	else if (end[1] != '\0')
		fault = "text after a section's ]";
	else
		*end = '\0';
	name = trim(line + 1);
	if (fault == NULL && strcmp(name, "global") == 0) {
		script->current = &script->global;
		script->global.line = script->line;
		return NULL;
	}
	if (script->n_jobs == MAX_JOBS) {
		script->current = &script->job[MAX_JOBS - 1];
		return "more than 256 jobs";
	}
	job = script->current = xadd(script->job, script->n_jobs);
	*job = script->global;
	job->words = (struct texts){ 0 };
	texts_copy(&job->words, &script->later);
	job->name = name;
	job->line = script->line;
	if (strlen(name) > SCRIPT_MAX_NAME) {
		name[SCRIPT_MAX_NAME] = '\0';
		fault = "a job's name of more than 60 characters";
	} else if (*name == '\0') {
		fault = "a job without a name";
	} else if (strncmp(name, "global", 6) == 0) {
		fault = "fio reads every name that starts with global as "
			"[global]; rename it";
	}
	return fault;
}

/* Take what a comment says to diskidx, if anything: an expectation of its job,
 * or that the job is the load for the others. */
static void
read_comment(struct script *script, const char *text)
{
	struct section *job = script->current;
	char id[TEST_ID];
	struct expectation e;
	const char *at, *what, *one;
	size_t length;
	bool is_load;

	text += strspn(text, " \t");
	length = strcspn(text, " \t:");
	what = text + length + strspn(text + length, " \t");
	is_load = value_is_word("load", text, length) && *what == '\0';
	if (!is_load && !value_is_word("expect", text, length))
		return;
	if (job == NULL || job == &script->global) {
		fault_add(script, script->line, is_load ? "load" : "expect",
			  "is not in a job; put it below the [NAME] of one");
		return;
	}
	job->is_load |= is_load;
	if (is_load)
		return;
	job_write_base(id, script->reader.path);
	at = one = say("%s: %s", id, what);
	if (expectation_next(&e, &at) < 0 || *at != '\0')
		fault_add(script, script->line, "expect", "'%.60s' is not an "
			  "expectation; write it as in sync p99 < 10ms, read "
			  "iops >= 500 per vCPU, write bandwidth >= 30MB/s or "
			  "read mean < 5ms with load", what);
	else if (strlen(job->expects) + strlen(one) + 2 > sizeof(job->expects))
		fault_add(script, script->line, "expect", "too many for one "
			  "job; leave out some");
	else
		strcat(strcat(job->expects, *job->expects != '\0' ? "|" : ""),
		       one);
}

static const char *
parse_line(struct script *script)
{
	struct reader *reader = &script->reader;
	char *line, *equals, *text = NULL;

	if (reader->length > 0 && reader->line[reader->length - 1] == '\r')
		reader->line[--reader->length] = '\0';
	if (reader->length > SCRIPT_LINE)
		return "a line of more than 4096 bytes";
	if (reader_check(reader) != 0) {
		fault_add(script, 0, NULL, "%s", reader->error);
		return NULL;
	}
	line = reader->line + strspn(reader->line, " \t");
	if (!script->is_words && *line == ';') {
		read_comment(script, line + 1);
		return NULL;
	}
	/* A comment may be in any language. */
	if (!script->is_words)
		reader->line[strcspn(reader->line, ";#")] = '\0';
	for (line = reader->line; *line != '\0'; line++) {
		if (*line == '\t')
			*line = ' ';
		if ((unsigned char)*line > 0x7f)
			return "a character that is not ASCII, outside of a "
				"comment";
	}
	line = trim(reader->line);
	if (*line == '\0')
		return NULL;
	if (*line == '[')
		return parse_section(script, line);
	equals = strchr(line, '=');
	if (equals != NULL) {
		*equals = '\0';
		text = trim(equals + 1);
	}
	line = trim(line);
	if (strncmp(line, "include", 7) == 0 &&
	    (line[7] == ' ' || line[7] == '\0'))
		script->include_line = script->line;
	else if (*line == '\0' || strchr(line, ' ') != NULL)
		return "neither a section nor KEY=VALUE";
	else if (script->current == NULL)
		fault_add(script, script->line, line, "a key before any "
			  "section; start with [global]");
	else
		keys_set(script, script->current, line, text);
	return NULL;
}

void
script_read(struct script *script)
{
	struct reader *reader = &script->reader;
	const char *fault;

	keys_default(&script->global);
	while (reader_line(reader) > 0) {
		script->line++;
		if (script->is_words)
			reader->number = 0;	/* its faults have no line */
		fault = parse_line(script);
		if (fault != NULL)
			fault_add(script, script->line, NULL, "%s", fault);
	}
	if (script->n_jobs == 0 && script->faults->n == 0)
		texts_print(script->faults, "%s: has no job; add a section "
			    "other than [global], or --name=NAME",
			    reader->path);
	else if (script->n_jobs > 0 && script->current == &script->global)
		fault_add(script, script->global.line, NULL, "[global]: no job "
			  "follows it, and it applies only to jobs after it; "
			  "move it up");
}
