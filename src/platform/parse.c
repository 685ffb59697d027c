/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Mounts, CPUs and control groups, in the texts of all systems; see parse.h. */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/say.h"
#include "diskidx/platform/platform.h"
#include "parse.h"

#define LINE 16384
/* From <linux/fs.h>, which some C libraries come without. */
#define FLAG_COMPR 0x4u
#define FLAG_SYNC 0x8u
#define FLAG_NOCOMP 0x400u
#define FLAG_JOURNAL_DATA 0x4000u
#define FLAG_DIRSYNC 0x10000u
#define FLAG_NOCOW 0x800000u

int
parse_copy(char *to, size_t size, const char *from, size_t length)
{
	if (length >= size)
		return -ENAMETOOLONG;
	memcpy(to, from, length);
	to[length] = '\0';
	return 0;
}

/* Fields are between tabs, so that names may have blanks. The option dev is the
 * number of statvfs(2). */
int
parse_mnttab(const char *line, struct parse_mount *mount)
{
	const char *dev;
	char tab[2];

	if (sscanf(line, "%4095[^\t\n]%*1[\t]%4095[^\t\n]%*1[\t]"
		   "%255[^\t\n]%*1[\t]%4095[^\t\n]%1[\t]", mount->device,
		   mount->point, mount->type, mount->options, tab) != 5)
		return -EINVAL;
	dev = facts_find_word(mount->options, "dev");
	mount->id = dev == NULL || *dev == '\0' ? 0 :
		    (unsigned)strtoul(dev + 1, NULL, 16);
	return 0;
}

void
parse_unescape(char *text)
{
	char *to = text;

	for (; *text != '\0'; text++) {
		if (text[0] == '\\' && text[1] >= '0' && text[1] <= '3' &&
		    text[2] >= '0' && text[2] <= '7' &&
		    text[3] >= '0' && text[3] <= '7') {
			*to++ = (char)((text[1] - '0') << 6 |
				       (text[2] - '0') << 3 |
				       (text[3] - '0'));
			text += 3;
		} else {
			*to++ = *text;
		}
	}
	*to = '\0';
}

int
parse_mountinfo(const char *line, struct parse_mount *mount)
{
	const char *rest = strstr(line, " - ");

	mount->super[0] = '\0';
	if (rest == NULL ||
	    sscanf(line, "%u %*s %*s %*s %4095s %4095s", &mount->id,
		   mount->point, mount->options) != 3 ||
	    sscanf(rest, " - %255s %4095s %4095s", mount->type, mount->device,
		   mount->super) < 2)
		return -EINVAL;
	parse_unescape(mount->point);
	parse_unescape(mount->device);
	return 0;
}

int
parse_upper(const char *options, char *path, size_t size)
{
	const char *upper = facts_find_word(options, "upperdir");

	if (upper == NULL || strncmp(upper, "=/", 2) != 0)
		return -EINVAL;
	if (parse_copy(path, size, upper + 1, strcspn(upper + 1, ",")) != 0)
		return -ENAMETOOLONG;
	parse_unescape(path);
	/* The overlay's own escapes are below those of the table. */
	for (char *at = path; (at = strchr(at, '\\')) != NULL;
	     at += *at != '\0')
		memmove(at, at + 1, strlen(at));
	return 0;
}

bool
parse_is_below(const char *path, const char *point)
{
	size_t length = strlen(point);

	if (strcmp(point, "/") == 0)
		return path[0] == '/';
	return strncmp(path, point, length) == 0 &&
	       (path[length] == '/' || path[length] == '\0');
}

size_t
parse_rank_mount(const struct parse_mount *mount, const char *wanted)
{
	if (wanted[0] != '/')
		return mount->id > 0 && mount->id == strtoul(wanted, NULL, 10);
	return parse_is_below(wanted, mount->point) ? strlen(mount->point) : 0;
}

