/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Large pages of memory: asks for them, and finds them, on each system. */
#include <config.h>

#include <stdio.h>
#include <sys/types.h>
#include <sys/mman.h>
#include <unistd.h>

#include "diskidx/base/amount.h"
#include "diskidx/platform/buffer.h"
#include "diskidx/platform/platform.h"
#include "cgroup.h"

#define LINE 4096
#define KEEP_PART 16		/* of all memory, which is left free */
#define SIZE "/sys/kernel/mm/transparent_hugepage/hpage_pmd_size"

/* FreeBSD makes them from aligned and touched memory without being asked. */
void
platform_ask_large_pages(void *memory, size_t size)
{
#if defined MADV_HUGEPAGE
	madvise(memory, size, MADV_HUGEPAGE);
#elif defined MC_HAT_ADVISE
	struct memcntl_mha ask = {
		.mha_cmd = MHA_MAPSIZE_VA, .mha_pagesize = BUFFER_LARGE_PAGE,
	};

	memcntl(memory, size, MC_HAT_ADVISE, (caddr_t)&ask, 0, 0);
#else
	(void)memory;
	(void)size;
#endif
}

/* Return the free bytes of memory that this process may use, except for a part,
 * below which Linux looks for more; or 0. */
static uint64_t
free_memory(void)
{
	uint64_t pages = 0, left_bytes;
#ifdef __linux__
	if (sysconf(_SC_AVPHYS_PAGES) > 0)
		pages = amount_left((uint64_t)sysconf(_SC_AVPHYS_PAGES),
				    (uint64_t)sysconf(_SC_PHYS_PAGES) /
				    KEEP_PART);
#endif
	cgroup_memory_bytes(&left_bytes);
	return amount_min(pages * (uint64_t)sysconf(_SC_PAGESIZE), left_bytes);
}

/* Copies take memory at the same time: each finds out what the others left. */
void *
platform_take_memory(uint64_t bytes, size_t *size)
{
	size_t step = BUFFER_LARGE_PAGE, page, gap, all, at;
	uint64_t least = free_memory() / 4;
	char *memory;

	page = (size_t)sysconf(_SC_PAGESIZE);
	all = (size_t)amount_min(bytes, least * 3) / step * step;
	*size = 0;
	if (all == 0)
		return NULL;
	memory = mmap(NULL, all + step, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANON, -1, 0);
	if (memory == MAP_FAILED)
		return NULL;
	gap = -(uintptr_t)memory % step;
	munmap(memory, gap);
	memory += gap;
	platform_ask_large_pages(memory, all);
	for (; *size < all && free_memory() > least; *size += step) {
		for (at = 0; at < step; at += page)
			((volatile char *)memory)[*size + at] = 1;
#ifdef MADV_FREE
		madvise(memory + *size, step, MADV_FREE);
#endif
	}
	munmap(memory + *size, all + step - gap - *size);
	return *size > 0 ? memory : NULL;
}

uint64_t
platform_page_bytes(const void *memory)
{
	uint64_t bytes = 0;
#if defined MINCORE_SUPER
	char page;

	if (mincore((void *)(uintptr_t)memory, 1, &page) == 0)
		bytes = page & MINCORE_SUPER ? BUFFER_LARGE_PAGE :
			(uint64_t)sysconf(_SC_PAGESIZE);
#elif defined MEMINFO_VPAGESIZE
	uint64_t at = (uint64_t)(uintptr_t)memory;
	uint_t what = MEMINFO_VPAGESIZE, valid = 0;

	/* Bit 0 is the address itself, bit 1 the answer. */
	if (meminfo(&at, 1, &what, 1, &bytes, &valid) != 0 ||
	    (valid & 2) == 0)
		bytes = 0;
#elif defined __linux__
	/* Large pages that were asked for have their own mapping. */
	unsigned long begin = 0, end = 0, from, to, huge_kib;
	uintptr_t at = (uintptr_t)memory;
	char line[LINE];
	FILE *file = fopen("/proc/self/smaps", "r");

	if (file == NULL)
		return 0;
	while (fgets(line, sizeof(line), file) != NULL) {
		if (sscanf(line, "%lx-%lx ", &from, &to) == 2) {
			begin = from;
			end = to;
		} else if (begin <= at && at < end &&
			   sscanf(line, "AnonHugePages: %lu", &huge_kib) == 1)
			bytes = huge_kib * 1024 < end - begin ?
				(uint64_t)sysconf(_SC_PAGESIZE) :
				platform_number(SIZE);
	}
	fclose(file);
#else
	(void)memory;
#endif
	return bytes;
}
