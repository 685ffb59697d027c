/* The head of the text report: the machine, the disks, the time. */
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>

#include "diskidx/alloc.h"
#include "diskidx/units.h"
#include "diskidx/wrap.h"
#include "text.h"

#define OPTIONS_COLUMNS 40	/* overlayfs lists every layer there */

/*
 * Print a line of the block: the text, and the separator, more and the end if
 * there is more to say; nothing if both are NULL.
 */
static void
put_line(FILE *out, const char *lead, const char *text, const char *separator,
	 const char *more, const char *end)
{
	char *line;

	if (text == NULL || more == NULL)
		line = xstrdup(text != NULL ? text : more != NULL ? more : "");
	else
		line = xprintf("%s%s%s%s", text, separator, more, end);
	if (text != NULL || more != NULL)
		wrap_print(out, lead, TEXT_INDENT, line);
	free(line);
}

static void
put_fact(FILE *out, const char *lead, const struct facts *facts,
	 const char *key)
{
	put_line(out, lead, facts_get(facts, key), "", NULL, "");
}

/* Write a fact that is a size, and return it; NULL if it is not known. */
static const char *
size_of(char text[UNITS_TEXT], const struct facts *facts, const char *key)
{
	uint64_t bytes = facts_number(facts, key, UINT64_MAX);

	return bytes == UINT64_MAX ? NULL : units_format_size(text, bytes);
}

/* Print the details of the machine, or of a target. */
static void
put_details(FILE *out, const struct facts *facts, bool of_host)
{
	const struct fact_detail *detail;
	char *line = xstrdup(""), text[UNITS_TEXT];

	for (size_t i = 0; (detail = facts_detail(i)) != NULL; i++) {
		const char *value = facts_readable(
			text, detail->key, facts_get(facts, detail->key));

		if (value != NULL && detail->label != NULL &&
		    (detail->owner == FACT_HOST) == of_host)
			line = xjoin(line, "; ", xprintf("%s: %s",
							 detail->label,
							 value));
	}
	if (*line != '\0')
		wrap_print(out, "   Details: ", TEXT_INDENT, line);
	free(line);
}

static void
put_target(FILE *out, const struct facts *target, bool verbose)
{
	const char *options = facts_get(target, "mount_options");
	const char *device = facts_get(target, "device");
	char size[UNITS_TEXT], left[UNITS_TEXT];
	const char *free_space = size_of(left, target, "free_bytes");
	char *fit = wrap_fit(options != NULL ? options : "", OPTIONS_COLUMNS);

	putc('\n', out);
	put_fact(out, "   Directory: ", target, "directory");
	put_line(out, "   File system: ", facts_get(target, "filesystem"),
		 " (", options != NULL ? fit : NULL, ")");
	free(fit);
	put_line(out, "   Device: ", device, ", scheduler ", device == NULL ?
		 NULL : facts_get(target, "scheduler"), "");
	put_line(out, "   Free space: ", free_space, " of ",
		 free_space == NULL ? NULL :
		 size_of(size, target, "size_bytes"), "");
	put_line(out, "   Work file: ", size_of(size, target, "file_bytes"),
		 " (", facts_get(target, "work_files"), " a copy)");
	if (verbose)
		put_details(out, target, false);
}

void
text_host(FILE *out, const struct record *record, bool verbose)
{
	const struct facts *host = &record->host;
	char memory[UNITS_TEXT], limit[UNITS_TEXT];
	size_t i;

	put_line(out, "   diskidx Disk Benchmark (Version ",
		 record->version != NULL ? record->version : "?", "", ")", "");
	putc('\n', out);
	put_line(out, "   System: ", facts_get(host, "hostname"), ": ",
		 facts_get(host, "system"), "");
	put_fact(out, "   OS: ", host, "os");
	put_fact(out, "   Machine: ", host, "machine");
	put_fact(out, "   CPU: ", host, "cpu");
	put_line(out, "   Memory: ", size_of(memory, host, "memory_bytes"),
		 ", limited to ", size_of(limit, host, "memory_limit_bytes"),
		 "");
	if (verbose)
		put_details(out, host, true);
	for (i = 0; i < record->n_targets; i++)
		put_target(out, &record->target[i], verbose);
	putc('\n', out);
}

static void
put_period(FILE *out, const struct record *record)
{
	char from[CLOCK_DATE], to[CLOCK_DATE];
	int offset_s = record->utc_offset_s;

	fprintf(out, "Benchmark Run: %s - %s\n",
		clock_date(from, "%a %b %d %Y %H:%M:%S", record->started_s,
			   offset_s),
		clock_date(to, "%H:%M:%S", record->ended_s, offset_s));
}

static void
put_copies(FILE *out, const struct section *section)
{
	uint64_t cpus = facts_number(&section->record->host, "cpus", 0);

	if (cpus == 0)
		fputs("unknown CPUs", out);
	else
		fprintf(out, "%" PRIu64 " CPU%s", cpus, cpus == 1 ? "" : "s");
	fprintf(out, " in system; running %u parallel %s of tests\n",
		section->copies, section->copies == 1 ? "copy" : "copies");
}

void
text_directory(FILE *out, const struct section *section)
{
	const char *directory = view_target_fact(section->record,
						 section->target, "directory");

	if (section->record->n_targets > 1 && directory != NULL)
		wrap_print(out, "Directory: ", TEXT_INDENT, directory);
}

void
text_run(FILE *out, const struct section *section)
{
	put_period(out, section->record);
	put_copies(out, section);
	if (view_layout(section) != LAYOUT_SIZES)
		text_directory(out, section);
	putc('\n', out);
}
