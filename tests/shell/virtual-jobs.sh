#!/bin/sh
# virtual-jobs.sh - the unmodified program runs jobs of fio on a disk whose law
# is known, in virtual time: every figure must be what fio's manual says of that
# job and that law. The disk is a library (tests/preload/virtual-disk.c).

: "${srcdir:=$(dirname "$0")/../..}"
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

# Thinking after each request, or after each fourth; it is in no latency.
on_disk constant:500 constant:100 constant:0 -i 1 -f csv fio --runtime=1 \
	--size=4m --direct=1 --rw=randread --thinktime=1500 \
	--name=each --name=fourth --stonewall --thinktime_blocks=4 \
	>"$scratch/out" 2>"$scratch/err"
near "thinking: IOPS" "$(csv fio:each value)" 500 0.2
near "thinking: mean" "$(csv fio:each mean_ns)" 500000 0.1
near "thinking after four: IOPS" "$(csv fio:fourth value)" 1142.86 0.4
near "thinking after four: mean" "$(csv fio:fourth mean_ns)" 500000 0.1
is "thinking: is no load of the processor, and no stall" \
	"$(csv fio:each flags) $(csv fio:fourth flags)" " "

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

is "nothing is left" "$(ls -A "$here")" ""
done_testing
