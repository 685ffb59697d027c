/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The platform of systems without their own: only POSIX. What POSIX does not
 * have is n/a in the report. A port starts from here. */
#include <config.h>

#include <errno.h>

#include "diskidx/platform/platform.h"

void
platform_add_host(struct facts *host)
{
	(void)host;
}

void
platform_target(int directory_fd, struct facts *target,
		struct platform_device *device)
{
	(void)directory_fd;
	(void)target;
	(void)device;
}

int
platform_ask_direct(int fd, bool on)
{
	(void)fd;
	return on ? -ENOTSUP : 0;
}

/* Advice without effect shows in platform_resident. */
enum platform_pages
platform_pages(int fd)
{
	(void)fd;
	return PAGES_ADVISED;
}

const unsigned platform_direct_bytes[OP_COUNT] = { 1, 1 };

int
platform_counters(const struct platform_device *device,
		  struct device_counters *counters)
{
	(void)device;
	(void)counters;
	return -ENOTSUP;
}

int
platform_processors(struct processor_times *times)
{
	(void)times;
	return -ENOTSUP;
}
