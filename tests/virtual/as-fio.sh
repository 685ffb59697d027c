#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# as-fio.sh - diskidx fio in the place of fio: what scripts that call fio read
# from its output are the figures of a disk whose law is known. The calls and
# the reading are in the forms that public scripts have.
# shellcheck disable=SC2034	# awk's own; for virtual-disk.sh
. "$(dirname "$0")/../support/virtual-disk.sh"
size=		# fio's
quiet=

# fio ARGUMENT...: reads take 500 us there, writes 100 us, flushes 300 us.
fio()
{
	on_disk constant:500 constant:100 constant:300 fio "$@" \
		>"$scratch/out" 2>"$scratch/err"
	status=$?
}

# numbers: those of a line of awk's, in whole figures.
numbers()
{
	awk "$@" "$scratch/out"
}

# values KEY: those of a key of JSON, as a script greps them.
values()
{
	sed -n "s|^ *\"$1\" : \([0-9.]*\).*|\1|p" "$scratch/out"
}

fio --version
is "a version in the form of fio's" "$(cat "$scratch/out")" fio-3.33
fio --help
like "its help says what it is" "$(cat "$scratch/out")" \
	'The --version is.*|Refuses what it cannot honour'

# A terse line, whose fields are read by number.
fio --name=rand_rw_4k --rw=randrw --rwmixread=50 --bs=4k --numjobs=1 \
	--size=4m --runtime=2 --gtod_reduce=1 --direct=1 --group_reporting \
	--minimal
is "terse: it ends well, and says nothing else" \
	"$status $(cat "$scratch/err")" "0 "
near "terse: the reads of field 8" "$(numbers -F';' '{ print $8 }')" 1666 3
near "terse: the writes of field 49" "$(numbers -F';' '{ print $49 }')" 1666 3
near "terse: KiB a second in field 7" "$(numbers -F';' '{ print $7 }')" 6664 3
near "terse: KiB a second in field 48" "$(numbers -F';' '{ print $48 }')" \
	6664 3
near "terse: the mean latency of reads" "$(numbers -F';' '{ print $16 }')" \
	500 1
is "terse: version, name, no error, and all fields but the disk's" \
	"$(numbers -F';' '{ print $1, $2, $3, $5, NF }')" \
	"3 fio-3.33 rand_rw_4k 0 121"
fio --name=a --rw=randread --size=4m --runtime=1 --direct=1 \
	--output-format=terse --terse-version=5
is "terse 5: with trims" "$(numbers -F';' '{ print $1, NF }')" "5 180"
near "terse 5: reads" "$(numbers -F';' '{ print $8 }')" 2000 1

# Its fields are those of fio's own percentiles.
fio --name=q --rw=randread --size=4m --percentile_list=99 --minimal
is "terse: other percentiles are refused" "$status$(cat "$scratch/out")" 2
like "and the message says what to do" "$(cat "$scratch/err")" \
	'give --output-format=json$'
fio --name=q --rw=randread --size=4m --percentile_list=99:99.999 \
	--output-format=json
like "JSON: neither is one that it lacks" "$status $(cat "$scratch/err")" \
	'^2 .*: ends at 99[.]99 here; diskidx -f json fio ... has more$'

# Copies, which are one line here and as many in fio without group_reporting.
fio --name=a --rw=randread --size=4m --runtime=1 --direct=1 --numjobs=2 --minimal
is "terse: copies by themselves are refused" "$status$(cat "$scratch/out")" 2
like "and the message says what to give" "$(cat "$scratch/err")" \
	'give --group_reporting$'
fio --name=a --rw=randread --size=4m --runtime=1 --direct=1 --numjobs=2 \
	--name=b --stonewall --numjobs=1 --output-format=json
is "JSON: likewise" "$status$(cat "$scratch/out")" 2
fio --name=a --rw=randread --size=4m --runtime=1 --direct=1 --numjobs=2 \
	--group_reporting --minimal
near "terse: copies together" "$(numbers -F';' '{ print $8 }')" 4000 1
fio --name=a --rw=randread --size=4m --runtime=1 --direct=1 --numjobs=2
near "normal: copies together" "$(sed -n \
	's/.*read: IOPS=\([0-9]*\),.*/\1/p' "$scratch/out")" 4000 1

# Rates of reads and of writes, which make the mix.
fio --name=a --rw=randrw --rwmixread=50 --size=4m --runtime=40 --direct=1 \
	--rate_iops=300,100 --minimal
