/* The command compare: what its files share. */
#ifndef DISKIDX_COMPARE_H
#define DISKIDX_COMPARE_H

#include <stdbool.h>
#include <stddef.h>

#include "diskidx/comparison.h"
#include "diskidx/options.h"
#include "diskidx/record.h"

/* Runs that were read, summarised and stripped of what isn't compared. */
struct run_list {
	struct record *run;
	const char **file;	/* of each run; what it points to isn't owned */
	size_t n;
	const char *path;	/* of the file that is being read */
	bool last_only;		/* keep no other than the last one */
};

struct set {
	struct comparison *list;
	size_t n;
};

/* Adds every run of some files, each once; false after a message. */
bool run_list_add_files(struct run_list *list, const char *const *path,
			size_t n);

void run_list_free(struct run_list *list);

/* Prints the set, passes it through the gate, frees it: the exit status. */
int compare_finish(struct set *set, const struct options *options);

/* --by=hour: the runs of some files by the hour that they began in. */
int compare_by_hour(const struct options *options);

#endif
