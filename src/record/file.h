/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * File: the file that a record is saved in. It is looked at before it is opened
 * for writing, so that nothing but a record ever is.
 */
#ifndef DISKIDX_RECORD_FILE_H
#define DISKIDX_RECORD_FILE_H

#include <stdbool.h>
#include <sys/stat.h>

enum file_found {
	FILE_NOTHING,		/* a new file can have this name */
	FILE_RECORD,		/* it ends with a whole run */
	FILE_CUT,		/* a record whose last run was cut off */
	FILE_OTHER		/* nothing that a record can be saved in */
};

/*
 * Look at `path`, and change nothing. Return an enum file_found, with *append
 * open for appending if it is a record, cut or not, else -1; or -errno. *why is
 * the reason for FILE_OTHER with the remedy, else NULL. Until any descriptor of
 * the file is closed, no other diskidx gets one from here.
 */
int file_look(const char *path, int *append, const char **why);

/* Open the file that lstat(2) has seen, and no other that has its name by now;
 * with O_RDWR only one diskidx at a time. Return its descriptor, and its state
 * in *seen; or -errno. */
int file_open_seen(const char *path, int flags, struct stat *seen);

/*
 * New file: a file that has its name only when it is whole. Where there are
 * files without a name, nothing is left of one that is not finished. Elsewhere
 * it is named .diskidx-PROCESS-NUMBER.tmp meanwhile, and a process that is
 * killed leaves that one file behind. A file that has the name already is never
 * replaced: where there are no hard links either, an empty file is made to hold
 * the name for the moment until the whole one takes its place, and a process
 * that is killed then leaves both.
 */
struct new_file {
	int fd;			/* for writing */
	const char *temporary;	/* the other name, said; NULL: none */
};

/* Open a file in the directory of `path`, without a name if so wanted. Return 0
 * or -errno. */
int new_file_open(struct new_file *file, const char *path, bool nameless);

/* Give the file its name. Return 0, -EEXIST if it is taken, or -errno. */
int new_file_name(struct new_file *file, const char *path);

/* Close the file, which is gone if it did not get its name. */
void new_file_close(struct new_file *file);

#endif
