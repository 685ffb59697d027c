/* The list of notes: see notes.h. */
#include <config.h>

#include <stdlib.h>

#include "diskidx/alloc.h"
#include "diskidx/notes.h"

void
notes_add(struct notes *notes, char mark, char *text)
{
	notes->list = xrealloc(notes->list,
			       (notes->n + 1) * sizeof(*notes->list));
	notes->list[notes->n++] = (struct note){ mark, text };
}

void
notes_free(struct notes *notes)
{
	size_t i;

	for (i = 0; i < notes->n; i++)
		free(notes->list[i].text);
	free(notes->list);
}
