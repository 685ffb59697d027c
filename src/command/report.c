/* The command report: prints saved records again. */
#include <config.h>

#include "diskidx/baseline.h"
#include "diskidx/commands.h"
#include "diskidx/record.h"
#include "common.h"
#include "run-list.h"

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
			record_summarise(&list->run[i], baseline);
		status = commands_render(list->run, list->n, options, &format);
	}
	if (owned != NULL)
		baseline_free(owned);
	return status;
}

int
command_report(const struct options *options)
{
	struct run_list list = { .n = 0 };
	bool good = commands_check_format(options->format);
	int status = 2;
	size_t i;

	for (i = 0; i < options->operand.n && good; i++)
		good = run_list_add_file(&list, options->operand.list[i]);
	if (good)
		status = print(&list, options);
	run_list_free(&list);
	return status;
}
