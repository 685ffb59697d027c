/* Records read whole, for tests; see record-load.h. */
#include <config.h>

#include <stdlib.h>

#include "diskidx/alloc.h"
#include "record-load.h"

/* The runs that record_load has received so far. */
struct run_list {
	struct record *records;
	size_t n;
};

static void
keep(void *context, struct record *run)
{
	struct run_list *list = context;

	list->records = xrealloc(list->records, (list->n + 1) *
				 sizeof(*run));
	list->records[list->n++] = *run;
}

size_t
record_load(const char *path, struct record **records, char *error,
	    size_t error_size)
{
	struct run_list list = { NULL, 0 };

	*records = NULL;
	if (record_each(path, false, keep, &list, error, error_size) > 0) {
		*records = list.records;
		return list.n;
	}
	while (list.n > 0)
		record_free(&list.records[--list.n]);
	free(list.records);
	return 0;
}
