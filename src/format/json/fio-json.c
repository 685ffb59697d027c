/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* JSON of the newest run as fio prints it, for programs that read fio's; and
 * the devices' counters, which other JSON also has, under fio's names. */
#include <config.h>

#include "diskidx/report/view.h"
#include "json.h"

#define SECTOR 512		/* bytes, as the kernel counts for any disk */

static void
put_disk(struct json *json, const struct fio_disk *disk)
{
	const struct device_counters *sum = &disk->sum;

	json_begin(json, NULL, '{');
	json_string(json, "name", disk->name);
	json_integer(json, "read_ios", sum->read_ios);
	json_integer(json, "write_ios", sum->write_ios);
	if (!json->is_fio) {
		json_integer(json, "read_sectors", sum->read_bytes / SECTOR);
		json_integer(json, "write_sectors", sum->write_bytes / SECTOR);
	}
	json_integer(json, "read_merges", sum->read_merges);
	json_integer(json, "write_merges", sum->write_merges);
	/* Some devices count no time; fio prints 0. */
	if (json->is_fio ||
	    view_has_time(sum->busy_ms, sum->read_ios + sum->write_ios)) {
		json_integer(json, "read_ticks", sum->read_ms);
		json_integer(json, "write_ticks", sum->write_ms);
		json_integer(json, "in_queue", sum->queue_ms);
		json_number(json, "util", disk->util_pct);
	}
	json_end(json, '}');
}

void
json_parts_of_fio(struct json *json, const struct record *record)
{
	struct fio_job *job = NULL;
	struct fio_disk disk;

	json_given(json, "global options", &record->global);
	json_begin(json, "jobs", '[');
	while ((job = fio_job_next(job, record, false)) != NULL)
		if (json->is_fio || totals_ios(&job->total) > 0)
			json_job(json, job);
	json_end(json, ']');
	json_begin(json, "disk_util", '[');
	for (size_t i = 0; i < record->n_results; i++)
		if (fio_disk_at(&disk, record, i))
			put_disk(json, &disk);
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
	json_integer(&json, "timestamp", record->ended_s);
	json_integer(&json, "timestamp_ms", record->ended_s * 1000);
	json_string(&json, "time", fio_time(record));
	json_parts_of_fio(&json, record);
	json_string(&json, "diskidx version", record->version);
	json_notes(&json, notes_of_record(record, false, false, false));
	json_end(&json, '}');
}

const struct format format_fio_json = {
	.name = "fio-json",
	.summary = "JSON as fio prints it, for programs that read it",
	.is_fio = true,
	.last_alone = true,
	.print = { fio_json_print },
};

const struct format format_fio_json_plus = {
	.name = "fio-json+",
	.summary = "the same with the bins of latencies, as fio's json+",
	.is_fio = true,
	.last_alone = true,
	.print = { fio_json_print },
};
