#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# as-fio.sh - each job of tests/lab/fio-jobs by fio, five times, and by diskidx
# instead of fio, at once on six disks that the kernel limits to 500 requests
# per second. The output of diskidx has fio's form: each member of its JSON,
# field of its terse line, label of its lines, file and time stamp of its logs.
# And no value differs more than fio's own values do.
#
#	as-fio.sh [JOB]...	only these; with KEEP=DIRECTORY, all output is
#				copied there
#
# A value of diskidx may be outside fio's five by their spread and 5 per cent. A
# job with other values is done again, because other load may have been the
# cause, and then compared with all ten. Not compared are
#
#	what is of that moment	processes, dates, and the name of a disk
#	what is the machine's	CPU times, switches, faults, the time to submit,
#				extremes, shares of latencies, and latencies
#				below 1 ms
#
# Needs: root, mounts, limits of the kernel, mkfs.ext4, fio 3.33.
# Takes: 100 s.
# Repeats: two processors may be too few for six disks beside other load.

tap_in_memory=yes
tap_mounts=yes
devices=
groups=
enabled=
take_down()
{
	limit max
	for n in 1 2 3 4 5 6; do
		! mountpoint -q "$scratch/$n/disk" || umount "$scratch/$n/disk"
	done
	# shellcheck disable=SC2086	# words
	[ -z "$devices" ] || losetup -d $devices
	[ -z "$groups" ] || rmdir "$groups"
	[ -z "$enabled" ] || echo -io >"$enabled"
}

# limit RATE: of the reads and of the writes of all disks a second, by cgroup
# v1's root or a group of v2; "max" lifts it.
limit()
{
	for device in $devices; do
		number=$(cat "/sys/class/block/${device##*/}/dev")
		if [ -n "$groups" ]; then
			echo "$number riops=$1 wiops=$1" >"$groups/io.max"
			continue
		fi
		for way in read write; do
			echo "$number $1" | sed 's/max/0/' >"\
/sys/fs/cgroup/blkio/blkio.throttle.${way}_iops_device" || return
		done
	done
}

. "$(dirname "$0")/../support/tap.sh"
need_diskidx
tap_undo=take_down
[ "$(fio --version 2>/dev/null)" = fio-3.33 ] || skip_all fio "no fio 3.33 here"
[ "$(id -u)" -eq 0 ] || skip_all root "only root can limit a disk"
if [ ! -e /sys/fs/cgroup/blkio/blkio.throttle.read_iops_device ]; then
	all=/sys/fs/cgroup/cgroup.subtree_control
	if ! grep -q -w io $all; then
		echo +io >$all && enabled=$all
	fi 2>/dev/null
	mkdir "${all%/*}/diskidx-as-fio.$$" 2>/dev/null ||
		skip_all limits "no group of processes can be made"
	groups=${all%/*}/diskidx-as-fio.$$
fi

for n in 1 2 3 4 5 6; do
	mkdir -p "$scratch/$n/disk"
	truncate -s 96M "$scratch/$n/image"
	device=$(losetup --show -f --direct-io=on "$scratch/$n/image") ||
		skip_all mounts "no loop device can be had"
	devices="$devices $device"
	mkfs.ext4 -q -F -O ^has_journal -E nodiscard "$device" &&
		mount -t ext4 "$device" "$scratch/$n/disk" ||
		skip_all mounts "$device can't be mounted"
done
limit 500 || skip_all limits "the kernel doesn't limit $device"
cd "$scratch" || bail "can't go to $scratch"

# by N COMMAND...: on that disk, into N/out.
by()
{
	(
		cd "$1" || exit
		rm -f ./*.log disk/*.[0-9]*.[0-9]*
		cp ../job.fio .
		shift
		[ -z "$groups" ] || echo 0 >"$groups/cgroup.procs"
		exec "$@" >out 2>err
	)
}

# all_six WORD...: as options of fio.
all_six()
{
	for n in 1 2 3 4 5; do
		by $n fio "$@" &
	done
	by 6 "$DISKIDX" --no-save fio "$@"
	wait
}

# form N: what disk N's run printed, with N for each number. The shares of
# latencies, the bins of json+, and how many percentiles are in a line go by
# what the latencies happen to be.
form()
{
	sed -n '/^{/,/^}/p' "$1/out" | sed '
		s/,$//
		s/: -\{0,1\}[0-9][0-9.e+-]*$/: N/
		s/^ *-\{0,1\}[0-9][0-9.]*$/N/
		/"criterion"/s/[0-9.]\{1,\}/N/
		/^ \{12\}"[0-9]*" : N$/d
		/^  "diskidx version"/d
		/^  "notes"/,/^  ]/d
		/" : ""$/d
		/"time" :/{
			s/[A-Z][a-z][a-z]/Www/g
			s/[0-9]\{1,\}/N/g
		}
		s/"loop[0-9]*"/"loopN"/'
	sed '/^{/,/^}/d
		/: Laying out IO file/d
		/^ *lat ([mun]sec) *:/d
		/^ *| /{
			s/^ *| *//
			s/,$//
			s/], */]\
