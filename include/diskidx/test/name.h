/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Name: the id of a test, LIST:BASE:OPTIONS+load, as in `rand-read-q1`,
 * `cdm:seq1m-q8-read`, `rand-read-q32:b=256k,q=4` or `postgres:wal+load`.
 *
 *	list		a suite, or a job file; none in the suite `disk`, or
 *			for a job with the same name as its file
 *	base		a row of the table of tests, or a job
 *	options		what differs from that row: see struct variation
 *	+load		measured under load; +load1 is the first load
 *
 * No other file knows the separators.
 */
#ifndef DISKIDX_TEST_NAME_H
#define DISKIDX_TEST_NAME_H

#include <stddef.h>

/* In identity.c: return the length of the list's name; 0: there is none. */
size_t test_name_list(const char *id);

/* Return the id without its list. */
const char *test_name_within(const char *id);

/* Return the length of the list and the base. */
size_t test_name_origin(const char *id);

/* Return the options, from the colon before them, and the load; without
 * options, the load or the end of the id. */
const char *test_name_options(const char *id);

/* Return the load, or the end of the id. */
const char *test_name_load(const char *id);

/* Write a name into `id` (TEST_ID bytes): a list and what is in it, only once
 * if both are the same. */
void test_name_write(char *id, const char *list, const char *within);

/* Change the id of an older record to today's. */
void test_name_renew(char *id);

/* Append an option, or the load: that number, or 0 for a test under load. */
void test_name_add_option(char *id, const char *letter, const char *value);
void test_name_add_load(char *id, unsigned number);

#endif
