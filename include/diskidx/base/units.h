/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Units: parse text that people type (4k, 0.3, 1g), and format numbers for
 * people. Sizes are binary; nothing here depends on the locale. */
#ifndef DISKIDX_BASE_UNITS_H
#define DISKIDX_BASE_UNITS_H

#include <stdbool.h>
#include <stdint.h>

#define KIB UINT64_C(1024)
#define MIB (KIB * 1024)
#define GIB (MIB * 1024)
#define UNITS_MAX_SECONDS 1000000	/* keeps deadlines far from overflow */

/* The unit of a test's value. */
enum unit { UNIT_KBPS, UNIT_MIBPS, UNIT_IOPS, UNIT_OPS };

/* "KBps" (= KiB/s, as in UnixBench), "MiB/s", "IOPS" and "ops/s"; NULL ends. */
extern const char *const unit_name[];

/*
 * Parse a whole string; return 0, -EINVAL (malformed) or -ERANGE (too large).
 * Sizes: digits, then k, m, g, t or none, then "", "b" or "ib", in any case of
 * letters; always binary. Times: digits with an optional fraction, then us, ms,
 * s, m, h or d, in any case, or none for seconds. Decimals: such digits, as
 * billionths. Counts: digits.
 */
int units_parse_size(const char *text, uint64_t *bytes);
int units_parse_time(const char *text, uint64_t *ns);
int units_parse_decimal(const char *text, uint64_t *billionths);
int units_parse_count(const char *text, uint64_t max, uint64_t *count);

/*
 * Format as a text of say.h.
 * size: "64 MiB", "1.5 GiB", rounded, or for `most` rounded up; block: "4K",
 * "1M" (as in titles and ids); time: "85 ns", "340 us", "1.62 ms", "2.10 s",
 * three digits; duration: "41 s", "4 min 30 s".
 */
#define units_size(bytes) units_round(bytes, false)
#define units_most(bytes) units_round(bytes, true)
char *units_round(uint64_t bytes, bool up);
char *units_block(uint64_t bytes);
char *units_time(double ns);
char *units_duration(uint64_t ns);

/* Format three digits, or all before the point: "0.97", "1.49", "12.0", "1234";
 * below 0.1 two that count, with at most four decimals: "0.068", "<0.0001". */
char *units_digits(double x);

/* Return the ending of a noun after that number: "s", or "" after 1. */
const char *units_plural(uint64_t n);

/* Return the number of decimals, from `least` to 5, that show two digits. */
int units_decimals(double x, int least);

#endif