/g
		}
		/: pid=/s/[A-Z][a-z][a-z]/Www/g
		s/([num]sec):/(unit):/
		s/-\{0,1\}[0-9][0-9.]*[kM]\{0,1\}/N/g
		s/ *N\([KMGkm]\{0,1\}i\{0,1\}B\(\/s\)\{0,1\}\)\{0,1\}/ N/g
		s/( *[KM]iB\/s)/(unit)/' "$1/out"
	(cd "$1" && find . -name '*.log' | sort)
}

# figures N: lines PATH VALUE of its JSON and its logs.
figures()
{
	sed -n '/^{/,/^}/p' "$1/out" |
		awk -f "$srcdir/tests/support/flatten.awk"
	for log in "$1"/*.log; do
		[ ! -e "$log" ] || awk -F ', ' -v path="/log/${log#*/}" '
		{
			print path "/" FNR "/time\t" $1
			print path "/" FNR "/value\t" $2
		}' "$log"
	done
}

# What differs on purpose, and what of that a figure has, so that it is left out
# below: the manual has it, too.
differences=$(sed -n '/^.SS "Differences from fio"/,/^.PP/p' \
	"$srcdir/man/diskidx-jobfile.5")
ok "the manual has at most ten differences" \
	test "$(echo "$differences" | grep -c '^.IP')" -le 10
for words in 'The latency of a job with rate_iops' 'All requests .* are reaped' \
    "The disk's counters are read" 'eta of a job .* and flushes'; do
	like "one of them: $words" "$differences" "^$words"
done

