/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Texts of systems about mounts, devices and CPUs, also of other systems than
 * this one: the pure part of the platforms. And what this platform promises.
 */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include "diskidx/base/clock.h"
#include "diskidx/base/units.h"
#include "diskidx/platform/platform.h"
#include "platform/cgroup.h"
#include "platform/parse.h"
#include "platform/sysfs.h"

#include "../support/rows.h"

#define ROOM 17		/* for names; a longer one does not fit */
#define HERE "unit-platform.d/"

static int
remove_all(void)
{
	return system("rm -rf " HERE);
}

BEFORE_EACH(make_directory)
{
	return remove_all() != 0 ? -1 : mkdir(HERE, 0700);
}

AFTER_EACH(remove_directory)
{
	return remove_all();
}

static void
put_directories(const char *path)
{
	char part[200];

	for (const char *at = strchr(path, '/'); at != NULL;
	     at = strchr(at + 1, '/')) {
		snprintf(part, sizeof(part), "%.*s", (int)(at - path), path);
		mkdir(part, 0700);
	}
}

/* Make a file of a disk, with its directories. */
static void
put_file(const char *path, const char *text)
{
	FILE *file;

	put_directories(path);
	file = fopen(path, "w");
	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

/* The sense made of a text, as text again, until the next one. */
static char told[sizeof(struct parse_mount)];

static const char *
tell_error(int error)
{
	return error == -EINVAL ? "invalid" :
	       error == -ENAMETOOLONG ? "too long" : strerror(-error);
}

static const char *
tell_mount(int error, const struct parse_mount *mount)
{
	if (error != 0)
		return tell_error(error);
	snprintf(told, sizeof(told), "%s|%s|%s|%s", mount->device, mount->point,
		 mount->type, mount->options);
	return told;
}

static const char *
tell_mnttab(const char *line)
{
	struct parse_mount mount;

	return tell_mount(parse_mnttab(line, &mount), &mount);
}

/* With the file system's own options behind the mount's. */
static const char *
tell_mountinfo(const char *line)
{
	struct parse_mount mount;
	int error = parse_mountinfo(line, &mount);

	if (error == 0) {
		strcat(mount.options, ";");
		strcat(mount.options, mount.super);
	}
	return tell_mount(error, &mount);
}

/* "DEVICE POINT TYPE PATH" */
static const char *
tell_loopback(const char *text)
{
	struct parse_mount mount;
	char path[32];
	int error;

	assert_int_equal(sscanf(text, "%32s %32s %32s %31s", mount.device,
				mount.point, mount.type, path), 4);
	error = parse_loopback(&mount, path, told, ROOM);
	return error == 0 ? told : tell_error(error);
}

/* "DEVICE ROOM TREE" */
static const char *
tell_label(const char *text)
{
	char device[32], disk[ROOM];
	bool several = false;
	size_t room;
	int at = 0, error;

	assert_int_equal(sscanf(text, "%31s %zu %n", device, &room, &at), 2);
	error = parse_label(text + at, device, disk, room, &several);
	if (error != 0)
		return error == -ENOENT ? "none" : tell_error(error);
	snprintf(told, sizeof(told), "%s%s", disk,
		 several ? ", of several" : "");
	return told;
}

static const char *
tell_kind(const char *name)
{
	struct facts type = { NULL, 0 }, disk = { NULL, 0 };

	parse_set_type(&type, name);
	parse_set_disk(&disk, name);
	snprintf(told, sizeof(told), "%s%s%s%s",
		 facts_get(&type, FACT_COPIES_ON_WRITE) != NULL ?
		 "copies on write" : "",
		 facts_get(&type, FACT_MEMORY_FILESYSTEM) != NULL ?
		 "memory" : "",
		 facts_get(&type, FACT_UNPROVEN) != NULL ? "network" : "",
		 facts_get(&disk, FACT_UNPROVEN) != NULL ? "memory disk" : "");
	facts_free(&type);
	facts_free(&disk);
	return told;
}

static const char *
tell_unescaped(const char *text)
{
	snprintf(told, sizeof(told), "%s", text);
	parse_unescape(told);
	return told;
}

static const char *
tell_group(const char *line)
{
	char path[ROOM];
	enum parse_hierarchy hierarchy = parse_cgroup(line, "cpu", path,
						      ROOM);

	if (hierarchy == HIERARCHY_OTHER)
		return "other";
	snprintf(told, sizeof(told), "%s %s",
		 hierarchy == HIERARCHY_CONTROLLER ? "cpu" : "unified", path);
	return told;
}

/* "DISK,VENDOR,MODEL" */
static const char *
tell_virtual(const char *text)
{
	char disk[16], vendor[16] = "", model[32] = "";

	assert_true(sscanf(text, "%15[^,],%15[^,],%31[^,]", disk, vendor,
			   model) >= 1);
	return parse_is_virtual_disk(disk, vendor, model) ? "yes" : "no";
}

/* "OPTIONS FLAGS" */
static const char *
tell_btrfs(const char *text)
{
	struct facts facts = { NULL, 0 };
	char options[64];
	unsigned flags;

	assert_int_equal(sscanf(text, "%63s %x", options, &flags), 2);
	parse_set_btrfs(&facts, options, flags);
	snprintf(told, sizeof(told), "%s %s %s",
		 facts_get(&facts, FACT_COPIES_ON_WRITE),
		 facts_get(&facts, FACT_CHECKSUMS),
		 facts_get(&facts, FACT_COMPRESSION));
	facts_free(&facts);
	return told;
}

/* A reader tells of a text, or whether something is true of two words, or makes
 * a text of another one that fits the room. */
TEST_ROWS("platform", texts_of_all_systems_are_understood_or_refused)
{
	static const struct {
		const char *name, *(*tell)(const char *text);
		bool (*is)(const char *first, const char *second);
		int (*parse)(const char *text, char *out, size_t room);
		size_t room;
	} readers[] = {
		{ "mnttab", .tell = tell_mnttab },
		{ "mountinfo", .tell = tell_mountinfo },
		{ "below", .is = parse_is_below },
		{ "device", .is = parse_is_part },
		{ "loopback", .tell = tell_loopback },
		{ "node", .parse = parse_node, .room = 2 * ROOM },
		{ "disk", .parse = parse_disk, .room = 6 },
		{ "label", .tell = tell_label }, { "kind", .tell = tell_kind },
		{ "virtual", .tell = tell_virtual },
		{ "btrfs", .tell = tell_btrfs },
		{ "unescaped", .tell = tell_unescaped },
		{ "upper", .parse = parse_upper, .room = ROOM },
		{ "group", .tell = tell_group },
	};
	char first[32], second[32];
	size_t i = 0;
	int error;

	while (strcmp(readers[i].name, field[0]) != 0)
		assert_true(++i < LENGTH(readers));
	if (readers[i].tell != NULL) {
		assert_string_equal(readers[i].tell(field[1]), field[2]);
	} else if (readers[i].is != NULL) {
		assert_int_equal(sscanf(field[1], "%31s %31s", first, second),
				 2);
		assert_string_equal(readers[i].is(first, second) ? "yes" : "no",
				    field[2]);
	} else {
		error = readers[i].parse(field[1], told, readers[i].room);
		assert_string_equal(error == 0 ? told : tell_error(error),
				    field[2]);
	}
}

TEST(a_field_of_mnttab_that_is_too_long_is_refused)
{
	struct parse_mount mount;
	char line[8192];

	snprintf(line, sizeof(line), "swap\t/%04200d\ttmpfs\trw\t1\n", 0);
	assert_int_equal(parse_mnttab(line, &mount), -EINVAL);
	snprintf(line, sizeof(line), "/%04000d\t/a\tlofs\trw\t1\n", 0);
	assert_int_equal(parse_mnttab(line, &mount), 0);
	assert_int_equal(mount.id, 0);
	strcpy(line, "a\t/a\tzfs\trw,xdev=9,dev=4010004,zone=z\t1\n");
	assert_int_equal(parse_mnttab(line, &mount), 0);
	assert_int_equal(mount.id, 0x4010004);
}

TEST(times_of_other_units_become_nanoseconds)
{
	struct processor_times times = parse_ticks(25, 75, 100);

	assert_int_equal(times.busy_ns, 250 * NS_PER_MS);
	assert_int_equal(times.total_ns, NS_PER_S);
	assert_int_equal(times.stolen_ns + times.limited_ns, 0);
	assert_int_equal(parse_ticks(25, 75, 0).total_ns, 0);
}

TEST(processor_times_are_told_apart_and_added_field_by_field)
{
	const struct processor_times before = { 1, 2, 3, 4, 5, 6 };
	const struct processor_times after = { 11, 22, 33, 64, 55, 66 };
	const struct processor_times expected = { 10, 20, 30, 60, 50, 60 };
	struct processor_times delta = { 0 };

	counters_add(&delta, &before, &after);
	assert_memory_equal(&delta, &expected, sizeof(delta));
	counters_add(&delta, NULL, &before);
	assert_memory_equal(&delta, &after, sizeof(delta));
	memset(&delta, 0, sizeof(delta));
	counters_add(&delta, &after, &before);	/* it went back */
	assert_int_equal(delta.total_ns + delta.busy_ns + delta.stolen_ns +
			 delta.periods + delta.limited_periods +
			 delta.limited_ns, 0);
}

/* A hole has none, and what was written has as many as that. */
TEST(pages_in_memory_are_counted)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	uint64_t size = 64 * page - 10, resident;
	char *bytes = calloc(3, page);
	FILE *file = tmpfile();
	int fd = fileno(file);

	assert_non_null(bytes);
	assert_int_equal(ftruncate(fd, (off_t)size), 0);
	if (platform_resident(fd, size, &resident) != 0) {
		free(bytes);
		fclose(file);
		test_skip("resident", "this platform can't tell");
	}
	assert_int_equal(resident, 0);
	for (unsigned at = 0; at < 9; at += 3) {
		assert_true(pwrite(fd, bytes, 3 * page, (off_t)(7 * at * page))
			    == (ssize_t)(3 * page));
		assert_int_equal(platform_resident(fd, size, &resident), 0);
		assert_int_equal(resident, (at + 3) * page);
	}
	assert_int_equal(platform_resident(fd, page / 2, &resident), 0);
	assert_int_equal(resident, page / 2);
	/* Beyond what is looked at at once. */
	size = 150 * MIB;
	assert_int_equal(ftruncate(fd, 0), 0);
	assert_int_equal(ftruncate(fd, (off_t)size), 0);
	assert_true(pwrite(fd, bytes, page, (off_t)(size - page)) ==
		    (ssize_t)page);
	assert_int_equal(platform_resident(fd, size, &resident), 0);
	assert_int_equal(resident, page);
	free(bytes);
	fclose(file);
}

