/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * The machine that a virtual disk is in, where it is not this one: a library of
 * virtual-time.c, virtual-threads.c, virtual-disk.c, virtual-machine.c,
 * virtual-pages.c and illumos.c, which acts as the source of illumos says. The
 * program's own platform of Solaris, which is compiled against
 * tests/support/stubs/solaris, is linked with it by tests/lab/solaris.sh.
 */
#ifndef VIRTUAL_MACHINE_H
#define VIRTUAL_MACHINE_H

#include <stddef.h>
#include <stdint.h>

struct virtual_machine {
	const char *system, *release, *version, *cpu_kind;
	long cpus, page_bytes;
	uint64_t memory_bytes;
};

extern const struct virtual_machine virtual_machine;

/* The memory that has a file's data, which all processes share. */
struct virtual_pages {
	uint64_t inode;
	int has_data;		/* they are in memory */
	int is_direct;		/* advice that is kept with the file */
	int maps;		/* of it, now */
};

/* Return those of a file; NULL if it is no file. */
struct virtual_pages *virtual_pages_of(int fd);

/* The system's own: return true if a request passes by memory. `asked` tells if
 * direct I/O was asked for, of the descriptor. */
int virtual_is_direct(const struct virtual_pages *pages, int asked, int writes,
		      int64_t offset, size_t size);

/* Return true if the test is on a data set of ZFS. */
int virtual_is_zfs(void);

#endif
