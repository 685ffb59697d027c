#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# as-fio.sh - diskidx fio instead of fio: scripts that call fio read the values
# of a disk whose law is known from its output. The calls and the reading are in
# the forms that public scripts use.
. "$(dirname "$0")/../support/fio-calls.sh"

# read_4k ARGUMENT...: a job that most calls have.
read_4k()
{
	fio --name=a --rw=randread --size=4m --runtime=1 --time_based \
		--direct=1 "$@"
}

is "a version in the form of fio's" "$(fio --version; cat out)" fio-3.33
fio --help
like "its help says what it is" "$(cat out)" \
	'The --version is.*|Refuses what it cannot do'

# A terse line.
is "terse: it ends well, and says nothing" "$(fio --name=rand_rw_4k \
	--rw=randrw --rwmixread=50 --bs=4k --numjobs=1 --size=4m --runtime=2 \
	--gtod_reduce=1 --direct=1 --group_reporting --minimal)" ""
is "terse: version, name, no error, and all fields with the disk's" \
	"$(awk -F ';' '{ print $1, $2, $3, $5, NF }' out)" \
	"3 fio-3.33 rand_rw_4k 0 130"
near "terse: reads" "$(terse 8)" 1666 3
near "terse: writes" "$(terse 49)" 1666 3
is "terse: KiB a second are four times these, and the latency of reads" \
	"$(terse 7 48 16)" "$(awk -F ';' '{
		printf "%.4g %.4g 500.1\n", $8 * 4, $49 * 4 }' out)"
read_4k --output-format=terse --terse-version=4 --description=why
is "terse 4: with trims and a description" \
	"$(awk -F ';' '{ print $1, NF, $NF }' out) $(terse 8)" "4 172 why 1999"
read_4k --output-format=terse --terse-version=5
is "terse 5: with trims and requests over time" \
	"$(awk -F ';' '{ print $1, NF }' out) $(terse 8)" "5 189 1999"

# Percentiles that are asked for, as fio has them in the fields of its own, and
# of the latencies that have them.
read_4k --percentile_list=99.999:50 --minimal
is "terse: other percentiles come first" "$(cut -d ';' -f 18-20 out)" \
	"50.000000%=500;99.999000%=500;0%=0"
read_4k --percentile_list=99.999:50 --output-format=json+
like "JSON: percentiles and bins are those of clat" "$(tr -d '\n ' <out)" \
	'"N":0},"clat_ns":{[^}]*,"percentile":{"50.000000":500[0-9]*,"99.999000":500[0-9]*},"bins":{"50[0-9]*":(1999|2000)}},"lat_ns":{[^{]*},"bw_min"'
read_4k --lat_percentiles=1 --clat_percentiles=0 --output-format=json+
like "JSON: or of all latency" "$(tr -d '\n ' <out)" \
	'"clat_ns":{[^{]*},"lat_ns":{[^{]*,"percentile":{[^}]*},"bins":{'

# A line a copy, or one of all.
is "terse: copies by themselves" \
	"$(read_4k --numjobs=2 --minimal --write_iops_log=c)$(echo c_*) $(
	awk -F ';' '{ printf "%.4g ", $8 }' out)" \
	"c_iops.1.log c_iops.2.log 1999 1999 "
read_4k --numjobs=2 --group_reporting --minimal
is "terse: copies together" "$(terse 8)" 3999

# Rates of reads and of writes, which make the mix.
fio --name=a --rw=randrw --rwmixread=50 --size=4m --runtime=10 --direct=1 \
	--rate_iops=300,100 --minimal
near "rates: the reads" "$(terse 8)" 300 3
near "rates: the writes" "$(terse 49)" 100 8
fio --name=a --rw=randrw --size=4m --runtime=1 --direct=1 --numjobs=2 \
	--group_reporting --rate_iops=300,100 --output-format=json
like "rates: those of each copy are the job's options" \
	"$(grep rate_iops out)" '"rate_iops" : "300,100"'
fio --name=a --rw=randwrite --size=4m --runtime=2 --direct=1 \
	--rate=,800k --minimal
near "rates: of writes alone" "$(terse 49)" 200 1

# A first step that only makes files.
is "create_only: nothing to do" "$(read_4k --create_only=1 \
	--output-format=json; cat out log)" ""