#ifdef __linux__
static bool is_faked;

/* The platform opens its files by this: those of a kernel that is made here, or
 * its own. */
FILE *
fopen(const char *path, const char *mode)
{
	char name[4096];
	int fd;

	snprintf(name, sizeof(name), "%s%s", is_faked &&
		 strstr(path, HERE) == NULL ? HERE : "", path);
	fd = open(name, mode[0] == 'r' ? O_RDONLY : O_WRONLY | O_CREAT |
		  O_TRUNC, 0666);
	return fd < 0 ? NULL : fdopen(fd, mode);
}

/* Be on a kernel with these files, and no other: "PATH TEXT|PATH TEXT". */
static void
fake_kernel(char *files)
{
	char path[200], *left;

	assert_int_equal(remove_all(), 0);
	for (char *file = strtok_r(files, "|", &left); file != NULL;
	     file = strtok_r(NULL, "|", &left)) {
		snprintf(path, sizeof(path), HERE "%.*s",
			 (int)strcspn(file, " "), file);
		put_file(path, strchr(file, ' ') + 1);
	}
	is_faked = true;
}

/* Give what stands for a descriptor in that kernel its number. */
static void
name_descriptor(const char *name, int fd)
{
	char from[100], to[100];

	snprintf(from, sizeof(from), HERE "/proc/self/fdinfo/%s", name);
	snprintf(to, sizeof(to), HERE "/proc/self/fdinfo/%d", fd);
	rename(from, to);
}

