/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * File: the file that a record is saved in. It is looked at before it is opened
 * for writing, so that nothing but a record ever is.
 */
#ifndef DISKIDX_RECORD_FILE_H
#define DISKIDX_RECORD_FILE_H

#include <sys/stat.h>

enum file_found {
	FILE_NOTHING,		/* a new file can have this name */
	FILE_RECORD,		/* it ends with a whole run */
	FILE_CUT,		/* a record whose last run was cut off */
	FILE_EMPTY, FILE_OTHER,	/* a file, but no record */
	FILE_LINK, FILE_DIRECTORY, FILE_FIFO, FILE_DEVICE, FILE_SOCKET
};

/*
 * Look at `path`, and change nothing. Return an enum file_found, with *append
 * open for appending if it is a record, cut or not, else -1; or -errno. Until
 * any descriptor of the file is closed, no other diskidx gets one from here.
 */
int file_look(const char *path, int *append);

/* Return the reason why nothing is saved there, and the remedy; NULL if a
 * record can be. */
const char *file_refusal(enum file_found found);

/* Open the file that lstat(2) has seen, and no other that has its name by now;
 * with O_RDWR only one diskidx at a time. Return its descriptor, and its state
 * in *seen; or -errno. */
int file_open_seen(const char *path, int flags, struct stat *seen);

/* Return the directory of the file, on the heap. */
char *file_directory(const char *path);

#endif
