#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# saved.sh - test of the promise that whatever is saved with exit status 0 can be
# read, and leaves what was saved before as it was: with each limit of a record,
# with random plans on any day in any time zone, and with several programs that
# append to one record while the disk is full again and again. PLANS, WRITERS,
# RUNS and NAMES say how many; SEED is the first plan's.
. "$(dirname "$0")/../support/virtual-disk.sh"
: "${PLANS:=10}" "${WRITERS:=4}" "${RUNS:=4}" "${NAMES:=16}" "${SEED:=1}"
cd "$scratch" || bail "can't go to $scratch"

# least ARGUMENT...: the shortest run that there is.
least()
{
	"$DISKIDX" -q -d "$here" -t 0.001 -i 1 "$@" fsbuffer
}

# repeated N <RECORD: its last run so many times.
repeated()
{
	awk -v n="$1" '
		NR == 1 { print }
		$1 == "run" { text = "" }
		{ text = text $0 "\n" }
		END { while (n-- > 0) printf "%s", text }'
}

# runs FILE: the number of those in it.
runs()
{
	grep -c '^end	' "$1"
}

# The limits.

least -o one >/dev/null
repeated 9999 <one >full
exits "the last run that fits" 0 least -o full
cp full before
exits "no run more" 2 least -o full
like "that is said before anything is measured" "$err" \
	'^diskidx: -o: full: it has 10000 of 10000 runs; name a new file$'
is "and nothing is printed" "$out" ""
same "a full record stays as it was" full before
is "and is read" "$("$DISKIDX" report -q full | wc -l | tr -d ' ')" 10000
repeated 9998 <one >nearly
exits "fewer runs than --repeat wants" 2 least --repeat=3 -o nearly

depths=$(awk 'BEGIN { for (i = 1; i < 40; i++) printf "%d,", i; print 40 }')
copies=$(awk 'BEGIN { for (i = 1; i < 64; i++) printf "%d,", i; print 64 }')
exits "too many tests" 2 "$DISKIDX" -d "$here" -o many -c "$copies" \
	-Q "$depths" -b 4k,8k,16k,32k rand-read-q32
like "that is said before anything is measured" "$err" \
	'^diskidx: 10240 tests, .* than the 10000 that a record can have$'
# In the lab, since it takes a while. The limit on descriptors may be lower.
if [ "$PLANS" -ge 1000 ]; then
	mkdir each
	for i in $(awk 'BEGIN { for (i = 1; i <= 1001; i++) print i }'); do
		mkdir "each/$i" && set -- "$@" -d "each/$i"
	done
	least "$@" -s 64k -o each.diskidx >/dev/null 2>&1
	ok "many directories" eval '[ ! -e each.diskidx ] ||
		"$DISKIDX" report -f csv each.diskidx'
	rm -r each
fi

for zone in XXX-24:59:59 XXX24:59:59; do
	(TZ=$zone && export TZ && least -o "$zone") >/dev/null
	ok "TZ=$zone" "$DISKIDX" report -f csv "$zone"
done

# Random plans, and any time of day.

# random_plan SEED: a line of variables, and options.
random_plan()
{
	awk -v seed="$1" -v engines="sync${libaio:+|libaio}" '
	function any(list,   part)
	{
		return part[1 + int(rand() * split(list, part, "|"))]
	}

	function option(chance, name, list)
	{
		if (rand() < chance)
			line = line " " name any(list)
	}

	BEGIN {
		srand(seed)
		line = "VIRTUAL_DATE=" any("0|1|-1|-9999999|1000000000|1700000000|" \
			"4294967295|68719476736|253402300000|253402300799|" \
			"253402300800|900000000000000000|" \
			"1700000000|1700000000|1700000000|1700000000")
		line = line " TZ=" any("UTC0|XXX-24:59:59|XXX24:59:59|" \
			"XXX3YYY,M3.2.0,M11.1.0|XXX-5:45|XXX0:00:01|:nowhere")
		option(1, "VIRTUAL_READ=", "constant:1000|exponential:3000")
		option(1, "VIRTUAL_WRITE=", "constant:900|stall:9,90,90000")
		line = line " : -i " any("1|2|3") " -t " any("0.001|0.01|0.03")
		engine = any(engines)
		line = line " -e " engine
		if (engine == "libaio")
			option(.3, "-Q ", "1|1,3,64")
		else
			line = line " -Q 1"
		option(.3, "-c ", "2|1,3")
		option(.3, "-b ", "512|4k,64k|3k")
		option(.2, "-m ", "0|100|30,70")
		option(.2, "--cache=", "buffered|direct")
		option(.2, "--sync=", "dsync")
		option(.1, "--rate=", "50|5000")
		option(.1, "--max-time=", "3|60")
		option(.1, "--max-write=", "150m|1g")
		option(.1, "--repeat=", "2|3")
		option(.1, "--delay=", "0.1|2")
		option(.1, "--warm-up=", "0.01|0.1")
		option(.2, "-d ", "second|third")
		option(.2, "--note=", "\\|\303|\001\177|end")
		line = line " rand-mixed-q32"
		for (n = int(rand() * 3); n > 0; n--)
			option(1, "", "fsbuffer|fstime|seq-read|seq-write|" \
				"rand-read-q1|rand-write-q32|commit|" \
				"seq-read-direct|seq-write-direct")
		print line
	}'
}

