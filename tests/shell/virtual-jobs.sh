#!/bin/sh
# virtual-jobs.sh - the unmodified program runs jobs of fio on a disk whose law
# is known, in virtual time: every figure must be what fio's manual says of that
# job and that law. The disk is a library (tests/preload/virtual-disk.c).

: "${srcdir:=$(dirname "$0")/../..}"
tap_in_memory=yes
# shellcheck source=tests/shell/tap.sh
. "$srcdir/tests/shell/tap.sh"
need_diskidx
need_mathematics

# shellcheck source=tests/preload/virtual-disk.sh
. "$srcdir/tests/preload/virtual-disk.sh"
size=		# the job file's

# Two jobs at the same time, each with its own blocks, copies and size, and then
# a third alone.
cat >"$scratch/roles.fio" <<END
[global]
runtime=1
[log]
rw=write
bs=8k
size=64k
fdatasync=1
[data]
rw=randread
direct=1
numjobs=3
size=4m
[alone]
stonewall
rw=randread
direct=1
size=1m
END
on_disk constant:500 constant:100 constant:300 -i 1 -f csv \
	"$scratch/roles.fio" >"$scratch/out" 2>"$scratch/err"
what="jobs at the same time"
near "$what: the writer" "$(csv roles:log value)" 2500 0.2
near "$what: its latency" "$(csv roles:log mean_ns)" 400000 0.1
near "$what: the readers" "$(csv roles:data value)" 6000 0.2
near "$what: one behind a stonewall" "$(csv roles:alone value)" 2000 0.2
is "$what: the writer keeps to its size" "$(awk '$1 == "w" && $3 == 8192 &&
	$2 + $3 > most { most = $2 + $3 } END { print most }' "$scratch/log")" \
	65536
awk '$1 == "w" && $3 == 8192 { first = first ? first : $4; last = $5 }
	$1 == "R" { begin[NR] = $4 }
	END {
		for (i in begin)
			if (begin[i] > last)
				behind++
			else if (begin[i] >= first)
				beside++
		print beside, behind
	}' "$scratch/log" >"$scratch/reads"
near "$what: reads beside the writes" "$(cut -d ' ' -f 1 "$scratch/reads")" \
	6000 0.2
near "$what: reads of the third, behind them" \
	"$(cut -d ' ' -f 2 "$scratch/reads")" 2000 1

# Of those at the same time one has written all that it may: it is named alone.
on_disk constant:500 constant:100 constant:0 -i 1 -f json --max-write=30m \
	fio --runtime=1 --direct=1 --size=4m --name=long --rw=randread \
	--name=brief --rw=write --size=64k --new_group >"$scratch/out" \
	2>"$scratch/err"
is "the one of two that ended early is named" \
	"$(sed -n 's/^ *"\([^ ]*\): it ended over 10 % earlier.*/\1/p' \
		"$scratch/out")" fio:brief

# Each ends when it does, later by its startdelay.
on_disk constant:500 constant:100 constant:0 -i 1 -f json fio --size=4m \
	--direct=1 --rw=randread --name=long --runtime=5 --name=late \
	--startdelay=4 --runtime=1 >"$scratch/out" 2>"$scratch/err"
unlike "one that is shorter and starts later did not end early" \
	"$(cat "$scratch/out")" 'it ended over'

# A limit that leaves room for a block of the mean size, but not for the largest.
on_disk constant:100 constant:100 constant:0 -t 0.2 -i 8 --max-write=4700k \
	fio --size=4m --runtime=1 --rw=randwrite --bssplit=4k/50:1m/50 \
	--name=sizes >"$scratch/out" 2>"$scratch/err"
unlike "no room for the largest block: no figure" "$(cat "$scratch/out")" \
	'0\.0 IOPS'

# Copies begin together, however long the flush behind a warm-up takes each: in
# 2 s 8000 writes of all, and then four flushes of a second.
on_disk constant:100 constant:1000 bucket:1,0 -i 1 -f json fio --numjobs=4 \
	--size=4m --runtime=2 --ramp_time=1 --rw=randwrite --bs=64k --name=x \
	>"$scratch/out" 2>"$scratch/err"
near "copies behind a warm-up: all of them" "$(sed -n \
	's/^ *"value": \([0-9.]*\),.*/\1/p' "$scratch/out" | sed 1q)" 1333.2 0.1
near "copies behind a warm-up: the most of an interval" "$(sed -n \
	's/^ *"iops_max": \([0-9.]*\),.*/\1/p' "$scratch/out" |
	sort -n | tail -n 1)" 4000 1

# A flush after each eighth write, and one at the end.
on_disk constant:100 constant:100 constant:1000 -i 1 -f csv fio --runtime=1 \
	--size=4m --rw=write --fsync=8 --name=eighth >"$scratch/out" \
	2>"$scratch/err"
