/*
 * Texts of systems about mounts, devices and processors, also of systems that
 * this one isn't: the pure part of the platforms. And what this one promises.
 */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/stat.h>
#ifdef __linux__
#include <sys/vfs.h>
#endif

#include "diskidx/clock.h"
#include "diskidx/platform.h"
#include "diskidx/random.h"
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

/* The sense made of a text, as text again, until the next one. */
static char told[sizeof(struct parse_mount)];

static const char *
tell_error(int error)
{
	return error == -EINVAL ? "invalid" :
	       error == -ENAMETOOLONG ? "too long" : strerror(-error);
}

static const char *
tell_mnttab(const char *line)
{
	struct parse_mount mount;
	int error = parse_mnttab(line, &mount);

	if (error != 0)
		return tell_error(error);
	snprintf(told, sizeof(told), "%s|%s|%s|%s", mount.device, mount.point,
		 mount.type, mount.options);
	return told;
}

/* "PATH POINT" */
static const char *
tell_below(const char *text)
{
	char path[32], point[32];

	assert_int_equal(sscanf(text, "%31s %31s", path, point), 2);
	return parse_is_below(path, point) ? "yes" : "no";
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

static const char *
tell_node(const char *path)
{
	int error = parse_node(path, told, 2 * ROOM);

	return error == 0 ? told : tell_error(error);
}

static const char *
tell_pool(const char *dataset)
{
	int error = parse_pool(dataset, told, ROOM);

	return error == 0 ? told : tell_error(error);
}

static const char *
tell_disk(const char *device)
{
	int error = parse_disk(device, told, 6);

	return error == 0 ? told : tell_error(error);
}

static const char *
tell_kind(const char *name)
{
	snprintf(told, sizeof(told), "%s%s%s%s",
		 parse_copies_on_write(name) ? "copies on write" : "",
		 parse_is_memory(name) ? "memory" : "",
		 parse_is_network(name) ? "network" : "",
		 parse_is_memory_disk(name) ? "memory disk" : "");
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
		 facts_get(&facts, "copies_on_write"),
		 facts_get(&facts, "checksums"),
		 facts_get(&facts, "compression"));
	facts_free(&facts);
	return told;
}

TEST_ROWS("platform", texts_of_all_systems_are_understood_or_refused)
{
	static const struct {
		const char *name, *(*tell)(const char *text);
	} readers[] = {
		{ "mnttab", tell_mnttab }, { "below", tell_below },
		{ "loopback", tell_loopback }, { "node", tell_node },
		{ "pool", tell_pool }, { "disk", tell_disk },
		{ "kind", tell_kind }, { "virtual", tell_virtual },
		{ "btrfs", tell_btrfs }, { "unescaped", tell_unescaped },
		{ "group", tell_group },
	};
	size_t i = 0;

	while (strcmp(readers[i].name, field[0]) != 0)
		assert_true(++i < LENGTH(readers));
	assert_string_equal(readers[i].tell(field[1]), field[2]);
}

TEST(a_field_of_mnttab_that_is_too_long_is_refused)
{
	struct parse_mount mount;
	char line[8192];

	snprintf(line, sizeof(line), "swap\t/%04200d\ttmpfs\trw\t1\n", 0);
	assert_int_equal(parse_mnttab(line, &mount), -EINVAL);
	snprintf(line, sizeof(line), "/%04000d\t/a\tlofs\trw\t1\n", 0);
	assert_int_equal(parse_mnttab(line, &mount), 0);
}

/* Bytes of any kind, mostly tabs and letters. */
TEST(random_lines_of_mnttab_never_leave_their_room)
{
	struct parse_mount mount;
	struct random random;
	char line[256];

	random_seed(&random, 20);
	for (int i = 0; i < 20000; i++) {
		size_t length = (size_t)random_below(&random, sizeof(line));

		for (size_t k = 0; k < length; k++)
			line[k] = random_below(&random, 4) == 0 ? '\t' :
				  (char)random_below(&random, 256);
		line[length] = '\0';
		if (length == 0)
			continue;
		if (parse_mnttab(line, &mount) == 0)
			assert_true(strlen(mount.device) +
				    strlen(mount.point) + strlen(mount.type) +
				    strlen(mount.options) < length);
	}
}

