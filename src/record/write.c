/*
 * Writes a run as lines. Nothing here touches a file; what is written must be
 * what record-read.c accepts, so texts lose their control characters and
 * differences can't be negative.
 */
#include <config.h>

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "diskidx/operation.h"
#include "diskidx/record.h"
#include "lines.h"

struct writer {
	FILE *stream;
	uint64_t lines;
};

static void
begin(struct writer *writer, const char *keyword)
{
	fputs(keyword, writer->stream);
	writer->lines++;
}

static void
end(struct writer *writer)
{
	putc('\n', writer->stream);
}

static void
put_text(struct writer *writer, const char *text)
{
	size_t i;
	unsigned char c;

	putc('\t', writer->stream);
	if (text == NULL)
		text = "-";
	for (i = 0; text[i] != '\0' && i < RECORD_TEXT_MAX; i++) {
		c = (unsigned char)text[i];
		putc(c < ' ' || c == 0x7f ? ' ' : c, writer->stream);
	}
}

static void
put_number(struct writer *writer, uint64_t number)
{
	fprintf(writer->stream, "\t%" PRIu64, number);
}

static void
put_fields(struct writer *writer, const void *from,
	   const struct record_field *field, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		put_number(writer, *(const uint64_t *)(const void *)
				   ((const char *)from + field[i].offset));
}

static void
write_facts(struct writer *writer, const char *keyword,
	    const struct facts *facts)
{
	size_t i;

	for (i = 0; i < facts->count; i++) {
		begin(writer, keyword);
		put_text(writer, facts->list[i].key);
		put_text(writer, facts->list[i].value);
		end(writer);
	}
}

static void
write_targets(struct writer *writer, const struct record *record)
{
	const struct facts *facts;
	size_t i, j;

	for (i = 0; i < record->n_targets; i++) {
		facts = &record->target[i];
		for (j = 0; j < facts->count; j++) {
			begin(writer, "target");
			put_number(writer, i);
			put_text(writer, facts->list[j].key);
			put_text(writer, facts->list[j].value);
			end(writer);
		}
	}
}

static void
write_run(struct writer *writer, const struct record *record)
{
	size_t i;

	begin(writer, "run");
	put_text(writer, record->version);
	put_number(writer, record->started_s);
	put_number(writer, record->ended_s);
	fprintf(writer->stream, "\t%d", record->utc_offset_s);
	put_number(writer, record->seed);
	put_number(writer, record->interrupted);
	put_number(writer, record->n_targets);
	end(writer);

	write_facts(writer, "host", &record->host);
	write_facts(writer, "plan", &record->plan);
	write_targets(writer, record);
	for (i = 0; i < record->n_notes; i++) {
		begin(writer, "note");
		put_text(writer, record->note[i]);
		end(writer);
	}
}

/* Neighbouring buckets are used together: a gap of 1 need not be said. */
static void
put_cells(struct writer *writer, const struct histogram_packed *packed)
{
	uint32_t last = 0, gap;
	size_t i;

	for (i = 0; i < packed->used; i++) {
		gap = packed->cell[i].index - last;
		last = packed->cell[i].index;
		putc(i == 0 ? '\t' : ' ', writer->stream);
		if (gap != 1)
			fprintf(writer->stream, "%" PRIu32 ":", gap);
		fprintf(writer->stream, "%" PRIu64, packed->cell[i].count);
	}
}

static void
write_histogram(struct writer *writer, const char *keyword,
		const char *direction, const struct histogram_packed *packed)
{
	if (packed == NULL)
		return;
	begin(writer, keyword);
	put_text(writer, direction);
	put_number(writer, packed->count);
	put_number(writer, packed->sum);
	put_number(writer, packed->min);
	put_number(writer, packed->max);
	put_cells(writer, packed);
	end(writer);
}

static void
write_histograms(struct writer *writer, const char *keyword,
		 struct histogram_packed *const *of)
{
	write_histogram(writer, keyword, "read", of[OP_READ]);
	write_histogram(writer, keyword, "write", of[OP_WRITE]);
}

