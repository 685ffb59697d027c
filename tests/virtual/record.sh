#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# record.sh - what a run saves: where, that it never ends any other file, and
# that it is read back unchanged, also through pipes; in a transcript, and here
# if it depends on the machine. tests/unit/record has how a damaged record looks
# to the reader, and bad-input.sh how it looks to the user.
# And the promise that whatever is saved with exit status 0 can be read, and
# leaves earlier runs unchanged: at the limits of a record, for random plans on
# any day in any time zone, and for several programs that append to one record
# while the disk is full again and again. PLANS, WRITERS, RUNS and NAMES say how
# many; SEED is the first plan's.
tap_in_memory=yes
. "$(dirname "$0")/../support/tap.sh"
need_diskidx

cd "$scratch" || bail "can't go to $scratch"
mkdir disk || bail "can't make a directory to test"

# tiny ARGUMENT...: a short run of a few tests.
tiny()
{
	diskidx -d disk -t 0.005 -i 2 -s 4m "$@" \
		fsbuffer seq-write rand-mixed-q32 commit
}

# least ARGUMENT...: the shortest run that there is. Its file is whole, however
# little of a processor others leave.
least()
{
	diskidx -d disk -s 1m -t 60 -i 1 "$@" dd:write
}

# with VARIABLE=VALUE... -- COMMAND...: the command in an environment that has
# none of the variables about records but these.
with()
{
	(
		unset DISKIDX_RESULTDIR XDG_STATE_HOME HOME
		while [ "$1" != -- ]; do
			export "${1?}"
			shift
		done
		shift
		"$@"
	)
}

# plainly <TEXT: without what differs from run to run: the directory, the name
# of a record by host and date, and the number of a line.
plainly()
{
	sed "s|$scratch/||g"'
		s/[A-Za-z0-9.-]*-20[0-9][0-9]-[01][0-9]-[0-3][0-9]-0[0-9]/RUN/g
		s/:[0-9][0-9]*: /:N: /'
}

# told COMMAND...: a run; where its record is, and what it has to say.
told()
{
	code=0
	"$@" >told.out 2>told.err || code=$?
	sed -n '/^The record is in$/N; s/\n/ /; /^The record is in/p' told.out |
		plainly
	sed -n '/^diskidx: /p' told.err | plainly
	return "$code"
}

# below DIRECTORY: its files.
below()
{
	(cd "$1" 2>/dev/null && find . -type f | sort | plainly)
}

lines()
{
	wc -l | tr -d ' '
}

# uncut <REPORT: a run's, without where the record is.
uncut()
{
	sed '/^The record is in/,$d'
}

# begins FILE START: the file begins with all that the other has.
begins()
{
	dd if="$1" bs="$(wc -c <"$2" | tr -d ' ')" count=1 2>/dev/null |
		cmp - "$2"
}

# refused FILE: -o FILE is refused before anything is measured or done to it.
refused()
{
	content=
	if [ -f "$1" ] && [ ! -h "$1" ]; then
		touch -t 200001010000 "$1"
		content=$(cat "$1" && echo .)
	fi
	mark=$(ls -ldn "$1" 2>&1)
	code=0
	least -o "$1" || code=$?
	[ "$(ls -ldn "$1" 2>&1)" = "$mark" ] || echo "it was touched"
	[ -z "$content" ] || [ "$(cat "$1" && echo .)" = "$content" ] ||
		echo "it changed"
	ls -A disk
	return "$code"
}

# same_report OPTION...: a run's own output, and the report of its record.
same_report()
{
	rm -f again
	tiny "$@" -o again 2>/dev/null | uncut >printed
	[ -s printed ] && diskidx report "$@" again | cmp - printed
}

echo "a file" >file
echo "precious" >precious
: >empty
mkdir home theirs other
deep=a-directory-with-a-long-name
deep=$deep/$deep/$deep
mkdir -p "$deep"
ln -s theirs way
least -q -o first >/dev/null
sed '$d' first >unended
sed 's/^sample	/simple	/' first >damaged
mkfifo fifo
cp first mine
ln -s mine link
ln -s nowhere dangling
{ cat first && sed '1d; $d' first; } >half
dd if=half of=torn bs=1 count=$((2 * $(wc -c <first) - 300)) 2>/dev/null

