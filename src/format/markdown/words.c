/* Texts and lists in Markdown. */
#include <config.h>

#include <string.h>

#include "markdown.h"

void
markdown_text(FILE *out, const char *text)
{
	for (; *text != '\0'; text++) {
		if (strchr("\\|`*_<[", *text) != NULL)
			putc('\\', out);
		putc(*text == '\n' ? ' ' : *text, out);
	}
}

void
markdown_item(FILE *out, const char *lead, const char *text)
{
	fprintf(out, "* %s", lead);
	markdown_text(out, text);
	putc('\n', out);
}

void
markdown_notes(FILE *out, struct notes *notes)
{
	size_t i;

	for (i = 0; i < notes->n; i++)
		markdown_item(out, "", notes->list[i].text);
	notes_free(notes);
}
