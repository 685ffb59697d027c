/*
 * Trust: how far a score can be believed, judged here alone, from the flags of
 * the rows that make it.
 *
 * none: the score isn't this disk's; low: something disturbed the run; good:
 * neither. A row that is cpu-bound disturbs nothing: the next run gives the
 * same. In a run without a Disk Index Score the rows are all that have a
 * figure, but those of File Copy, and what the rules say of the score does not
 * apply.
 */
#ifndef DISKIDX_TRUST_H
#define DISKIDX_TRUST_H

#include "diskidx/view.h"

enum trust_level { TRUST_UNJUDGED, TRUST_NONE, TRUST_LOW, TRUST_GOOD };

struct trust {
	enum trust_level level;
	char *why;	/* the most important reason and its remedy, one
			   sentence; on the heap, NULL if unjudged */
};

/* Judge a section of a summarised record; without rows to judge, not at all. */
struct trust trust_of(const struct section *section);

/* Return "none", "low" or "good"; NULL if unjudged. */
const char *trust_name(enum trust_level level);

#endif
