/* Reading a job file: lines, comments, sections, and keys with values. */
#include <config.h>

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "diskidx/alloc.h"

#include "script.h"

#define MAX_LINE 4096
#define MAX_JOBS 256
#define MAX_NAME 60

bool
script_fail(struct script *script, size_t line, const char *format, ...)
{
	char why[256];
	va_list args;

	va_start(args, format);
	vsnprintf(why, sizeof(why), format, args);
	va_end(args);
	if (line == 0)
		snprintf(script->error, script->error_size, "%s: %s",
			 script->path, why);
	else
		snprintf(script->error, script->error_size, "%s:%zu: %s",
			 script->path, line, why);
	return false;
}

static bool
fail(struct script *script, const char *why)
{
	return script_fail(script, script->line, "%s", why);
}

/*
 * Comments may be in any language; what is read must be ASCII, and tabs
 * become blanks. Cuts the line before its comment.
 */
static bool
check_characters(struct script *script, char *line, size_t length)
{
	bool comment = false;

	for (size_t i = 0; i < length; i++) {
		unsigned char c = (unsigned char)line[i];

		if (c == '\t')
			line[i] = ' ';
		else if (c < ' ' || c == 0x7f)
			return fail(script, "a control character");
		else if (c > 0x7f && !comment)
			return fail(script, "a character that is not ASCII, "
				    "outside of a comment");
		if ((c == ';' || c == '#') && !comment) {
			line[i] = '\0';
			comment = true;
		}
	}
	return true;
}

/* Without the blanks around it. */
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

/* Another [global] adds to those before it, and may change them. */
static bool
start_section(struct script *script, const char *name)
{
	struct section *job;

	if (strcmp(name, "global") == 0) {
		script->global.name = name;
		script->global.line = script->line;
		return true;
	}
	if (strncmp(name, "global", 6) == 0)
		return script_fail(script, script->line, "[%s]: fio takes "
				   "every name that starts with global for "
				   "[global]; rename it", name);
	for (size_t i = 0; i < script->n_jobs; i++)
		if (strcmp(script->job[i].name, name) == 0)
			return script_fail(script, script->line,
					   "[%s]: already on line %zu", name,
					   script->job[i].line);
	if (script->n_jobs == MAX_JOBS)
		return fail(script, "more than 256 jobs");
	script->job = xrealloc(script->job, (script->n_jobs + 1) *
			       sizeof(*script->job));
	job = &script->job[script->n_jobs++];
	*job = script->global;
	job->name = name;
	job->line = script->line;
	return true;
}

static bool
parse_section(struct script *script, char *line)
{
	size_t length = strlen(line);
	char *name;

	if (line[length - 1] != ']')
		return fail(script, strchr(line, ']') == NULL ?
			    "a section without its ]" : "text after a "
			    "section's ]");
	line[length - 1] = '\0';
	name = trim(line + 1);
	if (*name == '\0')
		return fail(script, "a section without a name");
	if (strlen(name) > MAX_NAME)
		return fail(script, "a section's name of more than 60 "
			    "characters");
	return start_section(script, name);
}

/* The section that keys go to: the last that started; NULL before any. */
static struct section *
current(struct script *script)
{
	struct section *job = script->n_jobs > 0 ?
			      &script->job[script->n_jobs - 1] : NULL;

	if (script->global.name == NULL)
		return job;
	return job == NULL || job->line < script->global.line ?
		&script->global : job;
}

static bool
parse_pair(struct script *script, char *line)
{
	struct section *section = current(script);
	char *equals = strchr(line, '='), *text = NULL;

	if (strncmp(line, "include", 7) == 0 &&
	    (line[7] == ' ' || line[7] == '\0'))
		return fail(script, "include: not done by diskidx; put the "
			    "other file's lines here");
	if (equals != NULL) {
		*equals = '\0';
		text = trim(equals + 1);
	}
	line = trim(line);
	if (*line == '\0' || strchr(line, ' ') != NULL)
		return fail(script, "neither a section nor KEY=VALUE");
	if (section == NULL)
		return script_fail(script, script->line, "%.60s: a key before "
				   "any section; start with [global]", line);
	if (text != NULL && strchr(text, '$') != NULL)
		return script_fail(script, script->line, "%.60s: '%.60s' has "
				   "a variable; put its value there", line,
				   text);
	return keys_set(script, section, line, text);
}

static bool
parse_line(struct script *script, char *line, size_t length)
{
	script->line++;
	if (length > 0 && line[length - 1] == '\r')
		line[--length] = '\0';
	if (length > MAX_LINE)
		return fail(script, "a line of more than 4096 bytes");
	if (!check_characters(script, line, length))
		return false;
	line = trim(line);
	if (*line == '\0')
		return true;
	return *line == '[' ? parse_section(script, line) :
		parse_pair(script, line);
}

/* A [global] that no job follows would be dropped. */
static bool
check_end(struct script *script)
{
	if (script->n_jobs == 0)
		return script_fail(script, 0, "no job: no section besides "
				   "[global]");
	if (current(script) == &script->global)
		return script_fail(script, script->global.line, "[global]: no "
				   "job follows it, and it concerns only "
				   "those that do");
	return true;
}

bool
script_read(struct script *script, size_t size)
{
	char *line = script->text, *end = line + size, *stop;

	keys_default(&script->global);
	for (; line < end; line = stop + 1) {
		stop = memchr(line, '\n', (size_t)(end - line));
		if (stop == NULL)
			stop = end;
		*stop = '\0';
		if (!parse_line(script, line, (size_t)(stop - line)))
			return false;
	}
	return check_end(script);
}