# kept FILE STATUS: what was saved can be read, and all runs before are there.
kept()
{
	if [ ! -e "$1" ]; then
		[ ! -s before ]
		return
	fi
	dd if="$1" bs="$(wc -c <before | tr -d ' ')" count=1 2>/dev/null |
		cmp - before || return
	"$DISKIDX" report -f csv "$1" >report.out 2>report.err &&
		[ ! -s report.err ]
}

mkdir second third
saved=0
plans=0
wrong=
: >before
while [ "$plans" -lt "$PLANS" ]; do
	seed=$((SEED + plans))
	plans=$((plans + 1))
	line=$(random_plan "$seed")
	file=random$((plans / 7))
	code=0
	if [ -e "$file" ]; then
		cp "$file" before
	else
		: >before
	fi
	# shellcheck disable=SC2086	# several words
	(
	VIRTUAL_FLUSH=constant:500
	export VIRTUAL_FLUSH
	# shellcheck disable=SC2163
	export ${line%% : *}
	$patience env LD_PRELOAD="$scratch/disk.so" "$DISKIDX" -q -d "$here" \
		-s 4m -o "$file" ${line#* : }
	) >plan.out 2>plan.err || code=$?
	kept "$file" || wrong="$wrong $seed:unread"
	# A run may end after the last day, though it began on it.
	! grep 'cannot save' plan.err | grep -v "ended_s: 25340230" >&2 ||
		wrong="$wrong $seed:refused"
	[ "$code" -le 2 ] || wrong="$wrong $seed:$code"
	if [ -e "$file" ] && ! cmp -s "$file" before; then
		saved=$((saved + 1))
	elif [ "$code" -eq 0 ]; then
		wrong="$wrong $seed:unsaved"
	fi
done
is "$plans random plans: what is saved is read, and all before it" "$wrong" ""
ok "$saved of them were saved" test "$saved" -ge $((PLANS / 3))

# Several programs at once. The disk takes so many bytes more of the record, a
# piece at a time, for every other run.

preloadable "$scratch/faulty.so" "$srcdir/tests/support/preload/faulty-disk.c" ||
	bail "no second library can be made"

# write_runs WRITER: runs with a note each; those saved go to a list.
write_runs()
{
	mkdir "disk$1"
	i=0
	while [ "$i" -lt "$RUNS" ]; do
		i=$((i + 1))
		most=$(awk -v seed="$1$i$SEED" 'BEGIN {
			srand(seed)
			print int(rand() * 4000 * (1 + 9 * (rand() < .5)))
		}')
		if FAULTY_DISK=record FAULTY_DISK_ERROR=ENOSPC \
		    FAULTY_DISK_AFTER=$most FAULTY_DISK_PIECES=3 \
		    LD_PRELOAD=$scratch/faulty.so "$DISKIDX" -q -d "disk$1" \
		    -t 0.001 -i 1 -f csv -o shared --note="by $1, $i" fsbuffer \
		    >/dev/null 2>>"errors$1"; then
			echo "by $1, $i" >>"saved$1"
		fi
	done
}

least -o shared --note="by 0, 0" >/dev/null
echo "by 0, 0" >saved0
writer=0
while [ "$writer" -lt "$WRITERS" ]; do
	writer=$((writer + 1))
	write_runs "$writer" &
done
wait
cat saved[0-9]* | sort >wanted
sed -n 's/^plan	note	//p' shared | sort >got
same "$(wc -l <wanted | tr -d ' ') runs of $WRITERS programs: each is there once" \
	got wanted
is "those that failed have said so" \
	"$(cat errors[0-9]* | grep -vc ': No space left on device$')" 0
is "each program has failed, or none" "$(cat errors[0-9]* | wc -l | tr -d ' ')" \
	"$((WRITERS * RUNS + 1 - $(runs shared)))"
ok "the record is read" "$DISKIDX" report -f csv shared
is "without a run that was cut off" "$(cat "$scratch/err")$(grep -c '^cut' \
	shared)" 0

# Names.
i=0
while [ "$i" -lt "$NAMES" ]; do
	i=$((i + 1))
	mkdir "own$i"
	DISKIDX_RESULTDIR=$scratch/records "$DISKIDX" -q -d "own$i" -t 0.001 \
		-i 1 fsbuffer >/dev/null 2>&1 &
done
wait
is "$NAMES programs of one time have a record each" \
	"$(cat records/* | grep -c '^diskidx-record') $(cat records/* |
	grep -c '^run	')" "$NAMES $NAMES"
is "nothing else is left" \
	"$(find "$here" records ! -type d ! -name '*.diskidx')" ""

cd .. || exit
done_testing
