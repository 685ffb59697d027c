/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The facts of a run: the machine, the targets, and the time. */
#include <config.h>

#include <stdio.h>
#include <string.h>

#include "diskidx/base/say.h"
#include "diskidx/base/units.h"
#include "diskidx/test/category.h"
#include "parts.h"

#define DAY 11			/* bytes of a date before the time of day */

static char *
join_size(char *line, const char *before, const struct facts *facts,
	  enum fact_key key, const char *after)
{
	uint64_t bytes = facts_number(facts, key, UINT64_MAX);

	if (bytes == UINT64_MAX)
		return line;
	return say_more(line, before, "%s%s", units_size(bytes), after);
}

/* Return "work file 1 GiB (8 a copy)", or NULL. */
static char *
work_file_of(const struct facts *target)
{
	char *text = join_size(NULL, "", target, FACT_FILE_BYTES, "");

	text = text == NULL ? NULL : say("work file %s", text);
	if (facts_get(target, FACT_WORK_FILES) != NULL)
		text = say_more(text, " (", "%s per copy)",
				facts_get(target, FACT_WORK_FILES));
	return text;
}

/* Return "2026-11-20 08:00 to 08:04, 8 rounds of 2 s, 4 copies", without a
 * number of copies that is usual, or shown elsewhere. */
static char *
run_coverage(const struct record *record)
{
	const char *from = view_minute(record);
	const char *to = clock_date("%Y-%m-%d %H:%M", record->ended_s,
				    record->utc_offset_s);
	char *line;
	uint64_t asked_ns = 0;	/* of each sample, if known */
	unsigned rounds = 0;

	for_each_row(result, record) {
		if (result == record->result)
			asked_ns = result->test.asked_ns;
		if (result->test.asked_ns != asked_ns ||
		    category_is(CATEGORY_SUSTAINED, result->test.category))
			asked_ns = 0;
		for_each_sample(sample, result)
			if (sample->round > rounds)
				rounds = sample->round;
	}
	if (*to != '\0' && strncmp(from, to, DAY) == 0)
		to += DAY;
	line = say("%s to %s, %u round%s", from, to, rounds,
		   units_plural(rounds));
	if (asked_ns > 0)
		line = say_more(line, "", " of %.3g s",
				clock_seconds(asked_ns));
	if (record->n_results > 0 && record->result[0].test.copies > 1 &&
	    !record_has_other_copies(record))
		line = say_more(line, ", ", "%u copies",
				record->result[0].test.copies);
	return record->n_targets != 1 ? line :
	       say_join(line, ", ", work_file_of(record->target));
}

void
part_title(struct document *document, const struct record **run, size_t n)
{
	const struct record *record = run[n - 1];
	const struct facts *target = &record->target[0];
	const char *host = facts_get(&record->host, FACT_HOSTNAME);
	struct section first = { .next = 0 };
	char *places = NULL, *line = NULL;

	/* The current directory says nothing to others. */
	for (unsigned i = 0; i < record->n_targets; i++)
		if (strcmp(text_or(record_target(record, i), "."), ".") != 0)
			places = say_join(places, " and ",
					  record_target(record, i));
	places = say_join(places, " on ", host);
	document_add(document, BLOCK_TITLE, n > 1 ?
		     say("%s: %zu runs", text_or(places, "?"), n) :
		     say("%s: disk benchmark", text_or(places, "?")))->in =
		IN_PAGES;
	/* "ext4 on vda, 2026-11-20 08:00 to 08:04, 8 rounds of 2 s" */
	if (record->n_targets == 1) {
		line = say_join(line, "", facts_get(target, FACT_FILESYSTEM));
		line = say_join(line, " on ", facts_get(target, FACT_DEVICE));
	}
	document_add(document, BLOCK_LINE, say_join(line, ", ", n > 1 ?
		say("%s to %s", view_minute(run[0]), view_minute(record)) :
		run_coverage(record)))->in = IN_HTML;
	/* The first score makes a tab's title: "645, trust low: /srv on vm" */
	if (view_section(&first, record, false) &&
	    view_disk_score(&first) != NULL)
		document->title = say("%s, trust %s: %s", view_number(
			view_disk_score(&first)->score, 0), text_or(
			trust_name[trust_of(&first, NULL)], "unknown"),
			text_or(places, "?"));
}

