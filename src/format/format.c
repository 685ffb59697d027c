/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The table of formats: see format.h. */
#include <config.h>

#include <string.h>

#include "diskidx/array.h"
#include "diskidx/format.h"
#include "diskidx/report.h"

#define DECLARE(name) extern const struct format format_##name;
FORMAT_LIST(DECLARE)
#undef DECLARE

#define ADDRESS(name) &format_##name,
static const struct format *const table[] = { FORMAT_LIST(ADDRESS) };
#undef ADDRESS

const struct format *
format_at(size_t i)
{
	return i < LENGTH(table) ? table[i] : NULL;
}

const struct format *
format_by_name(const char *name)
{
	for (size_t i = 0; i < LENGTH(table); i++)
		if (strcmp(table[i]->name, name) == 0)
			return table[i];
	return NULL;
}

static void
put_document(const struct format *format, struct document *document,
	     bool color, FILE *stream)
{
	format->put(stream, document, color);
	document_free(document);
}

void
format_records(const struct format *format, const struct record *records,
	       size_t n, const struct report_options *options, FILE *stream)
{
	struct document document = { NULL, 0, false };

	if (format->put == NULL) {
		format->render(records, n, options, stream);
		return;
	}
	if (format->report != NULL)
		format->report(&document, records, n, options);
	else
		report_records(&document, records, n, options);
	put_document(format, &document, options->color, stream);
}

void
format_comparisons(const struct format *format,
		   const struct comparison *comparisons, size_t n,
		   const struct report_options *options, FILE *stream)
{
	struct document document = { NULL, 0, false };

	if (format->put == NULL) {
		format->compare(comparisons, n, options, stream);
		return;
	}
	report_comparisons(&document, comparisons, n, options);
	put_document(format, &document, options->color, stream);
}

void
format_ranking(const struct format *format, const struct ranking *ranking,
	       const struct report_options *options, FILE *stream)
{
	struct document document = { NULL, 0, false };

	if (format->put == NULL) {
		format->rank(ranking, options, stream);
		return;
	}
	report_ranking(&document, ranking);
	put_document(format, &document, options->color, stream);
}

void
format_hosts(const struct format *format, const struct hosts *hosts,
	     const struct report_options *options, FILE *stream)
{
	struct document document = { NULL, 0, false };

	if (format->put == NULL) {
		format->merge(hosts, stream);
		return;
	}
	report_hosts(&document, hosts, options);
	put_document(format, &document, options, stream);
}

void
format_list(FILE *stream, const struct record *records, size_t n)
{
	struct document document = { NULL, 0, false };

	report_runs(&document, records, n);
	put_document(&format_text, &document, false, stream);
}