/* Ask for a directory there. The platform opens an upper one. */
static void
find_target(char *files, const char *path, struct facts *facts,
	    struct platform_device *device)
{
	int fd = open(path, O_RDONLY), upper = dup(fd);

	close(upper);
	fake_kernel(files);
	name_descriptor("directory", fd);
	name_descriptor("upper", upper);
	platform_target(fd, facts, device);
	is_faked = false;
	close(fd);
}

static struct statvfs faked_space;

int
fstatvfs(int fd, struct statvfs *space)
{
	(void)fd;
	*space = faked_space;
	return 0;
}

TEST_ROWS("platform", space_is_saturated_and_none_at_all_is_unknown)
{
	struct platform_space space;

	faked_space.f_blocks = (fsblkcnt_t)strtoull(field[0], NULL, 10);
	faked_space.f_bavail = (fsblkcnt_t)strtoull(field[1], NULL, 10);
	faked_space.f_frsize = strtoul(field[2], NULL, 10);
	assert_int_equal(platform_space(0, &space), 0);
	assert_int_equal(space.size_bytes, strtoull(field[3], NULL, 10));
	assert_int_equal(space.free_bytes, strtoull(field[4], NULL, 10));
}

TEST_ROWS("platform", what_load_delays_is_not_in_the_undelayed_time)
{
	uint64_t before_ns, now_ns, waited_ns = strtoull(field[0], NULL, 10);
	char none[] = "";
	bool is_known;

	fake_kernel(none);
	platform_undelayed(&before_ns);
	fake_kernel(field[2]);
	is_known = platform_undelayed(&now_ns);
	is_faked = false;
	assert_int_equal(is_known, field[1][0] == 'y');
	now_ns += waited_ns;
	assert_true(now_ns >= before_ns && now_ns - before_ns < 100 * NS_PER_S);
}

