#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# lab.sh - a laboratory of disks whose true speed is known: loop devices with
# kernel limits on their requests or bytes, under file systems and settings that
# fool benchmarks. Each line of its table is right within a few per cent, n/a,
# or flagged for the right reason. A line that is silently wrong is WRONG, and
# the script fails. It needs root on Linux; if something else is missing
# (limits, loop devices, mkfs), it says so and leaves that out (--all: it
# fails).
#
#	lab.sh [--all] [--tolerance=PERCENT] [--diskidx=PROGRAM]
#		[--again=FILE] [--limits=N] [--seed=N] [DISK]...
#
# Without a DISK it measures all; "loops" are the ones that need no kernel
# module. Two are measured at once, because each waits for its limit. The
# tolerance is 3 per cent; under other load it must be more. FILE gets the names
# of the lines that are WRONG; if it has names at the start, only these are
# done. "limits" are N disks (1) of that seed (1), half a minute each: a limit
# that the report of a sweep names must be the disk's, but it may name none.
set -u

program=./diskidx
all=
again=
done=		# the line that was measured last
tolerance=3
n_limits=1
seed=1
while [ $# -gt 0 ]; do
	case $1 in
	--diskidx=*) program=${1#*=} ;;
	--tolerance=*) tolerance=${1#*=} ;;
	--limits=*) n_limits=${1#*=} ;;
	--seed=*) seed=${1#*=} ;;
	--again=*) again=${1#*=} ;;
	--all) all=1 ;;
	-*) sed -n '/ - /,/^set/s/^# \{0,1\}//p' "$0"; exit 2 ;;
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

top=$(mktemp -d "${TMPDIR:-/var/tmp}/diskidx-lab.XXXXXX") || exit 2
work=$top	# what follows is that of a lane
mount_point=
group=
dev=		# the device of this disk
undo=		# the commands that take it down again
enabled=
one=
other=

# later COMMAND: what ends the thing that was just set up.
later() { undo="$1; $undo"; }

tear_down()
{
	eval "$undo"
	undo=
}

# say FORMAT ARGUMENT...: a line, which is counted.
say()
{
	# shellcheck disable=SC2059	# a format
	printf "$@" | tee -a "$top/said"
}

# Setting up. Each function fails if this machine can't do it.

# loop [OPTION...]: a loop device of 320 MiB, past the page cache by default.
loop()
{
	truncate -s 320M "$work/image" && later 'rm "$work/image"' &&
		dev=$(losetup --show -f "--direct-io=${direct:-on}" "$@" \
			"$work/image") && later "losetup -d $dev"
}

# disk TYPE [MKFS-OPTION...]: a file system of that type on the device.
disk()
{
	type=$1
	shift
	command -v "mkfs.$type" >/dev/null || return 1
	case $type in
	ext*) set -- -F -E nodiscard,lazy_itable_init=0 "$@" ;;
	xfs | btrfs) set -- -f -K "$@" ;;
	esac
	"mkfs.$type" -q "$@" "$dev" >"$work/mkfs" 2>&1 &&
		mount -t "$type" ${options:+-o "$options"} "$dev" \
			"$mount_point" &&
		later 'umount "$mount_point"'
}

# limit KIND VALUE: KIND is read_iops, write_iops, read_bps or write_bps. The
# limit is that of cgroup v1's root, or of a group of v2 that runs are put into.
limit()
{
	number=$(cat "/sys/class/block/${dev##*/}/dev")
	file=/sys/fs/cgroup/blkio/blkio.throttle.${1}_device
	value="$number $2"
	none="$number 0"
	if [ ! -e "$file" ]; then
		case $1 in
		read_*) key=r${1#*_} ;;
		*) key=w${1#*_} ;;
		esac
		mkdir -p "$group"
		file=$group/io.max
		value="$number $key=$2"
		none="$number $key=max"
	fi
	echo "$value" >"$file" && later "echo $none >$file"
}

# quota PERCENT: of one processor, for the runs.
quota()
{
	[ ! -d /sys/fs/cgroup/cpu ] ||
		group=/sys/fs/cgroup/cpu/diskidx-lab.$$
	mkdir -p "$group" && later 'rmdir "$group"' || return
	if [ -e "$group/cpu.cfs_quota_us" ]; then
		echo "${1}000" >"$group/cpu.cfs_quota_us"
	else
		echo "${1}000 100000" >"$group/cpu.max"
	fi
}

# Measuring.

