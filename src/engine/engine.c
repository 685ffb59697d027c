/* The table of engines. */
#include <config.h>

#include <string.h>

#include "diskidx/engine.h"

#define DECLARE(name) extern const struct engine engine_##name;
ENGINE_LIST(DECLARE)

#define ENTRY(name) &engine_##name,
static const struct engine *const table[] = { ENGINE_LIST(ENTRY) NULL };

#define ENTRIES (sizeof(table) / sizeof(table[0]))

const struct engine *
engine_at(size_t i)
{
	return i < ENTRIES ? table[i] : NULL;
}

const struct engine *
engine_by_name(const char *name)
{
	size_t i;

	for (i = 0; table[i] != NULL; i++)
		if (strcmp(table[i]->name, name) == 0)
			return table[i];
	return NULL;
}

/* Trying an engine may take a while, so each is tried once. */
const char *
engine_missing(const struct engine *engine)
{
	static struct {
		bool is_known;
		const char *why;
	} tried[ENTRIES];
	size_t i;

	if (engine->missing != NULL || engine->unusable == NULL)
		return engine->missing;
	for (i = 0; table[i] != NULL && table[i] != engine; i++)
		;
	if (table[i] == NULL)
		return engine->unusable();
	if (!tried[i].is_known)
		tried[i].why = engine->unusable();
	tried[i].is_known = true;
	return tried[i].why;
}

const struct engine *
engine_default(void)
{
	size_t i;

	for (i = 0; engine_missing(table[i]) != NULL; i++)
		;
	return table[i];	/* threads and sync are never missing */
}