TEST(a_path_is_on_the_longest_and_last_mount_above_it)
{
	static const struct {
		const char *path, *device;
	} cases[] = {
		{ "/x", "root" }, { "/a/x", "last" }, { "/ab", "root" },
		{ "/a/b/c", "deep" },
	};
	static const char name[] = HERE "mnttab";
	struct parse_mount found;
	FILE *file = fopen(name, "w");

	assert_non_null(file);
	fputs("deep\t/a/b\tufs\trw\t1\nroot\t/\tufs\trw\t1\nno mount\n"
	      "first\t/a\tufs\trw\t1\nlast\t/a\tufs\trw\t1\n", file);
	assert_int_equal(fclose(file), 0);
	for (size_t i = 0; i < LENGTH(cases); i++) {
		assert_int_equal(parse_find_mount(name, parse_mnttab,
						  cases[i].path, &found), 0);
		assert_string_equal(found.device, cases[i].device);
	}
	assert_int_equal(parse_find_mount(name, parse_mnttab, "x", &found),
			 -ENOENT);
	unlink(name);
	assert_int_equal(parse_find_mount(name, parse_mnttab, "/x", &found),
			 -ENOENT);
}

TEST(direct_io_on_zfs_is_refused_even_where_it_is_accepted)
{
	assert_int_equal(parse_direct("ufs", 0), 0);
	assert_int_equal(parse_direct("ufs", -EINVAL), -EINVAL);
	assert_int_equal(parse_direct("zfs", -ENOTTY), -ENOTTY);
	assert_int_equal(parse_direct("zfs", 0), -ENOTTY);
}

TEST(a_device_that_keeps_nanoseconds_is_told_in_milliseconds)
{
	static const struct parse_io io = {
		.reads = 10, .read_bytes = 40960, .writes = 3,
		.written_bytes = 3 << 20, .busy_ns = 1999999,
		.queue_ns = 7 * NS_PER_S,
	};
	struct device_counters counters;

	memset(&counters, 0xff, sizeof(counters));
	parse_counters(&io, &counters);
	assert_int_equal(counters.read_ios, 10);
	assert_int_equal(counters.read_bytes, 40960);
	assert_int_equal(counters.write_ios, 3);
	assert_int_equal(counters.write_bytes, 3 << 20);
	assert_int_equal(counters.busy_ms, 1);
	assert_int_equal(counters.queue_ms, 7000);
	assert_int_equal(counters.read_ms + counters.write_ms, 0);
	assert_int_equal(counters.read_merges + counters.write_merges, 0);
}

TEST(times_of_other_units_become_nanoseconds)
{
	struct processor_times times = parse_ticks(25, 75, 100);

	assert_int_equal(times.busy_ns, 250 * NS_PER_MS);
	assert_int_equal(times.total_ns, NS_PER_S);
	assert_int_equal(times.stolen_ns + times.limited_ns, 0);
	assert_int_equal(parse_ticks(25, 75, 0).total_ns, 0);
	assert_int_equal(parse_bintime_ns(0, 0), 0);
	assert_int_equal(parse_bintime_ns(2, UINT64_C(1) << 63),
			 2500 * NS_PER_MS);
	assert_int_equal(parse_bintime_ns(0, UINT64_MAX), NS_PER_S - 1);
}

TEST(what_groups_tell_of_their_quotas_adds_up)
{
	static const char *const lines[] = {
		"usage_usec 900\n", "nr_periods 50\n", "nr_throttled 20\n",
		"throttled_usec 1500\n", "nr_bursts 7\n", "burst_usec 8\n",
		"nr_periods 4\n", "nr_throttled 1\n", "throttled_time 25\n",
		"nr_periods\n", "nr_periods x\n", "\n", "", "nr_throttled",
		"a_name_that_is_longer_than_any_that_there_is_today 3\n",
	};
	struct processor_times times;

	memset(&times, 0, sizeof(times));
	for (size_t i = 0; i < LENGTH(lines); i++)
		parse_cpu_stat(lines[i], &times);
	assert_int_equal(times.periods, 54);
	assert_int_equal(times.limited_periods, 21);
	assert_int_equal(times.limited_ns, 1500025);
	assert_int_equal(times.total_ns + times.busy_ns + times.stolen_ns, 0);
}

