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
#include "common.h"
#include "compare.h"

/* Return where the test was measured, on the heap, if that tells it apart. */
static char *
directory_of(const struct comparison *comparison, const struct compared *test)
{
	if (comparison->same_record)
		return xstrdup(comparison->side[NEW].name);
	if (comparison->side[OLD].run[0]->n_targets < 2 ||
	    test->side[OLD].directory == NULL)
		return NULL;
	return compared_directory(test);
}

/* Return the test's row and, among several comparisons, the side's name. */
static char *
gate_name(const struct comparison *comparison, const struct compared *test,
	  bool among)
{
	bool is_one = among && !comparison->same_record;
	char *directory = is_one ? NULL : directory_of(comparison, test);
	char *name = result_name(test->id, test->copies != 1 ? test->copies :
				 0, directory);

	free(directory);
	return !is_one ? name :
	       xjoin(name, ", ", xstrdup(comparison->side[NEW].name));
}

/* Judge a test: it is slower if it is so with 99 %. */
static int
gate_test(const struct compared *test, const char *name, double limit_pct)
{
	char ratio[UNITS_TEXT];

	if (test->verdict == VERDICT_NOT_COMPARABLE || !test->has_interval) {
		message_error("%s: not comparable: %s", name,
			      test->why != NULL ? test->why :
			      "there is no interval");
		return 2;
	}
	if (test->below > 1 - limit_pct / 100)
		return 0;
	message_error("%s: slower by %.3g %% or more: the ratio is %s", name,
		      100 * (1 - test->below),
		      units_format_digits(ratio, test->ratio, 9));
	return 1;
}

/* Return the worst verdict of a comparison; count the tests with a verdict. */
static int
gate_comparison(const struct comparison *comparison, bool among,
		double limit_pct, size_t *judged)
{
	const struct compared *test;
	int status = 0, verdict;
	size_t i;
	char *name;

	for (i = 0; i < comparison->n_tests; i++) {
		test = &comparison->test[i];
		if (test->side[OLD].n_runs == 0)
			continue;
		name = gate_name(comparison, test, among);
		verdict = gate_test(test, name, limit_pct);
		free(name);
		status = verdict > status ? verdict : status;
		(*judged)++;
	}
	return status;
}

/*
 * Apply --fail-if-slower: return 1 if a test is slower by that much for
 * certain, 2 if one of the old side cannot be judged, else 0; print a message
 * for each.
 */
static int
gate(const struct set *set, double limit_pct)
{
	size_t i, judged = 0;
	int status = 0, verdict;

	for (i = 0; i < set->n; i++)
		if (set->list[i].scope == SCOPE_TWO_RUNS) {
			message_error("--fail-if-slower: one run a side can't "
				      "tell how far runs differ; make %d runs "
				      "a side (--repeat=%d)", COMPARISON_RUNS,
				      COMPARISON_RUNS);
			return 2;
		}
	for (i = 0; i < set->n; i++) {
		verdict = gate_comparison(&set->list[i], set->n > 1, limit_pct,
					  &judged);
		status = verdict > status ? verdict : status;
	}
	if (judged > 0)
		return status;
	message_error("--fail-if-slower: the old side has no figure");
	return 2;
}

int
compare_finish(struct set *set, const struct options *options)
{
	int status = commands_render((struct rendered){
		.options = options, .comparisons = set->list, .n = set->n,
	});
	size_t i;

	if (status == 0 && options->fail_if_slower_pct > 0)
		status = gate(set, options->fail_if_slower_pct);
	for (i = 0; i < set->n; i++)
		comparison_free(&set->list[i]);
	free(set->list);
	return status;
}
