/*
 * Write a run as lines, into memory. read.c must accept them, so texts lose
 * their control characters and differences can't be negative.
 */
#include <config.h>

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/operation.h"
#include "diskidx/record.h"
#include "lines.h"

#define SHORT 64		/* room for a keyword, or two numbers */

struct writer {
	char *text;
	size_t size, room;	/* of the text; of its memory */
	uint64_t lines;
};

/* Return the end of the text, behind which there is room for so much. */
static char *
end_of(struct writer *writer, size_t more)
{
	if (writer->room - writer->size < more) {
		writer->room = 2 * writer->room + more;
		writer->text = xrealloc(writer->text, writer->room);
	}
	return writer->text + writer->size;
}

static void PRINTF_LIKE(2, 3)
put(struct writer *writer, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	writer->size += (size_t)vsnprintf(end_of(writer, SHORT), SHORT, format,
					  args);
	va_end(args);
}

static void
begin(struct writer *writer, enum line line)
{
	put(writer, "%s", line_keyword(line));
	writer->lines++;
}

static void
end(struct writer *writer)
{
	put(writer, "\n");
}

static void
put_text(struct writer *writer, const char *text)
{
	size_t length = text == NULL ? 0 : strlen(text);
	char *at;

	if (text == NULL) {
		put(writer, "\t-");
		return;
	}
	length = length < RECORD_MAX_TEXT ? length : RECORD_MAX_TEXT;
	at = end_of(writer, length + 1);
	*at++ = '\t';
	for (size_t i = 0; i < length; i++) {
		unsigned char c = (unsigned char)text[i];

		at[i] = (char)(c < ' ' || c == 0x7f ? ' ' : c);
	}
	writer->size += length + 1;
}

static void
put_number(struct writer *writer, uint64_t number)
{
	put(writer, "\t%" PRIu64, number);
}

/* Return a counter of the sample in that line, from 0; NULL: it has no more. */
static const uint64_t *
value_of(const struct sample *sample, enum line line, size_t i)
{
	size_t at;

	if (line_counter(line, i, &at) == NULL)
		return NULL;
	return (const uint64_t *)(const void *)((const char *)sample + at);
}

static void
put_counters(struct writer *writer, const struct sample *sample, enum line line)
{
	const uint64_t *value;

	for (size_t i = 0; (value = value_of(sample, line, i)) != NULL; i++)
		put_number(writer, *value);
}

/* Write facts; those of a target have its number. */
static void
write_facts(struct writer *writer, enum line line, size_t target,
	    const struct facts *facts)
{
	for (size_t i = 0; i < facts->count; i++) {
		begin(writer, line);
		if (line == LINE_TARGET)
			put_number(writer, target);
		put_text(writer, facts->list[i].key);
		put_text(writer, facts->list[i].value);
		end(writer);
	}
}

/* Write a line that has a text alone. */
static void
write_text(struct writer *writer, enum line line, const char *text)
{
	begin(writer, line);
	put_text(writer, text);
	end(writer);
}

static void
write_run(struct writer *writer, const struct record *record)
{
	size_t i;

	begin(writer, LINE_RUN);
	put_text(writer, record->version);
	put_number(writer, record->started_s);
	put_number(writer, record->ended_s);
	put(writer, "\t%d", record->utc_offset_s);
	put_number(writer, record->seed);
	put_number(writer, record->interrupted);
	put_number(writer, record->n_targets);
	end(writer);

	write_facts(writer, LINE_HOST, 0, &record->host);
	write_facts(writer, LINE_PLAN, 0, &record->plan);
	for (i = 0; i < record->n_targets; i++)
		write_facts(writer, LINE_TARGET, i, &record->target[i]);
	for (i = 0; i < record->n_notes; i++)
		write_text(writer, LINE_NOTE, record->note[i]);
}

static void
write_histogram(struct writer *writer, enum line line, const char *direction,
		const struct histogram_packed *packed)
{
	uint32_t last = 0, gap;

	if (packed == NULL)
		return;
	begin(writer, line);
	put_text(writer, direction);
	put_number(writer, packed->count);
	put_number(writer, packed->sum);
	put_number(writer, packed->min);
	put_number(writer, packed->max);
	/* A gap of 1 is left out, as neighbours are frequent. */
	for (size_t i = 0; i < packed->used; i++) {
		gap = packed->cell[i].index - last;
		last = packed->cell[i].index;
		put(writer, i == 0 ? "\t" : " ");
		if (gap != 1)
			put(writer, "%" PRIu32 ":", gap);
		put(writer, "%" PRIu64, packed->cell[i].count);
	}
	end(writer);
}