TEST(processor_times_are_told_apart_and_added_field_by_field)
{
	const struct processor_times before = { 1, 2, 3, 4, 5, 6 };
	const struct processor_times after = { 11, 22, 33, 64, 55, 66 };
	const struct processor_times expected = { 10, 20, 30, 60, 50, 60 };
	const struct processor_times late = { 11, 22, 33, 10, 12, 66 };
	struct processor_times delta = processors_delta(&before, &after);

	assert_memory_equal(&delta, &expected, sizeof(delta));
	processors_add(&delta, &before);
	assert_memory_equal(&delta, &after, sizeof(delta));
	delta = processors_delta(&before, &late);
	assert_int_equal(delta.limited_periods, delta.periods);
	delta = processors_delta(&after, &before);	/* it went back */
	assert_int_equal(delta.total_ns + delta.busy_ns + delta.stolen_ns +
			 delta.periods + delta.limited_periods +
			 delta.limited_ns, 0);
}

TEST(no_file_of_this_size_outgrows_the_memory_but_that_one_does)
{
	assert_false(platform_outgrows_memory(1));
	assert_true(platform_outgrows_memory(UINT64_MAX));
}

TEST(both_flushes_work_on_a_file_and_fail_on_none)
{
	FILE *file = tmpfile();

	assert_non_null(file);
	assert_int_equal(write(fileno(file), "x", 1), 1);
	assert_int_equal(platform_flush(fileno(file)), 0);
	assert_int_equal(platform_flush_all(fileno(file)), 0);
	fclose(file);
	assert_int_equal(platform_flush(-1), -1);
	assert_int_equal(errno, EBADF);
	assert_int_equal(platform_flush_all(-1), -1);
	assert_int_equal(errno, EBADF);
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
	free(bytes);
	fclose(file);
}

#ifdef __linux__
#define ZFS_TYPE 0x2fc12fc1

static long file_system_type;

/* The platform's question what an open file lies on is answered here. */
int
fstatfs(int fd, struct statfs *fs)
{
	(void)fd;
	memset(fs, 0, sizeof(*fs));
	fs->f_type = file_system_type;
	return 0;
}

/*
 * The files of a kernel, as far as it limits this process; NULL for its own. Of
 * /sys/fs there are these files; of a directory, its file cpu.stat.
 */
struct kernel {
	const char *groups;	/* /proc/self/cgroup; NULL: not there */
	struct { const char *path, *text; } file[5];
};

static const struct kernel *kernel;
static const char *mounts;	/* /proc/self/mountinfo; NULL: the true one */

static FILE *
open_text(const char *text)
{
	errno = ENOENT;
	return text == NULL ? NULL :
	       fmemopen((char *)(uintptr_t)text, strlen(text), "r");
}

/* The platform opens its files by this. */
FILE *
fopen(const char *path, const char *mode)
{
	char name[80];
	int fd;

	if (mounts != NULL && strcmp(path, "/proc/self/mountinfo") == 0)
		return open_text(mounts);
	if (kernel == NULL) {
		fd = open(path, mode[0] == 'r' ? O_RDONLY : O_WRONLY | O_CREAT |
			  O_TRUNC, 0666);
		return fd < 0 ? NULL : fdopen(fd, mode);
	}
	if (strcmp(path, "/proc/stat") == 0)
		return open_text("cpu  10 20 30 40 50 60 70 80 0 0\n"
				 "cpu0 1 1 1 1 1 1 1 1 0 0\n");
	if (strcmp(path, "/proc/self/cgroup") == 0)
		return open_text(kernel->groups);
	for (size_t i = 0; i < LENGTH(kernel->file); i++) {
		snprintf(name, sizeof(name), "/sys/fs%s/cpu.stat",
			 kernel->file[i].path);
		if (strcmp(name, path) == 0)
			return open_text(kernel->file[i].text);
		*strrchr(name, '/') = '\0';
		if (strcmp(name, path) == 0)
			return open_text(kernel->file[i].text);
	}
	return open_text(NULL);
}

#define USEC(periods, throttled, time) \
	"usage_usec 5\nnr_periods " #periods "\nnr_throttled " #throttled \
	"\nthrottled_usec " #time "\n"
#define NSEC(periods, throttled, time) \
	"nr_periods " #periods "\nnr_throttled " #throttled \
	"\nthrottled_time " #time "\n"

/*
 * A quota of any group above holds for this process; a container, whose path
 * may be the host's, finds it at the top.
 */
