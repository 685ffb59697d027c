/* Reads what a record says about a sample. */
#include <config.h>

#include <errno.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/operation.h"
#include "diskidx/record.h"
#include "fields.h"
#include "lines.h"
#include "loader.h"

#define MAX_ROUND 1000000
#define MAX_TICKS 100000000

struct sample *
loader_sample(struct loader *loader)
{
	struct result *result = loader_result(loader);

	return &result->sample[result->n_samples - 1];
}

static int
take_fields(struct loader *loader, size_t first, void *into,
	    const struct record_field *field, size_t n)
{
	struct reader *r = &loader->reader;
	uint64_t *number;
	size_t i;

	for (i = 0; i < n; i++) {
		number = (uint64_t *)(void *)((char *)into + field[i].offset);
		if (field_number(r, r->field[first + i], field[i].name,
				  field[i].max, number) != 0)
			return -EINVAL;
	}
	return 0;
}

int
loader_take_sample(struct loader *loader)
{
	struct reader *r = &loader->reader;
	struct result *result = loader_result(loader);
	char **flag = &r->field[2 + RECORD_SAMPLE_FIELDS];
	struct sample sample;
	uint64_t round;

	memset(&sample, 0, sizeof(sample));
	if (field_number(r, r->field[1], "round", MAX_ROUND, &round) != 0 ||
	    take_fields(loader, 2, &sample, record_sample_field,
			RECORD_SAMPLE_FIELDS) != 0 ||
	    field_bool(r, flag[0], "bounded", &sample.bounded) != 0 ||
	    field_bool(r, flag[1], "uneven", &sample.uneven) != 0)
		return -EINVAL;

	/* So there are at most as many samples as the round may be. */
	if (round == 0 || (result->n_samples > 0 &&
			   round <= loader_sample(loader)->round))
		return reader_fail(r, "round %u is out of order",
				   (unsigned)round);
	sample.round = (unsigned)round;
	result_add_sample(result, &sample);
	return 0;
}

int
loader_take_inblock(struct loader *loader)
{
	struct sample *sample = loader_sample(loader);

	sample->has_inblock = true;
	return field_number(&loader->reader, loader->reader.field[1],
			     "inblock_bytes", RECORD_MAX_COUNT,
			     &sample->inblock_bytes);
}

int
loader_take_resident(struct loader *loader)
{
	struct reader *r = &loader->reader;
	struct sample *sample = loader_sample(loader);

	sample->has_resident = true;
	if (field_number(r, r->field[1], "resident_bytes", RECORD_MAX_COUNT,
			  &sample->resident_bytes) != 0 ||
	    field_number(r, r->field[2], "dropped_bytes", RECORD_MAX_COUNT,
			  &sample->dropped_bytes) != 0)
		return -EINVAL;
	return 0;
}

int
loader_take_device(struct loader *loader)
{
	struct sample *sample = loader_sample(loader);

	sample->has_device = true;
	return take_fields(loader, 1, &sample->device, record_device_field,
			   RECORD_DEVICE_FIELDS);
}

int
loader_take_processors(struct loader *loader)
{
	struct sample *sample = loader_sample(loader);

	sample->has_processors = true;
	return take_fields(loader, 1, &sample->processors,
			   record_processors_field, RECORD_PROCESSORS_FIELDS);
}

int
loader_take_quota(struct loader *loader)
{
	struct processor_times *times = &loader_sample(loader)->processors;
	int error = take_fields(loader, 1, times, record_quota_field,
				RECORD_QUOTA_FIELDS);

	return error == 0 && times->limited_periods > times->periods ?
	       reader_fail(&loader->reader, "more limited periods than periods") :
	       error;
}

int
loader_take_depths(struct loader *loader)
{
	struct reader *r = &loader->reader;
	struct sample *sample = loader_sample(loader);
	size_t i;

	for (i = 0; i < SAMPLE_DEPTHS; i++) {
		if (field_number(r, r->field[1 + i], "depths",
				  RECORD_MAX_COUNT,
				  &sample->depth_seen[i]) != 0)
			return -EINVAL;
	}
	return 0;
}

