/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Write a run as lines, into memory. read.c must accept them, so texts lose
 * their control characters, and no difference is negative. */
#include <config.h>

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/amount.h"
#include "diskidx/base/checksum.h"
#include "diskidx/base/operation.h"
#include "diskidx/record/record.h"
#include "diskidx/stats/sample.h"
#include "lines.h"

#define SHORT 64		/* room for a keyword, or two numbers */

struct writer {
	char *text;
	size_t size, room;	/* of the text, and of its memory */
	uint64_t lines;
};

/* Return the end of the text, with that much room after it. */
static char *
write_room(struct writer *writer, size_t more)
{
	if (writer->room - writer->size < more) {
		writer->room = 2 * writer->room + more;
		writer->text = xrealloc(writer->text, writer->room);
	}
	return writer->text + writer->size;
}

static void PRINTF_LIKE(2, 3)
write_print(struct writer *writer, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	writer->size += (size_t)vsnprintf(write_room(writer, SHORT), SHORT,
					  format, args);
	va_end(args);
}

static void
write_begin(struct writer *writer, enum line line)
{
	write_print(writer, "\n%s", line_entry[line].keyword);
	writer->lines++;
}

static void
write_field(struct writer *writer, const char *text)
{
	size_t length;
	char *at;

	if (text == NULL)
		text = "-";
	length = (size_t)amount_min(strlen(text), RECORD_MAX_TEXT);
	at = write_room(writer, length + 1);
	*at++ = '\t';
	for (size_t i = 0; i < length; i++) {
		at[i] = text[i];
		if ((unsigned char)at[i] < ' ' || at[i] == 0x7f)
			at[i] = ' ';
	}
	writer->size += length + 1;
}

static void
write_number(struct writer *writer, uint64_t number)
{
	write_print(writer, "\t%" PRIu64, number);
}

static void
write_fields(struct writer *writer, enum line line, const void *of)
{
	for (const struct field *f = line_entry[line].field; f->name != NULL;
	     f++) {
		const void *member = (const char *)of + f->offset;

		switch (f->kind) {
		case FIELD_TEXT:
			write_field(writer, *(char *const *)member);
			break;
		case FIELD_PARAMS:
			write_field(writer, params_format(member));
			break;
		case FIELD_WORD:
			write_field(writer, f->word[field_value(f, of)]);
			break;
		case FIELD_SIGNED:
			write_print(writer, "\t%d", *(const int *)member);
			break;
		default:
			write_number(writer, field_value(f, of));
		}
	}
}

static void
write_line(struct writer *writer, enum line line, const void *of)
{
	write_begin(writer, line);
	write_fields(writer, line, of);
}

static void
write_facts(struct writer *writer, enum line line, size_t target,
	    const struct facts *facts)
{
	for (size_t i = 0; i < facts->count; i++) {
		write_begin(writer, line);
		if (line == LINE_TARGET)
			write_number(writer, target);
		write_field(writer, facts->list[i].key);
		write_field(writer, facts->list[i].value);
	}
}

static void
write_texts(struct writer *writer, enum line line, const struct texts *texts)
{
	for (size_t i = 0; i < texts->n; i++) {
		write_begin(writer, line);
		write_field(writer, texts->text[i]);
	}
}

static void
write_histogram(struct writer *writer, enum line line, const char *direction,
		const struct histogram_packed *packed)
{
	uint32_t last = 0, gap;

	if (packed == NULL)
		return;
	write_begin(writer, line);
	write_field(writer, direction);
	write_fields(writer, line, packed);
	/* A gap of 1, the most frequent, is left out. */
	for (size_t i = 0; i < packed->used; i++) {
		gap = packed->cell[i].index - last;
		last = packed->cell[i].index;
		write_print(writer, "%c", i == 0 ? '\t' : ' ');
		if (gap != 1)
			write_print(writer, "%" PRIu32 ":", gap);
		write_print(writer, "%" PRIu64, packed->cell[i].count);
	}
}

