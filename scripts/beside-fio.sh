#!/bin/sh
# beside-fio.sh - the same job files by fio and by diskidx, side by side, on a
# disk limited to a known rate: IOPS, the share of reads and the mean latency
# agree within a few percent, or the script fails.
#
#	beside-fio.sh [--tolerance=PERCENT] [--time=SECONDS] [DISKIDX]
#
# The disk is a loop device in memory, with ext4, whose reads and writes the
# kernel limits to 500 a second each, so that root on Linux with fio and jq is
# needed; without one of these it says so and ends with 77. The tolerance is 5
# percent; beside other load it must be more. Jobs that limit themselves run
# without a limit: their latency is the machine's own at that moment, and
# printed unjudged. bssplit is not here, since diskidx refuses it.
set -u

tolerance=5
time=8
while [ $# -gt 0 ]; do
	case $1 in
	--tolerance=*) tolerance=${1#*=} ;;
	--time=*) time=${1#*=} ;;
	-*) sed -n '2,/^set/s/^# \{0,1\}//p' "$0"; exit 2 ;;
	*) break ;;
	esac
	shift
done
program=${1:-./diskidx}
[ -x "$program" ] || { echo "beside-fio: no program $program" >&2; exit 2; }
case $(uname -s),$(id -u) in
Linux,0) ;;
*) echo "beside-fio: only root on Linux can do that" >&2; exit 77 ;;
esac
for tool in fio jq losetup mkfs.ext4; do
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

# limit RATE: of reads and of writes a second, by cgroup v1's root or a group of
# v2; "max" lifts it.
limit()
{
	[ -n "$dev" ] || return 0
	number=$(cat "/sys/class/block/${dev##*/}/dev")
	old=/sys/fs/cgroup/blkio/blkio.throttle
	if [ -e "$old.read_iops_device" ]; then
		rate=$1
		[ "$rate" != max ] || rate=0
		echo "$number $rate" >"$old.read_iops_device" &&
			echo "$number $rate" >"$old.write_iops_device"
	else
		mkdir -p "$group" &&
			echo "$number riops=$1 wiops=$1" >"$group/io.max"
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
		exec nice -n -15 "$@"
	)
}

# figures JSON: of each job its name, IOPS, share of reads in percent, and mean
# latency in microseconds, with that of the flushes, which fio has apart.
figures()
{
	jq -r 'def all: (.total_ios // 0) * (.lat_ns.mean // 0);
		.jobs[] | (.read.total_ios + .write.total_ios) as $n |
		"\(.jobname) \(.read.iops + .write.iops) \(
		100 * .read.total_ios / $n) \(((.read | all) +
		(.write | all) + (.sync // {} | all)) / $n / 1000)"' "$1"
}

# beside NAME LIMIT: run the job file of standard input by both, at that rate or
# at "max", without a judgement on the latency.
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

beside fsync 500 <<END
direct=1
[fsync]
rw=write
fsync=1
END

beside think max <<END
direct=1
[think]
rw=randread
thinktime=20000
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
