/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Solaris 11 and illumos: devices and CPUs by kstat(3KSTAT), mounts by
 * /etc/mnttab, direct I/O by directio(3C). Only calls that both have are
 * used. */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <kstat.h>
#include <libdevinfo.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <sys/types.h>
#include <unistd.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/error.h"
#include "diskidx/platform/platform.h"
#include "parse.h"

#define LINE 4096
#define MAX_LOOPBACKS 8	/* followed, one on another */

/* Return the kernel's statistics, or NULL. They are opened once per process,
 * because reading their directory takes milliseconds. */
static kstat_ctl_t *
solaris_statistics(void)
{
	static kstat_ctl_t *control;
	static pid_t owner;

	if (control == NULL || owner != getpid()) {
		control = kstat_open();
		owner = getpid();
	}
	if (control != NULL && kstat_chain_update(control) < 0)
		return NULL;
	return control;
}

/* Return a named number of a statistic, whatever its width; 0 if absent. */
static uint64_t
named_number(kstat_t *entry, const char *name)
{
	char key[KSTAT_STRLEN];
	kstat_named_t *value;

	snprintf(key, sizeof(key), "%s", name);
	value = kstat_data_lookup(entry, key);
	if (value == NULL)
		return 0;
	if (value->data_type == KSTAT_DATA_UINT64 ||
	    value->data_type == KSTAT_DATA_INT64)
		return value->value.ui64;
	return value->value.ui32;
}

/* Set the CPU's name: its "brand", or else its "implementation". */
static void
set_cpu(struct facts *host)
{
	static const char *const names[] = { "brand", "implementation" };
	char module[] = "cpu_info", key[KSTAT_STRLEN];
	kstat_ctl_t *control = solaris_statistics();
	kstat_t *entry = NULL;

	if (control != NULL)
		entry = kstat_lookup(control, module, -1, NULL);
	if (entry == NULL || kstat_read(control, entry, NULL) < 0)
		return;
	for (size_t i = 0; i < LENGTH(names); i++) {
		kstat_named_t *value;

		snprintf(key, sizeof(key), "%s", names[i]);
		value = kstat_data_lookup(entry, key);
		if (value == NULL || value->data_type != KSTAT_DATA_STRING ||
		    KSTAT_NAMED_STR_PTR(value) == NULL)
			continue;
		facts_set(host, FACT_CPU, "%s", KSTAT_NAMED_STR_PTR(value));
		return;
	}
}

/* The system is the first line of /etc/release, without blanks before it. */
void
platform_add_host(struct facts *host)
{
	char line[LINE];

	set_cpu(host);
	if (parse_find_line("/etc/release", "", line, sizeof(line)) == 0 &&
	    line[strspn(line, " \t")] != '\0')
		facts_set(host, FACT_SYSTEM, "%s", line + strspn(line, " \t"));
}

/*
 * Find the mount with that number, or else the mount of `path`. A loopback
 * mount, as of a home directory or in a zone, shows a directory of another
 * mount: follow it while that is visible from here.
 */
static int
find_mount(unsigned id, const char *path, struct parse_mount *found)
{
	char seen[PATH_MAX], there[PATH_MAX], number[16];
	struct parse_mount next;
	int rc;

	snprintf(number, sizeof(number), "%u", id);
	rc = parse_find_best(parse_rank_mount, number, found);
	if (rc != 0 && path != NULL)
		rc = parse_find_best(parse_rank_mount, path, found);
	for (unsigned i = 0; rc == 0 && i < MAX_LOOPBACKS; i++) {
		if (path == NULL ||
		    parse_loopback(found, path, there, sizeof(there)) != 0 ||
		    realpath(there, seen) == NULL ||
		    parse_find_best(parse_rank_mount, seen, &next) != 0)
			break;
		path = seen;
		*found = next;
	}
	return rc;
}

/* Return the I/O statistic of that module, instance and name, or NULL. */
static kstat_t *
solaris_find_io(kstat_ctl_t *control, const char *counters)
{
	char module[KSTAT_STRLEN], name[KSTAT_STRLEN];
	kstat_t *entry;
	int instance;

	if (control == NULL || sscanf(counters, "%30[^:]:%d:%30[^\n]", module,
				      &instance, name) != 3)
		return NULL;
	entry = kstat_lookup(control, module, instance, name);
	if (entry == NULL || entry->ks_type != KSTAT_TYPE_IO)
		return NULL;
	return entry;
}

static void
use_counters(struct platform_device *device, const char *module, int instance,
	     const char *name)
{
	snprintf(device->counters, sizeof(device->counters), "%s:%d:%s",
		 module, instance, name);
	if (solaris_find_io(solaris_statistics(), device->counters) == NULL)
		device->counters[0] = '\0';
}

