#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# file-systems.sh - test of what several kinds of file systems do to a result:
# a result from memory is flagged, and a result from a disk is not; a file
# system that compresses gets all data to its disk; where each write gets a new
# place, random writes do not fragment a file that is read in sequence.
#
# Needs: root, mounts, mkfs.ext4, mkfs.btrfs; without one its checks are skipped.
# Takes: 45 s.

tap_mounts=yes
. "$(dirname "$0")/../support/tap.sh"
need_diskidx

# short PLACE ARGUMENT...: two rounds, not saved.
short()
{
	short_place=$1
	shift
	"$DISKIDX" -q -d "$short_place" -s 16m -t 0.1 -i 2 --no-save "$@" \
		2>"$scratch/errors"
}

# row PLACE ARGUMENT...: "FLAGS SCORED", or "n/a", of the one test that runs.
row()
{
	short "$@" -f csv |
		awk -F, 'NR == 2 { print ($9 == "" ? "n/a" : $21 " " $20) }'
}

# judge like|unlike SENTENCE FOUND REGEX: of a row of a disk.
judge()
{
	case $3 in
	n/a) skip "$2" direct "it is n/a here" ;;
	*memory*) skip "$2" disk "all is in memory here" ;;
	*) "$1" "$2" "${3:-nothing}" "$4" ;;
	esac
}

# from_disk NAME PLACE TEST...: these aren't taken for memory's there.
from_disk()
{
	disk_name=$1
	disk_place=$2
	shift 2
	for test; do
		judge unlike "$disk_name: $test is a disk's" \
			"$(row "$disk_place" "$test")" 'cached|nothing'
	done
}

# from_memory NAME PLACE: all that is of a disk elsewhere is `memory`.
from_memory()
{
	if ! knows_filesystem "$2"; then
		skip "$1 is memory's" filesystem "this platform knows none"
		return
	fi
	for test in rand-read-q1 seq-read seq-write rand-write-q32; do
		found=$(row "$2" "$test")
		case $found in
		n/a) skip "$1: $test is memory's" direct "it is n/a here" ;;
		*) like "$1: $test is memory's and not scored" "$found" \
			'memory.* 0$' ;;
		esac
	done
}

# Here, on whatever this is.

here=$scratch/here
mkdir "$here"
from_disk "here" "$here" rand-read-q1 seq-read seq-read-direct rand-write-q32

# Several requests in flight through the page cache: libaio's would wait in
# their submission.
like "buffered reads at depth 32 are those of threads by default" "$(
	short "$here" -s 4m -t 0.01 -i 1 -f json --cache=buffered \
		rand-read-q32)" '"engine": "threads"'
is_so="reads that wait in their submission are not scored"
if [ -n "$(unusable libaio)" ]; then
	skip "$is_so" libaio "$(unusable libaio)"
else
	# A slow disk needs that time for more requests than fill the depth.
	judge like "$is_so" "$(row "$here" -t 1 -e libaio --cache=buffered \
		rand-read-q32)" 'shallow.* 0$'
fi

# The page cache on purpose: a job that doesn't ask for the drop.
cat >"$scratch/warm.fio" <<END
[warm]
rw=randread
bs=4k
direct=0
invalidate=0
ioengine=psync
size=16m
runtime=100ms
time_based
END
judge like "a read of what is in memory is cached and not scored" \
	"$(row "$here" "$scratch/warm.fio")" 'cached.* 0$'

# The proof of direct I/O is not taken in by what was in memory before it, in
# pages larger than its blocks.
printf '[direct]\nrw=randread\nbs=1k\ndirect=1\nsize=16m\nruntime=100ms\n' \
	>"$scratch/direct.fio"
{ cat "$scratch/warm.fio" "$scratch/direct.fio" && echo stonewall; } \
	>"$scratch/behind.fio"
is_so="direct reads behind a job that leaves the file in memory have a figure"
case $(row "$here" "$scratch/direct.fio") in
"" | n/a) skip "$is_so" direct "direct reads are n/a here" ;;
*) unlike "$is_so" "$("$DISKIDX" -q -d "$here" -i 1 --no-save -f csv \
	"$scratch/behind.fio" 2>"$scratch/errors" |
	awk -F, 'NR == 3 { print "value:" $9 }')" '^(value:)?$' ;;
esac
is "nothing is left here" "$(ls -A "$here")" ""

# tmpfs, an overlay that writes to it, and a loop device over a file on a loop
# device over a file in it.

