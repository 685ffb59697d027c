/* The groups of a section, suite by suite: see view.h. */
#include <config.h>

#include "view.h"

/* Whether an earlier result of the section is of that suite. */
static bool
is_known(const struct section *section, const struct result *result)
{
	const struct suite *suite = suite_of(result->id);
	const struct result *other;
	size_t at = 0;

	while ((other = view_result(section, &at)) != NULL && other != result)
		if (suite_of(other->id) == suite)
			return true;
	return false;
}

bool
view_group(struct section *group, const struct section *section, size_t *at)
{
	const struct result *result;

	*group = *section;
	while ((result = view_result(section, at)) != NULL) {
		if (is_known(section, result))
			continue;
		group->is_group = true;
		group->suite = suite_of(result->id);
		return true;
	}
	return false;
}

enum layout
view_layout(const struct section *group)
{
	return group->suite != NULL ? group->suite->layout : LAYOUT_INDEX;
}

static bool
is_alike(const struct section *group, const struct result *result)
{
	return result->copies == group->copies &&
		suite_of(result->id) == group->suite;
}

bool
view_is_first_group(const struct section *group)
{
	const struct result *result = group->record->result;

	while (!is_alike(group, result))
		result++;
	return result->target == group->target;
}

bool
view_is_last_group(const struct section *group)
{
	const struct record *record = group->record;
	const struct result *result = &record->result[record->n_results - 1];

	while (!is_alike(group, result))
		result--;
	return result->target == group->target;
}
