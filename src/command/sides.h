/* Sides: what compare reads for the sides of a comparison. */
#ifndef COMMAND_SIDES_H
#define COMMAND_SIDES_H

#include "diskidx/comparison.h"
#include "run-list.h"

/* A side, and the runs that it points to. */
struct loaded {
	struct run_list list;
	struct side side;
};

/* Make a side of all runs of some files. False after a message. */
bool sides_read(struct loaded *loaded, const char *const *path, size_t n);

/* Make a side of one run of a file. */
void sides_pick(struct loaded *loaded, const struct record *run);

/* Offer the saved runs as history, and those of a file (NULL: none). A file
 * that can't be read has none. */
void sides_read_history(struct loaded *loaded, const char *path);

void sides_free(struct loaded *loaded);

#endif