# make_ext4 FILE BYTES
make_ext4()
{
	why="its image can't be made"
	dd if=/dev/zero of="$1" bs=1 count=1 seek=$(($2 - 1)) \
		2>"$scratch/errors" &&
		mkfs.ext4 -q -F "$1" >"$scratch/errors" 2>&1
}

if try_mount tmpfs -t tmpfs -o size=256m diskidx-test; then
	from_memory "tmpfs" "$scratch/tmpfs"
	mkdir "$scratch/tmpfs/upper" "$scratch/tmpfs/work" "$scratch/lower"
	upper="upperdir=$scratch/tmpfs/upper,workdir=$scratch/tmpfs/work"
	if try_mount overlay -t overlay -o "lowerdir=$scratch/lower,$upper" \
	    diskidx-test; then
		from_memory "overlay on tmpfs" "$scratch/overlay"
	else
		skip "overlay on tmpfs is memory's" "$lacks" "$why"
	fi
	is_so="what is in memory two levels below is memory's"
	if make_ext4 "$scratch/tmpfs/outer" 67108864 &&
	    try_mount outer -o loop "$scratch/tmpfs/outer" &&
	    make_ext4 "$scratch/outer/inner" 33554432 &&
	    try_mount inner -o loop "$scratch/outer/inner"; then
		like "$is_so" "$(row "$scratch/inner" -s 8m rand-read-q1)" \
			'memory.* 0$|^n/a'
	else
		skip "$is_so" mounts "$why"
	fi
else
	skip "tmpfs, and what is on it, is memory's" "$lacks" "$why"
fi

# spends PLACE MIB ARGUMENT...: what its device counts beyond --max-write, with
# 3 % for what is written after the end, and if that was hardly begun.
spends()
{
	place=$1
	most=$2
	shift 2
	stat=$(df "$place" | sed -n '$s,^/dev/\([^ ]*\).*,\1,p')
	stat=/sys/class/block/$stat/stat
	sync
	was=$(cat "$stat")
	"$DISKIDX" -q -d "$place" --no-save --max-write="${most}m" "$@" \
		>"$scratch/out" 2>"$scratch/errors"
	sync
	echo "$was $(cat "$stat")" | awk -v most="$most" -v of="$*" '{
		mib = ($24 - $7) / 2048
		if (mib > 1.03 * most || mib < 0.4 * most)
			print of ": " mib " of " most
	}'
}

is_so="no more than --max-write is written, by the device's count"
if make_ext4 "$scratch/account.image" 1073741824 &&
    try_mount account -o loop "$scratch/account.image"; then
	here=$scratch/account
	mkdir "$here/other"
	printf '[wal]\nrw=write\nbs=2300\nsize=16m\nfdatasync=1\nruntime=2\n%s\n' \
		"time_based
; expect sync p99 < 10ms" >"$scratch/wal.fio"
	is "$is_so" "$(
		spends "$here" 510 -s 250m --repeat=2 -i 1 -t 2 rand-write-q32
		spends "$here" 140 -s 8m --repeat=2 -i 1 -t 0.05 -c 2 \
			-d "$here/other" seq-write-direct
		spends "$here" 100 -s 16m -t 1 -c 1 -c 2 rand-write-q32
		spends "$here" 100 -s 16m -i 1 -t 0.3 suits
		spends "$here" 150 sustained
		spends "$here" 40 "$scratch/wal.fio"
		spends "$here" 60 -s 16m -t 1 -i 2 durable)" ""
else
	skip "$is_so" "$lacks" "$why"
fi

# told DIRECTORY KEY...: the words behind these keys of its facts.
told()
{
	told_place=$1
	shift
	short "$told_place" -s 4m -t 0.02 -i 1 -f json seq-write |
		awk -F '"' -v keys=" $* " '
	index(keys, " " $2 " ") && $4 != "" { print $4 }' | paste -s -d ' ' -
}

named()
{
	told "$1" filesystem device memory_filesystem
}

noted()
{
	told "$1" write_options
}

# The disk is that of the directory that is open, whatever its name leads to.

# source_of DIRECTORY: the device that is mounted there.
source_of()
{
	awk -v at="$1" '$2 == at { print $1 }' /proc/self/mounts
}

