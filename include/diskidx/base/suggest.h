/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Suggest: finds the known name that is nearest to an unknown word. */
#ifndef DISKIDX_BASE_SUGGEST_H
#define DISKIDX_BASE_SUGGEST_H

struct suggestion {
	const char *word;	/* as typed */
	const char *nearest;	/* NULL: nothing is near */
	unsigned distance;
};

/* Start with { .word = WORD }, and offer every known name. */
void suggest_offer(struct suggestion *suggestion, const char *name);

/* Return the end of a message about an unknown word: "; did you mean NAME?" (a
 * text of say.h) with `prefix` before NAME; `otherwise` if nothing is near. */
const char *suggest_end(const struct suggestion *suggestion,
			const char *prefix, const char *otherwise);

#endif
