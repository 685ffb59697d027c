/*
 * The note on files that became fragmented while they were measured, which the
 * device's counters tell: see notes.h.
 */
#include <config.h>

#include <stdlib.h>

#include "diskidx/alloc.h"
#include "diskidx/flags.h"
#include "diskidx/traits.h"
#include "notes.h"
#include "view.h"

#define MAX_GROWTH 1.5		/* of the requests per MiB over the rounds */
#define MIN_MORE 50		/* requests above that in the last sample */

/* Return the requests per MiB that the device read; 0: unknown, or none. */
static double
requests_per_mib(const struct sample *sample)
{
	const struct device_counters *d = &sample->device;

	return sample->has_device && d->read_bytes > 0 ?
	       (double)d->read_ios * MIB / (double)d->read_bytes : 0;
}

static const struct sample *
last_sample(const struct result *result)
{
	return &result->sample[result->n_samples - 1];
}

static bool
reads_disk_in_sequence(const struct result *result)
{
	const struct params *p = &result->params;

	return params_reads(p) && !params_is_cache_test(p) &&
	       !params_is_metadata(p) &&
	       (!traits_of(result->workload)->is_random ||
		p->sequential_pct == 100);
}

/* Return true if the requests grew and were the test's own. */
static bool
is_fragmented(const struct result *result)
{
	double first, mib;

	if (result->n_samples < 2 || !reads_disk_in_sequence(result) ||
	    (result->flags & 1u << FLAG_FOREIGN) != 0)
		return false;
	first = requests_per_mib(result->sample);
	mib = (double)last_sample(result)->device.read_bytes / MIB;
	return first > 0 && (requests_per_mib(last_sample(result)) -
			     MAX_GROWTH * first) * mib > MIN_MORE;
}

void
notes_add_fragmented(struct notes *notes, const struct record *record)
{
	char *rows = xstrdup("");
	size_t i;

	for (i = 0; i < record->n_results; i++) {
		const struct result *result = &record->result[i];

		if (!is_fragmented(result))
			continue;
		rows = xjoin(rows, ", ", xjoin(view_name(record, result), " ",
			xprintf("from %.1f to %.1f",
				requests_per_mib(result->sample),
				requests_per_mib(last_sample(result)))));
	}
	if (*rows != '\0')
		notes_add(notes, '*', xprintf(
			"The requests that the disk got per MiB grew from the "
			"first round to the last (%s), as they do when a file "
			"becomes fragmented: later rounds may be slower for "
			"that reason.", rows));
	free(rows);
}