over=$scratch/over
is_so="the disk is that of the directory that is open"
mkdir -p "$over/q" "$scratch/empty"
if make_ext4 "$scratch/a.image" 33554432 &&
    make_ext4 "$scratch/b.image" 33554432 &&
    try_mount over/q -o loop "$scratch/a.image" &&
    a=$(source_of "$over/q") && try_mount over -o loop "$scratch/b.image"; then
	b=$(source_of "$over")
	mkdir "$over/q"
	like "$is_so" "$(named "$over/q")" "^ext4 $b"
	not_ok "a device whose mount is hidden isn't measured elsewhere" \
		"$DISKIDX" fio --name=x --filename="$a" --size=4m
	like "it says so" "$err" "$a carries no mounted file system"
	like "the device that hides it is" "$("$DISKIDX" -n fio --name=x \
		--filename="$b" --size=4m 2>&1)" "directory +$over\$"
	umount "$over"
	like "$is_so, and not of what hides it" "$(cd "$over/q" &&
		mount -t tmpfs none "$over/q" && named .)" "^ext4 $a\$"
	umount "$over/q"
	mount -t tmpfs none "$over" && mkdir "$over/q"
	is "$is_so, in memory" "$(named "$over/q")" "tmpfs none yes"
	umount "$over"
	mount -t tmpfs none "$over/q" && mount "$b" "$over" 2>/dev/null ||
		mount -o loop "$scratch/b.image" "$over"
	like "$is_so, and not of memory below" "$(named "$over/q")" \
		"^ext4 /dev/loop[0-9]+\$"
	umount "$over"
	umount "$over/q"
else
	skip "$is_so" mounts "$why"
fi

# overlaid UPPER [PLACE]: what is told of an overlay in memory that writes to
# UPPER, mounted at PLACE.
overlaid()
{
	(
	cd "$scratch" && mount -t overlay -o \
		"lowerdir=empty,upperdir=$1,workdir=$scratch/tmpfs/work" \
		none "${2:-empty}" 2>"$scratch/errors" || exit
	cd / && told "$scratch/${2:-empty}" device memory_filesystem unproven
	umount "$scratch/${2:-empty}"
	)
}

if [ -d "$scratch/tmpfs/upper" ]; then
	mkdir "$scratch/tmpfs/a,b" "$scratch/tmpfs/c\\d e"
	umount "$scratch/overlay" 2>/dev/null
	for upper in 'a\,b' 'c\\d e'; do
		is "an overlay on $upper in memory is memory's" \
			"$(overlaid "$scratch/tmpfs/$upper")" "diskidx-test yes"
	done
	unsure="the disk below this overlay cannot be found with certainty"
	is "an overlay on a relative name is unproven" \
		"$(overlaid tmpfs/upper)" "$unsure"
	is "an overlay that hides what it writes to is unproven" \
		"$(overlaid "$scratch/tmpfs/upper" tmpfs/upper)" "$unsure"
fi
is_so="an overlay is not on what hides the disk that it writes to"
mkdir "$scratch/p"
if make_ext4 "$scratch/c.image" 33554432 && make_ext4 "$scratch/d.image" \
	33554432 && try_mount p -o loop "$scratch/c.image" &&
    mkdir "$scratch/p/u" "$scratch/p/w" && try_mount overlaid -t overlay -o \
	"lowerdir=$scratch/empty,upperdir=$scratch/p/u,workdir=$scratch/p/w" \
	none && try_mount p -o loop "$scratch/d.image"; then
	mkdir "$scratch/p/u"
	like "$is_so" "$(told "$scratch/overlaid" device unproven)" \
		"^the disk below this overlay cannot be found with certainty"
else
	skip "$is_so" mounts "$why"
fi

# What a directory adds to each write is as good as an option of mount.