TEST_ROWS("platform", tables_that_ext4_still_writes_are_seen)
{
	struct platform_device device = { .partial = false };
	struct facts target = { NULL, 0 };

	find_target(field[1], "/", &target, &device);
	if (facts_get(&target, FACT_FILESYSTEM) == NULL)
		test_skip("filesystem", "this platform knows none");
	/* The names of tasks are made up, but not their numbers. */
	if (access("/proc/1", F_OK) != 0)
		test_skip("proc", "there is none");
	if (field[0][0] == 'y')
		assert_string_equal(facts_get(&target, FACT_LAZY_INIT), "yes");
	else
		assert_null(facts_get(&target, FACT_LAZY_INIT));
	facts_free(&target);
}

TEST_ROWS("platform", a_quota_is_that_of_the_groups_of_this_process)
{
	struct processor_times times;
	uint64_t tick_ns;
	char text[100];
	int rc;

	memset(&times, 0xff, sizeof(times));
	fake_kernel(field[1]);
	rc = platform_processors(&times);
	is_faked = false;
	if (rc == -ENOTSUP)
		test_skip("processors", "this platform tells no times of them");
	assert_int_equal(rc, 0);
	snprintf(text, sizeof(text), "%llu %llu %llu",
		 (unsigned long long)times.periods,
		 (unsigned long long)times.limited_periods,
		 (unsigned long long)times.limited_ns);
	assert_string_equal(text, field[0]);
	tick_ns = NS_PER_S / (uint64_t)sysconf(_SC_CLK_TCK);
	assert_int_equal(times.total_ns, 360 * tick_ns);
	assert_int_equal(times.busy_ns, 190 * tick_ns);
	assert_int_equal(times.stolen_ns, 80 * tick_ns);
}