# JSON, from which a script for a database takes the flush.
is "JSON: it ends well, and says nothing" "$(fio --rw=write --ioengine=sync \
	--fdatasync=1 --size=1m --bs=2300 --name=perf --output-format=json)" ""
is "JSON: fio's version" "$(values 'fio version')" fio-3.33
near "JSON: 99 % of the flushes" \
	"$(values 99.000000 '/"sync" :/,/job_runtime/')" 300000 2
near "JSON: the writes without them" \
	"$(values mean '/"write" :/,/"trim"/' | tail -n 1)" 100000 1
is "JSON: as many flushes as writes" \
	"$(values total_ios | sort -n | tail -n 2 | uniq | wc -l | tr -d ' ')" 1
is "JSON: all percentiles of fio, and no other" \
	"$(values 99.990000 | wc -l | tr -d ' ') $(values 99.999000)" "2 "

if [ -z "$(unusable threads)" ]; then
	fio --rw=write --ioengine=posixaio --fsync=1 --size=64k --name=perf \
		--output-format=json
	near "JSON: the flushes of another engine" \
		"$(values mean '/"sync" :/,/job_runtime/')" 300000 1
	near "JSON: its writes without them" \
		"$(values mean '/"write" :/,/"trim"/' | tail -n 1)" 100000 1
else
	skip "JSON: the flushes of another engine" threads "no such engine here"
fi

# The usual output, whose lines are searched.
unlike "normal: it ends well" "$(read_4k)" status
is "normal: the first line with a rate is fio's" "$(grep -m 1 IOPS out |
	cut -c 1-18)" "  read: IOPS=1999,"
unlike "normal: nothing else is printed" "$(cat out)" "Trust is|record is in"
like "what is unlike fio is one line on standard error" \
	"$(wc -l <err | tr -d ' ') $(cat err)" \
	'^1 diskidx: unlike fio: the files .*; see diskidx-jobfile\(5\)$'
like "normal: as fio writes a speed" "$(cat out)" \
	'read: IOPS=1999, BW=[0-9.]+KiB/s \([0-9.]+kB/s\)\([0-9.]+KiB/[0-9]+msec\)$'
like "normal: its percentiles" "$(cat out)" \
	'99\.00th=\[ *(49[0-9]|50[0-9])[0-9]*\]'
like "normal: the group's speed" "$(cat out)" 'READ: bw=[0-9.]+[MK]iB/s \('
read_4k --output-format=json
is "also beside JSON" "$(grep -c 'unlike fio' err)" 1
is "but not in between" "$(on_disk constant:500 constant:100 constant:300 fio \
	--name=a --rw=randread --size=4m --output-format=json 2>&1 |
	sed -n '1p; $p' | tr '\n' ' ')" "{ } "

# What was read through memory would come out of it from then on.
fio --name=once --rw=randread --size=4m --runtime=40 --output-format=json
is "a job ends with its size, as in fio" "$(values total_ios | head -n 1)" 1024
# What fio 3.33 moves of 4 MiB, in requests.
for amount in "--bs=4k 1024" "--filesize=8m --loops=2 2048" \
	"--filesize=8m --loops=2 --io_size=10m 4096" \
	"--loops=3 3072" "--io_size=10m 2560" "--io_size=6k 2" \
	"--loops=3 --io_size=2m 1536" "--number_ios=100 100" \
	"--loops=3 --number_ios=100 300" "--number_ios=2000 1024" \
	"--number_ios=100 --numjobs=2 --group_reporting 200"; do
	# shellcheck disable=SC2086	# options
	fio --name=a --rw=randread --size=4m --direct=1 --runtime=9 \
		--output-format=json ${amount% *}
	is "an amount: ${amount% *}" "$(values total_ios | head -n 1)" \
		"${amount##* }"
done
is "its plan has the minute as a bound, and what it writes at most" \
	"$("$DISKIDX" -d "$here" -n fio --name=once --rw=write --size=4m |
	grep -c ' of 60 s at most\|^writes  *at most 8 MiB')" 2
is "that of three loops writes three times as much" \
	"$("$DISKIDX" -d "$here" -n fio --name=once --rw=write --size=4m \
		--loops=3 | grep -c '^writes  *at most 16 MiB')" 1
is "that of direct writes has those of the proof, too" \
	"$("$DISKIDX" -d "$here" -n fio --name=once --rw=randwrite --direct=1 \
		--size=4m | grep -c '^writes  *at most 24 MiB')" 1
