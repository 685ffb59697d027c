/*
 * Traits: what plans and reports must know of a workload or an engine, by the
 * name that a record holds. The code behind a name is the measuring side's;
 * a name without an entry in src/test/traits.c has no trait.
 */
#ifndef DISKIDX_TRAITS_H
#define DISKIDX_TRAITS_H

#include <stdbool.h>

struct workload_traits {
	const char *name;
	bool has_variants;	/* options change its cache mode and block */
	bool is_random;		/* and all else, its offsets among it */
	bool takes_whole_file;	/* a sample is one file, read or written once */
};

struct engine_traits {
	const char *name;
	bool is_none;		/* stands for a workload that uses no engine */
	bool is_synchronous;	/* a request is done when it was submitted */
	bool has_threads;	/* so it may use several processors */
	bool moves_nothing;	/* what it "measures" is never scored */
};

/* Return the traits of that name, which may be NULL; never NULL. */
const struct workload_traits *workload_traits(const char *name);
const struct engine_traits *engine_traits(const char *name);

#endif
