/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Text: documents for people, as wide as the terminal, in plain ASCII. */
#include <config.h>

#include <string.h>

#include "diskidx/base/amount.h"
#include "diskidx/base/say.h"
#include "diskidx/base/units.h"
#include "diskidx/base/wrap.h"
#include "diskidx/format/format.h"
#include "diskidx/report/document.h"
#include "text.h"

#define MARGIN 8		/* columns that a rule leaves free */
#define INDENT 3		/* of lines after the first, */
#define FACT_INDENT 10		/* under the first fact, */
#define NOTE_INDENT 6		/* under the first word of a note, */
#define NOTE_GAP 2		/* and blanks after its name, if any has one */

/* Return the length of a note's name, which is its first word. */
static size_t
name_length(const struct note *note)
{
	return strchr("*! ", note->mark) != NULL ? 0 :
		strcspn(note->text, " (:");
}

/* Print notes after their names; if none has one, after a star. */
static void
text_put_notes(FILE *out, const struct block *block)
{
	const struct notes *notes = &block->notes;
	size_t widest = 0;

	for (size_t i = 0; i < notes->n; i++)
		widest = amount_max(widest, name_length(&notes->list[i]));
	if (widest > 0)
		widest = amount_max(widest, strlen("note"));
	if (block->text != NULL)
		fprintf(out, "%s\n", block->text);
	for (size_t i = 0; i < notes->n; i++) {
		const struct note *note = &notes->list[i];
		size_t length = name_length(note);
		const char *text = note->text + length;
		const char *name = say("%.*s", (int)length, note->text);
		unsigned indent = NOTE_INDENT;

		if (widest > 0)
			indent = (unsigned)widest + NOTE_GAP;
		if (length == 0 && note->mark != ' ')
			name = widest > 0 ? "note" : "   *";
		fprintf(out, "%-*s", (int)indent, name);
		text += strspn(text, ": ");
		if (block->more > 0 && i == notes->n - 1)
			text = say("%s (-v shows %zu more note%s)", text,
				   block->more, units_plural(block->more));
		wrap_behind(out, indent, indent, text);
	}
}

static void
text_put_block(FILE *out, const struct block *block, int indent, bool color)
{
	const struct table *table = &block->table;

	switch (block->kind) {
	case BLOCK_TITLE:
		wrap_print(out, "   diskidx ", INDENT, block->text);
		break;
	case BLOCK_PART:
		for (size_t i = MARGIN; i < wrap_columns(); i++)
			putc('-', out);
		putc('\n', out);
		break;
	case BLOCK_HEADING:
	case BLOCK_ANSWER:
	case BLOCK_LINE:
		text_toned(out, color ? block->tone : TONE_PLAIN, block->text,
			   (int)block->lead);
		wrap_behind(out, block->lead, INDENT,
			    block->text + block->lead);
		break;
	case BLOCK_FACT:
		fprintf(out, "%-*.*s", indent,
			(int)strcspn(block->text, ":"), block->text);
		wrap_behind(out, (size_t)indent, (size_t)indent,
			    block->text + block->lead);
		break;
	case BLOCK_TABLE:
		if (table->caption != NULL)
			wrap_print(out, "", 0, table->caption);
		text_table(out, table, color);
		if (table->remark != NULL)
			wrap_print(out, "", 0, table->remark);
		break;
	case BLOCK_NOTES:
		text_put_notes(out, block);
		break;
	case BLOCK_VERBATIM:
		fputs(block->text, out);
		break;
	case BLOCK_PICTURE:
		break;
	}
}

/* Return true if there is no empty line between these two. */
static bool
is_close(const struct block *before, const struct block *block)
{
	switch (before->kind) {
	case BLOCK_PART:
	case BLOCK_HEADING:
		return true;
	case BLOCK_FACT:
		return block->kind == BLOCK_FACT;
	case BLOCK_ANSWER:
	case BLOCK_LINE:
		return block->kind == BLOCK_ANSWER || block->kind == BLOCK_LINE;
	case BLOCK_TABLE:
		return block->kind == BLOCK_LINE && before->table.is_answer;
	default:
		return false;
	}
}

void
text_put(FILE *out, const struct document *document)
{
	const struct block *before = NULL;
	uint64_t indent = FACT_INDENT;

	for (size_t i = 0; i < document->n; i++) {
		const struct block *block = &document->block[i];

		if (!block_is_shown(block, IN_TEXT))
			continue;
		if (before != NULL && !document->dense &&
		    !is_close(before, block))
			putc('\n', out);
		/* Facts that stand together are behind the longest label. */
		if (before == NULL || before->kind != BLOCK_FACT)
			indent = FACT_INDENT;
		for (size_t j = i; j < document->n &&
		     document->block[j].kind == BLOCK_FACT; j++)
			indent = amount_max(indent, document->block[j].lead);
		text_put_block(out, block, (int)indent, document->how->color);
		before = block;
	}
	if (before != NULL && !document->dense)
		putc('\n', out);
}

const struct format format_text = {
	.name = "text",
	.summary = "a report for people: the score, then a line per test",
	.put = text_put,
};
