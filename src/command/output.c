/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The places that reports go to; see output.h. */
#include <config.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/message.h"
#include "diskidx/base/say.h"
#include "diskidx/base/suggest.h"
#include "diskidx/base/wrap.h"
#include "diskidx/command/commands.h"
#include "diskidx/platform/platform.h"
#include "diskidx/record/record.h"
#include "diskidx/result/flags.h"
#include "diskidx/run/supervisor.h"
#include "output.h"
#include "records.h"
#include "row.h"

#define NOT_BOTH "-f: %s and %s cannot both go to standard output; write " \
	"one to a file with -f %s=FILE"

/* Colors on standard output. Set once by command_call, because the process that
 * measures has no terminal. */
static bool is_colored;
static unsigned long columns;		/* of that output; 0: the default */

int
command_call(const struct options *options)
{
	const struct command *command = options->command;
	int flags = fcntl(STDOUT_FILENO, F_GETFL);
	/* Without the option it is 0, auto. */
	enum color color = (enum color)options->color;

	is_colored = color == COLOR_ALWAYS ||
		     (color == COLOR_AUTO && isatty(STDOUT_FILENO) &&
		      strcmp(text_or(getenv("TERM"), "dumb"), "dumb") != 0 &&
		      *text_or(getenv("NO_COLOR"), "") == '\0');
	is_colored &= !options->quiet;	/* scripts read its score */
	columns = strtoul(text_or(getenv("COLUMNS"), "0"), NULL, 10);
	if (columns == 0)
		columns = platform_columns(STDOUT_FILENO);
	wrap_at(columns);
	/* A run has its own process anyway. */
	if (flags >= 0 && (flags & O_NONBLOCK) != 0 &&
	    (command->takes & FOR_RUN) == 0)
		return supervisor_run(command->run, options, "this text");
	return command->run(options);
}

int
output_take(struct options *o, const char *text, char *error)
{
	size_t length = strcspn(text, "=");
	const char *name = say("%.*s", (int)length, text);
	const struct format *format = format_by_name(name), *other = o->format;
	struct suggestion s = { .word = name };
	char *all = say("; use one of");

	text += length;
	for (size_t i = 0; format_table[i] != NULL; i++) {
		suggest_offer(&s, format_table[i]->name);
		all = say_join(all, " ", format_table[i]->name);
	}
	if (format == NULL)
		return options_fail(error, "-f: unknown format '%.80s'%s", name,
				    suggest_end(&s, "", all));
	if (*text == '=' || format == &format_fio_log)
		*xadd(o->file.list, o->file.n) = (struct output){
			.format = format, .path = text + (*text == '=')
		};
	else if (other != NULL && other != format)
		return options_fail(error, NOT_BOTH, other->name, format->name,
				    format->name);
	else
		o->format = format;
	return 0;
}

struct output
output_get(const struct options *options, size_t i)
{
	const struct format *shown = options->format;

	if (i > options->file.n)
		return (struct output){ .format = NULL };
	if (i > 0)
		return options->file.list[i - 1];
	return (struct output){ .format = shown != NULL ? shown :
				&format_text };
}

/* Return the part of a path after its directory. */
static const char *
name_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash != NULL ? slash + 1 : path;
}

/* Return true if a file name begins with the prefix. */
static bool
is_begun(const char *prefix)
{
	const char *name = say("%s_", name_of(prefix));
	DIR *directory = opendir(record_parent(prefix));
	struct dirent *entry = NULL;

	while (directory != NULL && (entry = readdir(directory)) != NULL &&
	       strncmp(entry->d_name, name, strlen(name)) != 0)
		;
	if (directory != NULL)
		closedir(directory);
	return entry != NULL;
}

/* Return true if another output, or one of its logs, has that path. */
static bool
goes_to(const char *path, struct output other)
{
	const char *name = name_of(path), *its = name_of(other.path);
	size_t length = strlen(its);
	struct stat x, y;

	return stat(record_parent(path), &x) == 0 &&
		stat(record_parent(other.path), &y) == 0 &&
		x.st_dev == y.st_dev && x.st_ino == y.st_ino &&
		strncmp(name, its, length) == 0 &&
		(name[length] == '\0' ||
		 (name[length] == '_' && other.format == &format_fio_log));
}

/* Return why a file in a directory cannot be overwritten, or NULL. Others who
 * may write there could have made it lead to any file. */