# run DIRECTORY ARGUMENT...: a short run; CSV in $work/csv, and $work/record.
run()
{
	where=$1
	shift
	rm -f "$work/record"
	: >"$work/err"
	${during:-:} &
	(
		[ ! -d "$group" ] || echo 0 >"$group/cgroup.procs"
		exec timeout -s KILL 120 "$program" -d "$where" -s 64m -i 1 \
			-t 2 -o "$work/record" --seed=1 -f csv "$@"
	) >"$work/csv" 2>"$work/err"
	wait $!
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
		print (wanted in column ? $column[wanted] : "")
	}' "$work/csv"
}

# wanted: the next line of this disk is to be done.
wanted()
{
	n_lines=$((n_lines + 1))
	line=$setup:$n_lines
	[ ! -s "$top/again" ] || grep -q -x -F "$line" "$top/again" || return
	done=$line
}

# wrong: that line is.
wrong()
{
	[ -z "$again" ] || echo "$line" >>"$again"
}

# row TEST KNOWN [ARGUMENT...]: measure that test and print its line. KNOWN is a
# value in the test's unit, or "n/a", or the flag that it must have.
row()
{
	wanted || return 0
	test=$1
	known=$2
	shift 2
	run "${directory:-$mount_point}" "$@" "$test"
	value=$(column value)
	flags=$(column flags)
	show "$*${1:+ }$test" "$(judge)"
	[ -n "$value" ] || why
}

# show TEXT VERDICT: the line of what is known and what was found.
show()
{
	say '%-14s %-24s %9s %11s %-17s %s\n' "$setup" "$1" "$known" \
		"${value:-n/a}" "${flags:--}" "$2"
	[ "$2" != WRONG ] || wrong
}

# of_record EXPRESSION: of the one sample, and of its device line, where the
# names are those of the manual's.
of_record()
{
	awk -F '\t' '
	$1 == "sample" {
		ios = $5 + $6; bytes = $7 + $8; depth = $14 / $3
	}
	$1 == "device" {
		requests = $2 + $3 + $6 + $7; moved = $4 + $8; written = $6
	}
	END { print ('"$1"') }' "$work/record"
}

# counted TEST KNOWN: a row with 32 in flight, whose depth is kept, and whose
# requests and bytes are those that the device counts.
counted()
{
	row "$@" -t 5
	[ "$done" = "$line" ] || return 0
	known=32
	value=$(of_record depth)
	flags=$(of_record 'requests - ios "," moved - bytes')
	show "$1: device" "$(of_record 'depth >= 27 && depth <= 32 &&
		(requests - ios) ^ 2 <= 8 ^ 2 &&
		(moved - bytes) ^ 2 <= 65536 ^ 2 ? "right" : "WRONG"')"
}

# why: there is no value.
why()
{
	missing=$(column missing)
	echo "    ${missing:-$(tail -n 1 "$work/err")}"
}

judge()
{
	case $known,$value in
	n/a,) [ -n "$(column missing)" ] && echo right || echo WRONG ;;
	[0-9]*,?*)
		awk -v value="$value" -v known="$known" -v allowed="$allowed" \
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

# by_fio RW DEPTH: 4 KiB requests a second, as fio has them there, where the
# emulated processor's work for each is near 3 % of the device's time.
by_fio()
{
	rw=$1
	set -- --name=known --filename="$mount_point/fio" --size=64m --direct=1 \
		--ioengine=libaio --iodepth="$2" --thread --output-format=terse
	fio "$@" --rw=write --bs=1m >/dev/null || return
	# KiB and milliseconds of reads, and of writes.
	fio "$@" --rw="$rw" --bs=4k --runtime=8 --time_based |
		awk -F ';' '{ print 250 * ($6 + $47) / ($9 + $50) }'
	rm "$mount_point/fio"
}

# The setups. Each prints its rows, or fails if it can't be made here.

ext4_iops()
{
	loop && disk ext4 -O ^has_journal && limit read_iops 300 &&
		limit write_iops 300 || return
	row rand-read-q32 300 --cache=buffered
	# Of 5 s, since a busy machine lets a few through at once.
	allowed=4
	row rand-read-q1 300 -t 5
	counted rand-read-q32 300
	counted rand-write-q32 300
	# Three reads a write: the reads' limit decides.
	row rand-mixed-q32 400 -t 5
	row rand-read-q32 300 -t 5 -c 2
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
	row dd:write-flush 20 -i 2
}

# written: requests of the disk so far, without what was merged.
written()
{
	awk -v device="${dev##*/}" '$3 == device { print $8 }' /proc/diskstats
}