TEST(a_quota_is_that_of_the_groups_of_this_process)
{
	static const struct {
		uint64_t periods, limited_periods, limited_ns;
		struct kernel kernel;
	} cases[] = {
		{ 110, 8, 42000, { "0::/a/b/c\n", {
			{ "/cgroup/a/b/c", "usage_usec 5\n" },
			{ "/cgroup/a/b", USEC(10, 3, 40) },
			{ "/cgroup/a", USEC(100, 5, 2) },
			{ "", USEC(1, 1, 1) } } } },
		/* Version 1. */
		{ 110, 8, 42000, { "3:cpuset:/x\n2:cpu,cpuacct:/a\n"
				   "1:name=systemd:/y\n0::/z\n", {
			{ "/cgroup/cpu/a", NSEC(10, 3, 42000) },
			{ "/cgroup/cpu", NSEC(100, 5, 0) },
			{ "/cgroup", USEC(1, 1, 1) },
			{ "/cgroup/z", USEC(1, 1, 1) } } } },
		/* A namespace of groups, and one that shows the host's path. */
		{ 10, 8, 42000, { "0::/\n", {
			{ "/cgroup", USEC(10, 8, 42) } } } },
		{ 10, 8, 42000, { "4:cpu:/docker/0123\n", {
			{ "/cgroup/cpu", NSEC(10, 8, 42000) } } } },
		/* No groups, none mounted, and one outside of the mount. */
		{ 0, 0, 0, { NULL, { { NULL, NULL } } } },
		{ 0, 0, 0, { "0::/a/b\n", { { NULL, NULL } } } },
		{ 0, 0, 0, { "3:cpuset:/\n0::/../a\n", {
			{ "/cgroup", USEC(1, 1, 1) },
			{ "/cgroup/../a", USEC(1, 1, 1) } } } },
	};

	for (size_t i = 0; i < LENGTH(cases); i++) {
		struct processor_times times;
		int rc;

		memset(&times, 0xff, sizeof(times));
		kernel = &cases[i].kernel;
		rc = platform_processors(&times);
		kernel = NULL;
		if (rc == -ENOTSUP)
			test_skip("processors",
				  "this platform tells no times of them");
		assert_int_equal(rc, 0);
		assert_int_equal(times.periods, cases[i].periods);
		assert_int_equal(times.limited_periods,
				 cases[i].limited_periods);
		assert_int_equal(times.limited_ns, cases[i].limited_ns);
		assert_true(times.total_ns > 0);
		assert_int_equal(times.stolen_ns * 19, times.busy_ns * 8);
	}
}

TEST(the_lowest_limit_on_memory_above_this_process_holds)
{
	static const struct {
		uint64_t bytes;
		struct kernel kernel;
	} cases[] = {
		{ 1048576, { "0::/a/b/c\n", {
			{ "/cgroup/a/b/c/memory.max", "max\n" },
			{ "/cgroup/a/b/memory.max", "1048576\n" },
			{ "/cgroup/a/memory.max", "2097152\n" } } } },
		{ UINT64_MAX, { "0::/a\n", {
			{ "/cgroup/a/memory.max", "max\n" } } } },
		/* Version 1, in a container, which is shown its host's path. */
		{ 4096, { "5:cpu:/x\n4:memory:/docker/01\n0::/\n", {
			{ "/cgroup/memory/memory.limit_in_bytes",
			  "4096\n" } } } },
		{ 8192, { "4:memory:/a/b\n0::/\n", {
			{ "/cgroup/memory/a/b/memory.limit_in_bytes",
			  "9223372036854771712\n" },
			{ "/cgroup/memory/a/memory.limit_in_bytes",
			  "8192\n" } } } },
		{ UINT64_MAX, { NULL, { { NULL, NULL } } } },
	};

	for (size_t i = 0; i < LENGTH(cases); i++) {
		uint64_t bytes;

		kernel = &cases[i].kernel;
		bytes = cgroup_memory_bytes();
		kernel = NULL;
		assert_int_equal(bytes, cases[i].bytes);
	}
}

