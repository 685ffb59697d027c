/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * rows.h - tables of input and expected output: lines of files in
 * tests/unit/rows:
 *
 *	== bad_lines_are_refused
 *	# A comment begins with a number sign and a blank.
 *	-Q 1,,2		-Q: '' is not a whole number from 1 to 4096
 *
 * "== NAME" begins a table. One or more tabs separate the fields of a row; all
 * rows of a table have the same number of fields. "" is an empty field, and \n,
 * \t, \r, \\ and \xHH are characters as in C.
 */
#ifndef DISKIDX_TESTS_ROWS_H
#define DISKIDX_TESTS_ROWS_H

#include "test.h"

/* Run the check with the fields of each row of a table of tests/unit/rows/FILE
 * in turn; fail where there is none. */
void each_row(const char *file, const char *table, void (*check)(char **field));

/* Say which row a test that failed was at, if it was at one. */
void tell_row(void);

/*
 * A test of each row of the table that has its name:
 *
 *	TEST_ROWS("options", bad_lines_are_refused)
 *	{
 *		assert_refused(field[0], field[1]);
 *	}
 */
#define TEST_ROWS(file, name) \
	static void check_##name(char **field); \
	TEST(name) \
	{ \
		each_row(file, #name, check_##name); \
	} \
	static void check_##name(char **field)

#endif
