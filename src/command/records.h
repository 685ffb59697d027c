/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Saved: the records in the default place, record_directory. */
#ifndef COMMAND_RECORDS_H
#define COMMAND_RECORDS_H

#include <stdbool.h>
#include <stdio.h>

#include "diskidx/plan/options.h"
#include "diskidx/record/record.h"

/* Find the saved records, sorted by name, for free(). Return false after a
 * message, which ends with `advice` (NULL: without a message). */
bool records_find(struct words *saved, const char *advice);

/* Find the readable ones, sorted by the start of their last run, with a message
 * for each other record. Return false after a message if there is none. */
bool records_find_by_time(struct words *saved, const char *advice);

/* Return the path of a record: in the default place if the name has no
 * directory, and is not in the current one. */
const char *records_path(const char *name);

/* Return what to call a record: in the default place, only its name. */
const char *records_name(const char *path);

/* Make the default place; *saves is false after a message if no record can be
 * saved. Return false if the run must then not go on. */
bool records_check(bool *saves);

/* Make the default place, and return a new path in it,
 * HOST-YYYY-MM-DD-NN.diskidx; NULL after a message. */
const char *records_new_path(const struct record *record);

/* Print where the record is, and the commands that use it. */
void records_say(FILE *out, const char *path, const char *baseline);

#endif
