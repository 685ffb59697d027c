/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Linux, as far as src/platform/linux.c asks for it besides the disk. */
#include <stdlib.h>
#include <string.h>

#include "virtual-disk.h"
#include "virtual-machine.h"

/* No test is run below it. */
#define UPPER "/virtual-os/upper"

const struct virtual_machine virtual_machine = {
	"Linux", "6.1.0-31-amd64", "#1 SMP PREEMPT_DYNAMIC Debian 6.1.128-1",
	"x86_64", 2, 4096, 8ull << 30
};

const char *
virtual_file(const char *path)
{
	if (strcmp(path, "/etc/os-release") == 0)
		return "PRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n";
	if (strcmp(path, "/proc/cpuinfo") == 0)
		return "model name\t: "
		       "Intel(R) Xeon(R) CPU E5-2670 0 @ 2.60GHz\n";
	if (strcmp(path, "/proc/self/mountinfo") == 0 &&
	    getenv("VIRTUAL_OVERLAY") != NULL)
		return "1 0 0:60 / / rw - overlay overlay rw,lowerdir=/lower,"
		       "upperdir=" UPPER ",workdir=/work\n"
		       "2 1 8:1 / /virtual-os rw - ext4 /dev/virtual rw\n";
	return NULL;
}

const char *
virtual_path(const char *path)
{
	return strcmp(path, UPPER) == 0 ? UPPER : NULL;
}

