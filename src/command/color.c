/* Colors of a text report: see color.h. */
#include <config.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "diskidx/commands.h"
#include "color.h"

#define BOLD "\033[1m"
#define RED "\033[31m"
#define GREEN "\033[32m"
#define YELLOW "\033[33m"
#define PLAIN "\033[0m"
#define LINE 1024

/* Set once by command_begin: the process that measures has no terminal. */
static bool is_on;

static const struct rule {
	const char *words, *color;
} starts[] = {
	{ "Disk Index Score", BOLD },
	{ "Trust: good", GREEN },
	{ "Trust: low", YELLOW },
	{ "Trust: none", RED },
	{ NULL, NULL }
}, ends[] = {
	{ " faster\n", GREEN },
	{ " slower\n", RED },
	{ NULL, NULL }
};

void
command_begin(const struct options *options)
{
	const char *term = getenv("TERM"), *no_color = getenv("NO_COLOR");
	enum color color = options->color.n > 0 ?
			   (enum color)options->color.list[0] : COLOR_AUTO;

	is_on = color == COLOR_ALWAYS ||
		(color == COLOR_AUTO && isatty(STDOUT_FILENO) &&
		 term != NULL && strcmp(term, "dumb") != 0 &&
		 (no_color == NULL || *no_color == '\0'));
	is_on &= !options->quiet;	/* of which scripts read the score */
}

bool
color_is_on(void)
{
	return is_on;
}

static void
put_line(const char *line, FILE *to)
{
	size_t length = strlen(line), n;
	const struct rule *rule;

	for (rule = starts; rule->words != NULL; rule++) {
		n = strlen(rule->words);
		if (strncmp(line, rule->words, n) != 0)
			continue;
		fprintf(to, "%s%s" PLAIN "%s", rule->color, rule->words,
			line + n);
		return;
	}
	for (rule = ends; rule->words != NULL; rule++) {
		n = strlen(rule->words);
		if (length < n || strcmp(line + length - n, rule->words) != 0)
			continue;
		fprintf(to, "%.*s%s%.*s" PLAIN "\n", (int)(length - n), line,
			rule->color, (int)n - 1, rule->words);
		return;
	}
	fputs(line, to);
}

void
color_copy(FILE *from, FILE *to)
{
	char line[LINE];

	rewind(from);
	while (fgets(line, sizeof(line), from) != NULL)
		put_line(line, to);
}
