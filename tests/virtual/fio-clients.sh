#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# fio-clients.sh - programs that call fio and read what it prints, with diskidx
# instead of fio: they find the values of a disk whose law is known. They read
# like public scripts for virtual servers, plots, fleets and databases.
. "$(dirname "$0")/../support/fio-calls.sh"

# read_4k ARGUMENT...: 2000 reads a second, of 500 us each.
read_4k()
{
	fio --name=a --rw=randread --size=4m --runtime=2 --time_based \
		--direct=1 "$@"
}

# quiet_about SENTENCE SAID: the program ended well, and said nothing.
quiet_about()
{
	is "$1: ends well, and says nothing" "$2" ""
}

# Of the usual output the first line with a word, one by its number, the last.
quiet_about "normal" "$(read_4k)"
like "normal: the first line with IOPS has the speed" \
	"$(grep -m 1 IOPS out)" '^  read: IOPS=(1999|2000), BW='
like "normal: the first line is the job's" "$(sed -n 1p out)" \
	'^a: \(g=0\): rw=randread, bs=\(R\) 4096B-4096B, .*, iodepth=1$'
like "normal: the second is the version" "$(sed -n 2p out)" '^fio-3\.33$'
like "normal: the last is the disk's" "$(tail -n 1 out)" \
	'^  [a-z0-9]+: ios=[0-9]+/0, merge=.*, util=[0-9.]+%$'

# A suite of tests takes the speed behind a word, which may be in thousands.
laws='constant:20 constant:20 constant:300'
read_4k
near "a suite: thousands" "$(sed -n 's/.*read: IOPS=\([0-9.]*\)k,.*/\1/p' out)" \
	49.9 1
near "a suite: MiB a second" \
	"$(sed -n 's/^ *READ: bw=\([0-9.]*\)MiB.*/\1/p' out)" 195 1
laws='constant:500 constant:100 constant:300'

# One for virtual servers reads terse lines by number.
quiet_about "servers" "$(fio --name=rand_rw_4k --rw=randrw \
	--rwmixread=50 --bs=4k --iodepth=1 --numjobs=2 --size=4m --runtime=2 \
	--gtod_reduce=1 --direct=1 --group_reporting --minimal)"
near "servers: reads and writes of both copies" "$(terse 8 49 | tr ' ' +)" \
	"3333+3333" 3
near "servers: KiB are four times the reads" "$(terse 7)" \
	"$(awk -F ';' '{ print $8 * 4 }' out)" 1
near "servers: and the writes" "$(terse 48)" \
	"$(awk -F ';' '{ print $49 * 4 }' out)" 1

# A collector of metrics takes version 5, another one version 4.
for version in 3,130 4,171 5,189; do
	read_4k --output-format=terse --terse-version="${version%,*}"
	is "terse ${version%,*}: its fields, with those of the disk" \
		"$(awk -F ';' '{ print $1, NF }' out)" \
		"$(echo "$version" | tr , ' ')"
	near "terse ${version%,*}: IOPS" "$(terse 8)" 2000 1
	near "terse ${version%,*}: the disk's reads" \
		"$(awk -F ';' '{ print $(NF - 7) }' out)" 4000 1
done

# A container sums up the lines of a key that follow a name.
fio --name=RND4K --rw=randrw --size=4m --bs=4K --runtime=1 --direct=1 \
	--output-format=json
near "a container: IOPS of both" "$(grep -A 80 '"name" : "RND4K"' out |
	sed -n 's/^        "iops" : \([0-9.]*\),*$/\1/p' |
	awk '{ sum += $1 } END { print sum }')" 3333 1

# One for logs of databases takes the flushes' percentile.
quiet_about "a database" "$(fio --rw=write --ioengine=sync --fdatasync=1 \
	--size=1m --bs=2300 --name=perf --output-format=json)"
json=out
json "a database: 99 % of the flushes" '.jobs[0].sync.lat_ns
	| .percentile["99.000000"] > 295000 and .percentile["99.000000"] < 305000'