# A log of small writes goes where fio's goes, so that each takes as many writes
# of the disk. No limit holds them, as there are to be many, and the file fits
# into a group of blocks, so that both have few extents.
appends()
{
	allowed=5
	command -v fio >/dev/null && loop && disk ext4 -O ^has_journal || return
	wanted || return 0
	cat >"$work/job.fio" <<-'END'
		[job]
		rw=write
		bs=2300
		ioengine=sync
		fdatasync=1
		size=4m
		runtime=2
	END
	before=$(written)
	fio --directory="$mount_point" --output="$work/fio" \
		--output-format=terse "$work/job.fio" >"$work/err" 2>&1
	after=$(written)
	rm -f "$mount_point"/job.*
	run "$mount_point" -s 4m "$work/job.fio"
	known=$(awk -F ';' -v n=$((after - before)) \
		'{ print n * 2300 / ($47 * 1024) }' "$work/fio")
	value=$(of_record 'written / ios')
	flags=
	show "writes of a log's write" "$(judge)"
}

xfs()
{
	loop && disk xfs && limit read_iops 300 && limit write_iops 300 ||
		return
	row rand-mixed-q32 400
	row rand-write-q32 300
}

btrfs()
{
	loop && disk btrfs && limit read_iops 300 && limit write_iops 300 ||
		return
	row rand-mixed-q32 400
	row rand-write-q32 300
}

# Incompressible data take as long as without compression.
btrfs_zstd()
{
	options=compress-force=zstd:1
	# So slow that it always waits for the limit, and never for a processor
	# that compresses.
	loop && disk btrfs && limit write_bps 5242880 || return
	row seq-write 5 -t 8
	row seq-write-direct 5
}

overlay()
{
	loop && disk ext4 && limit read_iops 300 && limit write_iops 300 &&
		directory=$mount_point/over &&
		mkdir "$mount_point/upper" "$mount_point/work" \
			"$mount_point/lower" "$directory" &&
		mount -t overlay -o "lowerdir=$mount_point/lower,\
upperdir=$mount_point/upper,workdir=$mount_point/work" overlay "$directory" &&
		later 'umount "$directory"' || return
	row rand-mixed-q32 400
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
	loop && iostats=/sys/class/block/${dev##*/}/queue/iostats &&
		echo 0 >"$iostats" && later "echo 1 >$iostats" && disk ext4 &&
		limit write_iops 300 || return
	row rand-write-q32 300
}

cached_loop()
{
	direct=off
	loop && disk ext4 || return
	row rand-read-q1 unproven
}

# Give credit for fast requests until round 3.
use_up_credit()
{
	limit read_iops 1000
	n=0
	until grep -q '^round 3' "$work/err" || [ $((n += 1)) -gt 600 ]; do
		sleep 0.1
	done
	limit read_iops 300
}

burst()
{
	loop && disk ext4 && limit read_iops 1000 || return
	during=use_up_credit
	row rand-read-q1 throttled -i 8
}

# draw: lines of a kind of limit and its value, in the unit of reports.
draw()
{
	awk -v n="$n_limits" -v seed="$seed" '
	function among(low, high)
	{
		return low * (high / low) ^ rand()
	}
	BEGIN {
		srand(seed)
		split("IOPS 300 3000 MiB/s 40 300 quota 5 80 none 1 1", kind)
		for (i = 0; i < n; i++) {
			k = i % 4 * 3
			print kind[k + 1], int(among(kind[k + 2], kind[k + 3]))
		}
	}'
}

# judge_limit KIND VALUE: the limits that the last report names.
judge_limit()
{
	grep -o 'Limit: [0-9.]* [A-Za-z/]*' "$work/report" |
		awk -v kind="$1" -v value="$2" -v allowed="$allowed" '
		{
			said = said " " $2 " " $3
			off = 100 * ($2 / value - 1)
			wrong += $3 != kind || off * off > allowed * allowed
		}
		END {
			print (wrong ? "WRONG" : NR ? "right" : "silent") said
		}'
}

limits()
{
	draw >"$work/limits" || return
	while read -r kind most; do
		wanted || continue
		loop && disk ext4 || return
		case $kind in
		IOPS) limit read_iops "$most" ;;
		MiB/s) limit read_bps "$((most * 1048576))" ;;
		quota) quota "$most" ;;
		esac || return
		rm -f "$work/report"
		run "$mount_point" -t 1 --warm-up=0.1 -i 4 -b 4k,64k,1m \
			-Q 1,8 -f markdown="$work/report" rand-read-q32
		[ -s "$work/report" ] || return
		verdict=$(judge_limit "$kind" "$most")
		say '%-14s %-24s %9s %s\n' "$setup" "$kind" "$most" "$verdict"
		case $verdict in
		WRONG*) wrong ;;
		esac
		tear_down
	done <"$work/limits"
}