static const char *
over_refusal(const struct stat *directory, const struct stat *st)
{
	uid_t owner = directory->st_uid, self = geteuid();
	bool is_ours = (directory->st_mode & (S_IWGRP | S_IWOTH)) == 0 &&
		       (owner == self || owner == 0);

	if (S_ISDIR(st->st_mode) || S_ISBLK(st->st_mode))
		return "it is a directory or a disk; name a file";
	if (!is_ours && (S_ISLNK(st->st_mode) || st->st_nlink > 1 ||
			 (st->st_uid != self && st->st_uid != owner)))
		return "it is a link or another user's file, where others may "
			"write; name a new file";
	return NULL;
}

/* Open a new file, or one that may be overwritten, even if others change the
 * directory meanwhile. Return -1 with errno. */
static int
open_over(const char *path)
{
	int parent = open(record_parent(path), O_RDONLY | O_DIRECTORY);
	int flags = O_WRONLY | O_NOCTTY | O_CLOEXEC, fd = -1;
	struct stat in, st;

	path = name_of(path);
	if (parent < 0 || fstat(parent, &in) != 0)
		return -1;
	if (fstatat(parent, path, &st, AT_SYMLINK_NOFOLLOW) != 0) {
		fd = openat(parent, path, flags | O_CREAT | O_EXCL, 0666);
	} else {
		if (!S_ISLNK(st.st_mode))
			flags |= O_NOFOLLOW;
		errno = EPERM;
		if (over_refusal(&in, &st) == NULL)
			fd = openat(parent, path, flags);
		if (fd >= 0 && (fstat(fd, &st) != 0 ||
				over_refusal(&in, &st) != NULL ||
				(S_ISREG(st.st_mode) &&
				 ftruncate(fd, 0) != 0))) {
			close(fd);
			fd = -1;
		}
	}
	close(parent);
	return fd;
}

const char *
output_refusal(const struct options *options, struct output output, size_t n)
{
	const char *parent = record_parent(output.path);
	struct stat st, in;
	bool is_there = lstat(output.path, &st) == 0, is_taken = false;
	int error = 0;

	if (is_there && output.over ? access(output.path, W_OK) != 0 :
	    access(parent, W_OK | X_OK) != 0)
		error = errno;
	/* The record or one of the first n files may also go there. */
	for (size_t i = 0; i <= n; i++) {
		struct output other = { .path = options->output };

		if (i < n)
			other = options->file.list[i];
		if (other.path != NULL && other.path != output.path)
			is_taken |= goes_to(output.path, other) ||
				    goes_to(other.path, output);
	}
	if (is_taken)
		return "another output goes there, too; name another file";
	if (output.format == &format_fio_log && is_begun(output.path))
		return "there are files with that prefix; choose another";
	if (output.path[0] == '\0')
		return "a file name is missing after the =; give one";
	if (error != 0)
		return strerror(error);
	if (is_there && output.over && stat(parent, &in) == 0)
		return over_refusal(&in, &st);
	return is_there ? "it exists already; name a new file" : NULL;
}

bool
output_check(const struct options *options, enum content_kind kind)
{
	static const char *const kinds[CONTENT_KINDS] = {
		[CONTENT_COMPARISONS] = "comparison",
		[CONTENT_RANKING] = "ranking of several records",
		[CONTENT_HOSTS] = "hosts",
	};
	const struct format *format, *lacking = NULL;
	const struct format *shown = output_get(options, 0).format;
	char *have = NULL;

	for (size_t i = 0; i < options->file.n; i++) {
		struct output output = options->file.list[i];
		const char *why = output.path != NULL ?
				  output_refusal(options, output, i) : NULL;

		if (why == NULL)
			continue;
		message_error("%s=%s: %s", output.over ? "fio --output" :
			      say("-f: %s", output.format->name), output.path,
			      why);
		return false;
	}
	/* Standard output has only the report or only the record, and --brief
	 * a format with a brief form. */
	if (options->format != NULL &&
	    (options->streams || options->barrier != NULL)) {
		message_error(NOT_BOTH, shown->name, "the record", shown->name);
		return false;
	}
	if (options->brief && shown->put == NULL) {
		message_error("--brief: not available for %s; use text, "
			      "markdown or html", shown->name);
		return false;
	}
	if (options->line && shown != &format_text) {
		message_error("--brief=line: not available for %s; use text",
			      shown->name);
		return false;
	}
	/* All formats have records; some lack other kinds. */
	for (size_t i = 0; kind != CONTENT_RECORDS &&
	     (format = output_get(options, i).format) != NULL; i++)
		if (!format_has(format, kind))
			lacking = format;
	if (lacking == NULL)
		return true;
	for (size_t i = 0; format_table[i] != NULL; i++)
		if (format_has(format_table[i], kind))
			have = say_join(have, " ", format_table[i]->name);
	message_error("-f: %s has no %s; use one of %s", lacking->name,
		      kinds[kind], have);
	return false;
}

