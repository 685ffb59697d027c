/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Profile: a published job file, or a load that others describe, shipped with
 * its source in a comment. No test or suite has its name.
 *
 * To add one: a file in share/profiles, with a summary in the first line and
 * the source in the second, as in `# Source (2026-11): etcd.io/docs`, or with a
 * dash as the date; and its name in Makefile.am.
 */
#ifndef DISKIDX_TEST_PROFILE_H
#define DISKIDX_TEST_PROFILE_H

struct profile {
	const char *name, *summary;
	const char *date, *source;	/* of its limits, or else of its job */
	const char *text;		/* the rest of the job file */
};

/* The profiles; the last has no name. The build makes them from the files. */
extern const struct profile profile_list[];

#endif
