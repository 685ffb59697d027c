/* Headline: the one sentence on a disk. */
#ifndef DISKIDX_HEADLINE_H
#define DISKIDX_HEADLINE_H

#include "view.h"

/*
 * Return "Disk Index Score 742 (95 % interval 715 to 770): 74 times a 7200 rpm
 * disk; weakest: Durable 55" on the heap; NULL if the section has no score.
 */
/* Return a score, or how many times, with the digits that tell it apart, on the
 * heap. */
char *headline_figure(double x);

char *headline_of(const struct section *section);

#endif
