/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * New file: a file that has its name only when it is whole. Where there are
 * files without a name, nothing is left of one that is not finished. Elsewhere
 * it is named .diskidx-PROCESS-NUMBER.tmp meanwhile, and a process that is
 * killed leaves that one file behind. A file that has the name already is never
 * replaced: where there are no hard links either, an empty file is made to hold
 * the name for the moment until the whole one takes its place, and a process
 * that is killed then leaves both.
 */
#ifndef DISKIDX_RECORD_NEW_FILE_H
#define DISKIDX_RECORD_NEW_FILE_H

#include <stdbool.h>

struct new_file {
	int fd;			/* for writing */
	char *temporary;	/* the other name; NULL: none */
};

/* Open a file in the directory of `path`, without a name if so wanted. Return 0
 * or -errno. */
int new_file_open(struct new_file *file, const char *path, bool nameless);

/* Give the file its name. Return 0, -EEXIST if it is taken, or -errno. */
int new_file_name(struct new_file *file, const char *path);

/* Close the file, which is gone if it did not get its name. */
void new_file_close(struct new_file *file);

#endif