flags=$scratch/flags
is_so="flags of a directory are noted"
# +j takes a capability that root may lack.
if make_ext4 "$scratch/flags.image" 33554432 &&
    printf 'mkdir j\nset_inode_field j flags 0x84000\n' | debugfs -w \
	"$scratch/flags.image" >"$scratch/errors" 2>&1 &&
    try_mount flags -o loop "$scratch/flags.image"; then
	mkdir "$flags/S" "$flags/D" "$flags/j/j" "$flags/j/S" "$flags/j/D"
	is "without flags nothing is noted" "$(noted "$flags")" ""
	ok "there are such flags" eval \
		"chattr +S '$flags'/S '$flags'/j/S && chattr +D '$flags'/D '$flags'/j/D"
	is "$is_so, S" "$(noted "$flags/S")" sync
	is "$is_so, D" "$(noted "$flags/D")" dirsync
	for flag in j j/j sync,j/S dirsync,j/D; do
		is "$is_so, $flag" "$(noted "$flags/${flag#*,}")" \
			"${flag%%j*}data=journal"
	done
	is "j: what is written twice counts twice" "$(
		spends "$flags/j" 14 -s 4m -i 3 -t 1 seq-write
		spends "$flags/j/j" 20 -s 4m -i 3 -t 1 seq-copy
		spends "$flags/j" 20 -s 4m -t 1 commit)" ""
	not_ok "S: File Copy can't be limited" "$DISKIDX" -n -d "$flags/S" \
		-s 4m --max-write=40m fsbuffer
	like "it says so" "$err" "fsbuffer cannot be limited to --max-write"
	ok "S: but others" "$DISKIDX" -n -d "$flags/S" -s 4m -i 1 \
		--max-write=40m seq-write
	not_ok "D: small files can't be limited" "$DISKIDX" -n -d "$flags/D" \
		--max-write=40m small-files:create
	like "it says so" "$err" "with the option sync or dirsync, of the mount"
	# As an option, and from the superblock, which no table of mounts has.
	for how in loop,data=journal loop; do
		umount "$flags"
		[ $how != loop ] || tune2fs -o journal_data,nobarrier \
			"$scratch/flags.image" >"$scratch/errors" 2>&1
		mount -o $how "$scratch/flags.image" "$flags"
		is "and so is data=journal, $how" "$(noted "$flags")" \
			data=journal
		is "which takes twice as much of --max-write" "$(
			spends "$flags" 40 -s 4m -i 1 -t 1 seq-write
			spends "$flags" 40 -s 4m -i 3 -t 0.1 seq-write)" ""
		not_ok "also in the plan" "$DISKIDX" -n -d "$flags" -s 4m -t 1 \
			--max-write=7m rand-write-q32
	done
	like "nobarrier, too" "$(told "$flags" filesystem_options)" \
		",nobarrier$"
else
	skip "$is_so" mounts "$why"
fi

if try_mount ramfs -t ramfs none; then
	like "free space that nobody tells of is unknown, and not none" \
		"$("$DISKIDX" -n -d "$scratch/ramfs" -s 4m seq-write)" \
		'^space .*; the free space there is unknown$'
	like "and it is tested" "$(row "$scratch/ramfs" seq-write)" '^memory'
else
	skip "free space that nobody tells of is unknown" "$lacks" "$why"
fi

# btrfs, which has device numbers of its own.

try_btrfs btrfs || skip_all "$lacks" "$why"
place=$scratch/btrfs
json=$(short "$place" -i 1 -f json commit rand-write-q32 | tr '\n' ' ')
# The generic platform knows no file system by name, and tells nothing of them.
knows=
! echo "$json" | grep '"filesystem"' >"$scratch/errors" || knows=yes
from_disk "btrfs" "$place" rand-read-q1 seq-read seq-read-direct \
	rand-write-q32 seq-write-direct
like "btrfs: direct writes are said to be made in place" "$json" \
	'"direct_writes": "in place".*writes=in_place.*without copy'
if lives_in_memory "$place"; then
	skip "btrfs: direct I/O" disk "it is in memory"
else
	like "btrfs: direct writes don't wait for each other" "$(short \
		"$place" -t 0.2 -f json rand-write-q32 |
		sed -n 's/.*"depth_mean": \([0-9]*\).*/\1/p')" \
		'^([4-9]|[123][0-9])$'
	# Reads of parts of a sector pass through memory always.
	is "btrfs: direct reads of 1 KiB are n/a" \
		"$(row "$place" -b 1k rand-read-q1)" n/a
fi
[ -n "$knows" ] || skip_all filesystem "this platform knows no file system"
like "btrfs: only a part of its devices may be counted" "$json" \
	'"device_counters": "partial"'

# Random writes don't fragment the file of reads, where there is space for two;
# else the report tells.

# measure SIZE: three rounds of random writes and reads in sequence.
measure()
{
	rm -f "$scratch/record"
	report=$("$DISKIDX" -q -v -d "$place" -s "$1" -t 0.4 -i 3 \
		--max-write=2g -o "$scratch/record" --cache=buffered \
		seq-read rand-write-q32 2>&1 | tr -s '\n ' '  ')
}

