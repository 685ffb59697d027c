/*
 * What systems say about mounts and devices, also of systems that this one
 * isn't: the pure part of the platforms. And what this platform promises.
 */
#include <config.h>

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/vfs.h>
#endif

#include <cmocka.h>

#include "diskidx/clock.h"
#include "diskidx/platform.h"
#include "diskidx/random.h"
#include "platform/parse.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static void
a_line_of_mnttab_is_device_point_type_and_options(void **state)
{
	struct parse_mount mount;

	(void)state;
	assert_int_equal(parse_mnttab("/dev/dsk/c1t0d0s0\t/export/a b\tufs\t"
				      "rw,logging,dev=780000\t1700000000\n",
				      &mount), 0);
	assert_string_equal(mount.device, "/dev/dsk/c1t0d0s0");
	assert_string_equal(mount.point, "/export/a b");
	assert_string_equal(mount.type, "ufs");
	assert_string_equal(mount.options, "rw,logging,dev=780000");
}

static void
what_is_no_line_of_mnttab_is_refused(void **state)
{
	static const char *const lines[] = {
		"", "\n", "swap", "swap\t/tmp", "swap\t/tmp\ttmpfs",
		"swap\t/tmp\ttmpfs\txattr\n", "swap\t\ttmpfs\txattr\t1\n",
		"swap /tmp tmpfs xattr 1\n",
	};
	struct parse_mount mount;
	char line[2048];

	(void)state;
	for (size_t i = 0; i < COUNT(lines); i++)
		assert_int_equal(parse_mnttab(lines[i], &mount), -EINVAL);
	snprintf(line, sizeof(line), "swap\t/%01100d\ttmpfs\trw\t1\n", 0);
	assert_int_equal(parse_mnttab(line, &mount), -EINVAL);
	snprintf(line, sizeof(line), "/%01000d\t/a\tlofs\trw\t1\n", 0);
	assert_int_equal(parse_mnttab(line, &mount), 0);
}

/* Bytes of any kind, mostly tabs and letters. */
static void
random_lines_of_mnttab_never_leave_their_room(void **state)
{
	struct parse_mount mount;
	struct random random;
	char line[256];

	(void)state;
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

static void
a_path_is_below_its_mount_point_only_at_a_slash(void **state)
{
	(void)state;
	assert_true(parse_is_below("/", "/"));
	assert_true(parse_is_below("/a", "/"));
	assert_true(parse_is_below("/a", "/a"));
	assert_true(parse_is_below("/a/b", "/a"));
	assert_false(parse_is_below("/ab", "/a"));
	assert_false(parse_is_below("/a", "/a/b"));
}

static void
what_a_loopback_mount_shows_lies_in_its_directory(void **state)
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

	(void)state;
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

static void
what_no_loopback_mount_shows_is_followed_nowhere(void **state)
{
	static const struct parse_mount mounts[] = {
		{ "/export/a", "/a", "ufs", "rw" },
		{ "rpool/export", "/a", "zfs", "rw" },
		{ "-", "/a", "lofs", "rw" },
		{ "/a", "/a", "lofs", "rw" },	/* hidden, in a zone */
		{ "/export/a", "/b", "lofs", "rw" },
	};
	char there[64];

	(void)state;
	for (size_t i = 0; i < COUNT(mounts); i++)
		assert_int_equal(parse_loopback(&mounts[i], "/a/x", there,
						sizeof(there)), -EINVAL);
}

static void
a_node_of_the_device_tree_loses_its_minor_name(void **state)
{
	char node[64];

	(void)state;
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

static void
a_dataset_is_in_the_pool_before_the_first_slash(void **state)
{
	char pool[16];

	(void)state;
	assert_int_equal(parse_pool("rpool/export/home", pool, sizeof(pool)),
			 0);
	assert_string_equal(pool, "rpool");
	assert_int_equal(parse_pool("tank", pool, sizeof(pool)), 0);
	assert_string_equal(pool, "tank");
	assert_int_equal(parse_pool("/x", pool, sizeof(pool)), -EINVAL);
	assert_int_equal(parse_pool("a-very-long-pool/x", pool, sizeof(pool)),
			 -ENAMETOOLONG);
}

static void
a_partition_lies_on_the_disk_of_its_letters_and_digits(void **state)
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

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		int error = parse_disk(cases[i].device, disk, sizeof(disk));

		assert_int_equal(error, cases[i].disk != NULL ? 0 : -EINVAL);
		if (error == 0)
			assert_string_equal(disk, cases[i].disk);
	}
	assert_int_equal(parse_disk("/dev/ada0p2", disk, 4), -ENAMETOOLONG);
}

