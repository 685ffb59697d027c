/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Document: what a report says, before any markup: a flat list of blocks. The
 * builders of reports make it; text, Markdown and HTML render it, and know
 * nothing of records. Texts are in words and cells are formatted already; of
 * widths there is only the least of a column.
 *
 * Texts are those of say.h. A function that adds one copies it.
 */
#ifndef DISKIDX_REPORT_DOCUMENT_H
#define DISKIDX_REPORT_DOCUMENT_H

#include <stdbool.h>
#include <stddef.h>

#include "diskidx/base/say.h"
#include "diskidx/report/plot.h"
#include "diskidx/report/table.h"

/* The way in which a document is wanted. */
struct report_options {
	bool si;		/* decimal units */
	bool verbose;		/* more about each test, and of every run */
	bool brief;		/* a few lines for a forum */
	bool color;		/* escapes of a terminal, in text */
};

/* The content of a document, or of a format for programs. */
enum content_kind {
	CONTENT_RECORDS, CONTENT_COMPARISONS, CONTENT_RANKING, CONTENT_HOSTS,
	CONTENT_KINDS
};

struct note {
	/* 'F' a flag, '-' a row without a result, or '>' a bound: the text
	 * begins with its name. '!' an interruption, '*' anything else; ' '
	 * adds to the note above. */
	char mark;
	const char *text;
};

struct notes {
	struct note *list;	/* on the heap */
	size_t n;
	size_t n_weighty;	/* the first, which no report leaves out */
};

enum block_kind {
	BLOCK_TITLE,		/* of the report, or of a comparison in it; a
				   line after it is its second line: disk, date
				   and plan */
	BLOCK_PART,		/* a part begins, which may have a name */
	BLOCK_HEADING,		/* of the blocks after it */
	BLOCK_ANSWER,		/* the most important line */
	BLOCK_LINE,		/* a paragraph */
	BLOCK_FACT,		/* one of several lines with a label each */
	BLOCK_TABLE,
	BLOCK_NOTES,
	BLOCK_PICTURE,
	BLOCK_VERBATIM		/* lines that are printed as they are */
};

struct block {
	enum block_kind kind;
	enum medium in;
	const char *text;
	size_t lead;		/* length of its first words: a fact's label, or
				   those that have a tone */
	enum tone tone;
	struct table table;
	struct notes notes;
	size_t more;		/* notes that are left out here */
	struct plots plots;
};

struct document {
	const struct report_options *how;
	const char *title;	/* of a browser's tab; NULL: the first block */
	struct block *block;
	size_t n;
	bool dense;		/* text has no empty lines between blocks */
};

/* All that add return the block, until the next is added, or NULL if there is
 * none. It is shown everywhere but for a picture, unless `in` is changed. */

/* Add a block with a text, unless that is NULL or empty. */
struct block *document_add(struct document *document, enum block_kind kind,
			   const char *text);

/* The same after a lead: "On ", or the label of a fact, "Run: ". */
struct block *document_lead(struct document *document, enum block_kind kind,
			    const char *lead, const char *text);

/* Begin a part; its name may be NULL. */
struct block *document_part(struct document *document, const char *name);

/* Begin a table, and return it until the next block. Its columns have these
 * names, with commas between them, and a letter for the alignment of each; all
 * are shown everywhere. */
struct table *document_table(struct document *document, const char *name,
			     const char *align, const char *names);

/* Add notes, which are taken over, below a heading, a constant, if any. */
struct block *document_notes(struct document *document, const char *heading,
			     struct notes notes);

/* Begin a picture, in pages, and return its plots until the next block. */
struct plots *document_picture(struct document *document);

/* Return true if a medium shows a block: not one without rows or points. */
bool block_is_shown(const struct block *block, enum medium in);

/* Add a note as printf would print it, or a text of say.h. */
#define notes_add(notes, mark, ...) notes_put(notes, mark, say(__VA_ARGS__))
void notes_put(struct notes *notes, char mark, const char *text);

void document_free(struct document *document);

#endif
