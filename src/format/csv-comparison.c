/*
 * Comparisons in CSV: one line per test and one per score, of all comparisons
 * one after the other. Which columns there are, and their order, is a promise;
 * new ones come at the end.
 */
#include <config.h>

#include "comparison.h"
#include "csv.h"
#include "view.h"

#define HEADER \
	"old_name,new_name,target,copies,id,title,category,unit,old,new," \
	"n_old,n_new,ratio,ci95_low,ci95_high,verdict,detectable_percent," \
	"permutation_p,why,rows,new_target\n"

static void
put_figures(FILE *out, const struct comparison *comparison,
	    const struct compared *row)
{
	double p = comparison_permutation_p(comparison, row);

	csv_number(out, row->has_old, row->old_value);
	csv_number(out, row->has_new, row->new_value);
	csv_number(out, true, (double)row->n_old);
	csv_number(out, true, (double)row->n_new);
	csv_number(out, row->has_ratio, row->ratio);
	csv_number(out, row->has_interval, row->ci95.low);
	csv_number(out, row->has_interval, row->ci95.high);
	csv_field(out, verdict_name(row->verdict));
	csv_number(out, row->detectable_pct > 0, row->detectable_pct);
	csv_number(out, p >= 0, p);
	csv_field(out, row->why);
}

static void
put_names(FILE *out, const struct comparison *comparison,
	  const struct compared *row)
{
	csv_text(out, comparison->old_side.name);
	csv_field(out, comparison->new_side.name);
	csv_field(out, row->old_directory != NULL ? row->old_directory :
		  row->new_directory);
	fprintf(out, ",%u", row->copies);
}

static void
put_test(FILE *out, const struct comparison *comparison,
	 const struct compared *row)
{
	put_names(out, comparison, row);
	csv_field(out, row->id);
	csv_field(out, row->title);
	csv_field(out, row->category);
	csv_field(out, unit_name(row->unit));
	put_figures(out, comparison, row);
	putc(',', out);
	csv_field(out, row->new_directory);
	putc('\n', out);
}

static void
put_score(FILE *out, const struct comparison *comparison,
	  const struct compared *row)
{
	put_names(out, comparison, row);
	fprintf(out, ",score:%s,%s Index Score,,index", row->id, row->id);
	put_figures(out, comparison, row);
	csv_number(out, true, (double)row->rows);
	csv_field(out, row->new_directory);
	putc('\n', out);
}

int
csv_compare(const struct comparison *comparisons, size_t n,
	    const struct format_options *options, FILE *stream)
{
	const struct comparison *c;
	size_t i, j;

	(void)options;
	fputs(HEADER, stream);
	for (i = 0; i < n; i++) {
		c = &comparisons[i];
		for (j = 0; j < c->n_tests; j++)
			put_test(stream, c, &c->test[j]);
		for (j = 0; j < c->n_scores; j++)
			put_score(stream, c, &c->score[j]);
	}
	return view_finish(stream);
}
