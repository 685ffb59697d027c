/*
 * The gate of compare: --fail-if-slower. A test that cannot be judged weighs
 * more than a slower one, so a test missing in NEW does not pass. It stops
 * equal disks in 1 % of comparisons at most, so it asks for more than a verdict
 * does; two runs that nothing else is known of can't tell, and don't pass.
 */
#include <config.h>

#include <stdlib.h>

#include "diskidx/alloc.h"
#include "diskidx/message.h"
#include "diskidx/units.h"
#include "compare.h"
#include "output.h"

/* Return the test's row, with what tells it apart: among several comparisons
 * the side's name, else where it was measured. On the heap. */
static char *
gate_name(const struct comparison *comparison, const struct compared *test,
	  bool among)
{
	const char *side = comparison->side[NEW].name;
	unsigned copies = test->copies != 1 ? test->copies : 0;
	char *directory = NULL, *name;

	if (comparison->same_record)
		directory = xstrdup(side);
	else if (!among && comparison->side[OLD].run[0]->n_targets > 1 &&
		 test->side[OLD].directory != NULL)
		directory = compared_directory(test);
	name = result_name(test->id, copies, directory);
	free(directory);
	if (among && !comparison->same_record)
		name = xjoin(name, ", ", xstrdup(side));
	return name;
}

/* Judge a test: it is slower if it is so with 99 %. */
static int
gate_test(const struct compared *test, const char *name, double limit_pct)
{
	const char *why = "there is no interval";
	char ratio[UNITS_TEXT];

	if (test->verdict == VERDICT_NOT_COMPARABLE || !test->has_interval) {
		if (test->why != NULL)
			why = test->why;
		message_error("%s: not comparable: %s", name, why);
		return 2;
	}
	if (test->below > 1 - limit_pct / 100)
		return 0;
	message_error("%s: slower by %.3g %% or more: the ratio is %s", name,
		      100 * (1 - test->below),
		      units_format_digits(ratio, test->ratio, 9));
	return 1;
}

/*
 * Apply --fail-if-slower: return 1 if a test is slower by that much for
 * certain, 2 if one of the old side cannot be judged, else 0; print a message
 * for each.
 */
static int
gate(const struct comparison *set, size_t n, double limit_pct)
{
	size_t judged = 0;
	int status = 0, verdict;
	char *name;

	for (size_t i = 0; i < n; i++)
		if (set[i].scope == SCOPE_TWO_RUNS) {
			message_error("--fail-if-slower: one run a side can't "
				      "tell how far runs differ; make %d runs "
				      "a side (--repeat=%d)", COMPARISON_RUNS,
				      COMPARISON_RUNS);
			return 2;
		}
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < set[i].tests.n; j++) {
			const struct compared *test = &set[i].tests.row[j];

			if (test->side[OLD].n_runs == 0)
				continue;
			name = gate_name(&set[i], test, n > 1);
			verdict = gate_test(test, name, limit_pct);
			free(name);
			status = verdict > status ? verdict : status;
			judged++;
		}
	if (judged > 0)
		return status;
	message_error("--fail-if-slower: the old side has no figure");
	return 2;
}

int
compare_finish(struct comparison *set, size_t n, const struct options *options)
{
	int status = output_render((struct rendered){
		.options = options, .comparisons = set, .n = n,
	});

	if (status == 0 && options->fail_if_slower_pct > 0)
		status = gate(set, n, options->fail_if_slower_pct);
	for (size_t i = 0; i < n; i++)
		comparison_free(&set[i]);
	free(set);
	return status;
}
