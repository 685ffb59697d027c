#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# known-disk.sh - what the kernel says of a run is what the run says: on a disk
# that the kernel limits (a loop device, the limits of cgroup), rate, depth,
# requests and bytes are those of the limit, of the device, and of fio.
#
# The disk takes root. Its mount is in a namespace of its own and its file has
# no name, so that nothing of them is left, whatever ends this test.
#
# Needs: root, mounts, mkfs.ext4, control groups, fio.
# Takes: 30 s.
# Repeats: its times depend on other load.

tap_mounts=yes
. "$(dirname "$0")/../support/tap.sh"
need_diskidx

# within SENTENCE GOT LOW HIGH
within()
{
	is "$1" "$(awk -v got="$2" -v low="$3" -v high="$4" 'BEGIN {
		inside = got != "" && got >= low && got <= high
		print inside ? "yes" : got " is not " low " to " high }')" yes
}

calculate()
{
	awk 'BEGIN { print '"$1"' }'
}

# share SENTENCE GOT WANTED PERCENT
share()
{
	within "$1" "$2" "$(calculate "$3 * (1 - $4 / 100)")" \
		"$(calculate "$3 * (1 + $4 / 100)")"
}

# The disk: its file is in memory where it can be, so that nothing but the
# limits makes it slow.

reads=500
writes=300
group=
enabled=
place=$scratch

remove_all()
{
	umount "$scratch/mount" 2>/dev/null
	[ "$place" = "$scratch" ] || rm -rf "$place"
	# The last process may still be being ended.
	[ -z "$group" ] || until_event rmdir "$group" 2>/dev/null
	[ -z "$enabled" ] || echo -io >/sys/fs/cgroup/cgroup.subtree_control
}
tap_undo=remove_all

# make_disk: $device, as MAJOR:MINOR, mounted in $scratch/mount.
make_disk()
{
	[ "$(stat -f -c %T /dev/shm 2>/dev/null)" != tmpfs ] ||
		place=$(mktemp -d /dev/shm/diskidx-known.XXXXXX) ||
		place=$scratch
	mkdir "$scratch/mount"
	dd if=/dev/zero of="$place/image" bs=1048576 count=96 &&
		mkfs.ext4 -q -F -m 0 -O ^has_journal \
			-E lazy_itable_init=0 "$place/image" &&
		mount -o loop "$place/image" "$scratch/mount" &&
		rm "$place/image" || return
	device=$(awk -v place="$(cd "$scratch/mount" && pwd -P)" \
		'$5 == place { print $3 }' /proc/self/mountinfo)
	[ -n "$device" ]
}

# enable_io: the controller, for groups of version 2, until the end.
enable_io()
{
	[ ! -e "$group/io.max" ] || return 0
	echo +io >/sys/fs/cgroup/cgroup.subtree_control && enabled=yes
}

# make_group: $group, in which the device is limited.
make_group()
{
	if [ -e /sys/fs/cgroup/blkio/cgroup.procs ]; then
		group=/sys/fs/cgroup/blkio/diskidx-$tap_name.$$
		mkdir "$group" &&
			echo "$device $reads" \
				>"$group/blkio.throttle.read_iops_device" &&
			echo "$device $writes" \
				>"$group/blkio.throttle.write_iops_device"
	else
		group=/sys/fs/cgroup/diskidx-$tap_name.$$
		mkdir "$group" &&
			enable_io &&
			echo "$device riops=$reads wiops=$writes" \
				>"$group/io.max"
	fi
}

# limited COMMAND...: runs it in that group.
limited()
{
	(echo 0 >"$group/cgroup.procs" && exec "$@")
}

# of_record EXPRESSION: of the one sample, f, and its device line, d, where the
# names are those of the manual's.
of_record()
{
	awk -F '\t' '
	$1 == "sample" {
		ios = $5 + $6; bytes = $7 + $8; elapsed = $3 / 1e9
		depth = $14 / $3
	}
	$1 == "device" {
		requests = $2 + $3 + $6 + $7; moved = $4 + $8; written = $6
	}
	END { print '"$1"' }' "$scratch/record"
}

# is_near GOT WANTED PERCENT
is_near()
{
	awk -v got="$1" -v wanted="$2" -v percent="$3" 'BEGIN {
		off = 100 * (got / wanted - 1)
		exit off * off > percent * percent }'
}