fio --name=once --rw=write --fdatasync=1 --size=4m --bs=2k --output-format=json
is "a log without a runtime is written in full" \
	"$(values total_ios | sed -n 2p)" 2048

# shape FILE: with what the lines begin that begin an output.
shape()
{
	sed -n 's/^\([35{]\).*/\1/p; s/^\(Run\).*/\1/p
		s/^\(fio\)-.*/\1/p' "$1" | tr '\n' ' '
}
read_4k --output-format=normal,json+,json,terse
is "several formats are in fio's order" "$(shape out)" "fio 3 { Run "
read_4k --append-terse -terse-version 5
is "terse lines beside the usual output" "$(shape out)" "fio 5 Run "
like "one format has standard output" "$(on_disk constant:500 constant:100 \
	constant:300 -f json fio --name=a --minimal 2>&1 || :)" \
	'another format goes to standard output'

on_disk constant:500 constant:100 constant:300 -f text fio --name=a \
	--rw=randread --size=4m --minimal --output=terse >out 2>err
is "our report there, and fio's lines in a file" \
	"$(head -n 1 out | cut -d : -f 1,2) $(shape terse)" "fio:a 3 "

# Into a file alone, new or not, or to what is no file.
is "a file: nothing else is printed" \
	"$(read_4k -output=file -output-format json,normal; cat out)" ""
is "a file: all formats" "$(shape file)" "fio { Run "
is "one that is there is written over" \
	"$(read_4k --output=file --minimal; shape file; wc -l <file |
	tr -d ' ')" "3 1"
read_4k --output=/dev/stdout --output-format=json,terse
is "standard output by its name" "$(shape out)" "3 { "
mkfifo pipe
cat pipe >piped &
read_4k --output=pipe --minimal
wait
is "a pipe" "$(shape piped)" "3 "

# Where others may write, they lay no links.
mkdir shared
chmod 777 shared
ln -s ../file shared/link
ln file shared/hard
for path in shared/link shared/hard; do
	like "${path#*/} in a shared directory" \
		"$(read_4k --output=$path)" "^status 2 .*=$path: it is a link"
done
is "and what it leads to is as before" "$(shape file)" "3 "
ln -s file link
read_4k --output=link
is "a link elsewhere is followed" "$(shape file)" "fio Run "

# Logs of a mix: each direction over at least 500 ms.
fio --name=mix --rw=randrw --size=4m --runtime=2 --time_based --direct=1 \
	--minimal --write_bw_log=mix --write_iops_log=mix --write_lat_log=mix \
	--log_avg_msec=0x1f4 --per_job_logs=0x1
is "logs: all are there" "$(echo mix_*)" \
	"mix_bw.1.log mix_clat.1.log mix_iops.1.log mix_lat.1.log mix_slat.1.log"
is "logs: lines with five fields, of reads and of writes, without the end" \
	"$(awk -F', ' '{ print NF, $3 }' mix_bw.1.log | sort |
	uniq -c | tr -s ' \n' ' ')" " 3 5 0 3 5 1 "
near "logs: that of latencies ends with the run" \
	"$(tail -n 1 mix_lat.1.log | cut -d, -f1)" 2000 1
read_4k --write_bw_log=mix
is "logs: of an earlier run are written over" \
	"$(cut -d, -f3 mix_bw.1.log | sort -u)" " 0"
fio --name=short --rw=randread --size=64k --direct=1 --write_lat_log=short \
	--minimal
is "logs: of a job that is over sooner than a line is due" \
	"$(cat short_lat.1.log)" "8, 500060, 0, 0, 0"

# A disk whose rate is the same in each second.
read_4k --runtime=3 --ss=iops:1% --ss_dur=2 --output-format=json
is "steady: as fio says it" "$(for key in ss duration attained; do
		values $key '/"steadystate" :/,$'
	done | tr '\n' ' ')" "iops:1.000000% 2 1 "
near "steady: requests a second" \
	"$(values iops_mean '/"steadystate" :/,$')" 2000 1

# Jobs at the same time share the disk and a group, whose bandwidth is theirs.
fio --size=4m --direct=1 --runtime=1 --name=a --rw=randread --name=b \
	--rw=randwrite --output-format=normal,json
is "jobs at the same time: the disk is there once" \
	"$(values read_ios | wc -l | tr -d ' ') $(grep -c util= out)" "1 1"
