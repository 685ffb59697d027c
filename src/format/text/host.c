/* The head of the text report: the machine, the disks, the time. */
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/units.h"
#include "diskidx/wrap.h"
#include "text.h"

#define OPTIONS_COLUMNS 40	/* overlayfs lists every layer there */

/* Print a line of the block, if it has a text, and free the text. */
static void
put_line(FILE *out, const char *lead, char *text)
{
	if (text != NULL)
		wrap_print(out, lead, TEXT_INDENT, text);
	free(text);
}

static char *
copy_of(const char *text)
{
	return text != NULL ? xstrdup(text) : NULL;
}

/* Join text, separator, more and after; or return the one that is known. */
static char *
join(char *text, const char *separator, const char *more, const char *after)
{
	char *joined;

	if (text == NULL || more == NULL)
		return text != NULL ? text : copy_of(more);
	joined = xprintf("%s%s%s%s", text, separator, more, after);
	free(text);
	return joined;
}

static char *
size_of(const struct facts *facts, const char *key)
{
	uint64_t bytes = facts_number(facts, key, UINT64_MAX);
	char text[UNITS_TEXT];

	if (bytes == UINT64_MAX)
		return NULL;
	return xstrdup(units_format_size(text, bytes));
}

static char *
filesystem(const struct facts *target)
{
	const char *options = facts_get(target, "mount_options");
	char *text = copy_of(facts_get(target, "filesystem"));
	char *shorter;

	if (options == NULL)
		return text;
	shorter = wrap_fit(options, OPTIONS_COLUMNS);
	text = join(text, " (", shorter, ")");
	free(shorter);
	return text;
}

static char *
device(const struct facts *target)
{
	char *text = copy_of(facts_get(target, "device"));

	if (text == NULL)
		return NULL;
	return join(text, ", scheduler ", facts_get(target, "scheduler"), "");
}

static char *
free_space(const struct facts *target)
{
	char *text = size_of(target, "free_bytes");
	char *size = size_of(target, "size_bytes");

	if (text != NULL)
		text = join(text, " of ", size, "");
	free(size);
	return text;
}

static void
put_target(FILE *out, const struct facts *target)
{
	putc('\n', out);
	put_line(out, "   Directory: ",
		 copy_of(facts_get(target, "directory")));
	put_line(out, "   File system: ", filesystem(target));
	put_line(out, "   Device: ", device(target));
	put_line(out, "   Free space: ", free_space(target));
	put_line(out, "   Work file: ", size_of(target, "file_bytes"));
}

void
text_host(FILE *out, const struct record *record)
{
	const struct facts *host = &record->host;
	char *text;
	size_t i;

	text = xprintf("%s)", record->version != NULL ? record->version : "?");
	put_line(out, "   diskidx Disk Benchmark (Version ", text);
	putc('\n', out);
	put_line(out, "   System: ",
		 join(copy_of(facts_get(host, "hostname")), ": ",
		      facts_get(host, "system"), ""));
	put_line(out, "   OS: ", copy_of(facts_get(host, "os")));
	put_line(out, "   Machine: ", copy_of(facts_get(host, "machine")));
	put_line(out, "   CPU: ", copy_of(facts_get(host, "cpu")));
	put_line(out, "   Memory: ", size_of(host, "memory_bytes"));
	for (i = 0; i < record->n_targets; i++)
		put_target(out, &record->target[i]);
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

/* Return true if one table has all directories side by side. */
static bool
is_shared(const struct section *section)
{
	return view_layout(section) == LAYOUT_SIZES;
}

void
text_run(FILE *out, const struct section *section)
{
	const char *directory = view_target_fact(section->record,
						 section->target, "directory");

	put_period(out, section->record);
	put_copies(out, section);
	if (section->record->n_targets > 1 && directory != NULL &&
	    !is_shared(section))
		wrap_print(out, "Directory: ", TEXT_INDENT, directory);
	putc('\n', out);
}