# record_run LIMIT ARGUMENT...: a run, three at most, since other load can keep
# one of them from its limit.
record_run()
{
	limit=$1
	shift
	for _ in 1 2 3; do
		rm -f "$scratch/record"
		limited "$DISKIDX" -q -d "$scratch/mount" -s 32m -i 1 \
			-o "$scratch/record" "$@" || return
		rate=$(of_record "ios / elapsed")
		! is_near "$rate" "$limit" 4 || break
	done
}

# fio_rate: that of the job file, within 3 percent of ours in one of three runs.
fio_rate()
{
	for _ in 1 2 3; do
		limited fio --directory="$scratch/mount" \
			--output="$scratch/fio" --output-format=terse \
			"$scratch/job.fio" >"$scratch/out" 2>&1
		theirs=$(awk -F ';' '{ print $49 }' "$scratch/fio")
		! is_near "$rate" "${theirs:-1}" 3 || break
	done
	echo "$theirs"
}

# limited_run NAME LIMIT ARGUMENT...: rate, depth, and the device's account.
limited_run()
{
	name=$1
	limit=$2
	shift 2
	exits "$name: it runs" 0 record_run "$limit" "$@"
	share "$name: IOPS are those of the limit" "$rate" "$limit" 4
	within "$name: the depth is kept" "$(of_record depth)" 27 32
	if ! grep '^device' "$scratch/record" >/dev/null; then
		skip "$name: the device's requests are ours" counters \
			"this platform has no device's counters"
		return
	fi
	within "$name: the device's requests are ours" \
		"$(of_record "requests - ios")" -8 8
	within "$name: the device's bytes are ours" \
		"$(of_record "moved - bytes")" -65536 65536
}

# written: requests of the disk so far, without what was merged.
written()
{
	awk -v device="$device" '$1 ":" $2 == device {
		print $8 }' /proc/diskstats
}

# appends: a log of small writes goes where fio's goes, so that each takes as
# many writes of the disk. No limit holds them, as there are to be many, and
# the file fits into a group of blocks, so that both have few extents.
appends()
{
	cat >"$scratch/job.fio" <<-'END'
		[job]
		rw=write
		bs=2300
		ioengine=sync
		fdatasync=1
		size=4m
		runtime=2
	END
	rm -f "$scratch"/mount/job.*	# or fio would overwrite it
	before=$(written)
	fio --directory="$scratch/mount" --output="$scratch/fio" \
		--output-format=terse "$scratch/job.fio" >"$scratch/out" 2>&1
	after=$(written)
	rm -f "$scratch"/mount/job.* "$scratch/record"
	exits "appends, of a job file: it runs" 0 "$DISKIDX" -q \
		-d "$scratch/mount" -i 1 -o "$scratch/record" "$scratch/job.fio"
	share "fio writes as often" \
		"$(of_record "written / ios")" \
		"$(awk -F ';' -v n=$((after - before)) \
		'{ print n * 2300 / ($47 * 1024) }' "$scratch/fio")" 5
}

if [ "$(id -u)" -ne 0 ]; then
	skip "a disk of known speed" root "only root can mount and limit it"
elif ! make_disk >"$scratch/made" 2>&1; then
	skip "a disk of known speed" mounts "$(tail -n 1 "$scratch/made")"
elif ! make_group >"$scratch/made" 2>&1; then
	skip "a disk of known speed" throttle "$(tail -n 1 "$scratch/made")"
elif "$DISKIDX" -q -d "$scratch/mount" -s 4m -t 0.05 -i 1 --no-save -f json \
    rand-read-q1 fsbuffer | grep '"missing"' >/dev/null; then
	skip "a disk of known speed" direct "this platform has no direct I/O"
else
	limited_run "reads" $reads -t 5 -e threads rand-read-q32
	cat >"$scratch/job.fio" <<-'END'
		[job]
		rw=randwrite
		bs=4k
		direct=1
		ioengine=libaio
		iodepth=32
		size=32m
		runtime=5
		time_based
		overwrite=1
	END
	if [ -n "$(unusable libaio)" ]; then
		skip "writes, of a job file" libaio "no libaio here"
	elif ! command -v fio >/dev/null 2>&1; then
		limited_run "writes, of a job file" $writes "$scratch/job.fio"
		skip "fio comes to the same" fio "no fio"
	else
		limited_run "writes, of a job file" $writes "$scratch/job.fio"
		share "fio comes to the same" "$rate" "$(fio_rate)" 3
		appends
	fi
	rm -rf "$scratch"/mount/job.* "$scratch/mount/lost+found"
	is "nothing is left" "$(ls -A "$scratch/mount")" ""
fi
done_testing