transcript record "${1:-}"

# Where a record may not be. A link on some systems.

# refuses SENTENCE FILE REGEX
refuses()
{
	exits "$1" 2 refused "$2"
	is "$1: nothing is done" "$out" ""
	like "$1: in a line" "$(tr '\n' '~' <"$scratch/err")" "$3"
}
refuses "-o with a device" /dev/null \
	"^diskidx: -o: /dev/null: is a (device|symbolic link); name [^~]*~\$"
# One that has no driver: to open it would fail.
if mknod watchdog c 250 255 2>/dev/null; then
	refuses "-o with a device that nothing opens" watchdog \
		"^diskidx: -o: watchdog: is a device; name a new file~\$"
else
	skip "-o with a device that nothing opens" root "none can be made here"
fi
if [ -f /proc/self/mem ]; then
	exits "-o with a process's memory" 2 least -o /proc/self/mem
	like "is refused" "$out$err" \
		"^diskidx: -o: /proc/self/mem: is empty, [^~]*\$"
else
	skip "-o with a process's memory" proc "there is none"
fi

# Root may write to any directory, but nobody makes one in a process's.
mkdir locked
chmod 555 locked
for place in "$scratch/locked" /proc/self ""; do
	[ -d "$place" ] && ! mkdir "$place/x" 2>/dev/null && break
done
rmdir locked/x 2>/dev/null
if [ -n "$place" ]; then
	exits "a HOME that is read-only" 0 with HOME="$place" -- least
	like "is told of" "$err" \
		"^diskidx: the record is not saved: $place/.local: [A-Z]"
	like "and all is measured" "$out" "^dd:write: "
else
	skip "a HOME that is read-only" proc "there is none"
fi

if [ "$(id -u)" -eq 0 ] && chown -h 65534 way 2>/dev/null; then
	exits "a link of another user to the default place" 2 \
		with DISKIDX_RESULTDIR="$scratch/way/records" -- least
	like "is not followed" "$err" \
		"the record cannot be saved: .*/way: another user's symbolic link; "
	is "so there is no record" "$(below theirs | lines)" 1
else
	skip "a link of another user is not" root "it takes two users"
fi

# CSV is printed run by run, so that a long record needs little memory: what is
# behind the first run is only written when that one was printed.
diskidx report -f csv first >once
{ cat once && sed 1d once; } >twice
mkfifo pipe
: >rows
has_first()
{
	[ "$(wc -l <rows)" -eq "$(wc -l <once)" ]
}
{
	cat first
	! until_event has_first || : >streamed
	sed 1d first
} >pipe &
diskidx report -f csv pipe >rows 2>&1
wait
ok "CSV: a run is printed before the next is read" test -e streamed
same "CSV: two runs have one heading" rows twice