/* Print all to a stream, and add to `lacks` why -q has no value. */
static void
output_put(const struct options *o, struct content content,
	   const struct format *format, FILE *stream, struct texts *lacks)
{
	bool is_text = format == &format_text;
	bool is_score = is_text && stream == stdout && o->quiet &&
			!o->verbose && !o->brief;
	struct report_options how = {
		.si = o->si, .verbose = o->verbose,
		.brief = o->brief || (o->command->judges && !o->verbose),
		.color = stream == stdout && is_colored,
	};
	char *first = say_join(NULL, "", "");

	content.how = &how;
	wrap_at(stream == stdout ? columns : WRAP_USUAL);
	if (o->line && is_text && stream == stdout)
		format_lines(stream, content.records, content.n);
	else if (is_score)
		format_scores(&content, stream, lacks);
	else
		format_print(format, &content, stream);
	if (is_text && content.saved != NULL && !o->brief && !is_score)
		records_say(stream, content.saved, content.baseline);
	say_forget(first);
}

/* Return 0 if all was written so far, or an errno. */
static int
output_flush(FILE *stream)
{
	if (fflush(stream) != 0)
		return errno;
	return ferror(stream) ? EIO : 0;
}

/* Return the exit status of an output, after a message on its error, if any. */
static int
output_status(const char *what, int error)
{
	if (error == 0)
		return 0;
	message_error("cannot write %s: %s", what, strerror(error));
	return 2;
}

FILE *
output_open(struct output output)
{
	int fd = output.over ? open_over(output.path) :
		 open(output.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
		      0666);
	FILE *stream = fd >= 0 ? fdopen(fd, "w") : NULL;
	int error = errno;

	if (stream != NULL)
		return stream;
	if (fd >= 0 && close(fd) == 0 && !output.over)
		unlink(output.path);
	output_status(output.path, error);
	return NULL;
}

int
output_close(FILE *stream, struct output output)
{
	int error = output_flush(stream);

	if (fclose(stream) != 0 && error == 0)
		error = errno;
	if (error != 0 && !output.over)
		unlink(output.path);
	return output_status(output.path, error);
}

int
command_end(const char *what)
{
	return output_status(what, output_flush(stdout));
}

/* Render the outputs from *at that go to one place, and move *at past them. */
static int
output_place(const struct options *options, struct content content, size_t *at,
	     struct texts *lacks)
{
	struct output output = output_get(options, *at), next = output;
	FILE *stream = stdout;

	if (output.path != NULL)
		stream = output_open(output);
	do {
		if (stream != NULL)
			output_put(options, content, next.format, stream,
				   lacks);
		content.follows = true;
		next = output_get(options, ++*at);
	} while (next.format != NULL && next.path == output.path);
	if (stream == stdout)
		return command_end("the report");
	return stream != NULL ? output_close(stream, output) : 2;
}

int
output_render(const struct options *options, struct content content)
{
	const struct record *records = content.records;
	const struct format *format;
	struct texts lacks = { 0 };
	bool is_invalid = false;
	size_t at = options->no_stdout;
	int status = 0;

	while ((format = output_get(options, at).format) != NULL) {
		if (format == &format_fio_log)
			at++;
		else if (output_place(options, content, &at, &lacks) != 0)
			status = 2;
	}
	for (size_t i = 0; i < lacks.n && status != 2; i++) {
		message_error("%s", lacks.text[i]);
		status = 1;
	}
	texts_free(&lacks);
	if (content.whole != NULL && *content.whole->error != '\0') {
		message_error("%s", content.whole->error);
		status = 2;
	}
	if (status != 0 || !options->strict)
		return status;
	for (size_t i = 0; i < content.n && records != NULL; i++)
		for_each_row(result, &records[i])
			is_invalid |= flags_invalidate(result->judgement.flags);
	return is_invalid;
}
