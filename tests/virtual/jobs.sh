#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# jobs.sh - the unmodified program runs jobs of fio on a disk whose law
# is known, in virtual time: every figure must be what fio's manual says of that
# job and that law. They are in a transcript, with what they follow from.
. "$(dirname "$0")/../support/virtual-disk.sh"
need_mathematics
size=		# the job file's

# jobs LAWS ARGUMENT...: a run in JSON on such a disk, into $scratch/out; prints
# the rate of each job, and its mean latency in microseconds.
jobs()
{
	laws=$1
	shift
	# shellcheck disable=SC2086	# three words
	on_disk $laws -i 1 -f json "$@" >"$scratch/out" 2>"$scratch/err" ||
		echo "status $?"
	awk -F '[":, ]+' '$2 == "id" { id = $3 ":" $4; value = "" }
		$2 == "value" && value == "" { value = $3 }
		$2 == "mean" && id != "" {
			printf "%s %.4g IOPS %.4g us\n", id, value, $3 / 1000
			id = ""
		}' "$scratch/out"
}

# of_log PROGRAM: what awk makes of the requests: $1 is r, w or f, in capitals
# for direct I/O, at $2, of $3 bytes, from $4 to $5 ns.
of_log()
{
	awk "$1" "$scratch/log"
}

# shares KIND...: of their requests in percent, by size; writes of 512 bytes are
# the proof of direct I/O.
shares()
{
	for kind; do
		of_log '$1 == "'"$kind"'" && ($1 == "R" || $3 > 512) {
			n[$3]++; all++ }
			END { for (i in n)
				printf "%s %d: %.0f %%\n", "'"$kind"'", i,
					100 * n[i] / all }' | sort -n -k 2
	done
}

# in_sequence KIND: how many of them are not behind the one before; and are there
# more than a thousand?
in_sequence()
{
	of_log '$1 == "F" || $1 == "f" { begun = 0 }
		{ both[$1] = 1 }
		$1 == "'"$1"'" && both["R"] && both["W"] {
			wrong += n++ && $2 != next_at && $2 != 0
			next_at = $2 + $3
		}
		END { print wrong + 0, (n > 1000) }'
}

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
time_based
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

# last_write: where the last of the writes of 8 KiB in the file ends.
last_write()
{
	of_log '$1 == "w" && $3 == 8192 && $2 + $3 > most { most = $2 + $3 }
		END { print most }'
}

# beside: how many reads began from the first of these writes to the end of the
# last, and how many behind them.
beside()
{
	of_log '$1 == "w" && $3 == 8192 { first = first ? first : $4; last = $5 }
		$1 == "R" { begin[NR] = $4 }
		END {
			for (i in begin) {
				behind += begin[i] > last
				beside += begin[i] >= first && begin[i] <= last
			}
			print beside, behind
		}'
}

# between_flushes: how many writes of 4 KiB, where that is so more than once.
between_flushes()
{
	of_log '$1 == "w" && $3 == 4096 { n++ }
		$1 == "f" && $5 - $4 == 1000000 { if (n) seen[n]++; n = 0 }
		END {
			for (i in seen)
				if (seen[i] > 1)
					print i
		}'
}

# parts: the writes of the last run without their flushes, and these, as in
# fio's output: the mean latency in microseconds of how many.
parts()
{
	awk -F '[": ,]+' '/^  "jobs"/ { jobs = 1 }
		/^      "[a-z]*": {/ { part = $2 }
		jobs && (part == "write" || part == "sync") {
			of = $2 == "lat_ns" ? part : of
			if ($2 == "mean" && of == part)
				mean = $3
			if ($2 == "N" && of == part) {
				printf "%s %.4g us, %d\n", part, mean / 1000, $3
				of = ""
			}
		}' "$scratch/out"
}

# misplaced: reads and writes that aren't at multiples of the least size.
misplaced()
{
	of_log '($1 == "R" && $2 % 512) || ($1 == "W" && $3 > 512 && $2 % 8192)'
}

# parts_read: up to which megabyte of the file, and how many blocks of it.
parts_read()
{
	of_log '$1 == "R" && $3 == 4096 {
			most = $2 > most ? $2 : most
			n += !seen[$2]++
		}
		END { print int(most / 1048576) + 1, n }'
}

read_bytes()
{
	of_log '$1 == "R" { sum += $3 } END { printf "%.0f\n", sum }'
}

# writes BYTES: how many of that size, how many of them are neither behind the
# one before nor at the start, and where the last block ends.
writes()
{
	of_log '$1 == "w" && $3 == '"$1"' {
			wrong += n++ && $2 != next_at && $2 != 0
			next_at = $2 + $3
			if (next_at > most)
				most = next_at
		}
		END { print n + 0, wrong + 0, most }'
}

# second: how many reads of 8 KiB, and by how many ms their end is behind that
# of the others.
second()
{
	of_log '$1 == "R" { n[$3]++; end[$3] = $5 }
		END { print n[8192], int((end[8192] - end[4096]) / 1e6) }'
}

transcript jobs "${1:-}"
is "nothing is left" "$(ls -A "$here")" ""
done_testing
