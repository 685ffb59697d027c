#!/bin/sh
# lab.sh - a laboratory of disks whose truth is known: loop devices with limits
# of the kernel on their requests or bytes, under file systems and settings
# that fool benchmarks. Each line of its table is right within a few percent,
# n/a, or flagged for the right reason; one that is silently wrong is WRONG and
# the script fails. Root on Linux; the rest (limits, loop devices, mkfs) is
# looked for, and what is missing is said and left out (--all: it fails).
#
#	lab.sh [--all] [--diskidx=PROGRAM] [DISK]...
set -u

program=./diskidx
all=
while [ $# -gt 0 ]; do
	case $1 in
	--diskidx=*) program=${1#*=} ;;
	--all) all=1 ;;
	-*) sed -n '2,/^set/s/^# \{0,1\}//p' "$0"; exit 2 ;;
	*) break ;;
	esac
	shift
done
[ -x "$program" ] || { echo "lab: no program $program" >&2; exit 2; }
case $program in
/*) ;;
*) program=$PWD/$program ;;
esac
case $(uname -s),$(id -u) in
Linux,0) ;;
*) echo "lab: only root on Linux can do that" >&2; exit 77 ;;
esac

tolerance=3		# percent
work=$(mktemp -d "${TMPDIR:-/var/tmp}/diskidx-lab.XXXXXX") || exit 2
mount_point=$work/disk
mkdir "$mount_point"
dev=		# the loop device of this disk
zram=		# the number of its zram device
n_wrong=0
n_rows=0
n_left_out=0

# What the kernel limits requests with: cgroup v1's blkio at its root, or a
# group of v2 that each run is put into.
v1=/sys/fs/cgroup/blkio/blkio.throttle
group=/sys/fs/cgroup/diskidx-lab.$$

tear_down()
{
	[ -z "$dev" ] || unlimited
	for place in "$work/over" "$mount_point"; do
		! grep -q " $place " /proc/mounts || umount "$place"
	done
	[ -z "$dev" ] || {
		echo 1 >"/sys/class/block/${dev##*/}/queue/iostats"
		losetup -d "$dev"
	}
	[ -z "$zram" ] || echo "$zram" >/sys/class/zram-control/hot_remove
	dev=
	zram=
	rm -rf "$work/image" "$work/lower" "$work/over"
}

finish()
{
	tear_down
	[ ! -d "$group" ] || rmdir "$group"
	rm -rf "$work"
}
trap finish EXIT
trap 'exit 130' INT TERM HUP

# Setting up. Each function fails if this machine can't do it.

# loop [OPTION...]: a loop device of 320 MiB that goes past the page cache.
loop()
{
	truncate -s 320M "$work/image" &&
		dev=$(losetup --show -f --direct-io=on "$@" "$work/image") &&
		number=$(cat "/sys/class/block/${dev##*/}/dev")
}

# disk TYPE [MKFS-OPTION...]: a file system of that type on the loop device.
disk()
{
	type=$1
	shift
	command -v "mkfs.$type" >/dev/null || return 1
	case $type in
	ext*) set -- -F -E nodiscard "$@" ;;
	xfs | btrfs) set -- -f -K "$@" ;;
	esac
	"mkfs.$type" -q "$@" "$dev" >"$work/mkfs" 2>&1 &&
		mount ${options:+-o "$options"} "$dev" "$mount_point"
}

# limit KIND VALUE: KIND is read_iops, write_iops, read_bps or write_bps.
limit()
{
	if [ -e "${v1}.${1}_device" ]; then
		echo "$number $2" >"${v1}.${1}_device"
	else
		case $1 in
		read_*) short=r ;;
		*) short=w ;;
		esac
		mkdir -p "$group" &&
			echo "$number $short${1#*_}=$2" >"$group/io.max"
	fi
}

unlimited()
{
	for kind in read_iops write_iops read_bps write_bps; do
		[ ! -e "$v1.${kind}_device" ] ||
			echo "$number 0" >"$v1.${kind}_device"
	done
	[ ! -d "$group" ] || echo "$number rbps=max wbps=max riops=max" \
		"wiops=max" >"$group/io.max"
}

# Measuring.

# run DIRECTORY ARGUMENT...: a short run; CSV in $work/csv.
run()
{
	where=$1
	shift
	(
		[ ! -d "$group" ] || echo 0 >"$group/cgroup.procs"
		exec timeout -s KILL 120 "$program" -q -d "$where" -s 64m -i 2 \
			-t 2 --no-save --seed=1 -f csv "$@"
	) >"$work/csv" 2>"$work/err"
}

# column NAME: that column of the first test of the last run.
column()
{
	awk -F, -v wanted="$1" 'NR == 1 {
		for (i = 1; i <= NF; i++)
			column[$i] = i
	}
	NR == 2 {
		gsub(/"[^"]*"/, "")
		print $column[wanted]
	}' "$work/csv"
}