/* Find a disk by the node that the mounted name leads to: the device tree has
 * its driver and instance (sd, 0, "sd0"), which name its statistic. */
static void
find_disk(const char *special, struct facts *target,
	  struct platform_device *device)
{
	char path[PATH_MAX], node[PATH_MAX], name[KSTAT_STRLEN];
	const char *driver;
	di_node_t tree;

	if (realpath(special, path) == NULL ||
	    parse_node(path, node, sizeof(node)) != 0)
		return;
	tree = di_init(node, DINFOCPYONE);
	if (tree == DI_NODE_NIL)
		return;
	driver = di_driver_name(tree);
	if (driver != NULL && di_instance(tree) >= 0) {
		snprintf(name, sizeof(name), "%s%d", driver,
			 di_instance(tree));
		parse_set_disk(target, name);
		use_counters(device, driver, di_instance(tree), name);
	}
	di_fini(tree);
}

void
platform_target(int directory_fd, struct facts *target,
		struct platform_device *device)
{
	struct parse_mount mount;
	const char *path = facts_get(target, FACT_REAL_PATH);
	struct statvfs fs;

	if (fstatvfs(directory_fd, &fs) != 0 ||
	    find_mount((unsigned)fs.f_fsid, path, &mount) != 0)
		return;
	facts_set(target, FACT_FILESYSTEM, "%s", fs.f_basetype);
	facts_set(target, FACT_DEVICE, "%s", mount.device);
	facts_set(target, FACT_MOUNT_OPTIONS, "%s", mount.options);
	parse_set_writes(target, mount.options, 0);
	parse_set_type(target, fs.f_basetype);
	/* The counters of a pool are for all its disks. */
	if (strcmp(mount.type, "zfs") != 0) {
		find_disk(mount.device, target, device);
	} else {
		mount.device[strcspn(mount.device, "/")] = '\0';
		use_counters(device, "zfs", 0, mount.device);
	}
}

/* Do not use O_DIRECT: illumos has it only for open(2), as this same advice;
 * fcntl(2) with F_SETFL accepts it and drops it. Older systems do not have
 * it. */
int
platform_ask_direct(int fd, bool on)
{
	return or_errno(directio(fd, on ? DIRECTIO_ON : DIRECTIO_OFF));
}

/* The advice is kept per file, and a mapped file goes through memory. */
enum platform_pages
platform_pages(int fd)
{
	struct statvfs fs;

	if (fstatvfs(fd, &fs) != 0 || strcmp(fs.f_basetype, "zfs") == 0)
		return PAGES_UNSEEN;
	return PAGES_MAPPED;
}

/* directio(3C): transfers that are not whole sectors go through memory. */
const unsigned platform_direct_bytes[OP_COUNT] = { 512, 512 };

int
platform_counters(const struct platform_device *device,
		  struct device_counters *counters)
{
	kstat_ctl_t *control = solaris_statistics();
	kstat_t *entry = solaris_find_io(control, device->counters);
	kstat_io_t data;

	if (entry == NULL || kstat_read(control, entry, &data) < 0)
		return -ENOTSUP;
	*counters = (struct device_counters){
		.read_ios = data.reads, .read_bytes = data.nread,
		.write_ios = data.writes, .write_bytes = data.nwritten,
		.busy_ms = (uint64_t)data.rtime / NS_PER_MS,
		.queue_ms = ((uint64_t)data.rlentime +
			     (uint64_t)data.wlentime) / NS_PER_MS,
	};
	return 0;
}

/* Add up each CPU's statistic "sys", in nanoseconds. */
int
platform_processors(struct processor_times *times)
{
	kstat_ctl_t *control = solaris_statistics();
	kstat_t *entry;

	memset(times, 0, sizeof(*times));
	if (control == NULL)
		return -ENOTSUP;
	for (entry = control->kc_chain; entry != NULL; entry = entry->ks_next) {
		uint64_t busy_ns;

		if (strcmp(entry->ks_module, "cpu") != 0 ||
		    strcmp(entry->ks_name, "sys") != 0 ||
		    kstat_read(control, entry, NULL) < 0)
			continue;
		busy_ns = named_number(entry, "cpu_nsec_user") +
			  named_number(entry, "cpu_nsec_kernel");
		times->busy_ns += busy_ns;
		times->total_ns += busy_ns +
				   named_number(entry, "cpu_nsec_idle");
	}
	return times->total_ns > 0 ? 0 : -ENOTSUP;
}