/* Fail unless the number is that, or none for a -. */
static void
assert_limit(uint64_t number, const char *expected)
{
	assert_int_equal(number, strcmp(expected, "-") == 0 ? UINT64_MAX :
			 strtoull(expected, NULL, 10));
}

TEST_ROWS("platform", the_lowest_limit_on_memory_above_this_process_holds)
{
	struct processor_times times;
	struct facts host = { 0 };
	uint64_t bytes, left_bytes;

	fake_kernel(field[2]);
	bytes = cgroup_memory_bytes(&left_bytes);
	platform_host(&host);
	is_faked = false;
	assert_limit(bytes, field[0]);
	assert_limit(left_bytes, field[1]);
	/* The generic platform knows neither. */
	if (platform_processors(&times) != -ENOTSUP)
		assert_limit(facts_number(&host, FACT_MEMORY_LIMIT_BYTES,
					  UINT64_MAX), field[0]);
	facts_free(&host);
}

TEST_ROWS("platform", limits_on_requests_are_those_of_the_device)
{
	static uint64_t limit[CGROUP_LIMITS] = { UINT64_MAX, UINT64_MAX,
						 UINT64_MAX, UINT64_MAX };
	char *left, *word = strtok_r(field[0], " ", &left);

	fake_kernel(field[1]);
	cgroup_lower_io("8:16", limit);
	is_faked = false;
	for (size_t i = 0; i < CGROUP_LIMITS; i++) {
		assert_limit(limit[i], word);
		word = strtok_r(NULL, " ", &left);
	}
}

static void
put_row(char **field)
{
	char path[200];

	snprintf(path, sizeof(path), HERE "%s", field[0]);
	put_file(path, field[1]);
}

static void
link_row(char **field)
{
	char path[200];

	snprintf(path, sizeof(path), HERE "%s", field[0]);
	put_directories(path);
	assert_int_equal(symlink(field[1], path), 0);
}

static void
check_disk(char **field)
{
	struct facts facts = { NULL, 0 };
	char path[200], wanted[100], value[100];
	const char *fact;

	snprintf(path, sizeof(path), HERE "%s", field[0]);
	is_faked = true;
	sysfs_describe(path, true, &facts);
	is_faked = false;
	fact = strcmp(field[1], "uncounted") != 0 ?
	       facts_get(&facts, facts_key(field[1])) :
	       sysfs_is_uncounted(path) ? "yes" : "no";
	snprintf(wanted, sizeof(wanted), "|%s|", field[2]);
	snprintf(value, sizeof(value), "|%s|", fact != NULL ? fact : "-");
	facts_free(&facts);
	assert_has(wanted, value);
}

static bool
has_link(bool is_all)
{
	struct facts facts = { NULL, 0 };
	bool is_known;

	is_faked = true;
	sysfs_describe(HERE "p/0:1d.0/2:00.0/nvme/nvme1/nvme1n1", is_all,
		       &facts);
	is_faked = false;
	is_known = facts_get(&facts, FACT_LINK) != NULL;
	facts_free(&facts);
	return is_known;
}

TEST(facts_of_a_disk_are_those_of_its_files)
{
	each_row("platform", "files_of_disks", put_row);
	each_row("platform", "links_of_disks", link_row);
	each_row("platform", "facts_of_a_disk_are_those_of_its_files",
		 check_disk);
	/* No link is one of a part of a file system's disks, nor a real one in
	 * a virtual machine. */
	assert_true(has_link(true));
	assert_false(has_link(false));
	put_file(HERE "proc/cpuinfo", "flags\t\t: fpu sse hypervisor lahf\n");
	assert_false(has_link(true));
}

