#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# schema.sh - all JSON is as doc/diskidx.schema.json says, and shows all of it.
tap_in_memory=yes
. "$(dirname "$0")/../support/tap.sh"
need_diskidx
golden=$srcdir/tests/golden

# A document of each record, of comparisons, and of runs here.
for record in "$golden"/*.record "$golden"/records/good-suite.record; do
	name=$(basename "$record" .record)
	"$DISKIDX" report -f json "$record" >"$scratch/$name.json"
done
"$DISKIDX" compare -f json "$golden/old.record" "$golden/new.record" \
	>"$scratch/compared.json"
"$DISKIDX" compare -f json "$golden/runs-old.record" vs \
	"$golden/runs-new.record" >"$scratch/runs.json"
"$DISKIDX" compare -f json "$golden/two.record" >"$scratch/targets.json"
"$DISKIDX" report -f json "$golden/runs-old.record" "$golden/old.record" \
	>"$scratch/several.json"
"$DISKIDX" compare -f json "$golden/runs-old.record" "$golden/runs-old.record" \
	"$golden/runs-new.record" >"$scratch/ranked.json"
mkdir "$scratch/1"
awk -f "$srcdir/tests/support/records.awk" -f "$srcdir/tests/support/simulate.awk" \
	-v seed=7 -v trials=1 -v dir="$scratch" -v truth="$scratch/truth" \
	-v sides="1 1 1" -v hosts=0.03 -v spread=0.03 -v latency=0.3 \
	-v rounds=3 -v rows=3 </dev/null
"$DISKIDX" merge -f json "$scratch"/1/*.diskidx >"$scratch/merged.json" ||
	rm "$scratch/merged.json"
# Eight days, on the last four of which all takes twice as long.
for day in 0 1 2 3 4 5 6 7; do
	awk -v day=$day 'BEGIN { FS = OFS = "\t" }
		$1 == "run" { $3 += 86400 * day; $4 += 86400 * day }
		$1 == "sample" {
			longer = (day < 4 ? 1 : 2) * (1 + day % 2 / 100)
			$3 = sprintf("%.0f", longer * $3)
		}
		NR > 1 || day == 0' "$golden/same.record"
done >"$scratch/days"
"$DISKIDX" report -f json "$scratch/days" >"$scratch/days.json"
mkdir "$scratch/disk"
"$DISKIDX" -q -d "$scratch/disk" -s 2m -t 0.02 -i 1 --no-save -f json \
	--random=zipf:1.2 --rate=500 --cache=buffered seq-read rand-mixed-q32 \
	>"$scratch/run.json"
"$DISKIDX" -q -d "$scratch/disk" -t 0.02 -i 1 --no-save -f json \
	fio --name=a --rw=rw --size=1m --bssplit=4k:8k --fsync=2 \
	--name=b --size=2m --rw=randread --bssplit=4k:8k --ba=8k \
	--random_distribution=zoned:50/5:50/ --name=c --rw=write --size=1m \
	--dedupe_percentage=9 --buffer_compress_percentage=9 \
	--buffer_pattern=0x77 --name=d --rw=read:-8k --size=1m --rate=5000 \
	--name=e --rw=read --size=1m --zonesize=8k --zoneskip=4k \
	>"$scratch/jobs.json"
printf '%s\n' '[a]' '; expect write p50 < 1s # A' size=1m rw=write \
	>"$scratch/a.fio"
"$DISKIDX" -q -d "$scratch/disk" -t 0.02 -i 3 --no-save -f json \
	"$scratch/a.fio" >"$scratch/profile.json"

if command -v python3 >/dev/null 2>&1 &&
    python3 -c 'import jsonschema' 2>/dev/null; then
	# What would be wrong is seen: a key more, a key less, another type.
	mkdir "$scratch/bad"
	sed 's/"unit":/"unti":/' "$scratch/old.json" >"$scratch/bad/1"
	sed 's/"cv":/"sigma":/' "$scratch/old.json" >"$scratch/bad/2"
	sed 's/"copies": 1/"copies": "one"/' "$scratch/compared.json" \
		>"$scratch/bad/3"
	exits "every document can be judged by the schema" 0 \
		python3 "$srcdir/tests/golden/schema.py" \
		"$srcdir/doc/diskidx.schema.json" "$scratch"/*.json \
		"$scratch"/bad/?
	is "and is as it says, without a key besides" \
		"$(printf '%s\n' "$out$err" | grep -v "^$scratch/bad/")" ""
	is "what isn't is told" "$(sed 's/.*\/\(bad.[0-9]\):.*/\1/' \
		"$scratch/out" | uniq | tr '\n' ' ')" "bad/1 bad/2 bad/3 "
else
	skip "every document is as the schema says" jsonschema \
		"no python3 with jsonschema"
fi

# The other way: what the schema knows, the documents show, but for what takes
# a history, and blocks of other systems' figures.
if ! command -v jq >/dev/null 2>&1; then
	skip "the schema has no key that nothing shows" jq "no jq"
elif ! awk 'BEGIN { exit log(1) != 0 }' 2>/dev/null; then
	skip "the schema has no key that nothing shows" awk \
		"this awk has no logarithms, by which hosts are made up"
else
	jq -r '.. | .properties? // empty | keys[]' \
		"$srcdir/doc/diskidx.schema.json" | sort -u >"$scratch/known"
	cat "$scratch"/*.json | grep -o '"[A-Za-z][A-Za-z0-9_ ]*":' |
		tr -d '":' | sort -u >"$scratch/shown"
	is "the schema has no key that nothing shows" \
		"$(grep -vxF -f "$scratch/shown" "$scratch/known" |
		tr '\n' ' ')" \
		"history_runs "
fi

is "nothing is left" "$(ls -A "$scratch/disk")" ""
done_testing
