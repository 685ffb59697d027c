/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * fuzz.h - a target of the fuzzer: bytes in, and what is wrong with the answer
 * to them. Each tests/fuzz/NAME.c has one; with fuzz.c, compiled by clang with
 * -fsanitize=fuzzer, it is a program that tests/fuzz/fuzz.sh runs on what
 * there is in tests.
 */
#ifndef DISKIDX_TESTS_FUZZ_H
#define DISKIDX_TESTS_FUZZ_H

#include <stdbool.h>
#include <stddef.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* Return what is wrong with the answer to these bytes, or NULL. */
const char *fuzz_wrong(const char *data, size_t size);

bool fuzz_is_printable(const char *text);

#endif
