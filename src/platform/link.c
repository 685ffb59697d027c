/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The link to a disk, by its devices' files in sysfs; see link.h. */
#include <config.h>

#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/say.h"
#include "link.h"
#include "parse.h"

#define TEXT 4096
#define TUNNEL_SPEED 2.5	/* Thunderbolt says so, whatever it carries */

/* Speeds are per lane, and include its code: none if slower than `coded`,
 * 8b/10b up to `most_8b10b`, or else a code that leaves the part `data`. */
static const struct bus {
	const char *name, *unit;
	const char *speeds, *width;	/* files */
	double bits, coded, most_8b10b, data;
} buses[] = {
	{ "PCIe", "GT/s", "current_link_speed", "current_link_width",
	  1e9, 0, 5, 128.0 / 130 },
	{ "SATA", "Gb/s", "link*/ata_link/*/sata_spd", NULL, 1e9, 0, 6, 1 },
	{ "SAS", "Gb/s", "phy-*/sas_phy/*/negotiated_linkrate", NULL,
	  1e9, 0, 12, 128.0 / 150 },
	/* Leave out a root hub, which has no link: its interface is N-0:1.0. */
	{ "USB", "Mb/s", "*-[1-9]*:*.0/../speed", NULL, 1e6, 1000, 5000,
	  128.0 / 132 },
};
#define PCIE (&buses[0])
#define SAS (&buses[2])

struct link {
	const struct bus *bus;
	double speed;
	unsigned lanes;		/* 0: no link */
};

/* Return bytes per second, the same with registers longer than a double. */
static uint64_t
link_bytes(const struct link *link)
{
	double bytes = link->speed * link->bus->bits / 8 * link->lanes;

	if (link->speed >= link->bus->coded)
		bytes *= link->speed <= link->bus->most_8b10b ? 0.8 :
			link->bus->data;
	return (uint64_t)(bytes + 0.01);
}

/* Return "8 GT/s x4". */
static const char *
link_text(const struct link *link)
{
	char *text = say("%g %s", link->speed, link->bus->unit);

	if (link->bus == PCIE || link->lanes > 1)
		text = say_more(text, " ", "x%u", link->lanes);
	return text;
}

/* Read the link of a device. Several speeds mean that many lanes on SAS, and
 * otherwise that many disks. */
static struct link
link_read(const char *sys, const struct bus *bus, const char *speeds,
	  const char *width)
{
	struct link link = { .bus = bus };
	char text[TEXT];
	glob_t files;
	double speed;

	if (glob(say("%s/%s", sys, speeds), 0, NULL, &files) != 0)
		return link;
	for (size_t i = 0; i < files.gl_pathc; i++) {
		if (parse_find_line(files.gl_pathv[i], "", text, TEXT) != 0 ||
		    sscanf(text, "%lf", &speed) != 1)
			continue;
		link.lanes++;
		link.speed = fmax(link.speed, speed);
	}
	globfree(&files);
	if (bus != SAS && link.lanes > 1)
		link.lanes = 0;
	if (width != NULL)
		link.lanes *= (unsigned)link_read(sys, bus, width, NULL).speed;
	return link;
}

/* Find the slowest link on the path, and the best that its device supports. */
void
link_describe(char *sys, struct facts *target)
{
	struct link slowest = { .lanes = 0 }, most = { .lanes = 0 };
	unsigned ends = 0;
	char text[TEXT];

	if (parse_find_line("/proc/cpuinfo", "flags", text, TEXT) == 0 &&
	    strstr(text, " hypervisor") != NULL)
		return;
	for (char *end; (end = strrchr(sys, '/')) != NULL; *end = '\0') {
		struct link best = link_read(sys, PCIE, "max_link_speed",
					     "max_link_width");

		if (parse_first_line(sys, "vendor", text, TEXT) &&
		    parse_is_virtual_disk("", text, ""))
			return;
		for (size_t i = 0; i < LENGTH(buses); i++) {
			struct link link = link_read(sys, &buses[i],
				buses[i].speeds, buses[i].width);

			/* Both ends of PCIe report it, the device's last. */
			if (link.lanes == 0 || (link.bus == PCIE &&
			    (ends++ % 2 != 0 || best.speed <= TUNNEL_SPEED)))
				continue;
			if (slowest.lanes > 0 &&
			    link_bytes(&link) >= link_bytes(&slowest))
				continue;
			slowest = link;
			most = best;
		}
	}
	if (slowest.lanes == 0)
		return;
	facts_set(target, FACT_LINK, "%s %s%s", slowest.bus->name,
		  link_text(&slowest), link_bytes(&most) <= link_bytes(&slowest)
		  ? "" : say(", of %s possible", link_text(&most)));
	facts_set_number(target, FACT_LINK_BYTES, link_bytes(&slowest));
}