near "a flush of each eighth write: IOPS" "$(csv fio:eighth value)" 4444 0.3
is "a flush of each eighth write: writes between two" "$(awk '
	$1 == "w" && $3 == 4096 { n++ }
	$1 == "f" && $5 - $4 == 1000000 { if (n) seen[n]++; n = 0 }
	END {
		for (i in seen)
			if (seen[i] > 1)
				print i
	}' "$scratch/log")" 8

# Each write durable: O_SYNC keeps what fsync keeps, O_DSYNC what fdatasync does.
VIRTUAL_COMMIT=600
export VIRTUAL_COMMIT
on_disk constant:100 constant:100 constant:300 -i 1 -f csv fio --runtime=1 \
	--size=4m --rw=write --stonewall --name=one --sync=1 \
	--name=sync --sync=sync --name=dsync --sync=dsync \
	--name=fsync --fsync=1 --name=fdatasync --fdatasync=1 \
	>"$scratch/out" 2>"$scratch/err"
for how in one:1000 sync:1000 dsync:2500 fsync:1000 fdatasync:2500; do
	near "writes made durable by ${how%:*}: IOPS" \
		"$(csv "fio:${how%:*}" value)" "${how#*:}" 0.2
done
unset VIRTUAL_COMMIT

# Several block sizes: the disk moves 10 MB a second in each direction, so the
# figures follow from the mean sizes; the log has the sizes.
on_disk rate:10000000 rate:10000000 constant:0 -i 1 -f json fio --runtime=20 \
	--size=4m --direct=1 --rw=randrw --rwmixread=75 --name=split \
	--bssplit=512/20:4k/60:64k/20,8k/50:16k/50 \
	>"$scratch/out" 2>"$scratch/err"
what="several block sizes"
awk '$1 == "R" { n[$3]++; all++ }
	END { print 100 * n[512] / all, 100 * n[4096] / all,
		100 * n[65536] / all }' "$scratch/log" >"$scratch/shares"
near "$what: reads of 512 bytes" "$(cut -d ' ' -f 1 "$scratch/shares")" 20 4
near "$what: reads of 4k" "$(cut -d ' ' -f 2 "$scratch/shares")" 60 4
near "$what: reads of 64k" "$(cut -d ' ' -f 3 "$scratch/shares")" 20 4
near "$what: writes of 8k" "$(awk '$1 == "W" && $3 > 512 { n[$3]++; all++ }
	END { print 100 * n[8192] / all }' "$scratch/log")" 50 4
is "$what: are at multiples of the least" "$(awk '
	($1 == "R" && $2 % 512) || ($1 == "W" && $3 > 512 && $2 % 8192)' \
	"$scratch/log")" ""
mean=$(awk 'BEGIN {
	print 0.75 * (0.2 * 512 + 0.6 * 4096 + 0.2 * 65536) + 0.25 * 12288 }')
near "$what: IOPS" "$(field value)" "$(awk "BEGIN { print 1e7 / $mean }")" 3
near "$what: bytes" "$(field io_bytes)" "$(awk '$1 == "R" { sum += $3 }
	END { print sum }' "$scratch/log")" 0.1
is "$what: have no series of requests" \
	"$(grep -o '"series": .*' "$scratch/out")" '"series": []'

# Mixed in sequence: reads follow reads, and writes follow writes.
on_disk constant:100 constant:100 constant:0 -i 1 -f csv fio --runtime=1 \
	--size=4m --direct=1 --rw=rw --name=mixed >"$scratch/out" \
	2>"$scratch/err"
for kind in R W; do
	is "mixed in sequence: the next of each $kind is behind it" \
		"$(awk -v kind=$kind '$1 == "F" || $1 == "f" { begun = 0 }
			{ both[$1] = 1 }
			$1 == kind && both["R"] && both["W"] {
			if (n++ && $2 != next_at && $2 != 0)
				wrong++
			next_at = $2 + $3
		}
		END { print wrong + 0, (n > 1000) }' "$scratch/log")" "0 1"
done

# Jobs with times of their own: the second begins a second later, and goes on
# for two when the first has ended.
on_disk constant:500 constant:100 constant:0 -i 1 -f csv fio --size=4m \
	--direct=1 --rw=randread --name=first --runtime=2 \
	--name=second --bs=8k --startdelay=1 --runtime=3 \
	>"$scratch/out" 2>"$scratch/err"
what="jobs with times of their own"
near "$what: IOPS of the first" "$(csv fio:first value)" 2000 0.1
near "$what: IOPS of the second" "$(csv fio:second value)" 2000 0.1
near "$what: the second runs for three seconds" "$(grep -c '^R [0-9]* 8192 ' \
	"$scratch/log")" 6000 0.2
near "$what: and ends two behind the first" "$(awk '$1 == "R" { end[$3] = $5 }
	END { print (end[8192] - end[4096]) / 1e6 }' "$scratch/log")" 2000 0.1

is "nothing is left" "$(ls -A "$here")" ""
done_testing