/* The mount with the number of the open directory is its own, and without one
 * the last of the longest points above it. Below an overlay lies the device of
 * what it writes to, if that is certain. */
TEST_ROWS("platform", a_directory_is_on_the_mount_that_covers_it)
{
	static const enum fact_key keys[] = { FACT_FILESYSTEM, FACT_DEVICE,
					      FACT_MOUNT_OPTIONS,
					      FACT_WRITE_OPTIONS };
	struct platform_device device = { .partial = false };
	struct facts facts = { NULL, 0 };
	int fd;

	if (strstr(field[0], "fdinfo") == NULL &&
	    access("/proc/self", F_OK) != 0)
		test_skip("proc", "there is none");
	fd = open(".", O_RDONLY);
	platform_target(fd, &facts, &device);
	close(fd);
	if (facts_get(&facts, FACT_FILESYSTEM) == NULL)
		test_skip("filesystem", "this platform knows no file system");
	facts_free(&facts);
	find_target(field[0], "/dev", &facts, &device);
	for (size_t k = 0; k < LENGTH(keys); k++) {
		const char *got = facts_get(&facts, keys[k]);

		assert_string_equal(got != NULL ? got : "-", field[1 + k]);
	}
	assert_int_equal(facts_number(&facts, FACT_FILESYSTEM_BLOCK_BYTES,
				      0) > 0, strcmp(field[2], "-") != 0);
	assert_int_equal(facts_get(&facts, FACT_UNPROVEN) != NULL,
			 strcmp(field[1], "overlay") == 0 &&
			 strcmp(field[2], "-") == 0);
	facts_free(&facts);
}

/* A directory without a disk, on what a mount calls its device. */
TEST(what_is_no_device_has_no_counters)
{
	static char files[] = "/proc/self/mountinfo "
		"1 0 0:1 / / rw - xfs /etc/passwd rw\n";
	struct platform_device device = { .partial = false };
	struct facts facts = { NULL, 0 };

	if (access("/proc/self", F_OK) != 0)
		test_skip("proc", "there is none");
	find_target(files, "/proc", &facts, &device);
	facts_free(&facts);
	assert_false(device.partial);
	assert_string_equal(device.counters, "");
}

/* Kernels before 4.18 know no discards, and those before 5.5 no flushes. */
TEST(counters_of_a_disk_are_those_of_its_kernel)
{
	static const struct {
		const char *text;
		struct device_counters counters;
	} rows[] = {
		{ "1 2 3 4 5 6 7 8 0 9 10\n",
		  { 1, 2, 3 * 512, 4, 5, 6, 7 * 512, 8, 9, 10, 0, 0 } },
		{ "       1 2 3 4 5 6 7 8 0 9 10 11 12 13 14\n",
		  { 1, 2, 3 * 512, 4, 5, 6, 7 * 512, 8, 9, 10, 11, 13 * 512 } },
		{ "1 2 3 4 5 6 7 8 0 9 10 11 12 13 14 15 16\n",
		  { 1, 2, 3 * 512, 4, 5, 6, 7 * 512, 8, 9, 10, 11, 13 * 512 } },
	};
	const struct platform_device device = { .counters = HERE "stat" };
	struct device_counters counters;

	for (size_t i = 0; i < LENGTH(rows); i++) {
		put_file(device.counters, rows[i].text);
		if (platform_counters(&device, &counters) != 0)
			test_skip("counters", "this platform keeps none");
		assert_memory_equal(&counters, &rows[i].counters,
				    sizeof(counters));
	}
	put_file(device.counters, "1 2 3 4 5 6 7 8 0 9\n");
	assert_int_equal(platform_counters(&device, &counters), -ENOTSUP);
}

#endif
