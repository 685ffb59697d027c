/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Disks and their parts, in the texts of all systems; see parse.h. */
#include <config.h>

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "parse.h"

bool
parse_is_part(const char *part, const char *device)
{
	size_t length = strlen(device);

	if (strncmp(part, device, length) != 0)
		return false;
	part += length;
	if (*part == '\0')
		return true;
	if (*part == 'p' || *part == 's')
		part++;
	else if (length > 0 && isdigit((unsigned char)device[length - 1]))
		return false;	/* loop10 is not a part of loop1 */
	return *part != '\0' && part[strspn(part, "0123456789")] == '\0';
}

int
parse_node(const char *path, char *node, size_t size)
{
	static const char top[] = "/devices/";
	const char *name, *end;

	if (strncmp(path, top, strlen(top)) != 0)
		return -EINVAL;
	path += strlen(top) - 1;
	name = strrchr(path, '/');
	end = strrchr(name, ':');
	if (end == NULL)
		end = name + strlen(name);
	return parse_copy(node, size, path, (size_t)(end - path));
}

int
parse_disk(const char *device, char *disk, size_t size)
{
	int start = 0, end = 0;

	sscanf(device, "/dev/%n%*[A-Za-z]%*[0-9]%n", &start, &end);
	if (end == 0 || strchr(device + start, '/') != NULL)
		return -EINVAL;
	return parse_copy(disk, size, device + start, (size_t)(end - start));
}

int
parse_label(const char *tree, const char *device, char *disk, size_t size,
	    bool *several)
{
	static const char top[] = "/dev/";
	char name[128], of[128] = "";
	int error = -ENOENT;

	if (strncmp(device, top, strlen(top)) != 0)
		return -EINVAL;
	for (; *tree != '\0'; tree += strcspn(tree, "\n"),
	     tree += *tree == '\n') {
		if (sscanf(tree, "%*d %*s %127s", name) != 1)
			continue;
		if (*tree == '0')
			memcpy(of, name, sizeof(of));
		if (strcmp(name, device + strlen(top)) != 0)
			continue;
		*several |= error == 0 && strcmp(disk, of) != 0;
		if (error == -ENOENT)
			error = parse_copy(disk, size, of, strlen(of));
	}
	return error;
}

static bool
begins_as_one_of(const char *text, const char *const *list)
{
	for (; *list != NULL; list++)
		if (strncmp(text, *list, strlen(*list)) == 0)
			return true;
	return false;
}

/* Virtio, Xen, QEMU, VMware, Hyper-V, Google, VirtualBox and bhyve; volumes of
 * Hetzner and DigitalOcean, Amazon, Oracle, Azure, Alibaba. */
bool
parse_is_virtual_disk(const char *disk, const char *vendor, const char *model)
{
	static const char *const disks[] = { "vd", "xvd", NULL };
	static const char *const vendors[] = {
		"0x1af4", "0x1b36", "0x15ad", "0x1d0f", "QEMU", "VMware",
		"Msft", "Google", "VBOX", "BHYVE", NULL
	};
	static const char *const models[] = {
		"QEMU ", "VMware ", "VBOX ", "ORCL-VBOX-", "BHYVE ",
		"bhyve-NVMe", "Volume", "nvme_card", "BlockVolume",
		"Amazon Elastic Block Store", "MSFT NVMe Accelerator",
		"Alibaba Cloud Elastic Block Storage", NULL
	};

	return begins_as_one_of(disk, disks) ||
	       begins_as_one_of(vendor, vendors) ||
	       begins_as_one_of(model, models);
}

void
parse_set_disk(struct facts *target, const char *disk)
{
	char name[16];

	facts_set(target, FACT_DISK, "%s", disk);
	facts_set(target, FACT_DISKS, "%s", disk);
	if (parse_copy(name, sizeof(name), disk,
		       strcspn(disk, "0123456789")) == 0 &&
	    facts_find_word("md,rd,vn,vnd,ramdisk,lofi", name) != NULL)
		facts_set(target, FACT_UNPROVEN, "a disk of this kind may be "
			  "in memory, or a file in memory");
}

int
parse_pool(const char *pool, bool (*read)(const char *pool, const char *name,
					  uint64_t *number),
	   struct device_counters *counters)
{
	const struct {
		const char *name;
		uint64_t *sum;
	} list[] = {
		{ "arc_read_count", &counters->read_ios },
		{ "arc_read_bytes", &counters->read_bytes },
		{ "direct_read_count", &counters->read_ios },
		{ "direct_read_bytes", &counters->read_bytes },
		{ "direct_write_count", &counters->write_ios },
		{ "direct_write_bytes", &counters->write_bytes },
	};
	uint64_t number;

	memset(counters, 0, sizeof(*counters));
	for (size_t i = 0; i < LENGTH(list); i++) {
		if (!read(pool, list[i].name, &number))
			return -ENOTSUP;
		*list[i].sum += number;
	}
	return 0;
}