int
parse_find_best(size_t (*rank)(const struct parse_mount *mount,
			       const char *wanted),
		const char *wanted, struct parse_mount *found)
{
	static const struct {
		const char *path;
		int (*parse)(const char *line, struct parse_mount *mount);
	} tables[] = {
		{ "/proc/self/mountinfo", parse_mountinfo },
		{ "/etc/mnttab", parse_mnttab },
	};
	struct parse_mount mount;
	size_t best = 0, here;
	char line[LINE];

	for (size_t i = 0; i < LENGTH(tables); i++) {
		FILE *file = fopen(tables[i].path, "r");

		if (file == NULL)
			continue;
		while (fgets(line, sizeof(line), file) != NULL) {
			if (tables[i].parse(line, &mount) != 0)
				continue;
			here = rank(&mount, wanted);
			if (here == 0 || here < best)
				continue;
			best = here;
			*found = mount;
		}
		fclose(file);
	}
	return best > 0 ? 0 : -ENOENT;
}

int
parse_find_line(const char *path, const char *key, char *text, size_t size)
{
	FILE *file = fopen(path, "r");
	size_t length = strlen(key);
	int found = -ENOENT;
	char line[LINE];

	if (file == NULL)
		return -ENOENT;
	while (found != 0 && fgets(line, sizeof(line), file) != NULL)
		if (strncmp(line, key, length) == 0) {
			snprintf(text, size, "%s", line + length);
			text[strcspn(text, "\n")] = '\0';
			found = 0;
		}
	fclose(file);
	return found;
}

size_t
parse_numbers(const char *text, uint64_t *number, size_t n)
{
	size_t i = 0;
	char *end;

	for (; i < n; i++, text = end) {
		number[i] = strtoull(text, &end, 10);
		if (end == text)
			break;
	}
	return i;
}

uint64_t
platform_number(const char *path)
{
	uint64_t number = 0;
	char text[64];

	if (parse_find_line(path, "", text, sizeof(text)) == 0)
		parse_numbers(text, &number, 1);
	return number;
}

bool
parse_first_line(const char *directory, const char *name, char *text,
		 size_t size)
{
	char path[4096];

	return (size_t)snprintf(path, sizeof(path), "%s/%s", directory, name) <
	       sizeof(path) && parse_find_line(path, "", text, size) == 0;
}

int
parse_loopback(const struct parse_mount *mount, const char *path, char *there,
	       size_t size)
{
	const char *rest = path;
	size_t length = strlen(mount->device);

	if (strcmp(mount->type, "lofs") != 0 || mount->device[0] != '/' ||
	    strcmp(mount->device, mount->point) == 0 ||
	    !parse_is_below(path, mount->point))
		return -EINVAL;
	if (strcmp(mount->point, "/") != 0)
		rest += strlen(mount->point);
	if (parse_copy(there, size, mount->device, length) != 0)
		return -ENAMETOOLONG;
	return parse_copy(there + length, size - length, rest, strlen(rest));
}

/* Only data copied on write has checksums, and only that is compressed. */
void
parse_set_btrfs(struct facts *target, const char *options, unsigned flags)
{
	const char *all = facts_find_word(options, "compress-force");
	const char *some = facts_find_word(options, "compress");
	bool copies = facts_find_word(options, "nodatacow") == NULL &&
		      (flags & FLAG_NOCOW) == 0;
	bool checks = copies && facts_find_word(options, "nodatasum") == NULL;
	static const char *const words[] = { "no", "yes" };
	const char *value = "=no";

	if (checks && all != NULL)
		value = all;
	else if (checks && some != NULL && (flags & FLAG_NOCOMP) == 0)
		value = some;
	else if (checks && (flags & (FLAG_COMPR | FLAG_NOCOMP)) == FLAG_COMPR)
		value = "=yes";
	facts_set(target, FACT_COPIES_ON_WRITE, "%s", words[copies]);
	facts_set(target, FACT_CHECKSUMS, "%s", words[checks]);
	facts_set(target, FACT_COMPRESSION, "%.*s",
		  (int)strcspn(value, ",") - 1, value + 1);
}