measure 32m
# The requests per MiB of the last read, over those of the first.
ratio=$(awk -F '\t' '
	$1 == "test" { id = $2 }
	$1 == "device" && id == "seq-read" && $4 > 0 {
		last = $2 / $4
		if (first == 0)
			first = last
	}
	END { if (first > 0) print last / first }' "$scratch/record")
is_so="random writes don't fragment the file of reads in sequence"
if [ -z "$ratio" ]; then
	skip "$is_so" counters "no counters of this device here"
else
	ok "$is_so ($ratio)" awk -v ratio="$ratio" 'BEGIN { exit ratio > 2 }'
fi
like "the report tells of two files" "$report" \
	'work file 32 MiB \(2 per copy\)'
unlike "and of no sharing" "$report" 'Random writes share the work file'
is "the space of both counts, and of what is replaced" "$("$DISKIDX" -n \
	-d "$place" -s 32m -i 1 -c 2 --cache=buffered seq-read rand-write-q32 |
	sed -n 's/^space *//p')" "192 MiB at a time in each directory"

# One such file fits with what is replaced in it, and two don't.
measure 100m
like "one file is used where two don't fit, and the report tells" "$report" \
	"Random writes share the work file .*work file 100 MiB [^(]"
# A file that would take all space, in the end, is refused.
not_ok "the space of replaced data is left" "$DISKIDX" -n -d "$place" -s 200m \
	--cache=buffered rand-write-q32
like "it says so" "$err" "the test files need 400 MiB"

# Directories share the space of their file system: also subvolumes, each of
# which has a device number of its own, and nobody else's.
ok "a subvolume can be made" btrfs subvolume create "$place/sub"
not_ok "subvolumes share their space" "$DISKIDX" -n -d "$place" \
	-d "$place/sub" -s 200m seq-read rand-read-q1
like "which is told" "$err" "the test files need 200 MiB"
if try_mount other -t tmpfs -o size=256m diskidx-test &&
    try_mount third -t tmpfs -o size=256m diskidx-test; then
	ok "file systems don't" "$DISKIDX" -n -d "$place" \
		-d "$scratch/other" -s 200m seq-read rand-read-q1
	ok "nor do those of one name" "$DISKIDX" -n -d "$scratch/other" \
		-d "$scratch/third" -s 200m seq-read
else
	skip "file systems don't" "$lacks" "$why"
fi

ok "a directory can keep its files in place" eval \
	"mkdir '$place/plain' && chattr +C '$place/plain'"
unlike "a directory whose files keep their places needs one file only" "$(
	"$DISKIDX" -n -d "$place/plain" -s 32m seq-read rand-write-q32)" \
	'as much again'

# One that compresses: the disk gets all that a test wrote. That it compresses
# and has checksums is told, and that it does neither.

try_btrfs compressed compress-force=zstd:1 || skip_all "$lacks" "$why"
place=$scratch/compressed

# number KEY: the first number of that key in the last run.
number()
{
	sed -n "s/.*\"$1\": \([0-9][0-9]*\).*/\1/p" "$scratch/json" | head -n 1
}

for arguments in "-b 4k seq-write" "-b 16k seq-write" seq-write \
    "-b 4k seq-copy" "--cache=buffered -Q 1 rand-write-q32" dd:write-flush; do
	# shellcheck disable=SC2086	# several words
	short "$place" -s 32m -t 0.3 -i 1 --max-write=200m -f json \
		$arguments >"$scratch/json"
	wrote=$(number bytes)
	got=$(number write_bytes)
	if [ -z "$got" ]; then
		skip "$arguments: the disk gets all of it" counters \
			"no counters of this device here"
		continue
	fi
	ok "$arguments: the disk gets all of it, $got of $wrote bytes" \
		awk -v wrote="$wrote" -v got="$got" \
		'BEGIN { exit got < 0.98 * wrote }'
done

# details DIRECTORY: "CHECKSUMS COMPRESSION"
details()
{
	short "$1" -s 4m -t 0.02 -i 1 -f json commit |
		sed -n 's/.*"compression": "\(.*\)",*/\1/p
			s/.*"checksums": "\(.*\)",*/\1/p' | paste -s -d ' ' -
}
is "compression and checksums are told" "$(details "$place")" "yes zstd:1"
mkdir "$place/plain" && chattr +C "$place/plain"
is "and so is that there are none" "$(details "$place/plain")" "no no"
for each in btrfs compressed; do
	is "nothing is left on $each" "$(cd "$scratch/$each" &&
		find . -name 'diskidx*')" ""
done

done_testing