near "rates: the reads" "$(numbers -F';' '{ print $8 }')" 300 3
near "rates: the writes" "$(numbers -F';' '{ print $49 }')" 100 8
fio --name=a --rw=randrw --size=4m --runtime=1 --direct=1 --numjobs=2 \
	--group_reporting --rate_iops=300,100 --output-format=json
is "rates: those of each copy are the job's options" \
	"$(sed -n 's/.*"rate_iops" : "\(.*\)".*/\1/p' "$scratch/out")" 300,100
fio --name=a --rw=randwrite --size=4m --runtime=2 --direct=1 \
	--rate=,800k --minimal
near "rates: of writes alone" "$(numbers -F';' '{ print $49 }')" 200 1

# A first step that only makes files.
fio --name=a --rw=randread --size=4m --create_only=1 --output-format=json
is "create_only: nothing to do" \
	"$status$(cat "$scratch/out" "$scratch/log" 2>/dev/null)" 0

# JSON, from which a script for a database takes the flush.
fio --rw=write --ioengine=sync --fdatasync=1 --size=1m --bs=2300 --name=perf \
	--output-format=json
is "JSON: it ends well, and says nothing else" \
	"$status $(cat "$scratch/err")" "0 "
is "JSON: fio's version" "$(grep -c '"fio version" : "fio-3.33"' \
	"$scratch/out")" 1
p99=$(sed -n '/"sync" :/,/job_runtime/p' "$scratch/out" |
	sed -n 's/.*"99.000000" : \([0-9]*\).*/\1/p')
near "JSON: 99 % of the flushes" "$p99" 300000 2
is "JSON: as many flushes as writes" \
	"$(values total_ios | sort -n | tail -n 2 | uniq | wc -l | tr -d ' ')" 1
is "JSON: all percentiles of fio, and no other" \
	"$(grep -c '"99.990000" : ' "$scratch/out") $(grep -c \
	'"99.999000" : ' "$scratch/out")" "3 0"

if [ -z "$(unusable threads)" ]; then
	fio --rw=write --ioengine=posixaio --fsync=1 --size=64k --name=perf \
		--output-format=json
	near "JSON: the flushes of another engine" "$(sed -n \
		'/"sync" :/,/job_runtime/s/.*"mean" : \([0-9.]*\).*/\1/p' \
		"$scratch/out")" 300000 1
	near "JSON: its writes without them" "$(sed -n \
		'/"write" :/,/"trim"/s/.*"mean" : \([0-9.]*\).*/\1/p' \
		"$scratch/out" | tail -n 1)" 100000 1
else
	skip "JSON: the flushes of another engine" threads "no such engine here"
fi

# The usual output, whose lines are searched.
fio --name=test --rw=randread --size=4m --runtime=1 --direct=1
is "normal: it ends well" "$status" 0
line=$(grep 'read: IOPS=' "$scratch/out")
near "normal: IOPS" "$(echo "$line" | sed 's/.*IOPS=\([0-9]*\),.*/\1/')" 2000 1
like "normal: as fio writes a speed" "$line" \
	'BW=[0-9.]+KiB/s \([0-9.]+kB/s\)\([0-9.]+KiB/[0-9]+msec\)$'
like "normal: its percentiles" "$(cat "$scratch/out")" \
	'99\.00th=\[ *(49[0-9]|50[0-9])[0-9]*\]'
like "normal: the group's speed" "$(cat "$scratch/out")" \
	'READ: bw=[0-9.]+[MK]iB/s \('

# What was read through memory would come out of it from then on.
fio --name=once --rw=randread --size=4m --runtime=40 --output-format=json
is "a buffered job ends with its size, as in fio" \
	"$(values total_ios | head -n 1)" 1024
is "its plan has the minute as a bound, and what it writes at most" \
	"$("$DISKIDX" -d "$here" -n fio --name=once --rw=write --size=4m |
	grep -c ' of 60 s at most\|^writes  *8 MiB at most')" 2
fio --name=once --rw=write --fdatasync=1 --size=4m --bs=2k --output-format=json
is "a log without a runtime is written in full" \
	"$(values total_ios | sed -n 2p)" 2048

# Into a file alone, which must be new.
fio --name=test --rw=randread --size=4m --runtime=1 --direct=1 \
	--output="$scratch/file" --output-format=json,normal
is "a file: nothing else is printed" "$status$(cat "$scratch/out")" 0
is "a file: the first of the formats" "$(head -n 1 "$scratch/file")" "{"
fio --name=test --rw=randread --size=4m --output="$scratch/file"
is "a file that is there is refused" "$status" 2
like "and the message says why" "$(cat "$scratch/err")" 'is there already'