TEST(limits_on_requests_are_those_of_the_device)
{
	static const struct kernel v2 = { "0::/a/b\n", {
		{ "/cgroup/a/b/io.max", "8:0 rbps=9 wbps=9 riops=9 wiops=9\n"
		  "8:16 rbps=max wbps=4096 riops=300 wiops=max\n" },
		{ "/cgroup/a/io.max",
		  "8:16 rbps=max wbps=max riops=200 wiops=max\n" } } };
	static const struct kernel v1 = { "7:blkio:/a\n0::/\n", {
		{ "/cgroup/blkio/a/blkio.throttle.write_iops_device",
		  "8:16 70\n8:1 5\n" },
		{ "/cgroup/blkio/blkio.throttle.read_bps_device",
		  "8:16 1048576\n" } } };
	struct cgroup_io io = { UINT64_MAX, UINT64_MAX, UINT64_MAX,
				UINT64_MAX };

	kernel = &v2;
	cgroup_lower_io("8:16", &io);
	kernel = NULL;
	assert_true(io.read_bytes == UINT64_MAX && io.writes == UINT64_MAX);
	assert_int_equal(io.write_bytes, 4096);
	assert_int_equal(io.reads, 200);
	kernel = &v1;
	cgroup_lower_io("8:16", &io);
	kernel = NULL;
	assert_int_equal(io.read_bytes, 1048576);
	assert_int_equal(io.writes, 70);
	assert_int_equal(io.reads, 200);
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
	sysfs_describe(path, &facts);
	fact = strcmp(field[1], "uncounted") != 0 ?
	       facts_get(&facts, field[1]) :
	       sysfs_is_uncounted(path) ? "yes" : "no";
	snprintf(wanted, sizeof(wanted), "|%s|", field[2]);
	snprintf(value, sizeof(value), "|%s|", fact != NULL ? fact : "-");
	facts_free(&facts);
	assert_has(wanted, value);
}

TEST(facts_of_a_disk_are_those_of_its_files)
{
	each_row("platform", "files_of_disks", put_row);
	each_row("platform", "links_of_disks", link_row);
	each_row("platform", "facts_of_a_disk_are_those_of_its_files",
		 check_disk);
}

/* The last of the longest points above a directory is its mount, and below an
 * overlay lies the device of what it writes to. */
TEST_ROWS("platform", a_directory_is_on_the_mount_that_covers_it)
{
	static const char *const names[] = { "filesystem", "device",
					     "mount_options" };
	struct platform_device device = { .partial = false };
	struct facts facts = { NULL, 0 };

	platform_target(".", &facts, &device);
	if (facts_get(&facts, "filesystem") == NULL)
		test_skip("filesystem", "this platform knows no file system");
	facts_free(&facts);
	mounts = field[0];
	platform_target("/dev", &facts, &device);
	mounts = NULL;
	for (size_t k = 0; k < LENGTH(names); k++) {
		const char *got = facts_get(&facts, names[k]);

		assert_string_equal(got != NULL ? got : "-", field[1 + k]);
	}
	facts_free(&facts);
}

/* A directory without a disk, on what a mount calls its device. */
TEST(what_is_no_device_has_no_counters)
{
	struct platform_device device = { .partial = false };
	struct facts facts = { NULL, 0 };

	mounts = "1 0 0:1 / / rw - xfs /etc/passwd rw\n";
	platform_target("/proc", &facts, &device);
	mounts = NULL;
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

TEST(on_zfs_neither_cold_reads_nor_direct_io_are_claimed)
{
	FILE *file = tmpfile();
	int fd = file == NULL ? -1 : fileno(file);
	uint64_t resident;

	assert_non_null(file);
	file_system_type = 0;
	assert_int_equal(platform_drop_cache(fd, 4096), 0);
	assert_int_equal(platform_resident(fd, 0, &resident), 0);
	if (platform_direct(fd, true) == -ENOTSUP) {
		fclose(file);
		test_skip("direct", "this platform has none");
	}
	file_system_type = ZFS_TYPE;
	assert_int_equal(platform_pages(fd), PAGES_UNSEEN);
	assert_int_equal(platform_drop_cache(fd, 4096), -ENOTSUP);
	assert_int_equal(platform_drop_cache(fd, UINT64_MAX), 0);
	assert_int_equal(platform_resident(fd, 0, &resident), -ENOTSUP);
	assert_int_equal(platform_direct(fd, true), -ENOTTY);
	assert_int_equal(platform_direct(fd, false), 0);
	fclose(file);
}
#endif