# A script for latencies takes the first line of a percentile. Each hundredth
# read takes ten times as long.
laws='stall:100,500,5000 constant:100 constant:300'
read_4k --output-format=json
near "latencies: the first of the 99.9th" \
	"$(awk '/"99.900000"/ { print $3 + 0; exit }' out)" 5000000 1
near "latencies: the first of the medians" \
	"$(awk '/"50.000000"/ { print $3 + 0; exit }' out)" 500000 1
is "latencies: one list of percentiles alone" \
	"$(values 50.000000 | grep -c .)" 1

# A plot takes the bins.
read_4k --output-format=json+
is "bins: as many as there were requests" "$(sed -n \
	'/"bins" : {/,/}/s/^ *"[0-9]*" : \([0-9]*\),*/\1/p' out |
	awk '{ sum += $1 } END { print sum }')" "$(values total_ios | sed 1q)"
near "bins: their mean" "$(sed -n \
	'/"bins" : {/,/}/s/^ *"\([0-9]*\)" : \([0-9]*\),*/\1 \2/p' out |
	awk '{ sum += $1 * $2; n += $2 } END { print sum / n }')" 545000 1
laws='constant:500 constant:100 constant:300'

# Plots go by the options, of which the file's are for all.
printf '%s\n' '[global]' size=4M bs=4K direct=1 runtime=2 group_reporting=1 \
	'[one]' rw=randread numjobs=2 >job.fio
quiet_about "plots" "$(fio job.fio --output-format=json)"
json "plots: the options as they were given" '.["global options"] == {
	size: "4M", bs: "4K", direct: "1", runtime: "2", group_reporting: "1"
	} and .jobs[0]["job options"] == { rw: "randread", numjobs: "2" }'
json "plots: one entry, of both copies" '(.jobs | length) == 1 and
	(.jobs[0].read | .iops > 3960 and .iops < 4040 and .iops_stddev < 40)'

# Without group_reporting a fleet gets each copy by itself.
read_4k --numjobs=3 --output-format=json
is "copies: an entry each" "$(values jobname | tr '\n' ' ')" "a a a "
near "copies: the speed of each" \
	"$(values iops | awk '$1 > 0 { printf "%s%.0f", plus, $1; plus = "+" }')" \
	"2000+2000+2000" 1
json "a fleet: speeds of windows of half a second" '[.jobs[].read | (
	.bw_samples == 3 or .bw_samples == 4), (.bw_min, .bw_max, .bw_mean
	| . > 7900 and . < 8100), .bw_dev < 50] | all'
json "a fleet: all percentiles" '.jobs[0].read.clat_ns.percentile
	| length == 17 and (.[] | . > 495000 and . < 505000)'

# Into a file that is there from the last time; then two formats at once.
echo LAST-TIME >result
for time in first second; do
	quiet_about "a file, $time time" "$(read_4k --output=result \
		--output-format=normal,json; cat out)"
done
is "a file: it has this run alone" "$(grep -c '"jobname"' result) \
$(grep -c LAST-TIME result)" "1 0"
near "two formats: the JSON" "$(sed -n '/^{/,/^}/s/ *"iops" : //p' result |
	sed 1q)" 2000 1
like "two formats: the normal lines" "$(sed '/^{/,/^}/d' result)" \
	'^  read: IOPS=(1999|2000), '

# A log of a second for each line, whose plain mean is the speed. As in fio,
# what ends with the run has a latency, but no line of requests.
read_4k --runtime=3 --write_iops_log=log --write_lat_log=log \
	--log_avg_msec=1000 --minimal
for log in log_iops.1.log,2,2000 log_lat.1.log,3,500000; do
	file=${log%%,*}
	is "$file: its lines" "$(wc -l <"$file" | tr -d ' ')" \
		"$(echo "$log" | cut -d , -f 2)"
	near "$file: their mean" "$(awk -F ', ' '{ sum += $2 }
		END { print sum / NR }' "$file")" "${log##*,}" 1
done

cd .. || exit
done_testing
