/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* JSON as fio prints it, of the newest run, for programs that read fio's. */
#include <config.h>

#include "diskidx/view.h"
#include "format/fio/fio.h"
#include "json.h"

static void
fio_json_render(const struct record *records, size_t n,
		const struct report_options *options, FILE *stream)
{
	struct json json = { .stream = stream, .is_fio = true };
	const struct record *record = &records[n - 1];
	char time[VIEW_TIME];
	struct notes notes;

	(void)options;
	json_begin(&json, NULL, '{');
	json_string(&json, "fio version", FORMAT_FIO_VERSION);
	json_string(&json, "diskidx version", record->version);
	json_integer(&json, "timestamp", record->started_s);
	json_integer(&json, "timestamp_ms", record->started_s * 1000);
	json_string(&json, "time", view_time(time, record->started_s,
					     record->utc_offset_s));
	json_begin(&json, "global options", '{');
	json_end(&json, '}');
	json_jobs(&json, record);
	json_disk_util(&json, record);
	notes_of_record(&notes, record, false, false, false);
	json_notes(&json, &notes);
	json_end(&json, '}');
}

const struct format format_fio_json = {
	.name = "fio-json",
	.summary = "JSON as fio prints it, for programs that read fio's",
	.render = fio_json_render,
};
