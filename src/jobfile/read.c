/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Read: the lines of a job file: comments, sections, keys with values. */
#include <config.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/expectation.h"
#include "script.h"

#define MAX_JOBS 256

/* Return the text without the blanks around it. */
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

/* Begin a job, or another [global], which adds to those before it. A job whose
 * line is refused gets its keys all the same, for their own faults. */
static int
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
		script->global.name = name;
		script->global.line = script->reader.number;
		return 0;
	}
	if (script->n_jobs == MAX_JOBS)
		return reader_fail(&script->reader, "more than 256 jobs");
	job = xadd(script->job, script->n_jobs);
	*job = script->global;
	job->name = name;
	job->line = script->reader.number;
	if (strlen(name) > SCRIPT_MAX_NAME) {
		name[SCRIPT_MAX_NAME] = '\0';
		fault = "a job's name of more than 60 characters";
	} else if (*name == '\0') {
		fault = "a job without a name";
	} else if (strncmp(name, "global", 6) == 0) {
		fault = "fio takes every name that starts with global for "
			"[global]; rename it";
	}
	if (fault == NULL)
		return 0;
	return reader_fail(&script->reader, "%s", fault);
}

/* Return the section that began last, which gets the keys; NULL before any. */
static struct section *
current_section(struct script *script)
{
	struct section *job = NULL, *global = &script->global;

	if (script->n_jobs > 0)
		job = &script->job[script->n_jobs - 1];
	if (global->name == NULL || (job != NULL && job->line >= global->line))
		return job;
	return global;
}

static int
read_pair(struct script *script, char *line)
{
	struct section *section = current_section(script);
	char *equals = strchr(line, '='), *text = NULL;

	if (strncmp(line, "include", 7) == 0 &&
	    (line[7] == ' ' || line[7] == '\0'))
		return reader_fail(&script->reader, "include: done only as in "
				   "diskidx fio FILE --eta=never; put the "
				   "other file's lines here");
	if (equals != NULL) {
		*equals = '\0';
		text = trim(equals + 1);
	}
	line = trim(line);
	if (*line == '\0' || strchr(line, ' ') != NULL)
		return reader_fail(&script->reader, "neither a section nor "
				   "KEY=VALUE");
	if (section == NULL)
		return reader_fail(&script->reader, "%.60s: a key before any "
				   "section; start with [global]", line);
	return keys_set(script, section, line, text);
}

/* Take what a comment says to diskidx, if anything: what is expected of the job
 * that it stands in, or that this is the load beside the others. */
static int
read_comment(struct script *script, const char *text)
{
	struct section *job = current_section(script);
	char id[TEST_ID], *one;
	struct expectation e;
	const char *at;
	bool is_load;
	int error = 0;

	text += strspn(text, " \t");
	is_load = strncmp(text, "load", 4) == 0 &&
		  text[4 + strspn(text + 4, " \t")] == '\0';
	if (!is_load && (strncmp(text, "expect", 6) != 0 ||
			 strchr(" \t:", text[6]) == NULL))
		return 0;
	if (job == NULL || job == &script->global)
		return reader_fail(&script->reader, "%.6s: stands in no job; "
				   "put it below the [NAME] of one", text);
	job->is_load |= is_load;
	if (is_load)
		return 0;
	job_write_base(id, script->reader.path);
	text += 6 + strspn(text + 6, " \t");
	at = one = xprintf("%s: %s", id, text);
	if (expectation_next(&e, &at) < 0 || *at != '\0')
		error = reader_fail(&script->reader, "expect: '%.60s' is not "
				    "as in sync p99 < 10ms, read iops >= 500 "
				    "per vCPU, write bandwidth >= 30MB/s or "
				    "read mean < 5ms with load", text);
	else if (strlen(job->expects) + strlen(one) + 2 > sizeof(job->expects))
		error = reader_fail(&script->reader, "expect: too much of one "
				    "job");
	else
		strcat(strcat(job->expects, *job->expects != '\0' ? "|" : ""),
		       one);
	free(one);
	return error;
}

static int
parse_line(struct script *script)
{
	struct reader *reader = &script->reader;
	char *line;

	if (reader->length > 0 && reader->line[reader->length - 1] == '\r')
		reader->line[--reader->length] = '\0';
	if (reader->length > SCRIPT_LINE)
		return reader_fail(reader, "a line of more than 4096 bytes");
	if (reader_check(reader) != 0)
		return -EINVAL;
	line = reader->line + strspn(reader->line, " \t");
	if (!script->is_words && *line == ';')
		return read_comment(script, line + 1);
	/* A comment may be in any language. */
	if (!script->is_words)
		reader->line[strcspn(reader->line, ";#")] = '\0';
	for (line = reader->line; *line != '\0'; line++) {
		if (*line == '\t')
			*line = ' ';
		if ((unsigned char)*line > 0x7f)
			return reader_fail(reader, "a character that is not "
					   "ASCII, outside of a comment");
	}
	line = trim(reader->line);
	if (*line == '\0')
		return 0;
	return *line == '[' ? parse_section(script, line) :
	       read_pair(script, line);
}

void
script_read(struct script *script)
{
	keys_default(&script->global);
	while (reader_line(&script->reader) > 0)
		faults_keep(script, parse_line(script));
	if (script->n_jobs == 0 && script->faults->n == 0)
		faults_keep(script, reader_fail_at(&script->reader, 0,
				"no job: no section other than [global], and "
				"no --name=NAME"));
	else if (script->n_jobs > 0 &&
		 current_section(script) == &script->global)
		job_fault(script, &script->global, JOB_KEYS, "no job follows "
			  "it, and it concerns only those that do");
}
