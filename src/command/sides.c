/* Sides: see sides.h. */
#include <config.h>

#include <stdlib.h>

#include "diskidx/alloc.h"
#include "saved.h"
#include "sides.h"

/* Join the names as "a, b", on the heap. */
static char *
name_of(const char *const *path, size_t n)
{
	char *name = xstrdup("");
	size_t i;

	for (i = 0; i < n; i++)
		name = xjoin(name, ", ", xstrdup(path[i]));
	return name;
}

/* Point to some runs, under a name that the side then owns. */
static void
point_to(struct side *side, const struct record *from, size_t n, char *name)
{
	const struct record **run = xmalloc((n + 1) * sizeof(*run));

	for (size_t i = 0; i < n; i++)
		run[i] = &from[i];
	*side = (struct side){
		.name = name, .run = run, .n_runs = n,
		.target = COMPARISON_EVERY_TARGET
	};
}

bool
sides_read(struct loaded *loaded, const char *const *path, size_t n)
{
	loaded->list.thin = true;
	if (!run_list_add_files(&loaded->list, path, n))
		return false;
	point_to(&loaded->side, loaded->list.run, loaded->list.n,
		 name_of(path, n));
	loaded->side.file = path;
	loaded->side.n_files = n;
	return true;
}

void
sides_pick(struct loaded *loaded, const struct record *run)
{
	point_to(&loaded->side, run, 1, xprintf("%s, run %zu", run->path,
						run->place));
}

void
sides_read_history(struct loaded *loaded, const char *path)
{
	struct saved saved;
	char *name = xstrdup(path != NULL ? path : "");

	loaded->list.thin = true;
	if (path != NULL)
		run_list_try_file(&loaded->list, path);
	if (saved_find(&saved, NULL)) {
		for (size_t i = 0; i < saved.n; i++)
			run_list_try_file(&loaded->list, saved.file[i]);
		if (loaded->list.n > 0)
			name = xjoin(name, " and ", xstrdup(saved.directory));
		saved_free(&saved);
	}
	point_to(&loaded->side, loaded->list.run, loaded->list.n, name);
}

void
sides_free(struct loaded *loaded)
{
	free((void *)loaded->side.name);
	free((void *)loaded->side.run);
	run_list_free(&loaded->list);
}
