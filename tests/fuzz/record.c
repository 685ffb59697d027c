/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * For any bytes, the reader of records answers with runs that can be
 * summarized, printed in every format and saved unchanged, or with one line of
 * error.
 */
#include <config.h>

#include <regex.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/say.h"
#include "diskidx/format/format.h"
#include "diskidx/record/record.h"
#include "diskidx/report/report.h"
#include "diskidx/test/baseline.h"
#include "fuzz.h"

#define MAX_RUNS 64

/* The runs of a file. */
struct runs {
	struct record run[MAX_RUNS];
	size_t n;
	const char *error;
};

static char path[64];	/* of the input, or of what was saved of it */
static bool has_such;	/* words of the input that look like no number */

static bool
put(const char *data, size_t size)
{
	FILE *stream;
	bool is_good;

	snprintf(path, sizeof(path), "fuzz-record.%ld", (long)getpid());
	stream = fopen(path, "wb");
	is_good = stream != NULL && fwrite(data, 1, size, stream) == size;
	return stream != NULL && fclose(stream) == 0 && is_good;
}

static void
keep(void *context, struct record *run)
{
	struct runs *runs = context;

	if (runs->n < MAX_RUNS)
		runs->run[runs->n++] = *run;
	else
		record_free(run);
}

static size_t
load(struct runs *runs)
{
	runs->n = 0;
	return record_each(path, NULL, 0, keep, runs, &runs->error);
}

static void
forget(struct runs *runs)
{
	while (runs->n > 0)
		record_free(&runs->run[--runs->n]);
}

/* What is saved of runs. */
static char *
save(const struct runs *runs)
{
	char *text = NULL;

	for (size_t i = 0; i < runs->n; i++) {
		char *one = record_text(&runs->run[i]);

		text = say_join(text, "", one);
		free(one);
	}
	return text;
}

/* What was saved of them is read and saved again as the same. */
static void
try_again(const struct runs *runs)
{
	struct runs *again = xmalloc(sizeof(*again));
	char *text = save(runs), *text_again;

	fuzz_must(put(text, strlen(text)) && load(again) == runs->n &&
		  again->error[0] == '\0', "what was saved can't be read");
	text_again = save(again);
	fuzz_must(strcmp(text, text_again) == 0,
		  "what was saved reads as something else");
	forget(again);
	free(again);
}

/* No number is printed that is none, also among coordinates. */
static void
try_text(FILE *stream)
{
	size_t size = (size_t)ftell(stream);
	char *text = xmalloc(size + 1);
	static regex_t infinite;
	static bool is_ready;

	if (!is_ready)
		is_ready = regcomp(&infinite, "[:[,] *-?(inf|nan)|"
				   "[MLHV\"]-?(inf|nan)", REG_EXTENDED |
				   REG_NOSUB) == 0;
	rewind(stream);
	text[fread(text, 1, size, stream)] = '\0';
	fuzz_must(has_such || regexec(&infinite, text, 0, NULL, 0) != 0,
		  "a number that is none");
	free(text);
}

static void
print_logs(const struct record *record, FILE *stream)
{
	for (size_t i = 0; i < record->n_results; i++)
		for (int kind = 0; kind < TEST_LOGS; kind++)
			if (format_log_refusal(&record->result[i],
					       (enum test_log)kind) == NULL)
				format_log(stream, record, &record->result[i],
					   (enum test_log)kind, true);
}

static void
try_formats(struct runs *runs)
{
	static const struct report_options options = { .verbose = true };
	const struct format *format;

	for (size_t i = 0; i < runs->n; i++)
		record_summarise(&runs->run[i], baseline_default);
	for (size_t i = 0; (format = format_table[i]) != NULL; i++) {
		FILE *stream = fopen(path, "wb+");

		if (format == &format_fio_log)
			print_logs(&runs->run[runs->n - 1], stream);
		else
			format_print(format, &(struct content){
				.records = runs->run, .n = runs->n,
				.how = &options
			}, stream);
		try_text(stream);
		fclose(stream);
	}
}

/* An error, or the warning about a run that was cut off, is one line. */
static void
try_answer(struct runs *runs, size_t n)
{
	const char *error = runs->error;
	size_t length = strlen(path);

	if (n == 0 || error[0] != '\0')
		fuzz_must(strncmp(error, path, length) == 0 &&
			  error[length] == ':' && strchr(error, '\n') == NULL,
			  "the error");
	if (n > 0 && n == runs->n)
		try_again(runs);
	if (n > 0)
		try_formats(runs);
}

static bool
has(const char *data, size_t size, const char *word)
{
	size_t length = strlen(word), i;

	for (i = 0; i + length <= size; i++)
		if (memcmp(data + i, word, length) == 0)
			return true;
	return false;
}

void
fuzz_try(const char *data, size_t size)
{
	struct runs *runs = xmalloc(sizeof(*runs));

	has_such = has(data, size, "nan") || has(data, size, "inf");
	fuzz_must(put(data, size), "no file can be made");
	try_answer(runs, load(runs));
	forget(runs);
	free(runs);
	unlink(path);
}
