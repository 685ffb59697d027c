/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The table of formats: see format.h. */
#include <config.h>

#include <string.h>

#include "diskidx/format/format.h"
#include "diskidx/record/record.h"
#include "diskidx/report/report.h"

#define ADDRESS(name) &format_##name,
const struct format *const format_table[] = { FORMAT_LIST(ADDRESS) NULL };

const struct format *
format_by_name(const char *name)
{
	for (size_t i = 0; format_table[i] != NULL; i++)
		if (strcmp(format_table[i]->name, name) == 0)
			return format_table[i];
	return NULL;
}

bool
format_has(const struct format *format, enum content_kind kind)
{
	return format->put != NULL || format->print[kind] != NULL;
}

void
format_print(const struct format *format, const struct content *c, FILE *stream)
{
	struct document document = { .how = c->how };
	struct content values = *c;

	if (format->put == NULL) {
		values.format = format;
		if (c->kind == CONTENT_RECORDS && !format->takes_all) {
			values.records = record_whole(c->whole,
						      &c->records[c->n - 1]);
			values.n = 1;
		}
		format->print[c->kind](&values, stream);
		return;
	}
	if (c->kind == CONTENT_HOSTS)
		report_hosts(&document, c->hosts);
	else if (c->kind == CONTENT_RANKING)
		report_ranking(&document, c->ranking);
	else if (c->kind == CONTENT_COMPARISONS)
		report_comparisons(&document, c->comparisons, c->n);
	else if (format == &format_unixbench)
		report_unixbench(&document, c);
	else
		report_records(&document, c);
	format->put(stream, &document);
	document_free(&document);
}
