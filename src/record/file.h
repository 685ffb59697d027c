/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* File: where a record is saved. It is examined before it is opened for
 * writing, so that nothing but a record ever is. */
#ifndef DISKIDX_RECORD_FILE_H
#define DISKIDX_RECORD_FILE_H

#include <stdbool.h>
#include <sys/stat.h>

/* Open the file that lstat(2) has seen, not another that got its name; with
 * O_RDWR only one diskidx at a time. Return its descriptor, and its state in
 * *seen; or -errno. */
int file_open_seen(const char *path, int flags, struct stat *seen);

/*
 * New file: a file that gets its name only when it is whole. If the system has
 * files without names, nothing is left of an unfinished one. Elsewhere it is
 * named .diskidx-PROCESS-NUMBER.tmp meanwhile, and a killed process leaves that
 * file. An existing file is never replaced: without hard links, an empty file
 * reserves the name for a moment until the whole one replaces it, and a process
 * killed then leaves both.
 */
struct new_file {
	int fd;			/* for writing */
	const char *temporary;	/* the other name; NULL: none */
};

/* Open a file in the directory of `path`, or without a name. Return 0 or
 * -errno. */
int new_file_open(struct new_file *file, const char *path, bool nameless);

/* Give the file its name. Return 0, -EEXIST if it is taken, or -errno. */
int new_file_name(struct new_file *file, const char *path);

/* Close the file; without its name, it is gone. */
void new_file_close(struct new_file *file);

#endif
