/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The default place of records: a path for a new one, and the existing ones;
 * and the hint below a report, which says where the record is. */
#include <config.h>

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/message.h"
#include "diskidx/base/printf.h"
#include "diskidx/base/say.h"
#include "diskidx/base/utf8.h"
#include "diskidx/base/wrap.h"
#include "diskidx/report/view.h"
#include "diskidx/test/baseline.h"
#include "records.h"

#define SUFFIX ".diskidx"
#define DIGITS "0123456789"
#define PLAIN "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" DIGITS

/* Make a directory and its parents. Return NULL, or why one is impossible;
 * `path` then ends after it. */
static const char *
make_directories(char *path)
{
	char *at = path, next;
	struct stat st;

	for (; *at != '\0'; *at = next) {
		at += 1 + strcspn(at + 1, "/");
		next = *at;
		*at = '\0';
		if (mkdir(path, 0777) == 0)
			continue;
		if (errno != EEXIST || lstat(path, &st) != 0)
			return strerror(errno);
		/* Another user's link could lead the records anywhere. */
		if (S_ISLNK(st.st_mode) && st.st_uid != 0 &&
		    st.st_uid != geteuid())
			return "another user's symbolic link";
	}
	return NULL;
}

/* Return true if a place only for records is set. */
static bool
is_place_set(void)
{
	return text_or(getenv("DISKIDX_RESULTDIR"), "")[0] != '\0';
}

/* Make and return the default place; NULL after an error or, if unset, a
 * warning. */
static const char *
default_place(void)
{
	char *directory = say_join(NULL, "", record_directory());
	const char *home = text_or(getenv("HOME"), ""), *lack, *why;
	struct stat st;

	if (directory == NULL) {
		why = "HOME is not set";
	} else if (home[0] != '\0' && stat(home, &st) != 0 &&
		   strncmp(directory, home, strlen(home)) == 0) {
		/* Many system users have no home; root could create it. */
		why = say("HOME, %s: %s", home, strerror(errno));
	} else {
		lack = make_directories(directory);
		if (lack == NULL && access(directory, W_OK | X_OK) == 0)
			return directory;
		why = say("%s: %s", directory, text_or(lack, strerror(errno)));
	}
	if (is_place_set())
		message_error("the record cannot be saved: %s; use -o FILE or "
			      "--no-save", why);
	else
		message_warning("the record is not saved: %s; to save it, use "
				"-o FILE or set XDG_STATE_HOME", why);
	return NULL;
}

bool
records_check(bool *saves)
{
	*saves = default_place() != NULL;
	return *saves || !is_place_set();
}

const char *
records_new_path(const struct record *record)
{
	const char *host = facts_get(&record->host, FACT_HOSTNAME);
	const char *day = view_day(record);
	const char *directory = default_place(), *path;
	struct stat st;
	char *name;
	unsigned i = 1;

	if (directory == NULL)
		return NULL;
	if (host == NULL || *host == '\0')
		host = "host";
	name = say("%s", host);
	for (char *at = name; *at != '\0'; at++)
		if (strchr(PLAIN ".-", *at) == NULL ||
		    (at == name && *at == '.'))
			*at = '-';
	/* Find the first free name of the day. */
	do {
		path = say("%s/%s-%s-%02u" SUFFIX, directory, name, day, i++);
	} while (lstat(path, &st) == 0);
	return path;
}

/* Compare names so that -100 comes after -99. */
static int
compare_names(const void *a, const void *b)
{
	const char *one = *(const char *const *)a;
	const char *two = *(const char *const *)b;
	size_t i = 0, digits_one, digits_two;

	while (one[i] != '\0' && one[i] == two[i])
		i++;
	digits_one = strspn(one + i, DIGITS);
	digits_two = strspn(two + i, DIGITS);
	if (digits_one != digits_two)
		return digits_one < digits_two ? -1 : 1;
	return strcmp(one + i, two + i);
}