/* The buckets of a histogram, into the loader's cells. */
static int
take_cells(struct loader *loader, struct histogram_packed *packed)
{
	struct reader *r = &loader->reader;
	char *text = r->field[6];
	uint64_t gap = 0, count = 0, index = 0, total = 0;
	int rc;

	while ((rc = field_short_pair(r, &text, &gap, &count)) > 0) {
		if (gap >= HISTOGRAM_BUCKETS ||
		    index + gap >= HISTOGRAM_BUCKETS)
			return reader_fail(r, "a bucket is out of range");
		if (count == 0 || (gap == 0 && packed->used > 0))
			return reader_fail(r, "a bucket is empty or repeated");
		if (count > packed->count - total)
			return reader_fail(r, "the buckets exceed the count");
		/* Each is beyond the one before, so there is room. */
		index += gap;
		total += count;
		packed->cell[packed->used].index = (uint32_t)index;
		packed->cell[packed->used].count = count;
		packed->used++;
	}
	if (rc == 0 && total != packed->count)
		return reader_fail(r, "the buckets do not add up to the count");
	return rc;
}

/* What the exact figures beside the buckets must satisfy. */
static int
check_exact(struct loader *loader, const struct histogram_packed *packed)
{
	struct reader *r = &loader->reader;
	uint64_t mean = packed->sum / packed->count;

	if (histogram_index(packed->min) != packed->cell[0].index ||
	    histogram_index(packed->max) !=
	    packed->cell[packed->used - 1].index ||
	    packed->min > packed->max)
		return reader_fail(r, "min and max are not in the first and "
				   "the last bucket");
	if (mean < packed->min || mean > packed->max)
		return reader_fail(r, "the mean is not between min and max");
	return 0;
}

/* An enum operation: reads stand before writes, and each once. */
static int
take_direction(struct loader *loader)
{
	struct reader *r = &loader->reader;
	int op = OP_READ;

	if (strcmp(r->field[1], "write") == 0)
		op = OP_WRITE;
	else if (strcmp(r->field[1], "read") != 0)
		return reader_fail(r, "\"%.40s\" is no direction",
				   r->field[1]);
	if (loader->repeated && op <= loader->direction)
		return reader_fail(r, "%s %s is out of order", r->field[0],
				   r->field[1]);
	loader->direction = op;
	return op;
}

static int
take_exact(struct reader *r, struct histogram_packed *packed)
{
	if (field_number(r, r->field[2], "count", RECORD_MAX_COUNT,
			  &packed->count) != 0 ||
	    field_number(r, r->field[3], "sum", UINT64_MAX,
			  &packed->sum) != 0 ||
	    field_number(r, r->field[4], "min", UINT64_MAX,
			  &packed->min) != 0 ||
	    field_number(r, r->field[5], "max", UINT64_MAX,
			  &packed->max) != 0)
		return -EINVAL;
	return packed->count > 0 ? 0 : reader_fail(r, "count is 0");
}

static struct histogram_packed *
copy_of(const struct histogram_packed *packed)
{
	struct histogram_packed *copy = xmalloc(sizeof(*copy));
	size_t size = packed->used * sizeof(*packed->cell);

	*copy = *packed;
	copy->cell = xmalloc(size);
	memcpy(copy->cell, packed->cell, size);
	return copy;
}

/* `of` has one histogram a direction. */
static int
take_histogram(struct loader *loader, struct histogram_packed **of)
{
	struct histogram_packed packed = { .cell = loader->cell };
	int op = take_direction(loader), rc;

	if (op < 0)
		return op;
	rc = take_exact(&loader->reader, &packed);
	if (rc == 0)
		rc = take_cells(loader, &packed);
	if (rc == 0)
		rc = check_exact(loader, &packed);
	if (rc == 0 && !loader->thin)
		of[op] = copy_of(&packed);
	return rc;
}

int
loader_take_latency(struct loader *loader)
{
	return take_histogram(loader, loader_sample(loader)->latency);
}

int
loader_take_submission(struct loader *loader)
{
	return take_histogram(loader, loader_sample(loader)->submission);
}

int
loader_take_completion(struct loader *loader)
{
	return take_histogram(loader, loader_sample(loader)->completion);
}

/* A long series takes several lines; each goes on where the last ended. */
int
loader_take_series(struct loader *loader)
{
	struct reader *r = &loader->reader;
	struct sample *sample = loader_sample(loader);
	char *text = r->field[1];
	uint64_t at_ns = 0, bytes = 0, gap_ns = 0, more = 0;
	int rc;

	if (sample->n_ticks > 0) {
		at_ns = sample->tick[sample->n_ticks - 1].at_ns;
		bytes = sample->tick[sample->n_ticks - 1].bytes;
	}
	while ((rc = field_pair(r, &text, &gap_ns, &more)) > 0) {
		if (gap_ns > RECORD_MAX_NS - at_ns ||
		    more > RECORD_MAX_COUNT - bytes ||
		    sample->n_ticks == MAX_TICKS)
			return reader_fail(r, "the series is out of range");
		at_ns += gap_ns;
		bytes += more;
		sample_tick(sample, at_ns, bytes);
	}
	return rc;
}