/* Where no depth was looked at, there is no line. */
static void
write_depths(struct writer *writer, const struct sample *sample)
{
	size_t i, first = 0;

	while (first < SAMPLE_DEPTHS && sample->depth_seen[first] == 0)
		first++;
	if (first == SAMPLE_DEPTHS)
		return;
	begin(writer, "depths");
	for (i = 0; i < SAMPLE_DEPTHS; i++)
		put_number(writer, sample->depth_seen[i]);
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

/* A long sample has more points than one line may hold. */
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
			begin(writer, "series");
		gap_ns = growth(&at_ns, sample->tick[i].at_ns);
		more = growth(&bytes, sample->tick[i].bytes);
		fprintf(writer->stream, "%c%" PRIu64 ":%" PRIu64,
			first ? '\t' : ' ', gap_ns, more);
		if (last)
			end(writer);
	}
}

static void
write_processors(struct writer *writer, const struct processor_times *times)
{
	begin(writer, "processors");
	put_fields(writer, times, record_processors_field,
		   RECORD_PROCESSORS_FIELDS);
	end(writer);
	if (times->periods == 0 && times->limited_periods == 0 &&
	    times->limited_ns == 0)
		return;
	begin(writer, "quota");
	put_fields(writer, times, record_quota_field, RECORD_QUOTA_FIELDS);
	end(writer);
}

static void
write_evidence(struct writer *writer, const struct sample *sample)
{
	if (sample->has_inblock) {
		begin(writer, "inblock");
		put_number(writer, sample->inblock_bytes);
		end(writer);
	}
	if (sample->has_resident) {
		begin(writer, "resident");
		put_number(writer, sample->resident_bytes);
		put_number(writer, sample->dropped_bytes);
		end(writer);
	}
	if (sample->has_device) {
		begin(writer, "device");
		put_fields(writer, &sample->device, record_device_field,
			   RECORD_DEVICE_FIELDS);
		end(writer);
	}
	if (sample->has_processors)
		write_processors(writer, &sample->processors);
}

static void
write_sample(struct writer *writer, const struct sample *sample)
{
	begin(writer, "sample");
	put_number(writer, sample->round);
	put_fields(writer, sample, record_sample_field, RECORD_SAMPLE_FIELDS);
	put_number(writer, sample->bounded);
	put_number(writer, sample->uneven);
	end(writer);

	write_evidence(writer, sample);
	write_depths(writer, sample);
	write_histograms(writer, "latency", sample->latency);
	write_histograms(writer, "submission", sample->submission);
	write_histograms(writer, "completion", sample->completion);
	write_series(writer, sample);
}

static void
write_result(struct writer *writer, const struct result *result)
{
	char params[PARAMS_TEXT];
	size_t i;

	begin(writer, "test");
	put_text(writer, result->id);
	put_text(writer, result->title);
	put_text(writer, result->category);
	put_text(writer, unit_name(result->unit));
	put_number(writer, result->target);
	put_number(writer, result->copies);
	put_text(writer, result->workload);
	put_text(writer, result->engine);
	put_number(writer, result->asked_ns);
	put_text(writer, result->rule == RULE_UNIXBENCH ? "unixbench" :
		 "mean");
	put_number(writer, result->memory);
	put_text(writer, params_format(params, &result->params));
	put_text(writer, result->fingerprint);
	end(writer);

	if (result->na_reason != NULL) {
		begin(writer, "missing");
		put_text(writer, result->na_reason);
		end(writer);
	}
	for (i = 0; i < result->n_samples; i++)
		write_sample(writer, &result->sample[i]);
}

int
record_write(const struct record *record, FILE *stream)
{
	struct writer writer = { stream, 0 };
	size_t i;

	write_run(&writer, record);
	for (i = 0; i < record->n_results; i++)
		write_result(&writer, &record->result[i]);
	begin(&writer, "end");
	put_number(&writer, writer.lines);
	end(&writer);

	if (fflush(stream) != 0)
		return -errno;
	return ferror(stream) ? -EIO : 0;
}
