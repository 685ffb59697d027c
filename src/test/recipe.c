/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Recipes: job files that are shipped with diskidx. */
#include <config.h>

#include <string.h>

#include "diskidx/array.h"
#include "diskidx/recipe.h"

static const struct recipe table[] = {
	{ "etcd", "writes of 2300 bytes, each made durable; p99 below 10 ms",
	  "# Source: using fio to tell whether your storage is fast enough\n"
	  "# for etcd, www.ibm.com/blogs/cloud-archive/2019/04/; etcd asks\n"
	  "# for a 99th percentile of fdatasync below 10 ms\n"
	  "[etcd]\n"
	  "description=etcd: p99 is to be below 10 ms\n"
	  "rw=write\n"
	  "ioengine=sync\n"
	  "fdatasync=1\n"
	  "size=22m\n"
	  "bs=2300\n" },
	{ "aws-ebs", "Amazon EBS: random 16k by 16 processes",
	  "# Source: Benchmark EBS volumes,\n"
	  "# docs.aws.amazon.com/AWSEC2/latest/UserGuide/"
	  "benchmark_procedures.html\n"
	  "[global]\n"
	  "ioengine=psync\n"
	  "direct=1\n"
	  "bs=16k\n"
	  "size=1G\n"
	  "numjobs=16\n"
	  "time_based\n"
	  "runtime=180\n"
	  "group_reporting\n"
	  "norandommap\n"
	  "[randwrite]\n"
	  "rw=randwrite\n"
	  "[randread]\n"
	  "stonewall\n"
	  "rw=randread\n" },
	{ "gcp-throughput", "Google Cloud: 16 streams of 1M",
	  "# Source: Benchmark Persistent Disk performance,\n"
	  "# cloud.google.com/compute/docs/disks/"
	  "benchmarking-pd-performance\n"
	  "[global]\n"
	  "numjobs=16\n"
	  "size=10G\n"
	  "time_based\n"
	  "runtime=5m\n"
	  "ramp_time=2s\n"
	  "ioengine=libaio\n"
	  "direct=1\n"
	  "verify=0\n"
	  "bs=1M\n"
	  "iodepth=64\n"
	  "group_reporting=1\n"
	  "iodepth_batch_submit=64\n"
	  "iodepth_batch_complete_max=64\n"
	  "[write_throughput]\n"
	  "rw=write\n"
	  "[read_throughput]\n"
	  "stonewall\n"
	  "rw=read\n" },
	{ "gcp-iops", "Google Cloud: random 4k at depth 256",
	  "# Source: as of gcp-throughput\n"
	  "[global]\n"
	  "size=10G\n"
	  "time_based\n"
	  "runtime=5m\n"
	  "ramp_time=2s\n"
	  "ioengine=libaio\n"
	  "direct=1\n"
	  "verify=0\n"
	  "bs=4K\n"
	  "iodepth=256\n"
	  "group_reporting=1\n"
	  "iodepth_batch_submit=256\n"
	  "iodepth_batch_complete_max=256\n"
	  "[write_iops]\n"
	  "rw=randwrite\n"
	  "[read_iops]\n"
	  "stonewall\n"
	  "rw=randread\n" },
	{ "azure", "Azure: random 4k writes at depth 256 by 4 processes",
	  "# Source: Benchmark a disk, fiowrite.ini, with --runtime 30,\n"
	  "# learn.microsoft.com/azure/virtual-machines/disks-benchmarks\n"
	  "[global]\n"
	  "size=30g\n"
	  "direct=1\n"
	  "iodepth=256\n"
	  "ioengine=libaio\n"
	  "bs=4k\n"
	  "numjobs=4\n"
	  "runtime=30\n"
	  "[writer1]\n"
	  "rw=randwrite\n" },
	{ "alibaba", "Alibaba Cloud: random 4k at depth 128",
	  "# Source: Test the performance of Elastic Block Storage devices,\n"
	  "# www.alibabacloud.com/help/doc-detail/147897.htm\n"
	  "[global]\n"
	  "direct=1\n"
	  "iodepth=128\n"
	  "ioengine=libaio\n"
	  "bs=4k\n"
	  "size=1G\n"
	  "numjobs=1\n"
	  "runtime=1000\n"
	  "group_reporting\n"
	  "[Rand_Write_Testing]\n"
	  "rw=randwrite\n"
	  "[Rand_Read_Testing]\n"
	  "stonewall\n"
	  "rw=randread\n" },
	{ "ceph-journal", "Ceph: durable 4k writes one by one",
	  "# Source: how to test if your SSD is suitable as a journal device,\n"
	  "# www.sebastien-han.fr/blog/2014/10/10/\n"
	  "[journal-test]\n"
	  "direct=1\n"
	  "sync=1\n"
	  "rw=write\n"
	  "bs=4k\n"
	  "numjobs=1\n"
	  "iodepth=1\n"
	  "runtime=60\n"
	  "time_based\n"
	  "group_reporting\n" },
	{ "postgresql-wal", "PostgreSQL: 8k writes by each method of syncing",
	  "# After pg_test_fsync of PostgreSQL: one 8 kB write, 5 s each,\n"
	  "# www.postgresql.org/docs/current/pgtestfsync.html; the size is\n"
	  "# that of a segment of the write-ahead log, which is recycled\n"
	  "[global]\n"
	  "ioengine=psync\n"
	  "rw=write\n"
	  "overwrite=1\n"
	  "bs=8k\n"
	  "size=16m\n"
	  "runtime=5\n"
	  "time_based\n"
	  "[open_datasync]\n"
	  "sync=dsync\n"
	  "[open_sync]\n"
	  "stonewall\n"
	  "sync=1\n"
	  "[fdatasync]\n"
	  "stonewall\n"
	  "fdatasync=1\n"
	  "[fsync]\n"
	  "stonewall\n"
	  "fsync=1\n" },
	{ "yabs", "Yet Another Bench Script: random 50/50, four sizes",
	  "# Source: yabs.sh, github.com/masonr/yet-another-bench-script\n"
	  "[global]\n"
	  "ioengine=libaio\n"
	  "rw=randrw\n"
	  "rwmixread=50\n"
	  "iodepth=64\n"
	  "numjobs=2\n"
	  "size=2G\n"
	  "runtime=30\n"
	  "gtod_reduce=1\n"
	  "direct=1\n"
	  "group_reporting\n"
	  "[rand_rw_4k]\n"
	  "bs=4k\n"
	  "[rand_rw_64k]\n"
	  "stonewall\n"
	  "bs=64k\n"
	  "[rand_rw_512k]\n"
	  "stonewall\n"
	  "bs=512k\n"
	  "[rand_rw_1m]\n"
	  "stonewall\n"
	  "bs=1m\n" },
	{ "oracle", "a database of 8k blocks, 70 % reads",
	  "# 8 KiB, direct and libaio as in Expert Consolidation in Oracle\n"
	  "# Database 12c; 70/30 is the usual mix of transactions\n"
	  "[oltp]\n"
	  "rw=randrw\n"
	  "rwmixread=70\n"
	  "bs=8k\n"
	  "ioengine=libaio\n"
	  "iodepth=8\n"
	  "direct=1\n"
	  "size=1024m\n"
	  "runtime=60\n"
	  "time_based\n" },
	{ "kafka", "appending to four logs through the page cache",
	  "# Kafka appends in large batches and leaves the flush to the\n"
	  "# system: kafka.apache.org/documentation/#persistence\n"
	  "[append]\n"
	  "rw=write\n"
	  "bs=128k\n"
	  "ioengine=psync\n"
	  "size=4g\n"
	  "numjobs=4\n"
	  "runtime=60\n"
	  "time_based\n"
	  "group_reporting\n" },
};

const struct recipe *
recipe_at(size_t i)
{
	return i < LENGTH(table) ? &table[i] : NULL;
}

const struct recipe *
recipe_by_name(const char *name)
{
	const struct recipe *recipe;

	for (size_t i = 0; (recipe = recipe_at(i)) != NULL; i++)
		if (strcmp(recipe->name, name) == 0)
			return recipe;
	return NULL;
}
