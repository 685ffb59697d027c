/* The command compare: what its files share. */
#ifndef DISKIDX_COMPARE_H
#define DISKIDX_COMPARE_H

#include <stddef.h>

#include "diskidx/comparison.h"
#include "diskidx/options.h"

struct set {
	struct comparison *list;
	size_t n;
};

/* Prints the set, passes it through the gate, frees it: the exit status. */
int compare_finish(struct set *set, const struct options *options);

/* --by=hour: the runs of some files by the hour that they began in. */
int compare_by_hour(const struct options *options);

#endif
