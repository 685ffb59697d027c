/* A ranking in text: a table and its notes. */
#include <config.h>

#include "text.h"

void
text_rank(const struct ranking *ranking, FILE *stream)
{
	struct table table;
	struct notes notes;

	fputs("   diskidx Disk Ranking\n\n", stream);
	table_of_ranking(&table, ranking);
	text_columns(stream, &table);
	putc('\n', stream);
	notes_of_ranking(&notes, ranking);
	text_notes(stream, &notes);
	putc('\n', stream);
}
