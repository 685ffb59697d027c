/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * fuzz.h - a target of the fuzzer: bytes in, and what must be true of the
 * answer. Each tests/fuzz/NAME.c has one; with fuzz.c, compiled by clang with
 * -fsanitize=fuzzer, it is a program that tests/fuzz/fuzz.sh runs on the files
 * in tests.
 */
#ifndef DISKIDX_TESTS_FUZZ_H
#define DISKIDX_TESTS_FUZZ_H

#include <stdbool.h>
#include <stddef.h>

/* Try what a target is for with these bytes. */
void fuzz_try(const char *data, size_t size);

/* Abort unless that holds, and say what is wrong. */
void fuzz_must(bool holds, const char *wrong);

#endif
