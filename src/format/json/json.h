/*
 * The parts of the JSON document that json.c puts together. `jobs` and
 * `disk_util` are in fio's names and units, so that what reads fio's output
 * reads this one too.
 */
#ifndef DISKIDX_JSON_H
#define DISKIDX_JSON_H

#include "diskidx/format.h"
#include "diskidx/record.h"
#include "writer.h"
#include "format/notes.h"
#include "format/totals.h"

/*
 * "percentile": {"50.000000": ns, ...}, those that the data support; empty
 * for NULL.
 */
void json_percentiles(struct json *json, const struct histogram *h);

/* One histogram a direction as {"read": {...}, "write": {...}}. */
void json_directions(struct json *json, const char *key,
		     struct histogram *const *of);

/* As fio has slat_ns, clat_ns and lat_ns; zeros for NULL. */
void json_fio_latency(struct json *json, const char *key,
		      const struct histogram *h);

/* As fio has latency_ns, latency_us and latency_ms: shares in per cent. */
void json_fio_bins(struct json *json, const struct histogram *h);

/* The shares of the depths seen, in per cent, as fio has iodepth_level. */
void json_depths(struct json *json, const char *key,
		 const struct totals *totals);

/* "jobs": one a result that has a figure; "disk_util": one a device. */
void json_jobs(struct json *json, const struct record *record);
void json_disk_util(struct json *json, const struct record *record);

/* Write the names of the flags as an array in one line. */
void json_flags(struct json *json, const char *key, unsigned flags);

/* Write "notes", an array of sentences, and free them. */
void json_notes(struct json *json, struct notes *notes);

/* "comparisons": every further target with the first; no key with but one. */
void json_targets(struct json *json, const struct record *record);

/* See format.h. */
int json_compare(const struct comparison *comparisons, size_t n,
		 const struct format_options *options, FILE *stream);

#endif
