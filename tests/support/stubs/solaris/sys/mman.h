/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * For tests/lint/language.sh: the real one, memcntl(2) and meminfo(2).
 */
#ifndef STUB_SYS_MMAN_H
#define STUB_SYS_MMAN_H

#include_next <sys/mman.h>
#undef MADV_HUGEPAGE
#include <stdint.h>
#include <sys/types.h>
#include <kstat.h>

struct memcntl_mha {
	unsigned mha_cmd, mha_flags;
	size_t mha_pagesize;
};

#define MC_HAT_ADVISE 7
#define MHA_MAPSIZE_VA 1
#define MEMINFO_VPAGESIZE (3 << 16)

int memcntl(caddr_t at, size_t size, int command, caddr_t arg, int attr,
	    int mask);
int meminfo(const uint64_t *at, int n_at, const unsigned *what, int n_what,
	    uint64_t *out, unsigned *valid);

#endif
