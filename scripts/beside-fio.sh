#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# beside-fio.sh - runs the same job files with fio and with diskidx, on a disk
# limited to a known rate: IOPS, the share of reads and the mean latency must
# agree within a few per cent, or the script fails.
#
#	beside-fio.sh [DISKIDX]
#
# The disk is a loop device in memory, with ext4, whose reads and writes the
# kernel limits to 500 requests or 10 MB per second each, so the script needs
# root on Linux with fio and jq; if one is missing, it says so and ends with 77.
# Both programs have priority over all other load. The job with a rate runs
# without a limit: its latency is the machine's own at that moment, and is
# printed but not judged.
set -u

tolerance=5	# percent
time=8
program=${1:-./diskidx}
[ -x "$program" ] || { echo "beside-fio: no program $program" >&2; exit 2; }
case $(uname -s),$(id -u) in
Linux,0) ;;
*) echo "beside-fio: only root on Linux can do that" >&2; exit 77 ;;
esac
for tool in fio jq losetup mkfs.ext4 chrt; do
	command -v $tool >/dev/null 2>&1 || {
		echo "beside-fio: no $tool here" >&2
		exit 77
	}
done

work=$(mktemp -d "${TMPDIR:-/dev/shm}/diskidx-beside.XXXXXX") || exit 2
group=/sys/fs/cgroup/diskidx-beside.$$
dev=
wrong=0

finish()
{
	limit max
	! mountpoint -q "$work/disk" || umount "$work/disk"
	[ -z "$dev" ] || losetup -d "$dev"
	[ ! -d "$group" ] || rmdir "$group"
	rm -rf "$work"
}

# limit RATE: limit reads and writes per second, or their bytes, as in 10000000b,
# by cgroup v1's root or a group of v2; "max" removes all limits.
limit()
{
	[ -n "$dev" ] || return 0
	number=$(cat "/sys/class/block/${dev##*/}/dev")
	old=/sys/fs/cgroup/blkio/blkio.throttle
	iops=$1 bytes=max
	[ "${1%b}" = "$1" ] || iops=max bytes=${1%b}
	if [ -e "$old.read_iops_device" ]; then
		for way in read write; do
			echo "$number $iops" | sed 's/max/0/' \
				>"$old.${way}_iops_device" &&
				echo "$number $bytes" | sed 's/max/0/' \
				>"$old.${way}_bps_device" || return
		done
	else
		mkdir -p "$group" && echo "$number riops=$iops wiops=$iops" \
			"rbps=$bytes wbps=$bytes" >"$group/io.max"
	fi
}

trap finish EXIT
trap 'exit 130' INT TERM HUP
mkdir "$work/disk"
if ! truncate -s 256M "$work/image" ||
    ! dev=$(losetup --show -f --direct-io=on "$work/image") ||
    ! mkfs.ext4 -q -F -E nodiscard "$dev" ||
    ! mount -t ext4 "$dev" "$work/disk" || ! limit 500; then
	echo "beside-fio: no limited disk can be made here" >&2
	exit 77
fi

# limited COMMAND...: in the group, if there is one.
limited()
{
	(
		[ ! -d "$group" ] || echo 0 >"$group/cgroup.procs"
		exec chrt -f 1 "$@"
	)
}

# figures JSON: the name of each job, its IOPS, share of reads in per cent, and
# mean latency in microseconds, with the flushes, which fio reports separately.
figures()
{
	jq -r 'def all: (.total_ios // 0) * (.lat_ns.mean // 0);
		.jobs[] | (.read.total_ios + .write.total_ios) as $n |
		"\(.jobname) \(.read.iops + .write.iops) \(
		100 * .read.total_ios / $n) \(((.read | all) +
		(.write | all) + (.sync // {} | all)) / $n / 1000)"' "$1"
}

# beside NAME LIMIT: run the job file on standard input with both, at that rate
# or at "max", where the latency is not judged.
beside()
{
	{
		printf '[global]\nsize=16m\noverwrite=1\ntime_based\n'
		printf 'runtime=%s\ndirectory=%s\n' "$time" "$work/disk"
		cat
	} >"$work/$1.fio"
	limit "$2"
	limited fio --output-format=json --output="$work/fio.json" \
		"$work/$1.fio" || wrong=1
	rm -f "$work"/disk/*.*.*
	limited "$program" -q --no-save -f json "$work/$1.fio" \
		>"$work/own.json" || wrong=1
	figures "$work/fio.json" >"$work/theirs"
	figures "$work/own.json" >"$work/ours"
	paste -d ' ' "$work/theirs" "$work/ours" | awk -v name="$1" \
		-v limit="$2" -v tolerance="$tolerance" '
	function differs(a, b) {
		return a == b ? 0 : 100 * (b - a) / (a > 0 ? a : 1)
	}
	{
		n++
		off[1] = differs($2, $6)
		off[2] = $7 - $3
		off[3] = differs($4, $8)
		bad = NF != 8
		for (i = 1; i <= (limit == "max" ? 2 : 3); i++)
			if (off[i] > tolerance || off[i] < -tolerance)
				bad = 1
		printf "%-10s %-8s %8.1f %8.1f %+6.1f %%  %5.1f %5.1f  " \
			"%8.0f %8.0f %+7.1f %%%s\n", name, $1, $2, $6, off[1],
			$3, $7, $4, $8, off[3], bad ? "  WRONG" : ""
		wrong += bad
	}
	END { exit wrong > 0 || n == 0 }' || wrong=1
}

echo "job                       IOPS of fio and diskidx   % reads     " \
	"mean latency in us"

beside mix 500 <<END
ioengine=libaio
direct=1
[mix]
rw=randrw
rwmixread=70
iodepth=8
END

beside rate max <<END
direct=1
[rate]
rw=randread
rate_iops=200
END

# The sizes are close together, so their mean in a run is within one per cent;
# with 64k in a tenth of the requests it is within two and a half.
beside split 10000000b <<END
direct=1
[split]
rw=randrw
rwmixread=70
norandommap
bssplit=4k/60:8k/30:16k/10,8k/50:16k/50
END

beside fsync 500 <<END
direct=1
[fsync]
rw=write
fsync=1
END

beside sync 500 <<END
direct=1
[sync]
rw=write
sync=1
END

beside roles 500 <<END
direct=1
[log]
rw=write
bs=8k
[data]
rw=randread
new_group
numjobs=2
group_reporting
END

[ $wrong -eq 0 ] || exit 1
