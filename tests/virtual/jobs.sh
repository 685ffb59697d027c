#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# jobs.sh - the unmodified program runs fio's jobs on a disk whose law is known,
# in virtual time, in transcripts that say what the values follow from:
#	jobs	every value must be what fio's manual says for that job and that
#		law; and fio's logs, for jobs that ask for them and for a whole
#		run or record, show what the disk did
#	suits	profiles: what a disk suits follows from its law, and the exit
#		status follows from that
. "$(dirname "$0")/../support/virtual-disk.sh"
need_mathematics
size=		# the job file's
cd "$scratch" || bail "can't go to $scratch"

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

# in_sequence KIND: how many of them are not behind the one before; and are
# there more than a thousand?
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
time_based
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

# parts_read: up to which megabyte of the file, and how many blocks of it.
parts_read()
{
	of_log '$1 == "R" && $3 == 4096 {
			most = $2 > most ? $2 : most
			n += !seen[$2]++
		}
		END { print int(most / 1048576) + 1, n }'
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

# logged ARGUMENT...: reads take 500 us there, writes 100 us, flushes 300 us.
logged()
{
	code=0
	size=4m quiet='' record="-o record"
	on_disk constant:500 constant:100 constant:300 -e "${engine:-sync}" \
		-t 1 -i 1 "$@" >out 2>err || code=$?
	return "$code"
}

# logs PREFIX: those with that prefix, by what they have.
logs()
{
	for file in "$1"_*; do
		echo "${file#"$1"_}"
	done | sort -t . -k 2,2n -k 1,1 | awk -F . '
		$1 != kind && $2 == number { line = line " " $1; next }
		{ if (line) print line; number = $2; line = $2 ": " $1 }
		END { print line }'
}

# middle FILE...: what its lines of the first direction have from the third to
# the ninth, of ten.
middle()
{
	for file; do
		sed -n '3,9s/^[0-9]*, //p' "$file" | uniq -c | tr -s ' '
	done
}

cat >logs.fio <<'END'
[r]
time_based
runtime=1
rw=randread
direct=1
bs=8k
write_bw_log=j
write_iops_log=j
write_lat_log=j
[w]
stonewall
rw=write
fsync=1
numjobs=2
write_lat_log
log_avg_msec=300
[u]
time_based
runtime=1
stonewall
rw=read
direct=1
write_bw_log=j
log_avg_msec=500
END
cat >one.fio <<'END'
[global]
time_based
runtime=1
direct=1
write_bw_log=one
per_job_logs=0
[a]
rw=read
[b]
rw=randread
bs=8k
stonewall
END
# shellcheck disable=SC2034	# the transcript has it
whole="-Q 1 -c 1,2 rand-read-q32 rand-mixed-q32 fstime seq-write"
transcript jobs "${1:-}"

# Submission and completion are the two parts of a latency: the call takes 40 ns
# there, the disk the rest.
if [ -n "$libaio" ]; then
	engine=libaio
	logged fio --name=p --rw=randread --ioengine=libaio --direct=1 \
		--time_based --runtime=1 --write_lat_log=p
	is "parts of a latency" "$(middle p_lat.1.log p_slat.1.log p_clat.1.log |
		cut -d , -f 1)" " 7 500040
 7 40
 7 500000"
else
	skip "parts of a latency" libaio "no libaio here"
fi

# judged LAWS ARGUMENT...: the first line of a run on such a disk.
judged()
{
	laws=$1 code=0
	shift
	# shellcheck disable=SC2086	# three words
	on_disk $laws "$@" >out 2>err || code=$?
	sed 1q out
	return "$code"
}

cat >log.fio <<'END'
[log]
; expect sync p99 < 10ms  # somewhere, 2026
rw=write
fdatasync=1
bs=4k
size=64m
END
{
	cat log.fio
	echo numjobs=3
} >copies.fio
quiet=
log=
size=
record=--no-save
# shellcheck disable=SC2034	# the transcript has it
fast='constant:100 constant:100 constant:2000'
slow='constant:1000 constant:1000 constant:20000'
transcript suits "${1:-}"

together='all together end well, whatever they say'
if [ -n "$libaio" ]; then
	like "$together" "$(judged "$slow" -i 3 -t 0.1 suits)" \
		'^Suits [0-9] of the 6 applications that set a limit; undecided: etcd'
	is "in 80 columns" "$(awk 'length > 80' out)" ""
	is "with each name" "$(for name in etcd openshift proxmox cockroachdb \
		consul harvester ceph-journal postgresql-wal; do
		grep -c "^$name" out
	done | uniq)" 1
else
	# Threads can't wait in virtual time here.
	skip "$together" libaio "no libaio here"
fi
is "nothing is left" "$(ls -A "$here")" ""

# Jobs with directories of their own, two of them in one at the same time.
mkdir one two
printf '[%s]\ndirectory=%s\n%s\nsize=1m\nruntime=1\ntime_based\ndirect=1\n' \
	a one rw=randread b two "rw=randwrite" c two rw=randread \
	d one "stonewall" >places.fio
here=
is "each job is done in its directory" "$(
	on "$fast" -f csv places.fio
	for job in a b c d; do
		echo "$job: $(csv "places:$job" target)" \
			"$(csv "places:$job" value | cut -c 1-2)"
	done
	ls -A one two)" "a: one 99
b: two 99
c: two 99
d: one 99
one:

two:"
like "a directory has files for its own jobs" \
	"$("$DISKIDX" -n places.fio)" 'space  *2 MiB at a time in each'
on "$fast" places.fio
is "tests of other directories are not compared" \
	"$(grep -c ' against ' "$scratch/out") $(grep -c '^On ' "$scratch/out")" \
	"0 4"
# shellcheck disable=SC2086	# three words
on_disk $fast fio --name=a --rw=randread --directory=one:two --size=1m \
	--runtime=1 --direct=1 --numjobs=2 --group_reporting \
	--output-format=json >"$scratch/out"
is "copies of a job in two directories are reported together" "$(grep -c \
	'"jobname"' "$scratch/out") $(sed -n 's/.*"iops" : \(..\).*/\1/p' \
	"$scratch/out" | head -n 1)" "1 19"
here=$scratch/one
is "-d takes all of them" "$(on "$fast" -f csv places.fio
	csv places:a target)" "$here"

cd .. || exit
done_testing
