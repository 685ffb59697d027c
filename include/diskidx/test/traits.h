/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Traits: what plans and reports need to know about an engine or a workload.
 * Its code, on the measuring side, points to its traits; a record has only its
 * name.
 */
#ifndef DISKIDX_TEST_TRAITS_H
#define DISKIDX_TEST_TRAITS_H

#include <stdbool.h>

#define ENGINE_LIST(X) \
	X(libaio,) X(threads, .has_threads = true, .fio = "posixaio") \
	X(uring, .fio = "io_uring") \
	X(sync, .is_synchronous = true, .fio = "psync") \
	X(null, .moves_nothing = true)
#define WORKLOAD_LIST(X) \
	X(filecopy,) X(sequential, .has_variants = true) \
	X(random, .has_variants = true, .is_random = true) \
	X(smallfile,) X(wholefile, .takes_whole_file = true)

struct traits {
	const char *name;

	/* Traits of an engine. */
	const char *fio;	/* fio's name, if it differs, or NULL */
	bool is_none;		/* means a workload without an engine */
	bool is_synchronous;	/* a request is done when submit returns */
	bool has_threads;	/* may use several CPUs */
	bool moves_nothing;	/* its results are never scored */

	/* Traits of a workload. */
	bool has_variants;	/* options change its cache mode and block */
	bool is_random;		/* options also change its offsets and depth */
	bool takes_whole_file;	/* a sample is one file, read or written once */
};

#define ENGINE_NUMBER(name, ...) ENGINE_##name,
enum { ENGINE_LIST(ENGINE_NUMBER) };
#define WORKLOAD_NUMBER(name, ...) WORKLOAD_##name,
enum { WORKLOAD_LIST(WORKLOAD_NUMBER) };

/* The last entry of each has no name. */
extern const struct traits engine_traits[], workload_traits[];

/* Return the traits of a name in a record: none are set for NULL or a name that
 * this version does not know. */
#define traits_of_engine(name) traits_find(engine_traits, name)
#define traits_of_workload(name) traits_find(workload_traits, name)
const struct traits *traits_find(const struct traits *table, const char *name);

#endif
