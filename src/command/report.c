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

struct run_list {
	struct record *record;
	size_t n;
};

/* Adds every run of a file; false after a message. */
static bool
add_file(struct run_list *list, const char *path)
{
	char error[320];
	struct record *more;
	size_t n = record_load(path, &more, error, sizeof(error));

	if (n == 0) {
		message_error("%s", error);
		return false;
	}
	list->record = xrealloc(list->record, (list->n + n) *
				sizeof(*list->record));
	memcpy(list->record + list->n, more, n * sizeof(*more));
	list->n += n;
	free(more);
	return true;
}

static int
print(struct run_list *list, const struct options *options)
{
	struct format_options format = { .si = options->si,
					 .verbose = options->verbose };
	struct baseline *owned = NULL;
	const struct baseline *baseline = commands_baseline(options->baseline,
							    &owned);
	int status = 2;
	size_t i;

	if (baseline != NULL) {
		for (i = 0; i < list->n; i++)
			record_summarise(&list->record[i], baseline);
		status = commands_render(list->record, list->n, options,
					 &format);
	}
	if (owned != NULL)
		baseline_free(owned);
	return status;
}

int
command_report(const struct options *options)
{
	struct run_list list = { NULL, 0 };
	bool good = commands_check_format(options->format);
	int status = 2;
	size_t i;

	for (i = 0; i < options->operand.n && good; i++)
		good = add_file(&list, options->operand.list[i]);
	if (good)
		status = print(&list, options);
	for (i = 0; i < list.n; i++)
		record_free(&list.record[i]);
	free(list.record);
	return status;
}