void
parse_set_writes(struct facts *target, const char *options, unsigned flags)
{
	static const struct parse_option list[] = {
		{ FLAG_SYNC, "sync" }, { FLAG_DIRSYNC, "dirsync" },
		{ FLAG_JOURNAL_DATA, "data=journal" }
	};
	char *text = say_join(NULL, "", facts_get(target, FACT_WRITE_OPTIONS));

	for (size_t i = 0; i < LENGTH(list); i++) {
		const char *word = facts_find_word(options, list[i].name);

		if (facts_find_word(text, list[i].name) == NULL &&
		    ((flags & list[i].flag) != 0 ||
		     (word != NULL && *word != '=')))
			text = say_join(text, ",", list[i].name);
	}
	if (text != NULL)
		facts_set(target, FACT_WRITE_OPTIONS, "%s", text);
}

void
parse_set_options(struct facts *target, bool is_read_only, uint64_t flags,
		  const struct parse_option *option)
{
	char *text = say("%s", is_read_only ? "ro" : "rw");

	for (; option->name != NULL; option++)
		if ((flags & option->flag) != 0)
			text = say_join(text, ",", option->name);
	facts_set(target, FACT_MOUNT_OPTIONS, "%s", text);
	parse_set_writes(target, text, 0);
}

void
parse_set_type(struct facts *target, const char *type)
{
	static const char views[] = "proc,sysfs,cgroup,cgroup2,configfs";
	static const char copying[] = "btrfs,bcachefs,zfs,hammer2,nilfs2";
	static const char network[] =
		"nfs,nfs3,nfs4,oldnfs,smbfs,cifs,afpfs,webdav,ftp,afs,p9fs,9p,"
		"smb3,ceph,lustre,gpfs,beegfs,orangefs,virtiofs";

	/* No file can be made there, although the size is unknown. */
	if (facts_find_word(views, type) != NULL)
		facts_set_number(target, FACT_FREE_BYTES, 0);
	if (facts_find_word("tmpfs,mfs", type) != NULL)
		facts_set(target, FACT_MEMORY_FILESYSTEM, "yes");
	if (strcmp(type, "zfs") == 0)
		facts_set(target, FACT_OWN_CACHE,
			  "ZFS may serve reads from its cache; use zfs set "
			  "primarycache=metadata on a separate dataset, or "
			  "-s twice the memory");
	if (facts_find_word(copying, type) != NULL)
		facts_set(target, FACT_COPIES_ON_WRITE, "yes");
	/* Linux counts such reads as reads from storage nevertheless. */
	if (facts_find_word(network, type) != NULL)
		facts_set(target, FACT_UNPROVEN, "a network file system may "
			  "keep data in its server's memory");
}

struct processor_times
parse_ticks(uint64_t busy, uint64_t idle, unsigned ticks_per_s)
{
	struct processor_times times = { .stolen_ns = 0 };
	uint64_t tick_ns = 0;

	if (ticks_per_s > 0)
		tick_ns = NS_PER_S / ticks_per_s;
	times.busy_ns = busy * tick_ns;
	times.total_ns = (busy + idle) * tick_ns;
	return times;
}

enum parse_hierarchy
parse_cgroup(const char *line, const char *controller, char *path,
	     size_t size)
{
	size_t digits = strspn(line, "0123456789"), length;
	const char *name = line + digits + 1, *end;
	char names[256];

	if (digits == 0 || line[digits] != ':')
		return HIERARCHY_OTHER;
	end = strchr(name, ':');
	if (end == NULL || end[1] != '/')
		return HIERARCHY_OTHER;
	length = strcspn(end + 1, "\n");
	if (length == 1)		/* "/" */
		length = 0;
	/* A process in its own namespace cannot see what is above "/..". */
	if (parse_copy(names, sizeof(names), name, (size_t)(end - name)) != 0 ||
	    parse_copy(path, size, end + 1, length) != 0 ||
	    strstr(path, "/../") != NULL ||
	    (length >= 3 && strcmp(path + length - 3, "/..") == 0))
		return HIERARCHY_OTHER;
	if (facts_find_word(names, controller) != NULL)
		return HIERARCHY_CONTROLLER;
	if (strncmp(line, "0::", 3) == 0)
		return HIERARCHY_UNIFIED;
	return HIERARCHY_OTHER;
}
