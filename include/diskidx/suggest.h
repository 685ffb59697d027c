/* Suggest: the known name that an unknown one was probably meant to be. */
#ifndef DISKIDX_SUGGEST_H
#define DISKIDX_SUGGEST_H

#include <stddef.h>

struct suggestion {
	const char *word;	/* what was typed */
	const char *nearest;	/* NULL: nothing is near */
	unsigned distance;
};

/* Start with { .word = WORD }, offer every known name, read `nearest`. */
void suggest_offer(struct suggestion *suggestion, const char *name);

/* "; did you mean NAME?" into `text`, or the empty string. */
#define SUGGEST_TEXT 96
char *suggest_format(char *text, const struct suggestion *suggestion);

#endif
