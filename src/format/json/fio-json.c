/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* JSON as fio prints it, of the newest run, for programs that read fio's; and
 * the work of the devices, which other JSON has under fio's names as well. */
#include <config.h>

#include <string.h>

#include "diskidx/report/view.h"
#include "json.h"

#define SECTOR 512		/* bytes, as the kernel counts for any disk */

static const char *
device_of(const struct record *record, const struct result *result)
{
	const char *disk = record_target_fact(record, result->test.target,
					      FACT_DISK);

	if (!result->summary.has_device)
		return NULL;
	return text_or(disk, record_target_fact(record, result->test.target,
						FACT_DEVICE));
}

/* Add the time of a number of requests, if it was kept. */
static void
put_time(struct json *json, const char *key, uint64_t ms, uint64_t requests)
{
	if (view_has_time(ms, requests))
		json_integer(json, key, ms);
}

static void
put_disk(struct json *json, const char *name,
	 const struct device_counters *sum, uint64_t elapsed_ns)
{
	static const char directory[] = "/dev/";
	uint64_t requests = sum->read_ios + sum->write_ios;

	/* "vda" for "/dev/vda" */
	if (strncmp(name, directory, strlen(directory)) == 0)
		name += strlen(directory);
	json_begin(json, NULL, '{');
	json_string(json, "name", name);
	json_integer(json, "read_ios", sum->read_ios);
	json_integer(json, "write_ios", sum->write_ios);
	json_integer(json, "read_sectors", sum->read_bytes / SECTOR);
	json_integer(json, "write_sectors", sum->write_bytes / SECTOR);
	json_integer(json, "read_merges", sum->read_merges);
	json_integer(json, "write_merges", sum->write_merges);
	put_time(json, "read_ticks", sum->read_ms, sum->read_ios);
	put_time(json, "write_ticks", sum->write_ms, sum->write_ios);
	put_time(json, "in_queue", sum->queue_ms, requests);
	if (view_has_time(sum->busy_ms, requests))
		json_number(json, "util", view_utilisation(sum, elapsed_ns));
	json_end(json, '}');
}

/* Sum up the device of a result over all samples, unless an earlier one is of
 * the same. */
static void
put_device(struct json *json, const struct record *record, size_t at)
{
	const char *device = device_of(record, &record->result[at]), *other;
	struct device_counters sum;
	uint64_t elapsed_ns = 0;

	memset(&sum, 0, sizeof(sum));
	for (size_t i = 0; device != NULL && i < record->n_results; i++) {
		other = device_of(record, &record->result[i]);
		if (other == NULL || strcmp(other, device) != 0)
			continue;
		if (i < at)
			return;
		counters_add(&sum, NULL, &record->result[i].summary.device);
		elapsed_ns += record->result[i].summary.total.elapsed_ns;
	}
	if (device != NULL)
		put_disk(json, device, &sum, elapsed_ns);
}

void
json_parts_of_fio(struct json *json, const struct record *record)
{
	json_begin(json, "global options", '{');
	json_end(json, '}');
	json_begin(json, "jobs", '[');
	for (size_t i = 0; i < record->n_results; i++)
		if (json->is_fio || record->result[i].summary.has_value)
			json_job(json, record, i);
	json_end(json, ']');
	json_begin(json, "disk_util", '[');
	for (size_t i = 0; i < record->n_results; i++)
		put_device(json, record, i);
	json_end(json, ']');
}

static void
fio_json_print(const struct content *content, FILE *stream)
{
	struct json json = {
		.stream = stream, .is_fio = true,
		.has_bins = content->format == &format_fio_json_plus,
	};
	const struct record *record = content->records;

	json_begin(&json, NULL, '{');
	json_string(&json, "fio version", FORMAT_FIO_VERSION);
	json_string(&json, "diskidx version", record->version);
	json_integer(&json, "timestamp", record->started_s);
	json_integer(&json, "timestamp_ms", record->started_s * 1000);
	json_string(&json, "time", view_time(record));
	json_parts_of_fio(&json, record);
	json_notes(&json, notes_of_record(record, false, false, false));
	json_end(&json, '}');
}

const struct format format_fio_json = {
	.name = "fio-json",
	.summary = "JSON as fio prints it, for programs that read fio's",
	.is_fio = true,
	.last_alone = true,
	.print = { fio_json_print },
};

const struct format format_fio_json_plus = {
	.name = "fio-json+",
	.summary = "the same with the bins of latencies, as its json+",
	.is_fio = true,
	.last_alone = true,
	.print = { fio_json_print },
};
