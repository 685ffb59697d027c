/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Text: documents for people, as wide as the terminal, in plain ASCII. */
#include <config.h>

#include <string.h>

#include "diskidx/base/wrap.h"
#include "diskidx/format/format.h"
#include "diskidx/report/document.h"
#include "text.h"

#define MARGIN 8		/* columns that a rule leaves free */
#define INDENT 3		/* of lines behind the first, */
#define FACT_INDENT 10		/* under the first fact, */
#define NOTE_INDENT 6		/* and under the first word of a note */

/* Return the columns of the labels of the facts that begin there. */
static int
fact_indent(const struct block *block, size_t n)
{
	size_t indent = FACT_INDENT;

	for (size_t i = 0; i < n && block[i].kind == BLOCK_FACT; i++)
		if (block[i].lead > indent)
			indent = block[i].lead;
	return (int)indent;
}

static void
text_put_block(FILE *out, const struct block *block, int indent, bool color)
{
	const struct table *table = &block->table;
	const struct notes *notes = &block->notes;
	char lead[] = "   *  ";

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
		/* The heading says what is left out. */
		fputs(block->text, out);
		if (block->more > 0)
			fprintf(out, " (%zu more with -v)", block->more);
		putc('\n', out);
		for (size_t i = 0; i < notes->n; i++) {
			lead[3] = notes->list[i].mark;
			wrap_print(out, lead, NOTE_INDENT,
				   notes->list[i].text);
		}
		break;
	case BLOCK_VERBATIM:
		fputs(block->text, out);
		break;
	case BLOCK_PICTURE:
		break;
	}
}

/* Return true if no empty line stands between these two. */
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
text_put(FILE *out, const struct document *document, bool color)
{
	const struct block *before = NULL;
	int indent = 0;

	for (size_t i = 0; i < document->n; i++) {
		const struct block *block = &document->block[i];

		if (!block_is_shown(block, IN_TEXT))
			continue;
		if (before != NULL && !document->dense &&
		    !is_close(before, block))
			putc('\n', out);
		if (before == NULL || before->kind != BLOCK_FACT)
			indent = fact_indent(block, document->n - i);
		text_put_block(out, block, indent, color);
		before = block;
	}
	if (before != NULL && !document->dense)
		putc('\n', out);
}

const struct format format_text = {
	.name = "text",
	.summary = "a report for people: the score, then a line a test",
	.put = text_put,
};
