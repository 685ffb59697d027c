/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Shell: lines NAME='value' for eval in any POSIX shell. Each name begins with
 * DISKIDX_; names for a second target, number of copies or comparison begin
 * with DISKIDX_2_, and so on. Unknown values are empty: no earlier one remains.
 */
#include <config.h>

#include <ctype.h>
#include <math.h>
#include <stdlib.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/say.h"
#include "diskidx/base/utf8.h"
#include "diskidx/format/format.h"
#include "diskidx/record/record.h"
#include "diskidx/report/figures.h"
#include "diskidx/report/report.h"
#include "diskidx/report/view.h"

/* Lines with the same beginning of names. */
struct group {
	FILE *out;
	size_t number;		/* from 1 */
	struct texts rows;	/* names of its rows */
};

static char *
shell_name(char *text)
{
	for (char *c = text; *c != '\0'; c++) {
		unsigned char byte = (unsigned char)*c;

		*c = (char)(isalnum(byte) ? toupper(byte) : '_');
	}
	return text;
}

static void
next_group(struct group *group)
{
	texts_free(&group->rows);
	group->number++;
}

/* Put a line; NULL is empty. A quote in the value ends the quotes briefly. */
static void
shell_put(const struct group *group, const char *name, const char *value)
{
	static const char *const quote[] = { "'\\''" };

	fputs("DISKIDX_", group->out);
	if (group->number > 1)
		fprintf(group->out, "%zu_", group->number);
	fprintf(group->out, "%s='", name);
	utf8_put_escaped(text_or(value, ""), group->out, "'", quote);
	fputs("'\n", group->out);
}

/* Put the values of a row, and free them. Its name gets a number if another row
 * of the group has that name. */
static void
shell_put_row(struct group *group, const char *kind, const char *id,
	      struct figures row)
{
	const char *plain = shell_name(say("%s%s", kind, id)), *name;
	size_t n = group->rows.n;

	texts_add(&group->rows, plain);
	for (size_t number = 2; group->rows.n == n; number++)
		texts_print(&group->rows, "%s_%zu", plain, number);
	for_each(const struct figure, figure, row.list, row.n) {
		if (figure->shell == NULL)
			continue;
		name = shell_name(say("%s%s", group->rows.text[n],
				      figure->shell));
		if (isnan(figure->number))
			shell_put(group, name, figure->text);
		else
			shell_put(group, name, say("%.10g", figure->number));
	}
	free(row.list);
}

/* Other records would have the same names. */
static void
shell_print(const struct content *content, FILE *stream)
{
	static const struct score none;
	const struct record *record = content->records;
	struct group group = { .out = stream, .number = 1 };
	char *why;

	shell_put(&group, "VERSION", record->version);
	shell_put(&group, "TIME", view_time(record));
	shell_put(&group, "BASELINE", record->baseline->version);
	shell_put(&group, "INTERRUPTED", record->interrupted ? "1" : "0");
	for_each_section(s, record, false) {
		const struct score *disk = view_score(&s, INDEX_DISK);

		if (disk == NULL)
			disk = &none;
		shell_put_row(&group, "SCORE", "",
			      figures_of_score(record, disk));
		shell_put(&group, "TRUST", trust_name[trust_of(&s, &why)]);
		shell_put(&group, "TRUST_WHY", why);
		shell_put(&group, "DIRECTORY", record_target(record, s.target));
		shell_put(&group, "COPIES", say("%u", s.copies));
		for_each_score(score, record) {
			if (score == disk || !view_is_score_of(&s, score))
				continue;
			shell_put_row(&group, "SCORE_", score->name,
				      figures_of_score(record, score));
		}
		for_each_result(result, &s)
			shell_put_row(&group, "TEST_", result->test.id,
				      figures_of_result(record, result));
		next_group(&group);
	}
}

static void
shell_compare(const struct content *content, FILE *stream)
{
	struct group group = { .out = stream, .number = 1 };

	for (; group.number <= content->n; next_group(&group)) {
		const struct comparison *c =
			&content->comparisons[group.number - 1];

		shell_put(&group, "OLD", c->side[OLD].name);
		shell_put(&group, "NEW", c->side[NEW].name);
		shell_put(&group, "CONCLUSION", c->conclusion);
		for_each_compared(row, &c->all) {
			const char *kind = row->rows > 0 ? "SCORE_" : "TEST_";
			char *id = say("%s", row->id);

			if (row->percent > 0)
				id = say_more(id, "_", "p%g", row->percent);
			shell_put_row(&group, kind, id,
				      figures_of_compared(c, row));
		}
	}
}

const struct format format_shell = {
	.name = "shell",
	.summary = "lines NAME='value', for eval in a shell",
	.print = { shell_print, shell_compare },
};