# odd OWN THEIRS...: lines of what differs more than it may. The kernel lets
# requests through in lots of 100 ms, so that a window of half a second has one
# more or less, which is $lot of it; or a request of 25, if a job is slower than
# the disk. Its latencies count from when a request was due.
odd()
{
	awk -F '\t' -v lot="$lot" '
	# Let a percentile be the next one on either side: the latencies of such
	# a disk have steps, on either side of which it may fall.
	function widen(path,   list, other, p, q, below, above) {
		list = p = path
		sub(/[^\/]*$/, "", list)
		sub(/.*\//, "", p)
		below = -1
		above = 101
		for (other in n) {
			if (index(other, list) != 1)
				continue
			q = substr(other, length(list) + 1) + 0
			if (q < p + 0 && q > below) {
				below = q
				least = low[other]
			}
			if (q > p + 0 && q < above) {
				above = q
				most = high[other]
			}
		}
	}
	# Of that moment, or of the machine.
	$1 ~ /\/(timestamp|timestamp_ms|job_start|eta|elapsed)$/ ||
	$1 ~ /\/(usr_cpu|sys_cpu|ctx|majf|minf|min|max|stddev)$/ ||
	$1 ~ /\/(slat_ns|bins|latency_(ns|us|ms))\// ||
	$1 ~ /^\/log\/.*_slat/ ||
	$1 ~ /\/disk_util\/.*(merges|ticks|queue|util)$/ { next }
	# As the manual says.
	$1 ~ /\/iodepth_(level|complete)\/|\/short_ios$/ { next }
	lot < 0.1 && $1 ~ /lat_ns\/|^\/log\/.*lat.*value$/ { next }
	$2 !~ /^-?[0-9.e+-]+$/ { next }
	FILENAME == ARGV[1] { own[$1] = $2; next }
	{
		if (!($1 in n) || $2 < low[$1])
			low[$1] = $2 + 0
		if (!($1 in n) || $2 > high[$1])
			high[$1] = $2 + 0
		n[$1]++
	}
	END {
		for (path in own)
			if (path ~ /^\/log/ && !(path in n))
				print path " is not in fio"
		for (path in n) {
			if (n[path] < ARGC - 2)
				continue	# not each time
			if (!(path in own)) {
				if (path ~ /^\/log/)
					print path " is missing"
				continue
			}
			least = path ~ /percentile/ ? 5e7 : 1e6
			if (path ~ /lat_ns\/(mean|percentile)/ &&
			    own[path] < least && high[path] < least)
				continue
			# It counts fdatasync among short reads.
			if (path ~ /sync\/total_ios$/ && high[path] == 0)
				continue
			more = high[path] - low[path] + high[path] / 20
			mean = path
			if (path ~ /_(min|max)$|percentile|^\/log.*value$/)
				more += lot * high[path]
			else if (sub(/_(dev|stddev)$/, "_mean", mean))
				more += lot * own[mean]
			else if (path ~ /_mean$/)	# of three or more
				more += lot * high[path] / 3
			else if (path ~ /_samples$/)
				more += 1	# which ends with the run
			else if (path ~ /(iodepth_|_agg$)/)
				more += 5
			else if (path ~ /^\/log\/.*time$/)
				more = 100
			else if (path ~ /^\/disk_util/)
				more += 50 + high[path] / 2
			least = low[path]
			most = high[path]
			if (path ~ /percentile\//)
				widen(path)
			if (own[path] < least - more || own[path] > most + more)
				print path " is " own[path] ", of fio " \
					least " to " most
		}
	}' "$@" | sort
}

# attempt: the job of $words, whose figures of fio join those in theirs.*
attempt()
{
	# shellcheck disable=SC2086	# words
	all_six $words
	figures 6 >own
	for n in 1 2 3 4 5; do
		tries=$((tries + 1))
		figures $n >theirs.$tries
	done
	odd own theirs.* >found
	[ -s own ] || echo "no figures" >found
	[ ! -s found ]
}

jobs=" $* "
while read -r name words <&3; do
	case $name,$jobs in
	'#'*) continue ;;
	*,"  " | *,*" $name "*) ;;
	*) continue ;;
	esac
	formats=--output-format=normal,terse,json
	[ "${words%json+*}" = "$words" ] || formats=
	printf '%b' "${words#*: }" >job.fio
	case $words in
	*": "*) words="${words%%: *} job.fio" ;;
	esac
	lot=0.2
	[ "${words%rate_iops*}" = "$words" ] || lot=0.04
	words="--directory=disk $formats $words"
	rm -f theirs.*
	tries=0
	attempt || attempt || note "again in vain"
	form 1 >theirs
	form 6 >ours
	same "$name: has the form of fio's" ours theirs
	is "$name: no figure differs more than fio's own" "$(cat found)" ""
	if [ -n "${KEEP:-}" ]; then
		mkdir -p "$KEEP/$name"
		cp own theirs.* "$KEEP/$name"
		for n in 1 2 3 4 5 6; do
			cp "$n/out" "$KEEP/$name/$n.out"
			cp "$n/err" "$KEEP/$name/$n.err"
		done
	fi
done 3<"$srcdir/tests/lab/fio-jobs"
cd .. || exit
done_testing