# More runs than 99 a day.
name=$(basename records/*-01.diskidx -01.diskidx)
mkdir busy
for i in 0 1 2 3 4 5 6 7 8 9; do
	for j in 0 1 2 3 4 5 6 7 8 9; do
		cp first "busy/$name-$i$j.diskidx"
	done
done
cp first "busy/$name-100.diskidx"
ln -s nowhere "busy/$name-101.diskidx"
exits "the hundredth run of a day" 0 \
	with DISKIDX_RESULTDIR="$scratch/busy" -- least -q -v
like "has a file of its own, as all before it" \
	"$(sed '/^The record is in$/N; s/\n/ /' "$scratch/out")" \
	"^The record is in $scratch/busy/.*-(01|102)\.diskidx\$"
same "which stay as they are" "busy/$name-99.diskidx" first
rm "busy/$name-101.diskidx"
with DISKIDX_RESULTDIR="$scratch/busy" -- diskidx list records >out
like "and is listed behind those" "$(tr -d ' \n' <out |
	sed 's/.*\(-[0-9]*\.diskidx\).*/\1/')" '^-10[02]\.diskidx$'

# What a run tells to do can be done, and no line but a path is too long.
deep=$scratch/$(printf '%0100d' 7)
with DISKIDX_RESULTDIR="$deep" -- least >out 2>err
is "a long path has a line of its own, once" \
	"$(awk 'length > 80' out)" "$(echo "$deep"/*)"
# shellcheck disable=SC2046	# a command
with DISKIDX_RESULTDIR="$deep" -- \
	$(sed -n 's/^   more results: *//p' out) >again
is "and its name finds the record" "$(sed q again)" "$(sed q out)"

# What a record tells of the machine and the disk is what this system says.

# fact KEY
fact()
{
	awk -F '\t' -v key="$1" '$1 == "host" && $2 == key { print $3 }
		$1 == "target" && $3 == key { print $4 }' told
}
diskidx -q -d "$tap_start" -s 4m -i 1 -t 0.01 -o told commit >out 2>&1
type=$(fact filesystem)
if [ -n "$type" ] && [ "$type" != overlay ]; then
	is "the host is told" "$(fact hostname)" "$(uname -n)"
	for fact in clocksource:clocksource/clocksource0/current_clocksource \
	    governor:cpu/cpu0/cpufreq/scaling_governor; do
		is "and its ${fact%:*}" "$(fact "${fact%:*}")" \
			"$(cat "/sys/devices/system/${fact#*:}" 2>/dev/null)"
	done
	is "the file system's blocks" "$(fact filesystem_block_bytes)" \
		"$(stat -f -c %S "$tap_start")"
	ok "and its options" grep -q -F " $(fact filesystem_options)" \
		/proc/self/mountinfo
else
	skip "facts of this system" filesystem "this platform can't tell"
fi

# The limits of a record.

least -q -o one.run >/dev/null
awk -v n=9999 -f "$srcdir/tests/support/many.awk" one.run >full
exits "the last run that fits" 0 least -q -o full
cp full before
exits "no run more" 2 least -o full
like "that is said before anything is measured" "$err$out" \
	'^diskidx: -o: full: it has 10000 of at most 10000 runs; name a new file$'
same "a full record stays as it was" full before
awk -v n=9998 -f "$srcdir/tests/support/many.awk" one.run >nearly
exits "fewer runs than --repeat wants" 2 least --repeat=3 -o nearly
rm full nearly

depths=$(awk 'BEGIN { for (i = 1; i < 40; i++) printf "%d,", i; print 40 }')
copies=$(awk 'BEGIN { for (i = 1; i < 64; i++) printf "%d,", i; print 64 }')
exits "too many tests" 2 diskidx -d disk -o many -c "$copies" -Q "$depths" \
	-b 4k,8k,16k,32k rand-read-q32
like "that is said before anything is measured" "$err" \
	'^diskidx: 10240 tests, .* too many; choose at most 10000$'

# Several programs at once have a record each.
: "${PLANS:=10}" "${WRITERS:=4}" "${RUNS:=4}" "${NAMES:=16}" "${SEED:=1}"
i=0
while [ "$i" -lt "$NAMES" ]; do
	i=$((i + 1))
	mkdir "own$i"
	DISKIDX_RESULTDIR=$scratch/named diskidx -q -d "own$i" -t 0.001 \
		-i 1 fsbuffer >/dev/null 2>&1 &
done
wait
is "$NAMES programs of one time have a record each" \
	"$(cat named/* | grep -c '^diskidx-record') $(cat named/* |
	grep -c '^run	')" "$NAMES $NAMES"
is "nothing else is left" "$(find named ! -type d ! -name '*.diskidx')" ""
ok "the directory under test is as it was" rmdir disk

# Random plans, and any time of day.

. "$srcdir/tests/support/virtual-disk.sh"

# copied RECORD [ARGUMENT]...: File Copy; its option on the record is in a word.
copied()
{
	record=$1
	shift
	on 'constant:100 constant:100 constant:0' -t 0.01 -i 1 "$@" fsbuffer
}
quiet=
transcript record-baseline "${1:-}"

# A chance, and what there may be then: variables, and options behind a colon.
tests="fsbuffer|fstime|seq-read|seq-write|rand-read-q1|rand-write-q32|commit|\
seq-read-direct|seq-write-direct"
cat >plan-rows <<END
1 VIRTUAL_DATE=1700000000
.7 VIRTUAL_DATE=0|VIRTUAL_DATE=1|VIRTUAL_DATE=-1|VIRTUAL_DATE=-9999999
.5 VIRTUAL_DATE=1000000000|VIRTUAL_DATE=4294967295|VIRTUAL_DATE=68719476736
.3 VIRTUAL_DATE=253402300000|VIRTUAL_DATE=253402300799
.2 VIRTUAL_DATE=253402300800|VIRTUAL_DATE=900000000000000000
1 TZ=UTC0|TZ=XXX-24:59:59|TZ=XXX24:59:59|TZ=XXX-5:45|TZ=:nowhere
.3 TZ=XXX3YYY,M3.2.0,M11.1.0|TZ=XXX0:00:01
1 VIRTUAL_READ=constant:1000|VIRTUAL_READ=exponential:3000
1 VIRTUAL_WRITE=constant:900|VIRTUAL_WRITE=stall:9,90,90000
1 : -i 1|: -i 2|: -i 3
1 -t 0.001|-t 0.01|-t 0.03
1 -e sync -Q 1${libaio:+|-e libaio|-e libaio -Q 1,3,64}
.3 -c 2|-c 1,3
.3 -b 512|-b 4k,64k|-b 3k
.2 -m 0|-m 100|-m 30,70
.2 --cache=buffered|--cache=direct
.2 --sync=dsync
.1 --rate=50|--rate=5000
.1 --max-time=3|--max-time=60
.1 --max-write=150m|--max-write=1g
.1 --repeat=2|--repeat=3
.1 --delay=0.1|--delay=2
.1 --warm-up=0.01|--warm-up=0.1
.2 -d second|-d third
.2 --note=\\|--note=$(printf '\303|--note=\001\177')|--note=end
1 rand-mixed-q32
.7 $tests
.3 $tests
END

# random_plan SEED: a line of these.
random_plan()
{
	awk -v seed="$1" 'BEGIN { srand(seed) }
	rand() < $1 {
		sub(/^[^ ]* /, "")
		n = split($0, part, "|")
		line = line part[1 + int(rand() * n)] " "
	}
	END { print line }' plan-rows
}

mkdir second third
saved=0
plans=0
wrong=
while [ "$plans" -lt "$PLANS" ]; do
	seed=$((SEED + plans))
	plans=$((plans + 1))
	line=$(random_plan "$seed")
	file=random$((plans / 7))
	code=0
	: >before
	[ ! -e "$file" ] || cp "$file" before
	# shellcheck disable=SC2086	# several words
	(
	VIRTUAL_FLUSH=constant:500
	export VIRTUAL_FLUSH
	# shellcheck disable=SC2163
	export ${line%% : *}
	$patience env LD_PRELOAD="$scratch/disk.so" diskidx -q -d disk \
		-s 4m -o "$file" ${line#* : }
	) >plan.out 2>plan.err || code=$?
	# What was saved can be read, and all runs before are there.
	if [ -e "$file" ]; then
		begins "$file" before && diskidx report -f csv "$file" \
			>report.out 2>report.err && [ ! -s report.err ]
	else
		[ ! -s before ]
	fi || wrong="$wrong $seed:unread"
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

# Several programs append at once. The disk takes so many bytes more of the
# record, a piece at a time, for every other run.

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
		    LD_PRELOAD=$scratch/faulty.so diskidx -q -d "disk$1" \
		    -t 0.001 -i 1 -f csv -o shared --note="by $1, $i" fsbuffer \
		    >/dev/null 2>>"errors$1"; then
			echo "by $1, $i" >>"saved$1"
		fi
	done
}

least -q -o shared --note="by 0, 0" >/dev/null
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
	"$((WRITERS * RUNS + 1 - $(grep -c '^end	' shared)))"
exits "the record is read" 0 diskidx report -f csv shared
is "without a run that was cut off" "$err$(grep -c '^cut' shared)" 0
is "the directory is as it was" "$(ls -A disk)" ""

cd .. || exit
done_testing