/* Write the series, or its writes, in lines of limited length. */
static void
write_series(struct writer *writer, const struct sample *sample, enum line line)
{
	uint64_t at_ns = 0, bytes = 0, gap_ns, more;

	for (size_t i = 0; i < sample->n_ticks; i++) {
		const struct tick *tick = &sample->tick[i];
		bool begins = i % RECORD_LINE_TICKS == 0;

		if (begins)
			write_begin(writer, line);
		/* A tick before the last one adds nothing. */
		gap_ns = amount_left(tick->at_ns, at_ns);
		more = amount_left(line == LINE_SERIES ? tick->bytes :
				   tick->of[OP_WRITE].bytes, bytes);
		at_ns += gap_ns;
		bytes += more;
		write_print(writer, "%c%" PRIu64 ":%" PRIu64,
			    begins ? '\t' : ' ', gap_ns, more);
	}
}

static bool
has_line(const struct sample *sample, const struct line_entry *line)
{
	if (line->flag != 0)
		return *(const bool *)((const char *)sample + line->flag);
	for (const struct field *f = line->field; f->name != NULL; f++)
		if (field_value(f, sample) != 0)
			return true;
	return false;
}

static void
write_sample(struct writer *writer, const struct sample *sample)
{
	enum line last = LINE_SAMPLE;

	write_line(writer, LINE_SAMPLE, sample);
	for (int i = LINE_SAMPLE + 1; i < LINE_LATENCY; i++) {
		if (last < line_entry[i].from ||
		    !has_line(sample, &line_entry[i]))
			continue;
		last = (enum line)i;
		write_line(writer, last, sample);
	}
	for (int i = LINE_LATENCY; i <= LINE_FLUSH; i++)
		for (int op = 0; op < OP_COUNT; op++)
			write_histogram(writer, (enum line)i,
					operation_name[op],
					sample->latency[LINE_KIND(i)][op]);
	write_series(writer, sample, LINE_SERIES);
	if (sample_has_directions(sample))
		write_series(writer, sample, LINE_WRITTEN);
}

char *
record_text(const struct record *record)
{
	struct writer writer = { 0 };
	size_t header;
	uint32_t sum;

	write_print(&writer, RECORD_MAGIC "\t%d", RECORD_VERSION);
	header = writer.size + 1;
	write_line(&writer, LINE_RUN, record);
	if (!record->is_old)
		write_number(&writer, RECORD_FORM);
	write_facts(&writer, LINE_HOST, 0, &record->host);
	write_facts(&writer, LINE_PLAN, 0, &record->plan);
	for (size_t i = 0; i < record->n_targets; i++)
		write_facts(&writer, LINE_TARGET, i, &record->target[i]);
	write_texts(&writer, LINE_NOTE, &record->note);
	write_texts(&writer, LINE_SETTING, &record->setting);
	write_texts(&writer, LINE_GLOBAL, &record->global);
	for_each_row(result, record) {
		const struct result_test *test = &result->test;

		if (result->follows)
			continue;
		write_line(&writer, LINE_TEST, test);
		if (test->job_name != NULL)
			write_line(&writer, LINE_JOB, test);
		write_texts(&writer, LINE_GIVEN, &test->given);
		if (test->expects != NULL)
			write_line(&writer, LINE_EXPECT, test);
		if (test->na_reason != NULL)
			write_line(&writer, LINE_MISSING, test);
		for_each_sample(sample, result)
			write_sample(&writer, sample);
	}
	sum = checksum_add(0, writer.text + header, writer.size - header);
	sum = checksum_add(sum, "\n", 1);
	write_begin(&writer, LINE_END);
	write_number(&writer, writer.lines);
	if (!record->is_old)
		write_print(&writer, "\t" RECORD_SUM, sum);
	write_print(&writer, "\n");
	return writer.text;
}