# Disks of kernel modules, which few kernels of containers have.

# module NAME [PARAMETER...]
module()
{
	modprobe -q "$@" && later "sleep 1; modprobe -r $1"
}

# slow: a device that takes 100 ms for every request.
slow()
{
	module null_blk nr_devices=1 gb=1 memory_backed=1 irqmode=2 \
		completion_nsec=100000000 hw_queue_depth=128 &&
		dev=/dev/nullb0
}

# mapped: the device that dmsetup or cryptsetup has made.
mapped()
{
	dev=/dev/mapper/diskidx-lab
	later "dmsetup remove diskidx-lab"
}

slow_device()
{
	slow && disk ext4 || return
	row rand-read-q1 10
	row rand-read-q32 320
	row rand-write-q32 320
	row rand-read-q1 20 -c 2
}

crypt()
{
	slow && echo secret | cryptsetup -q --type plain -s 256 \
		-c aes-xts-plain64 open "$dev" diskidx-lab && mapped &&
		disk ext4 || return
	row rand-read-q1 "$(by_fio randread 1)"
	row rand-write-q32 "$(by_fio randwrite 32)"
}

mirror()
{
	module null_blk nr_devices=2 gb=1 memory_backed=1 irqmode=2 \
		completion_nsec=100000000 hw_queue_depth=128 && module raid1 &&
		dev=/dev/md99 && mdadm -q --create "$dev" --run --assume-clean \
		--metadata=1.0 --level=1 -n 2 /dev/nullb0 /dev/nullb1 &&
		later "mdadm -q --stop $dev" && disk ext4 || return
	row rand-read-q1 10
	row rand-write-q32 "$(by_fio randwrite 32)"
}

# lane NUMBER DISK...: one after the other, but those that the other lane has.
lane()
{
	work=$top/$1
	mount_point=$work/disk
	group=/sys/fs/cgroup/diskidx-lab.$$.$1
	shift
	mkdir -p "$mount_point"
	trap 'tear_down; [ ! -d "$group" ] || rmdir "$group"' EXIT
	trap 'exit 130' INT TERM HUP
	for setup; do
		mkdir "$top/$setup" 2>/dev/null || continue
		options=''
		directory=''
		direct=''
		during=''
		allowed=$tolerance
		n_lines=0
		"$setup" || say '%s\n' "$setup: can't be had here"
		left=$(find "${directory:-$mount_point}" -mindepth 1 \
			-maxdepth 1 ! -name lost+found)
		[ -z "$left" ] || say '%s\n' "$setup: WRONG: leaves $left"
		tear_down
	done
}

finish()
{
	[ -z "$enabled" ] || echo -io >/sys/fs/cgroup/cgroup.subtree_control
	rm -rf "$top"
}
trap finish EXIT
trap 'kill $one $other; wait; exit 130' INT TERM HUP

loops="limits ext4_iops ext4_bytes ext4_discard appends xfs btrfs
	btrfs_zstd overlay sectors_of_4k no_counters cached_loop burst"
modules="slow_device crypt mirror"
# shellcheck disable=SC2086	# words
case $* in
'') set -- $loops $modules ;;
loops) set -- $loops ;;
esac
if [ -s "$again" ]; then
	mv "$again" "$top/again"
	# shellcheck disable=SC2046	# words
	set -- $(sed 's/:.*//' "$top/again" | sort -u)
fi
# Of version 2, for groups.
if [ -e /sys/fs/cgroup/cgroup.subtree_control ] &&
    ! grep -q -w io /sys/fs/cgroup/cgroup.subtree_control; then
	echo +io >/sys/fs/cgroup/cgroup.subtree_control && enabled=yes
fi
printf '%-14s %-24s %9s %11s %-17s %s\n' disk test known measured flags verdict
lane 1 "$@" &
one=$!
# Of the devices of a module there is one at a time.
# shellcheck disable=SC2046,SC2086	# words
lane 2 $(printf '%s\n' "$@" | grep -v -x -F "$(printf '%s\n' $modules)") &
other=$!
wait "$one"
wait "$other"
# What is no row's is repeated with all of them.
! grep -q "had here\$\|WRONG: leaves" "$top/said" || rm -f "$again"
awk -v all="$all" '
/can.t be had here$/ { left_out++; next }
{ rows++ }
/WRONG/ { wrong++ }
END {
	print rows + 0 " rows, " wrong + 0 " wrong, " left_out + 0 \
		" disks left out"
	exit rows == 0 || wrong > 0 || all != "" && left_out > 0
}' "$top/said"