is "jobs at the same time: one group has both" \
	"$(values groupid | tr '\n' ' ')$(sed -n \
	's/^Run status group \(.\).*/\1/p; s/^ *\(READ\|WRITE\): .*/\1/p' \
	out | tr '\n' ' ')" "0 0 0 READ WRITE "

# A job file, with values before it as its defaults; - is one, too.
printf '[job]\nrw=randread\ndirect=1\nsize=4m\n' >job.fio
fio job.fio --runtime=1 --minimal
is "a job file: reads" "$(terse 8)" 1999
fio --runtime=1 --minimal --time_based --thread job.fio
is "a job file behind an option that has no value" "$(terse 8)" 1999
fio - --runtime=1 --minimal <job.fio
is "standard input: reads" "$(terse 8)" 1999
fio "--name=4k read, QD=1" --rw=randread --direct=1 --size=4m --runtime=1 \
	--output-format=json
is "a name in its own characters, also among the options" \
	"$(grep -c '"[job]*name" : "4k read, QD=1"' out)" 2
mkdir jobs
printf '\tbs=8k\n  direct=1\n' >jobs/common.fio
printf '[%s]\nrw=randread\nstonewall\n include common.fio\n' one two \
	>jobs/two.fio
fio jobs/two.fio --size=4m --runtime=1 --output-format=json
is "job files: all jobs have the options, and what a file includes" \
	"$(sed -n \
	's/.*"\(bs\|size\|runtime\)" : "\(.*\)".*/\2/p' out | tr '\n' ' ')" \
	"4m 1 8k 8k "
printf '[one]\nsize=4m\nruntime=1\nrw=randread\ninclude common.fio\n' \
	>jobs/one.fio
fio jobs/one.fio --minimal
near "a job file alone: it has what it includes" "$(terse 7)" 16000 1
like "job files: fio runs the second after the first, so that it is refused" \
	"$(fio job.fio jobs/two.fio --minimal)" \
	'^status 2 .*two.fio. is a second job file'
printf 'percentile_list=101\n' >>job.fio
like "a job file alone: its faults have a line" \
	"$(fio job.fio --output-format=json)" \
	'^status 2 .*job.fio:5: percentile_list:'
like "standard input: includes from the current directory" \
	"$(fio - <jobs/two.fio)" '^status 2 diskidx: common.fio: No such file'

# What several jobs make together, the second three times as long as the first.
fio --group_reporting --direct=1 --size=4m --time_based --output-format=json \
	--name=r --rw=randread --runtime=1 --name=w --rw=randwrite --runtime=3
is "a group: each direction has the time of its longest job" \
	"$(values runtime '/"read" :/,$' | tr '\n' ' ')$(values iops |
	cut -d . -f 1 | tr '\n' ' ')" "1000 3000 0 1999 9993 0 "
near "a group: the disk's counters are those of the longest" \
	"$(values write_ios)" 29980 1

# How steady a job was: the time in its own units, behind a ramp, of all jobs.
steady()
{
	fio --group_reporting --direct=1 --size=4m --time_based --rw=randread \
		--output-format=json --ss=iops:50% "$@"
	values duration
	values attained
	values iops_mean | tail -n 1
}
near "steady: both jobs of a group" "$(steady --runtime=4 --ss_dur=2 --name=a \
	--name=b | tail -n 1)" 3998 1
is "steady: two minutes are longer than the job" "$(steady --runtime=4 \
	--ss_dur=2m --name=a | head -n 2 | tr '\n' ' ')" "120 0 "
is "steady: seconds of the ramp don't count" "$(for s in 4 5; do
		steady --runtime=$s --ss_dur=2 --ss_ramp=2 --name=a | sed -n 2p
	done | tr '\n' ' ')" "0 1 "

read_4k --bwavgtime=0200 --output-format=json
is "a number that begins with 0 is decimal" "$(values bw_samples | head -n 1)" 4

# Two jobs, one after the other, with the times of day of their ends.
fio --direct=1 --size=4m --time_based --runtime=2 --rw=randread --minimal \
	--log_unix_epoch=1 --log_avg_msec=1000 --write_iops_log=epoch \
	--name=a --name=b --stonewall
near "logs since 1970: two seconds between two jobs" \
	"$(sed 's/,.*//' epoch_iops.*.log | awk 'NR > 1 { print $1 - last }
		{ last = $1 }')" 2010 2

cd .. || exit
done_testing
