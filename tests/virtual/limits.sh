#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# limits.sh - sweeps over block and depth on disks of known limits, in virtual
# time: each limit that a report names is one that the disk has, or it is
# silent. With arguments it tries so many disks of that seed, and prints what
# was said.
tap_in_memory=yes
# shellcheck source=tests/support/tap.sh
. "$(dirname "$0")/../support/tap.sh"
need_diskidx
need_mathematics

# shellcheck source=tests/support/virtual-disk.sh
. "$(dirname "$0")/../support/virtual-disk.sh"
[ -n "$libaio" ] || skip_all libaio "no libaio here"

quiet=
log=
disks=${1:-10}

# disks SEED: lines of what limits a disk, requests and bytes a second (0: no
# limit), the law, and the share of a processor's time that a quota takes away.
# A disk turns, has chips, or is at the end of a network.
disks()
{
	awk -v n="$disks" -v seed="$1" '
	function among(low, high)
	{
		return low * (high / low) ^ rand()
	}

	function medium(kind)
	{
		if (kind == "turns") {
			channels = int(among(1, 5))
			us = among(4000, 12000)
			bytes = among(8e7, 2.6e8)
		} else if (kind == "chips") {
			channels = int(among(4, 33))
			us = among(80, 400)
			bytes = among(2e7, 2e8)
		} else {
			channels = 60
			us = among(300, 4000)
			bytes = among(5e7, 5e8)
		}
		natural = channels / (us / 1e6 + 4096 / bytes)
		return sprintf("medium:%.0f,%.2f,%.0f,%d", us, rand() / 2,
			       bytes, channels)
	}

	BEGIN {
		srand(seed)
		split("none requests bytes both processor", kinds, " ")
		split("turns chips network", media, " ")
		for (i = 0; i < n; i++) {
			kind = kinds[i % 5 + 1]
			iops = rate = quota = 0
			# One that turns is slower than most limits.
			least = (kind == "none" ? 1 : 2)
			law = medium(media[least + int((4 - least) * rand())])
			if (kind == "requests" || kind == "both")
				iops = among(100, natural / 3)
			if (kind == "bytes" || kind == "both")
				rate = among(5e6, channels * bytes / 3)
			if (kind == "processor") {
				# The rest of the time is for requests.
				quota = int(60 + 35 * rand())
				law = sprintf("medium:%.0f,0.1,5e9,1",
					      2000 / (100 - quota))
			}
			credit = rand() < 0.3 ? among(0.01, 10) : 0
			slice = rand() < 0.5 ? among(0.001, 0.1) : 0
			printf "%s %.0f %.0f %s,%.0f,%.0f,%g,%g %d\n", kind,
			       iops, rate, law, iops, rate, credit, slice, quota
		}
	}'
}

# limits: those in the last report, as numbers: requests, and bytes a second.
limits()
{
	tr -s ' \n' ' ' <"$scratch/out" | awk '{
		while (match($0, /Limit: [0-9.]* (IOPS|MiB)/)) {
			split(substr($0, RSTART, RLENGTH), word, " ")
			if (word[3] == "IOPS")
				iops = word[2]
			else
				rate = word[2] * 1048576
			$0 = substr($0, RSTART + RLENGTH)
		}
		printf "%.0f %.0f\n", iops, rate
	}'
}

# verdict WANTED FOUND...: wrong, found or silent, of requests and of bytes.
verdict()
{
	echo "$*" | awk '{
		for (i = 1; i <= 2; i++) {
			off = $i > 0 ? $(i + 2) / $i - 1 : 1
			if ($(i + 2) == 0)
				continue
			found++
			wrong += off < -0.1 || off > 0.1
		}
		print (wrong ? "wrong" : found ? "found" : "silent")
	}'
}

wrong=0
disks "${2:-37}" >"$scratch/disks"
while read -r kind iops rate law quota; do
	if [ "$quota" -gt 0 ]; then
		VIRTUAL_QUOTA=$quota
		export VIRTUAL_QUOTA
	else
		unset VIRTUAL_QUOTA
	fi
	on_disk "$law" constant:100 constant:0 -e libaio -t 1 -i 4 \
		-b 4k,64k,1m -Q 1,8,32 rand-read-q32 >"$scratch/out" \
		2>"$scratch/err"
	found=$(limits)
	said=$(verdict "$iops" "$rate" "$found")
	echo "$kind $said" >>"$scratch/verdicts"
	[ -z "${1:-}" ] || note "$said: $kind $iops $rate $law: $found"
	[ "$said" != wrong ] || wrong=$((wrong + 1))
done <"$scratch/disks"
note "$(sort "$scratch/verdicts" | uniq -c | tr -s ' ' | paste -s -d ';' -)"
is "no limit is named that the disk does not have" $wrong 0
ok "limits are found" grep -q found "$scratch/verdicts"
# Each kind of report has both of a volume.
unset VIRTUAL_QUOTA
record="-o $scratch/record"
on_disk medium:100,0.5,2e9,16,3000,131072000,0.01 constant:100 constant:0 \
	-e libaio -t 1 -i 3 -b 4k,16k,256k,1m -Q 1,8 rand-read-q32 \
	>"$scratch/out" 2>"$scratch/err"
for format in text markdown html json; do
	"$DISKIDX" report -f "$format" "$scratch/record" >"$scratch/out"
	is "$format has the limits" \
		"$(says "Limit: [0-9.]* [^;,]*alike" |
		sed 's/30[0-9]*\.[0-9]/N/; s/126\.[0-9]/M/' | sort -u)" \
		"Limit: M MiB/s with blocks of 256K and of 1M alike
Limit: N IOPS with blocks of 4K and of 16K alike"
done

is "nothing is left" "$(ls -A "$here")" ""
done_testing
