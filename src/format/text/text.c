/* Text: the report for people, 80 columns wide and in plain ASCII. */
#include <config.h>

#include <string.h>

#include "diskidx/baseline.h"
#include "text.h"

#define PLAIN "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" \
	"0123456789_-+=.,:@%/"

static bool
is_control(char c)
{
	return (unsigned char)c < ' ' || c == 0x7f;
}

/* Print a path whole, so that it can be pasted. */
static void
put_path(FILE *out, const char *path)
{
	for (; *path != '\0'; path++)
		putc(is_control(*path) ? '?' : *path, out);
}

/*
 * Print a path as a word of the shell, in single quotes if it needs any. They
 * are closed for a quote, and for a control character, which must not reach a
 * terminal: an unquoted question mark matches it.
 */
static void
put_word(FILE *out, const char *path)
{
	const char *at;

	/* Not to be taken for an option, zsh's =COMMAND, or compare's vs. */
	if (path[0] == '-' || path[0] == '=' || strcmp(path, "vs") == 0)
		fputs("./", out);
	if (path[0] != '\0' && path[strspn(path, PLAIN)] == '\0') {
		fputs(path, out);
		return;
	}
	putc('\'', out);
	for (at = path; *at != '\0'; at++)
		if (*at == '\'')
			fputs("'\\''", out);
		else if (is_control(*at))
			fputs("'?'", out);
		else
			putc(*at, out);
	putc('\'', out);
}

/* Print where the record is. A record does not hold its baseline, so the
 * command names any but the default. */
static void
put_saved(FILE *out, const char *path, const char *baseline)
{
	bool is_default = baseline == NULL ||
			  baseline_by_name(baseline) == baseline_at(0);

	fputs("The record is in ", out);
	put_path(out, path);
	fputs("\n   print it again:        diskidx report ", out);
	if (!is_default) {
		fputs("-B ", out);
		put_word(out, baseline);
		putc(' ', out);
	}
	put_word(out, path);
	fputs("\n   compare with another:  diskidx compare OTHER ", out);
	put_word(out, path);
	fputs("\n\n", out);
}

/* Compare each further target with the first, round by round. */
static void
put_targets(FILE *out, const struct record *record,
	    const struct format_options *options)
{
	struct comparison comparison;
	unsigned i;

	for (i = 1; i < record->n_targets; i++) {
		comparison_of_targets(&comparison, record, i,
				      COMPARISON_THRESHOLD_PCT);
		fputs(TEXT_RULE "\n", out);
		text_comparison(out, &comparison, options);
		comparison_free(&comparison);
	}
}

static void
put_record(FILE *out, const struct record *record,
	   const struct format_options *options)
{
	struct section section;
	size_t at = 0;

	text_host(out, record, options->verbose);
	while (view_section(&section, record, true, &at))
		text_layout(out, &section, options);
	text_record_notes(out, record, options->si);
	put_targets(out, record, options);
}

static void
render(const struct record *records, size_t n,
       const struct format_options *options, FILE *stream)
{
	size_t i;

	for (i = 0; i < n; i++)
		put_record(stream, &records[i], options);
	if (options->saved != NULL)
		put_saved(stream, options->saved, options->baseline);
}

const struct format format_text = {
	.name = "text",
	.summary = "a report for people, laid out as UnixBench's",
	.render = render,
	.compare = text_compare,
};
