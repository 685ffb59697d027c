/* A ranking in text: a table and its notes. */
#include <config.h>

#include "diskidx/utf8.h"
#include "text.h"

void
text_rank(const struct ranking *ranking, const struct format_options *options,
	  FILE *stream)
{
	struct table table;
	struct notes notes;

	for (size_t i = 0; i < ranking->n && options->score_only; i++) {
		fprintf(stream, "%.1f ", ranking->entry[i].score);
		utf8_put(ranking->entry[i].side->name, stream);
		putc('\n', stream);
	}
	if (options->score_only)
		return;
	fputs("   diskidx Disk Ranking\n\n", stream);
	table_of_ranking(&table, ranking);
	text_columns(stream, &table);
	putc('\n', stream);
	notes_of_ranking(&notes, ranking);
	text_notes(stream, &notes);
	putc('\n', stream);
}