# Logs of a mix: each direction over at least 500 ms.
fio --name=mix --rw=randrw --size=4m --runtime=2 --direct=1 --minimal \
	--write_bw_log="$scratch/log" --write_iops_log="$scratch/log" \
	--write_lat_log="$scratch/log" --log_avg_msec=500
is "logs: all are there" "$(cd "$scratch" && echo log_*)" \
	"log_bw.1.log log_clat.1.log log_iops.1.log log_lat.1.log log_slat.1.log"
is "logs: lines with five fields, of reads and of writes" \
	"$(awk -F', ' '{ print NF, $3 }' "$scratch/log_bw.1.log" | sort |
	uniq -c | tr -s ' \n' ' ')" " 4 5 0 4 5 1 "
near "logs: the last ends with the run" \
	"$(tail -n 1 "$scratch/log_iops.1.log" | cut -d, -f1)" 2000 1
near "logs: IOPS" "$(awk -F', ' '$3 == 0 { n++; sum += $2 }
	END { print sum / n }' "$scratch/log_iops.1.log")" 1666 3
near "logs: latency of writes" "$(awk -F', ' '$3 == 1 { n++; sum += $2 }
	END { print sum / n }' "$scratch/log_lat.1.log")" 100000 1
fio --name=mix --rw=randrw --size=4m --write_bw_log="$scratch/log"
is "logs: one that is there is refused" \
	"$status $(sed 's|.*/log|log|' "$scratch/err")" \
	"2 log_bw.1.log: it is there already; name a new file"

fio --name=w --rw=write --ioengine=sync --fsync=1 --size=4m --runtime=1 \
	--direct=1 --write_lat_log="$scratch/flushed"
near "logs: latency of writes without their flush" "$(tail -n 1 \
	"$scratch/flushed_lat.1.log" | cut -d ' ' -f 2)" 100000 1

# A job file, with values before it as its defaults; - is one, too.
printf '[job]\nrw=randread\ndirect=1\nsize=4m\n' >"$scratch/job.fio"
fio "$scratch/job.fio" --runtime=1 --minimal
near "a job file: reads" "$(numbers -F';' '{ print $8 }')" 2000 1
fio --runtime=1 --minimal --time_based --thread "$scratch/job.fio"
near "a job file behind an option that has no value" \
	"$(numbers -F';' '{ print $8 }')" 2000 1
printf 'name=own_name\n' >>"$scratch/job.fio"
fio "$scratch/job.fio" --runtime=1 --output-format=json
is "a job file: the job's name, also among its options" \
	"$(grep -c '"[job]*name" : "own_name"' "$scratch/out")" 2
fio "--name=4k read, QD=1" --rw=randread --direct=1 --size=4m --runtime=1 \
	--output-format=json
is "a name in its own characters, also among the options" \
	"$(grep -c '"[job]*name" : "4k read, QD=1"' "$scratch/out")" 2
mkdir "$scratch/jobs"
printf '\tbs=8k\n  direct=1\n' >"$scratch/jobs/common.fio"
printf '[%s]\nrw=randread\nstonewall\n include common.fio\n' one two \
	>"$scratch/jobs/two.fio"
fio "$scratch/jobs/two.fio" --size=4m --runtime=1 --output-format=json
is "job files: all jobs have the options, and what a file includes" \
	"$(sed -n 's/.*"\(bs\|size\|runtime\)" : "\(.*\)".*/\2/p' \
	"$scratch/out" | tr '\n' ' ')" "8k 4194304 1 8k 4194304 1 "
fio "$scratch/job.fio" "$scratch/jobs/two.fio" --size=4m --minimal
like "job files: fio runs the second after the first, so that it is refused" \
	"$status $(cat "$scratch/err")" '^2 .*two.fio. is a second job file'
printf '[job]\nsize=4m\npercentile_list=33\n' >"$scratch/alone.fio"
fio "$scratch/alone.fio" --output-format=json
is "a job file alone: other figures than fio's are refused" \
	"$status $(sed -n 's/.*alone.fio:3: \([a-z_]*\):.*/\1/p' \
	"$scratch/err")" "2 percentile_list"
fio - --runtime=1 --minimal <"$scratch/job.fio"
near "standard input: reads" "$(numbers -F';' '{ print $8 }')" 2000 1
(cd "$scratch" && "$DISKIDX" --dry-run fio - <jobs/two.fio) 2>"$scratch/err"
like "standard input: includes from the current directory" \
	"$(cat "$scratch/err")" '^diskidx: common.fio: No such file'

done_testing