bool
records_find(struct words *saved, const char *advice)
{
	const char *directory = record_directory();
	struct dirent *entry;
	DIR *dir;

	*saved = (struct words){ NULL, 0 };
	if (directory == NULL) {
		if (advice != NULL)
			message_error("HOME is not set, so there is no place "
				      "for records%s%s",
				      *advice != '\0' ? "; " : "", advice);
		return false;
	}
	dir = opendir(directory);
	while (dir != NULL && (entry = readdir(dir)) != NULL) {
		size_t length = strlen(entry->d_name);
		struct stat st;
		const char *path;

		if (length <= strlen(SUFFIX) ||
		    strcmp(entry->d_name + length - strlen(SUFFIX), SUFFIX))
			continue;
		path = say("%s/%s", directory, entry->d_name);
		/* A FIFO waits for a writer; a device may do anything. */
		if (stat(path, &st) != 0 || S_ISREG(st.st_mode))
			*xadd(saved->list, saved->n) = path;
	}
	if (dir != NULL)
		closedir(dir);
	if (saved->n > 0)
		qsort(saved->list, saved->n, sizeof(*saved->list),
		      compare_names);
	return true;
}

static void
records_note_time(void *context, struct record *run)
{
	*(uint64_t *)context = run->started_s;
	record_free(run);
}

bool
records_find_by_time(struct words *saved, const char *advice)
{
	const char *what = "", *error;
	uint64_t *start_s;
	size_t n = 0;

	if (!records_find(saved, advice))
		return false;
	if (saved->n > 0)
		what = " that can be read";
	start_s = xmalloc((saved->n + 1) * sizeof(*start_s));
	for (size_t i = 0; i < saved->n; i++) {
		const char *path = saved->list[i];
		uint64_t at_s = 0;
		size_t to = n;

		if (record_each(path, NULL, 0, records_note_time, &at_s,
				&error) == 0) {
			message_error("%s", error);
			continue;
		}
		for (n++; to > 0 && start_s[to - 1] > at_s; to--) {
			saved->list[to] = saved->list[to - 1];
			start_s[to] = start_s[to - 1];
		}
		saved->list[to] = path;
		start_s[to] = at_s;
	}
	free(start_s);
	saved->n = n;
	if (n > 0)
		return true;
	message_error("there is no record%s in %s; run diskidx, or %s", what,
		      record_directory(), advice);
	free(saved->list);
	return false;
}

const char *
records_path(const char *name)
{
	const char *directory = record_directory(), *path;

	if (directory == NULL || strchr(name, '/') != NULL ||
	    access(name, F_OK) == 0)
		return name;
	path = say("%s/%s", directory, name);
	return access(path, F_OK) == 0 ? path : name;
}

const char *
records_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash != NULL && strcmp(records_path(slash + 1), path) == 0 ?
		slash + 1 : path;
}

/*
 * Append a path as a word of the shell, in single quotes if it needs any. The
 * quotes are closed for a quote, and for a character that is not plain, which
 * must not reach a terminal: an unquoted question mark matches one byte, and a
 * star all bytes of a longer one.
 */
static char *
append_word(char *text, const char *path)
{
	uint32_t code;
	size_t length;

	/* Keep it from being an option, zsh's =COMMAND, or compare's vs. */
	if (path[0] == '-' || path[0] == '=' || strcmp(path, "vs") == 0)
		text = say_join(text, "", "./");
	if (path[0] != '\0' && path[strspn(path, PLAIN "_-+=.,:@%/")] == '\0')
		return say_join(text, "", path);
	text = say_join(text, "", "'");
	for (; *path != '\0'; path += length > 0 ? length : 1) {
		length = utf8_decode(path, &code);
		if (*path == '\'')
			text = say_join(text, "", "'\\''");
		else if (length == 0 || !utf8_is_plain(code))
			text = say_join(text, "", length > 1 ? "'*'" : "'?'");
		else
			text = say_more(text, "", "%.*s", (int)length, path);
	}
	return say_join(text, "", "'");
}

/* Print a text after its lead, or below if the line is too short. */
static void
put_below(FILE *out, const char *lead, const char *text)
{
	size_t length = strlen(lead);
	bool fits = length + strlen(text) <= wrap_columns();

	while (!fits && length > 0 && lead[length - 1] == ' ')
		length--;
	fprintf(out, "%.*s%s", (int)length, lead, fits ? "" : "\n");
	utf8_put(text, out);
	putc('\n', out);
}

/* A record has no baseline: the command names any except the default. */
void
records_say(FILE *out, const char *path, const char *baseline)
{
	char *report = say("diskidx report -v ");
	char *compare = say("diskidx compare OTHER ");
	const char *name = records_name(path);

	if (baseline != NULL && baseline_by_name(baseline) != baseline_default)
		report = say_join(append_word(say_join(report, "", "-B "),
					      baseline), "", " ");
	put_below(out, "The record is in ", path);
	put_below(out, "   more results:          ", append_word(report, name));
	put_below(out, "   compare with another:  ",
		  append_word(compare, name));
}
