/*
 * Traits: the facts that plans and reports need of a workload or an engine, by
 * the name in a record. The code behind a name is the measuring side's. A name
 * that is not in src/test/traits.c has no trait.
 */
#ifndef DISKIDX_TRAITS_H
#define DISKIDX_TRAITS_H

#include <stdbool.h>

struct traits {
	const char *name;

	/* Workloads. */
	bool has_variants;	/* options change its cache mode and block */
	bool is_random;		/* options change its offsets and depth too */
	bool takes_whole_file;	/* a sample is one file, read or written once */

	/* Engines. */
	bool is_none;		/* stands for a workload without an engine */
	bool is_synchronous;	/* a request is done when it was submitted */
	bool has_threads;	/* may use several processors */
	bool moves_nothing;	/* its figures are never scored */
};

/* Return the traits of that name; none are set for NULL. */
const struct traits *traits_of(const char *name);

#endif
