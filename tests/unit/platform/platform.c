/*
 * What systems say about mounts, devices and processors, also of systems that
 * this one isn't: the pure part of the platforms. And what this platform promises.
 */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/vfs.h>
#endif

#include "diskidx/clock.h"
#include "diskidx/platform.h"
#include "diskidx/random.h"
#include "platform/parse.h"

#include "../support/test.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

TEST(a_line_of_mnttab_is_device_point_type_and_options)
{
	struct parse_mount mount;

	assert_int_equal(parse_mnttab("/dev/dsk/c1t0d0s0\t/export/a b\tufs\t"
				      "rw,logging,dev=780000\t1700000000\n",
				      &mount), 0);
	assert_string_equal(mount.device, "/dev/dsk/c1t0d0s0");
	assert_string_equal(mount.point, "/export/a b");
	assert_string_equal(mount.type, "ufs");
	assert_string_equal(mount.options, "rw,logging,dev=780000");
}

TEST(what_is_no_line_of_mnttab_is_refused)
{
	static const char *const lines[] = {
		"", "\n", "swap", "swap\t/tmp", "swap\t/tmp\ttmpfs",
		"swap\t/tmp\ttmpfs\txattr\n", "swap\t\ttmpfs\txattr\t1\n",
		"swap /tmp tmpfs xattr 1\n",
	};
	struct parse_mount mount;
	char line[8192];

	for (size_t i = 0; i < COUNT(lines); i++)
		assert_int_equal(parse_mnttab(lines[i], &mount), -EINVAL);
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

TEST(a_path_is_below_its_mount_point_only_at_a_slash)
{
	assert_true(parse_is_below("/", "/"));
	assert_true(parse_is_below("/a", "/"));
	assert_true(parse_is_below("/a", "/a"));
	assert_true(parse_is_below("/a/b", "/a"));
	assert_false(parse_is_below("/ab", "/a"));
	assert_false(parse_is_below("/a", "/a/b"));
}

TEST(a_path_is_on_the_longest_and_last_mount_above_it)
{
	static const struct {
		const char *path, *device;
	} cases[] = {
		{ "/x", "root" }, { "/a/x", "last" }, { "/ab", "root" },
		{ "/a/b/c", "deep" },
	};
	char name[] = "mnttab.XXXXXX";
	struct parse_mount found;
	FILE *file = fdopen(mkstemp(name), "w");

	assert_non_null(file);
	fputs("deep\t/a/b\tufs\trw\t1\nroot\t/\tufs\trw\t1\nno mount\n"
	      "first\t/a\tufs\trw\t1\nlast\t/a\tufs\trw\t1\n", file);
	assert_int_equal(fclose(file), 0);
	for (size_t i = 0; i < COUNT(cases); i++) {
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

TEST(what_a_loopback_mount_shows_lies_in_its_directory)
{
	static const struct {
		const char *device, *point, *path, *there;
	} mounts[] = {
		{ "/export/home/a", "/home/a", "/home/a/x y",
		  "/export/home/a/x y" },
		{ "/export/home/a", "/home/a", "/home/a", "/export/home/a" },
		{ "/zone/root", "/", "/tmp/x", "/zone/root/tmp/x" },
	};
	struct parse_mount mount = { .type = "lofs" };
	char there[64];

	for (size_t i = 0; i < COUNT(mounts); i++) {
		strcpy(mount.device, mounts[i].device);
		strcpy(mount.point, mounts[i].point);
		assert_int_equal(parse_loopback(&mount, mounts[i].path, there,
						sizeof(there)), 0);
		assert_string_equal(there, mounts[i].there);
	}
	assert_int_equal(parse_loopback(&mount, "/tmp/x", there, 16),
			 -ENAMETOOLONG);
	assert_int_equal(parse_loopback(&mount, "/tmp/x", there, 4),
			 -ENAMETOOLONG);
}

TEST(what_no_loopback_mount_shows_is_followed_nowhere)
{
	static const struct parse_mount mounts[] = {
		{ "/export/a", "/a", "ufs", "rw", "" },
		{ "rpool/export", "/a", "zfs", "rw", "" },
		{ "-", "/a", "lofs", "rw", "" },
		{ "/a", "/a", "lofs", "rw", "" },	/* hidden, in a zone */
		{ "/export/a", "/b", "lofs", "rw", "" },
	};
	char there[64];

	for (size_t i = 0; i < COUNT(mounts); i++)
		assert_int_equal(parse_loopback(&mounts[i], "/a/x", there,
						sizeof(there)), -EINVAL);
}

TEST(a_node_of_the_device_tree_loses_its_minor_name)
{
	char node[64];

	assert_int_equal(parse_node("/devices/pci@0,0/pci8086,2829@d/disk@0,0"
				    ":a", node, sizeof(node)), 0);
	assert_string_equal(node, "/pci@0,0/pci8086,2829@d/disk@0,0");
	assert_int_equal(parse_node("/devices/pseudo/lofi@1:1,blk", node,
				    sizeof(node)), 0);
	assert_string_equal(node, "/pseudo/lofi@1");
	assert_int_equal(parse_node("/devices/a:b/disk@0", node,
				    sizeof(node)), 0);
	assert_string_equal(node, "/a:b/disk@0");
	assert_int_equal(parse_node("/dev/dsk/c0d0s0", node, sizeof(node)),
			 -EINVAL);
	assert_int_equal(parse_node("/devices/pci@0,0/disk@0,0:a", node, 8),
			 -ENAMETOOLONG);
}

TEST(a_dataset_is_in_the_pool_before_the_first_slash)
{
	char pool[16];

	assert_int_equal(parse_pool("rpool/export/home", pool, sizeof(pool)),
			 0);
	assert_string_equal(pool, "rpool");
	assert_int_equal(parse_pool("tank", pool, sizeof(pool)), 0);
	assert_string_equal(pool, "tank");
	assert_int_equal(parse_pool("/x", pool, sizeof(pool)), -EINVAL);
	assert_int_equal(parse_pool("a-very-long-pool/x", pool, sizeof(pool)),
			 -ENAMETOOLONG);
}

TEST(a_partition_lies_on_the_disk_of_its_letters_and_digits)
{
	static const struct {
		const char *device, *disk;
	} cases[] = {
		{ "/dev/ada0p2", "ada0" }, { "/dev/da10s1a", "da10" },
		{ "/dev/nda0p1.eli", "nda0" }, { "/dev/wd0a", "wd0" },
		{ "/dev/sd3", "sd3" }, { "/dev/disk3s5", "disk3" },
		{ "/dev/dk12", "dk12" }, { "/dev/gpt/root", NULL },
		{ "/dev/label", NULL }, { "/dev/", NULL }, { "/dev/0", NULL },
		{ "tank/home", NULL }, { "tmpfs", NULL }, { "", NULL },
		{ "server:/export", NULL }, { "/dev/ufsid/5f", NULL },
	};
	char disk[16];

	for (size_t i = 0; i < COUNT(cases); i++) {
		int error = parse_disk(cases[i].device, disk, sizeof(disk));

		assert_int_equal(error, cases[i].disk != NULL ? 0 : -EINVAL);
		if (error == 0)
			assert_string_equal(disk, cases[i].disk);
	}
	assert_int_equal(parse_disk("/dev/ada0p2", disk, 4), -ENAMETOOLONG);
}

TEST(names_tell_memory_and_networks_from_disks)
{
	assert_true(parse_is_memory("tmpfs"));
	assert_true(parse_is_memory("mfs"));
	assert_false(parse_is_memory("ufs"));
	assert_true(parse_is_network("nfs4"));
	assert_true(parse_is_network("ceph"));
	assert_false(parse_is_network("zfs"));
	assert_true(parse_is_memory_disk("md0"));
	assert_true(parse_is_memory_disk("lofi1"));
	assert_false(parse_is_memory_disk("mmcsd0"));
	assert_false(parse_is_memory_disk("da0"));
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

TEST(binary_fractions_of_a_second_become_nanoseconds)
{
	assert_int_equal(parse_bintime_ns(0, 0), 0);
	assert_int_equal(parse_bintime_ns(2, UINT64_C(1) << 63),
			 2500 * NS_PER_MS);
	assert_int_equal(parse_bintime_ns(0, UINT64_MAX), NS_PER_S - 1);
}

TEST(ticks_of_processors_add_up_to_busy_and_idle)
{
	struct processor_times times = parse_ticks(25, 75, 100);

	assert_int_equal(times.busy_ns, 250 * NS_PER_MS);
	assert_int_equal(times.total_ns, NS_PER_S);
	assert_int_equal(times.stolen_ns, 0);
	assert_int_equal(times.limited_ns, 0);
	times = parse_ticks(25, 75, 0);
	assert_int_equal(times.total_ns, 0);
}

TEST(blanks_and_backslashes_of_names_are_put_back)
{
	static const char *const cases[][2] = {
		{ "", "" }, { "/a/b", "/a/b" }, { "/a\\040b", "/a b" },
		{ "\\134040", "\\040" }, { "a\\011\\012", "a\t\n" },
		{ "\\04", "\\04" }, { "\\400", "\\400" }, { "\\", "\\" },
		{ "\\089", "\\089" }, { "\\303\\244", "\303\244" },
	};
	char text[32];

	for (size_t i = 0; i < COUNT(cases); i++) {
		snprintf(text, sizeof(text), "%s", cases[i][0]);
		parse_unescape(text);
		assert_string_equal(text, cases[i][1]);
	}
}

TEST(a_group_is_of_the_hierarchy_that_limits_processor_time)
{
	static const struct {
		const char *line;
		enum parse_hierarchy hierarchy;
		const char *path;
	} cases[] = {
		{ "0::/a/b\n", HIERARCHY_UNIFIED, "/a/b" },
		{ "0::/\n", HIERARCHY_UNIFIED, "" },
		{ "0::/a:b c", HIERARCHY_UNIFIED, "/a:b c" },
		{ "0::/..a/b../c...\n", HIERARCHY_UNIFIED, "/..a/b../c..." },
		{ "4:cpu:/docker/1\n", HIERARCHY_CPU, "/docker/1" },
		{ "11:cpu,cpuacct:/\n", HIERARCHY_CPU, "" },
		{ "11:cpuacct,cpu:/x\n", HIERARCHY_CPU, "/x" },
		{ "0::/..\n", HIERARCHY_OTHER, NULL },
		{ "0::/../a\n", HIERARCHY_OTHER, NULL },
		{ "4:cpu:/a/../../b\n", HIERARCHY_OTHER, NULL },
		{ "3:cpuset:/a\n", HIERARCHY_OTHER, NULL },
		{ "2:cpuacct:/a\n", HIERARCHY_OTHER, NULL },
		{ "1:name=cpu:/a\n", HIERARCHY_OTHER, NULL },
		{ "1:name=systemd:/cpu:/\n", HIERARCHY_OTHER, NULL },
		{ "10::/a\n", HIERARCHY_OTHER, NULL },
		{ "0::\n", HIERARCHY_OTHER, NULL },
		{ "0::a\n", HIERARCHY_OTHER, NULL },
		{ "0:/a\n", HIERARCHY_OTHER, NULL },
		{ "::/a\n", HIERARCHY_OTHER, NULL },
		{ "0", HIERARCHY_OTHER, NULL }, { "0:", HIERARCHY_OTHER, NULL },
		{ "\n", HIERARCHY_OTHER, NULL }, { "", HIERARCHY_OTHER, NULL },
		{ "0::/seventeen-letter\n", HIERARCHY_OTHER, NULL },
		{ "0::/sixteen-letters\n", HIERARCHY_UNIFIED,
		  "/sixteen-letters" },
	};
	char path[17];

	for (size_t i = 0; i < COUNT(cases); i++) {
		enum parse_hierarchy hierarchy;

		hierarchy = parse_cgroup(cases[i].line, path, sizeof(path));
		assert_int_equal(hierarchy, cases[i].hierarchy);
		if (hierarchy != HIERARCHY_OTHER)
			assert_string_equal(path, cases[i].path);
	}
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
	for (size_t i = 0; i < COUNT(lines); i++)
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

/* What is said to stand in the files of a kernel; NULL: its own. */
struct fake {
	const char *path, *text;
};

static const struct fake *fakes;

/*
 * The platform's files are these, and no others are there. What can't be
 * opened has no other reason than that.
 */
FILE *
fopen(const char *path, const char *mode)
{
	const struct fake *fake = fakes;
	int fd;

	if (fake == NULL) {
		fd = open(path, mode[0] == 'r' ? O_RDONLY : O_WRONLY | O_CREAT |
			  O_TRUNC, 0666);
		return fd < 0 ? NULL : fdopen(fd, mode);
	}
	while (fake->path != NULL && strcmp(fake->path, path) != 0)
		fake++;
	errno = ENOENT;
	return fake->path == NULL ? NULL :
	       fmemopen((char *)(uintptr_t)fake->text, strlen(fake->text),
			mode);
}

/* The times that the platform makes of those files; false: of none. */
static bool
times_of(const struct fake *files, struct processor_times *times)
{
	int rc;

	memset(times, 0xff, sizeof(*times));
	fakes = files;
	rc = platform_processors(times);
	fakes = NULL;
	assert_true(rc == 0 || rc == -ENOTSUP);
	return rc == 0;
}

static void
need_processor_times(void)
{
	struct processor_times times;

	if (platform_processors(&times) == -ENOTSUP)
		test_skip("processors", "this platform tells no times of them");
}

#define STAT "cpu  10 20 30 40 50 60 70 80 0 0\ncpu0 1 1 1 1 1 1 1 1 0 0\n"
#define TOLD(periods, throttled, unit, time) \
	"nr_periods " #periods "\nnr_throttled " #throttled "\n" \
	unit " " #time "\n"

TEST(a_quota_of_any_group_above_holds_for_this_process)
{
	static const struct fake unified[] = {
		{ "/proc/stat", STAT },
		{ "/proc/self/cgroup", "0::/a/b/c\n" },
		{ "/sys/fs/cgroup/a/b/c/cpu.stat", "usage_usec 5\n" },
		{ "/sys/fs/cgroup/a/b/cpu.stat",
		  "usage_usec 5\n" TOLD(10, 3, "throttled_usec", 40) },
		{ "/sys/fs/cgroup/a/cpu.stat",
		  TOLD(100, 5, "throttled_usec", 2) },
		{ "/sys/fs/cpu.stat", TOLD(1, 1, "throttled_usec", 1) },
		{ NULL, NULL }
	}, version_1[] = {
		{ "/proc/stat", STAT },
		{ "/proc/self/cgroup", "3:cpuset:/x\n2:cpu,cpuacct:/a\n"
				       "1:name=systemd:/y\n0::/z\n" },
		{ "/sys/fs/cgroup/cpu/a/cpu.stat",
		  TOLD(10, 3, "throttled_time", 42000) },
		{ "/sys/fs/cgroup/cpu/cpu.stat",
		  TOLD(100, 5, "throttled_time", 0) },
		{ "/sys/fs/cgroup/cpu.stat", TOLD(1, 1, "throttled_usec", 1) },
		{ "/sys/fs/cgroup/z/cpu.stat",
		  TOLD(1, 1, "throttled_usec", 1) },
		{ NULL, NULL }
	};
	struct processor_times times;

	need_processor_times();
	assert_true(times_of(unified, &times));
	assert_int_equal(times.periods, 110);
	assert_int_equal(times.limited_periods, 8);
	assert_int_equal(times.limited_ns, 42000);
	assert_int_equal(times.stolen_ns * 19, times.busy_ns * 8);
	assert_true(times_of(version_1, &times));
	assert_int_equal(times.periods, 110);
	assert_int_equal(times.limited_periods, 8);
	assert_int_equal(times.limited_ns, 42000);
}

/* Whose path may be the host's, of which nothing is mounted but its own. */
TEST(a_container_finds_its_quota_at_the_top)
{
	static const struct fake namespaced[] = {
		{ "/proc/stat", STAT }, { "/proc/self/cgroup", "0::/\n" },
		{ "/sys/fs/cgroup/cpu.stat",
		  TOLD(10, 8, "throttled_usec", 42) },
		{ NULL, NULL }
	}, bound[] = {
		{ "/proc/stat", STAT },
		{ "/proc/self/cgroup", "4:cpu:/docker/0123\n" },
		{ "/sys/fs/cgroup/cpu/cpu.stat",
		  TOLD(10, 8, "throttled_time", 42000) },
		{ NULL, NULL }
	};
	struct processor_times times;

	need_processor_times();
	assert_true(times_of(namespaced, &times));
	assert_int_equal(times.limited_periods, 8);
	assert_int_equal(times.limited_ns, 42000);
	assert_true(times_of(bound, &times));
	assert_int_equal(times.limited_periods, 8);
	assert_int_equal(times.limited_ns, 42000);
}

TEST(where_no_group_is_told_there_is_no_quota)
{
	static const struct fake no_groups[] = {
		{ "/proc/stat", STAT }, { NULL, NULL }
	}, nothing_mounted[] = {
		{ "/proc/stat", STAT }, { "/proc/self/cgroup", "0::/a/b\n" },
		{ NULL, NULL }
	}, elsewhere[] = {
		{ "/proc/stat", STAT },
		{ "/proc/self/cgroup", "3:cpuset:/\n0::/../a\n" },
		{ "/sys/fs/cgroup/cpu.stat", TOLD(1, 1, "throttled_usec", 1) },
		{ "/sys/fs/cgroup/../a/cpu.stat",
		  TOLD(1, 1, "throttled_usec", 1) },
		{ NULL, NULL }
	};
	static const struct fake *const all[] = {
		no_groups, nothing_mounted, elsewhere
	};
	struct processor_times times;

	need_processor_times();
	for (size_t i = 0; i < COUNT(all); i++) {
		assert_true(times_of(all[i], &times));
		assert_true(times.total_ns > 0);
		assert_int_equal(times.periods + times.limited_periods +
				 times.limited_ns, 0);
	}
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