static uint64_t
growth(uint64_t *last, uint64_t now)
{
	uint64_t before = *last;

	if (now <= before)
		return 0;
	*last = now;
	return now - before;
}

/* Write the series in several lines, since a line is limited. */
static void
write_series(struct writer *writer, const struct sample *sample)
{
	uint64_t at_ns = 0, bytes = 0, gap_ns, more;
	size_t i;
	bool first, last;

	for (i = 0; i < sample->n_ticks; i++) {
		first = i % RECORD_LINE_TICKS == 0;
		last = i + 1 == sample->n_ticks ||
		       (i + 1) % RECORD_LINE_TICKS == 0;
		if (first)
			begin(writer, LINE_SERIES);
		gap_ns = growth(&at_ns, sample->tick[i].at_ns);
		more = growth(&bytes, sample->tick[i].bytes);
		put(writer, "%c%" PRIu64 ":%" PRIu64, first ? '\t' : ' ',
		    gap_ns, more);
		if (last)
			end(writer);
	}
}

/* Return true if the sample has such a line. */
static bool
has_line(const struct sample *sample, enum line line)
{
	size_t flag = line_flag(line);
	const uint64_t *value;

	if (flag != 0)
		return *(const bool *)((const char *)sample + flag);
	for (size_t i = 0; (value = value_of(sample, line, i)) != NULL; i++)
		if (*value != 0)
			return true;
	return false;
}

static void
write_sample(struct writer *writer, const struct sample *sample)
{
	enum line last = LINE_SAMPLE;

	begin(writer, LINE_SAMPLE);
	put_number(writer, sample->round);
	put_counters(writer, sample, LINE_SAMPLE);
	put_number(writer, sample->bounded);
	put_number(writer, sample->uneven);
	end(writer);

	for (int i = LINE_SAMPLE + 1; i < LINE_LATENCY; i++) {
		enum line line = (enum line)i;

		if (!line_may_follow(line, last) || !has_line(sample, line))
			continue;
		begin(writer, line);
		put_counters(writer, sample, line);
		end(writer);
		last = line;
	}
	for (int i = LINE_LATENCY; i <= LINE_COMPLETION; i++) {
		struct histogram_packed *const *of =
			sample->latency[LINE_KIND(i)];

		write_histogram(writer, (enum line)i, "read", of[OP_READ]);
		write_histogram(writer, (enum line)i, "write", of[OP_WRITE]);
	}
	write_series(writer, sample);
}

static void
write_result(struct writer *writer, const struct result *result)
{
	char params[PARAMS_TEXT];
	size_t i;

	begin(writer, LINE_TEST);
	put_text(writer, result->test.id);
	put_text(writer, result->test.title);
	put_text(writer, result->test.category);
	put_text(writer, unit_name(result->test.unit));
	put_number(writer, result->test.target);
	put_number(writer, result->test.copies);
	put_text(writer, result->test.workload);
	put_text(writer, result->test.engine);
	put_number(writer, result->test.asked_ns);
	put_text(writer, result->test.rule == RULE_UNIXBENCH ? "unixbench" :
		 "mean");
	put_number(writer, result->test.memory);
	put_text(writer, params_format(params, &result->test.params));
	put_text(writer, result->test.fingerprint);
	end(writer);

	if (result->test.na_reason != NULL)
		write_text(writer, LINE_MISSING, result->test.na_reason);
	for (i = 0; i < result->n_samples; i++)
		write_sample(writer, &result->sample[i]);
}

char *
record_text(const struct record *record)
{
	struct writer writer = { NULL, 0, 0, 0 };

	write_run(&writer, record);
	for (size_t i = 0; i < record->n_results; i++)
		write_result(&writer, &record->result[i]);
	begin(&writer, LINE_END);
	put_number(&writer, writer.lines);
	end(&writer);
	return writer.text;
}
