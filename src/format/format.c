/* The table of formats. */
#include <config.h>

#include <string.h>

#include "diskidx/format.h"

#define DECLARE(name) extern const struct format format_##name;
FORMAT_LIST(DECLARE)
#undef DECLARE

#define ADDRESS(name) &format_##name,
static const struct format *const table[] = { FORMAT_LIST(ADDRESS) };
#undef ADDRESS

#define N_FORMATS (sizeof(table) / sizeof(table[0]))

const struct format *
format_at(size_t i)
{
	return i < N_FORMATS ? table[i] : NULL;
}

const struct format *
format_by_name(const char *name)
{
	size_t i;

	for (i = 0; i < N_FORMATS; i++) {
		if (strcmp(table[i]->name, name) == 0)
			return table[i];
	}
	return NULL;
}
