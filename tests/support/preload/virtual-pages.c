/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * The memory that files are cached in, of an emulated system; a cache of ZFS's
 * is the virtual disk's. Data that are written stay in memory until the file is
 * mapped and invalidated; what is read leaves nothing there.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "virtual-disk.h"
#include "virtual-machine.h"
#include "virtual-time.h"

#define MAX_FILES 1024
#define MAX_MAPS 16
#define LOOK_NS 10000		/* what a look at the pages takes */

static struct virtual_pages *files;

static struct {
	void *at;
	struct virtual_pages *pages;
} maps[MAX_MAPS];		/* of this process */

static struct {
	void *(*mmap)(void *, size_t, int, int, int, off_t);
	int (*munmap)(void *, size_t);
} real;

static void __attribute__((constructor(104)))
begin(void)
{
	files = virtual_share(MAX_FILES * sizeof(*files));
	*(void **)&real.munmap = dlsym(RTLD_NEXT, "munmap");
}

/* The last file of that number; it is an old one's if it is empty. */
struct virtual_pages *
virtual_pages_of(int fd)
{
	struct stat st;

	if (files == NULL || fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
		return NULL;
	for (int i = 0; i < MAX_FILES; i++) {
		if (files[i].inode == 0)
			files[i].inode = (uint64_t)st.st_ino;
		if (files[i].inode != (uint64_t)st.st_ino)
			continue;
		if (st.st_size == 0)
			files[i].has_data = 0;
		return &files[i];
	}
	abort();
}

int
virtual_is_in_memory(int fd, int asked, int writes, int64_t offset, size_t size)
{
	struct virtual_pages *pages = virtual_pages_of(fd);

	if (pages == NULL ||
	    virtual_is_direct(pages, asked, writes, offset, size))
		return 0;
	if (writes)
		pages->has_data = 1;
	return pages->has_data;
}

void *
mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset)
{
	struct virtual_pages *pages = fd < 0 ? NULL : virtual_pages_of(fd);
	void *memory;
	int i = 0;

	if (real.mmap == NULL)
		*(void **)&real.mmap = dlsym(RTLD_NEXT, "mmap");
	memory = real.mmap(at, size, protection, flags, fd, offset);
	while (i < MAX_MAPS && maps[i].at != NULL)
		i++;
	if (pages != NULL && i < MAX_MAPS && memory != MAP_FAILED) {
		maps[i].at = memory;
		maps[i].pages = pages;
		pages->maps++;
	}
	return memory;
}

#ifdef __GLIBC__
void *
mmap64(void *at, size_t size, int protection, int flags, int fd, off64_t offset)
{
	return mmap(at, size, protection, flags, fd, (off_t)offset);
}
#endif

/* The file that is mapped there; or was until now. */
static struct virtual_pages *
mapped(void *at, int is_gone)
{
	for (int i = 0; i < MAX_MAPS; i++) {
		if (maps[i].at != at)
			continue;
		maps[i].at = is_gone ? NULL : at;
		return maps[i].pages;
	}
	return NULL;
}

int
munmap(void *at, size_t size)
{
	struct virtual_pages *pages = mapped(at, 1);

	if (pages != NULL)
		pages->maps--;
	return real.munmap(at, size);
}

int
msync(void *at, size_t size, int flags)
{
	struct virtual_pages *pages = mapped(at, 0);

	(void)size;
	if (pages != NULL && (flags & MS_INVALIDATE) != 0)
		pages->has_data = 0;
	return 0;
}

int
mincore(void *at, size_t size, unsigned char *map)
{
	size_t page = (size_t)virtual_machine.page_bytes;
	struct virtual_pages *pages = mapped(at, 0);

	virtual_wait(virtual_now() + LOOK_NS);
	memset(map, pages != NULL && pages->has_data,
	       (size + page - 1) / page);
	return 0;
}
