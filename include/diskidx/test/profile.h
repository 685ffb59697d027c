/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Profile: a job file that others publish, or a load that they describe, which
 * is shipped with its source in a comment. Its name is no test's or suite's.
 *
 * To add one: a file of share/profiles, whose first line is its summary and
 * whose second line its source, as in `# Source (2026-11): etcd.io/docs`, or
 * with a dash as the date; and its name in Makefile.am.
 */
#ifndef DISKIDX_TEST_PROFILE_H
#define DISKIDX_TEST_PROFILE_H

struct profile {
	const char *name, *summary;
	const char *date, *source;	/* of its limits, or else of its job */
	const char *text;		/* the rest of the job file */
};

/* The profiles, up to one without a name. The build makes them of the files. */
extern const struct profile profile_list[];

#endif