void
part_place(struct document *document, const struct section *section)
{
	const struct record *record = section->record;
	char *place = NULL;

	if (record->n_targets > 1)
		place = say_join(NULL, "",
				 record_target(record, section->target));
	if (record_has_other_copies(record))
		place = say_more(place, ", ", "%u %s", section->copies,
				 view_copies(section->copies));
	document_lead(document, BLOCK_HEADING, "On ", place);
}

static void
add_details(struct document *document, const struct facts *facts, bool of_host)
{
	char *line = NULL;

	for (int i = 0; i < FACT_KEYS; i++) {
		const struct fact_entry *entry = &fact_entry[i];
		enum fact_key key = (enum fact_key)i;
		const char *value = facts_readable(key, facts_get(facts, key));

		if (value != NULL && entry->label != NULL &&
		    (entry->owner == OWNER_HOST) == of_host)
			line = say_more(line, "; ", "%s: %s", entry->label,
					value);
	}
	document_lead(document, BLOCK_FACT, "Details: ", line);
}

void
part_targets(struct document *document, const struct record *record,
	     bool with_files)
{
	for (size_t i = 0; i < record->n_targets; i++) {
		const struct facts *target = &record->target[i];
		char *line = say_join(NULL, "",
				      facts_get(target, FACT_DIRECTORY));

		/* "/srv/one: ext4 on vda, virtual, 2 GiB of 9 GiB free" */
		line = say_join(line, ": ", facts_get(target, FACT_FILESYSTEM));
		line = say_join(line, " on ", facts_get(target, FACT_DEVICE));
		if (facts_get(target, FACT_VIRTUAL_DISK) != NULL)
			line = say_join(line, ", ", "virtual");
		line = join_size(line, ", ", target, FACT_FREE_BYTES, "");
		if (facts_get(target, FACT_FREE_BYTES) != NULL)
			line = join_size(line, " of ", target, FACT_SIZE_BYTES,
					 " free");
		if (with_files)
			line = say_join(line, ", ", work_file_of(target));
		document_lead(document, BLOCK_FACT, "Target: ", line);
		if (document->how->verbose)
			add_details(document, target, false);
		else
			document_lead(document, BLOCK_FACT, "Link: ",
				      facts_get(target, FACT_LINK));
	}
}

void
part_facts(struct document *document, const struct record *record)
{
	const struct facts *host = &record->host;
	const char *system = facts_get(host, FACT_OS);
	char *line = say_join(NULL, "", facts_get(host, FACT_HOSTNAME));
	int length = 0;

	/* "HOST, CPU x 2, 24 GiB, OS, x86_64" */
	line = say_join(line, ", ", facts_get(host, FACT_CPU));
	line = say_join(line, facts_get(host, FACT_CPU) != NULL ? " x " :
			", CPUs: ", facts_get(host, FACT_CPUS));
	line = join_size(line, ", ", host, FACT_MEMORY_BYTES, "");
	line = join_size(line, " limited to ", host, FACT_MEMORY_LIMIT_BYTES,
			 "");
	/* "Linux 6.18" of "Linux 6.18.44-fc #1 SMP" */
	sscanf(text_or(system, ""), "%*[^0-9]%*[0-9].%*[0-9]%n", &length);
	line = say_join(line, ", ", document->how->verbose || length == 0 ?
			system : say("%.*s", length, system));
	line = say_join(line, ", ", facts_get(host, FACT_MACHINE));
	document_lead(document, BLOCK_FACT, "Machine: ", line);
	if (document->how->verbose)
		add_details(document, host, true);
	part_targets(document, record, record->n_targets > 1);
	document_lead(document, BLOCK_FACT, "Run: ", run_coverage(record));
	/* "diskidx 0.1, suite disk-1, baseline hdd-7200-1; 4.5 GiB written" */
	line = say_join(say("diskidx"), " ", record->version);
	if (record->n_scores > 0)
		line = say_join(line, ", suite ", record_suite(record));
	line = say_join(line, ", baseline ", record->baseline->version);
	line = join_size(line, "; ", &record->plan, FACT_WRITTEN_BYTES,
			 " written");
	document_lead(document, BLOCK_FACT, "Program: ", line);
	document_lead(document, BLOCK_FACT, "Note: ",
		      facts_get(&record->plan, FACT_NOTE));
}
