/* Options: what the command line asks for. */
#ifndef DISKIDX_OPTIONS_H
#define DISKIDX_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/params.h"

#define OPTIONS_UNSET UINT64_MAX

enum command {
	COMMAND_RUN, COMMAND_COMPARE, COMMAND_REPORT, COMMAND_LIST
};

/* The values of an option, in the order given; n is 0 if it wasn't. */
struct numbers {
	uint64_t *list;
	size_t n;
};

struct texts {
	const char **list;
	size_t n;
};

struct options {
	enum command command;
	bool help, version;
	struct texts directory;			/* -d */
	struct numbers copies;			/* -c */
	uint64_t size_bytes, time_ns, rounds;	/* 0: not given */
	struct numbers block_bytes, depth, mix_pct, rate_iops;
	uint64_t warm_up_ns, delay_ns;		/* OPTIONS_UNSET: not given */
	uint64_t max_write_bytes;		/* 0: not given */
	uint64_t max_time_ns;			/* 0: not given */
	double until_pct;			/* 0: not given */

	/* NULL: not given; else a word or number that was checked. */
	const char *random, *cache, *sync, *arrival, *seed_text;
	uint64_t seed;
	const char *engine;			/* NULL: the default */
	const char *baseline, *format;
	const char *output;			/* NULL: the default place */
	double threshold_pct;			/* of compare */
	double fail_if_slower_pct;		/* 0: not given */
	const char *by;				/* "hour", or NULL */
	bool no_save, dry_run, strict, quick, full, si, quiet, verbose;
	struct texts operand;			/* tests and suites, or files */
};

/*
 * What --random=TEXT says: a share of random offsets in per cent, or a
 * pattern. 0 or -EINVAL.
 */
int options_parse_random(const char *text, uint64_t *random_pct,
			 enum pattern *pattern, uint32_t *theta_milli);

#endif