static void
names_tell_memory_and_networks_from_disks(void **state)
{
	(void)state;
	assert_true(parse_is_memory("tmpfs"));
	assert_true(parse_is_memory("mfs"));
	assert_false(parse_is_memory("ufs"));
	assert_true(parse_is_network("nfs4"));
	assert_false(parse_is_network("zfs"));
	assert_true(parse_is_memory_disk("md0"));
	assert_true(parse_is_memory_disk("lofi1"));
	assert_false(parse_is_memory_disk("mmcsd0"));
	assert_false(parse_is_memory_disk("da0"));
}

static void
direct_io_on_zfs_is_refused_even_where_it_is_accepted(void **state)
{
	(void)state;
	assert_int_equal(parse_direct("ufs", 0), 0);
	assert_int_equal(parse_direct("ufs", -EINVAL), -EINVAL);
	assert_int_equal(parse_direct("zfs", -ENOTTY), -ENOTTY);
	assert_int_equal(parse_direct("zfs", 0), -ENOTTY);
}

static void
a_device_that_keeps_nanoseconds_is_told_in_milliseconds(void **state)
{
	static const struct parse_io io = {
		.reads = 10, .read_bytes = 40960, .writes = 3,
		.written_bytes = 3 << 20, .busy_ns = 1999999,
		.queue_ns = 7 * NS_PER_S,
	};
	struct device_counters counters;

	(void)state;
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

static void
binary_fractions_of_a_second_become_nanoseconds(void **state)
{
	(void)state;
	assert_int_equal(parse_bintime_ns(0, 0), 0);
	assert_int_equal(parse_bintime_ns(2, UINT64_C(1) << 63),
			 2500 * NS_PER_MS);
	assert_int_equal(parse_bintime_ns(0, UINT64_MAX), NS_PER_S - 1);
}

static void
ticks_of_processors_add_up_to_busy_and_idle(void **state)
{
	struct processor_times times = parse_ticks(25, 75, 100);

	(void)state;
	assert_int_equal(times.busy_ns, 250 * NS_PER_MS);
	assert_int_equal(times.total_ns, NS_PER_S);
	assert_int_equal(times.stolen_ns, 0);
	times = parse_ticks(25, 75, 0);
	assert_int_equal(times.total_ns, 0);
}

static void
no_file_of_this_size_outgrows_the_memory_but_that_one_does(void **state)
{
	(void)state;
	assert_false(platform_outgrows_memory(1));
	assert_true(platform_outgrows_memory(UINT64_MAX));
}

static void
both_flushes_work_on_a_file_and_fail_on_none(void **state)
{
	FILE *file = tmpfile();

	(void)state;
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

static void
on_zfs_neither_cold_reads_nor_direct_io_are_claimed(void **state)
{
	FILE *file = tmpfile();
	int fd = file == NULL ? -1 : fileno(file);
	uint64_t resident;

	(void)state;
	assert_non_null(file);
	file_system_type = 0;
	assert_int_equal(platform_drop_cache(fd, 4096), 0);
	assert_int_equal(platform_resident(fd, 0, &resident), 0);
	if (platform_direct(fd, true) == -ENOTSUP) {
		fclose(file);		/* the generic platform: none at all */
		return;
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

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_line_of_mnttab_is_device_point_type_and_options),
		cmocka_unit_test(what_is_no_line_of_mnttab_is_refused),
		cmocka_unit_test(random_lines_of_mnttab_never_leave_their_room),
		cmocka_unit_test(a_path_is_below_its_mount_point_only_at_a_slash),
		cmocka_unit_test(what_a_loopback_mount_shows_lies_in_its_directory),
		cmocka_unit_test(what_no_loopback_mount_shows_is_followed_nowhere),
		cmocka_unit_test(a_node_of_the_device_tree_loses_its_minor_name),
		cmocka_unit_test(a_dataset_is_in_the_pool_before_the_first_slash),
		cmocka_unit_test(a_partition_lies_on_the_disk_of_its_letters_and_digits),
		cmocka_unit_test(names_tell_memory_and_networks_from_disks),
		cmocka_unit_test(direct_io_on_zfs_is_refused_even_where_it_is_accepted),
		cmocka_unit_test(a_device_that_keeps_nanoseconds_is_told_in_milliseconds),
		cmocka_unit_test(binary_fractions_of_a_second_become_nanoseconds),
		cmocka_unit_test(ticks_of_processors_add_up_to_busy_and_idle),
		cmocka_unit_test(no_file_of_this_size_outgrows_the_memory_but_that_one_does),
		cmocka_unit_test(both_flushes_work_on_a_file_and_fail_on_none),
#ifdef __linux__
		cmocka_unit_test(on_zfs_neither_cold_reads_nor_direct_io_are_claimed),
#endif
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