# row TEST KNOWN [ARGUMENT...]: measure that test and print its line. KNOWN is a
# value in the test's unit, or "n/a", or the flag that it must have.
row()
{
	test=$1
	known=$2
	shift 2
	# Other load can be in the way, so it has three chances.
	for _ in 1 2 3; do
		run "${directory:-$mount_point}" "$@" "$test"
		value=$(column value)
		flags=$(column flags)
		verdict=$(judge)
		[ "$verdict" = WRONG ] || break
	done
	[ "$verdict" != WRONG ] || n_wrong=$((n_wrong + 1))
	n_rows=$((n_rows + 1))
	printf '%-14s %-24s %9s %11s %-17s %s\n' "$setup" "$*${1:+ }$test" \
		"$known" "${value:-n/a}" "${flags:--}" "$verdict"
	[ -n "$value" ] || echo "    $(column missing)$(head -1 "$work/err")"
}

judge()
{
	case $known,$value in
	n/a,) [ -n "$(column missing)" ] && echo right || echo WRONG ;;
	[0-9]*,?*)
		awk -v value="$value" -v known="$known" -v allowed=$tolerance \
			'BEGIN {
			off = 100 * (value / known - 1)
			print (off * off > allowed * allowed ? "WRONG" : "right")
		}' ;;
	*,?*)
		case " $flags " in
		*" $known "*) echo right ;;
		*) echo WRONG ;;
		esac ;;
	*) echo WRONG ;;
	esac
}

# The setups. Each prints its rows, or fails if it can't be made here.

ext4_iops()
{
	loop && disk ext4 && limit read_iops 300 && limit write_iops 300 ||
		return
	row rand-read-q1 300
	row rand-read-q32 300
	row rand-write-q32 300
	# Three reads a write: the reads' limit decides.
	row rand-mixed-q32 400
	row rand-read-q32 300 -c 2
	row rand-read-q32 100 --rate=100
	row rand-write-q32 300 -Q 1
}

ext4_bytes()
{
	loop && disk ext4 && limit read_bps 20971520 &&
		limit write_bps 20971520 || return
	row seq-read-direct 20
	row seq-write-direct 20
	row seq-read 20
	row seq-write 20
}

ext4_discard()
{
	options=discard
	loop && disk ext4 && limit write_bps 20971520 || return
	row dd:write-flush 20
}

xfs()
{
	loop && disk xfs && limit read_iops 300 && limit write_iops 300 ||
		return
	row rand-read-q32 300
	row rand-write-q32 300
}

btrfs()
{
	loop && disk btrfs && limit read_iops 300 && limit write_iops 300 ||
		return
	row rand-read-q32 300
	row rand-write-q32 n/a
	row rand-read-q1 n/a -b 1k
}

btrfs_nocow()
{
	loop && disk btrfs && chattr +C "$mount_point" &&
		limit write_iops 300 || return
	row rand-write-q32 300
}

# Incompressible data take as long as without compression.
btrfs_zstd()
{
	options=compress=zstd:1
	loop && disk btrfs && limit write_bps 20971520 || return
	row seq-write 20
}

overlay()
{
	loop && disk ext4 && limit read_iops 300 && limit write_iops 300 &&
		mkdir "$mount_point/upper" "$mount_point/work" "$work/lower" \
			"$work/over" &&
		mount -t overlay -o "lowerdir=$work/lower,\
upperdir=$mount_point/upper,workdir=$mount_point/work" overlay "$work/over" ||
		return
	directory=$work/over
	row rand-read-q1 300
	row rand-write-q32 300
}

sectors_of_4k()
{
	loop --sector-size 4096 && disk ext4 && limit read_iops 300 || return
	row rand-read-q1 300
	row rand-read-q1 n/a -b 512
}

# A device that doesn't count is no evidence against its figures.
no_counters()
{
	loop && echo 0 >"/sys/class/block/${dev##*/}/queue/iostats" &&
		disk ext4 && limit write_iops 300 || return
	row rand-write-q32 300
}

memory()
{
	mount -t tmpfs -o size=300m tmpfs "$mount_point" || return
	row rand-read-q1 memory
	row seq-write memory
}

zram()
{
	[ -e /sys/class/zram-control/hot_add ] || modprobe zram 2>/dev/null
	n=$(cat /sys/class/zram-control/hot_add) || return
	zram=$n
	echo 320M >"/sys/block/zram$n/disksize" &&
		dev=/dev/zram$n disk ext4 || return
	row rand-read-q1 memory
}

cached_loop()
{
	loop --direct-io=off && disk ext4 || return
	row rand-read-q1 memory
}

# A credit of fast requests that is used up in mid-run.
burst()
{
	loop && disk ext4 && limit read_iops 1000 || return
	(sleep 6 && limit read_iops 300) &
	row rand-read-q1 throttled -i 5
	wait $!
}

setups="ext4_iops ext4_bytes ext4_discard xfs btrfs btrfs_nocow
	btrfs_zstd overlay sectors_of_4k no_counters memory zram cached_loop
	burst"
printf '%-14s %-24s %9s %11s %-17s %s\n' disk test known measured flags verdict
# shellcheck disable=SC2086	# words
[ $# -gt 0 ] || set -- $setups
for setup; do
	options=
	directory=
	"$setup" || {
		echo "$setup: can't be had here"
		n_left_out=$((n_left_out + 1))
	}
	tear_down
done
echo "$n_rows rows, $n_wrong wrong, $n_left_out disks left out"
[ "$n_wrong" = 0 ] && { [ -z "$all" ] || [ "$n_left_out" = 0 ]; }
