/* The command report: prints saved records again. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/baseline.h"
#include "diskidx/commands.h"
#include "diskidx/message.h"
#include "diskidx/record.h"
#include "common.h"

struct shelf {
	struct record *record;
	size_t n;
};

/* Adds every run of a file; false after a message. */
static bool
add_file(struct shelf *shelf, const char *path)
{
	char error[320];
	struct record *more;
	size_t n = record_load(path, &more, error, sizeof(error));

	if (n == 0) {
		message_error("%s", error);
		return false;
	}
	shelf->record = xrealloc(shelf->record, (shelf->n + n) *
				 sizeof(*shelf->record));
	memcpy(shelf->record + shelf->n, more, n * sizeof(*more));
	shelf->n += n;
	free(more);
	return true;
}

static int
print(struct shelf *shelf, const struct options *options)
{
	struct format_options format = { .si = options->si,
					 .verbose = options->verbose };
	struct baseline *owned = NULL;
	const struct baseline *baseline = commands_baseline(options->baseline,
							    &owned);
	int status = 2;
	size_t i;

	if (baseline != NULL) {
		for (i = 0; i < shelf->n; i++)
			record_summarise(&shelf->record[i], baseline);
		status = commands_render(shelf->record, shelf->n, options,
					 &format);
	}
	if (owned != NULL)
		baseline_free(owned);
	return status;
}

int
command_report(const struct options *options)
{
	struct shelf shelf = { NULL, 0 };
	bool good = commands_check_format(options->format);
	int status = 2;
	size_t i;

	for (i = 0; i < options->operand.n && good; i++)
		good = add_file(&shelf, options->operand.list[i]);
	if (good)
		status = print(&shelf, options);
	for (i = 0; i < shelf.n; i++)
		record_free(&shelf.record[i]);
	free(shelf.record);
	return status;
}
