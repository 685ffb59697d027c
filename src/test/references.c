/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Reference devices: figures that others have published, to say where a disk
 * lies among known ones. No score is relative to them: their files, engines and
 * versions of fio were others, and some figures are of smaller blocks.
 */
#include <config.h>

#include "diskidx/array.h"
#include "diskidx/baseline.h"

#define ROW(id_, value_, source_) \
	{ .id = id_, .value = value_, .source = source_ }
#define DEVICE(name_, kind, ...) \
	{ .name = name_, .version = name_, .summary = kind, \
	  .row = (const struct baseline_row[]){ __VA_ARGS__ }, \
	  .n_rows = LENGTH(((const struct baseline_row[]){ __VA_ARGS__ })) }

/* Random reads one by one, and reads and writes of 32 in flight. */
#define RANDOM(read_q1, read_q32, write_q32, source) \
	ROW("rand-read-q1", read_q1, source), \
	ROW("rand-read-q32", read_q32, source), \
	ROW("rand-write-q32", write_q32, source)
#define LIMITS(read, write, source) \
	ROW("rand-read-q32", read, source), \
	ROW("rand-write-q32", write, source)

/* github.com/louwrentius/fio-plot, 11f6ae4b, benchmark_data. */
#define RAW ": fio, raw device, 2019-20"
#define G10(path) "fio-plot, SATA_AHCI_" path " in HPMICROSERVERG10" RAW
#define M1015(path) "fio-plot, " path " in SERVER/IBM_M1015" RAW

/* github.com/kangeek/fio-bench-disks-ceph, 53bb9c4d. */
#define KANGEEK "fio-bench-disks-ceph: fio, XFS, 5 GiB"

/* github.com/scylladb/scylla-machine-image, f25b2c54. */
#define SCYLLA(file) "scylla-machine-image, " file ": by iotune, any depth"

/* www.sebastien-han.fr, 2014-10-10: what suits a journal of Ceph. */
#define HAN(iops, mb_s) \
	ROW("overwrite-dsync", iops, "sebastien-han.fr, 2014: " mb_s " MB/s " \
	    "in blocks of 4 KiB, write cache off")

static const struct baseline table[] = {
	DEVICE("Samsung F1 1 TB", "7200 rpm disk",
	       RANDOM(72, 131, 151, G10("SAMSUNGF1_1TB_7K2RPM"))),
	DEVICE("HGST HTS72101 100 GB", "7200 rpm laptop disk",
	       RANDOM(59, 82, 46, G10("HGST_HTS72101_100GB_7K2RPM"))),
	DEVICE("WD740GD", "10000 rpm disk",
	       RANDOM(123, 86, 132, G10("WD740GD_74GB_10RPM/RUN1"))),
	DEVICE("8 x 2 TB in RAID 5", "disks in an md array",
	       RANDOM(106, 1140, 338, "fio-plot, 8x2TBRAID5MDADM in "
		      "SERVER/IBM_M1015: fio, a file of 100 GiB, 2019-20")),
	DEVICE("Samsung PM883", "SATA SSD",
	       RANDOM(6389, 45405, 62874, M1015("SAMSUNG_PM883"))),
	DEVICE("Samsung 860 PRO", "SATA SSD",
	       RANDOM(9212, 74032, 59753, M1015("SAMSUNG_860_PRO"))),
	DEVICE("Intel S4610", "SATA SSD",
	       RANDOM(7816, 63110, 58485, M1015("INTEL_D3-S4610_SSDSC2KG48"))),
	DEVICE("Kingston DC500M", "SATA SSD",
	       RANDOM(5905, 74104, 64409, M1015("KINGSTONDC500M"))),
	DEVICE("Intel P3600 1.6 TB", "NVMe SSD",
	       RANDOM(9740, 237000, 231000, KANGEEK)),
	DEVICE("EBS gp3", "cloud volume",
	       LIMITS(3000, 3000, "AWS, general-purpose.md: the base limit")),
	DEVICE("AWS m5d.large", "cloud NVMe",
	       LIMITS(33271, 16820, SCYLLA("aws_io_params.yaml"))),
	DEVICE("AWS i3.large", "cloud NVMe",
	       LIMITS(111000, 36800, SCYLLA("aws_io_params.yaml"))),
	DEVICE("Azure L2as_v4", "cloud NVMe",
	       LIMITS(137524, 55001, SCYLLA("azure_io_params.yaml"))),
	DEVICE("Intel 535", "SATA SSD", HAN(98, "0.4")),
	DEVICE("Samsung 850 PRO", "SATA SSD", HAN(366, "1.5")),
	DEVICE("Samsung 980", "NVMe SSD",
	       ROW("overwrite-dsync", 574, "cdn.igene.tw/en/choosing-ceph-ssd: "
		   "fio, 4 KiB, raw device, fsync after each")),
	DEVICE("Crucial MX200", "SATA SSD", HAN(903, "3.7")),
	DEVICE("Intel S3700 200 GB", "SATA SSD", HAN(5500, "22.5")),
	DEVICE("Samsung PM863", "SATA SSD", HAN(31000, "127 to 163")),
};

const struct baseline *
reference_at(size_t i)
{
	return i < LENGTH(table) ? &table[i] : NULL;
}
