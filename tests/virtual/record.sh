#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# record.sh - what a run saves: where, that it is never anything else's end,
# and that it is read back as it was; in a transcript, and here what depends on
# the machine. What a damaged record looks like to the reader is in
# tests/unit/record, and to the user in bad-input.sh.
tap_in_memory=yes
. "$(dirname "$0")/../support/tap.sh"
need_diskidx

cd "$scratch" || bail "can't go to $scratch"
PATH=$(dirname "$DISKIDX"):$PATH
export PATH
mkdir disk || bail "can't make a directory to test"

# tiny ARGUMENT...: a short run of a few tests.
tiny()
{
	diskidx -d disk -t 0.005 -i 2 -s 4m "$@" \
		fsbuffer seq-write rand-mixed-q32 commit
}

# least ARGUMENT...: the shortest run that there is.
least()
{
	diskidx -d disk -t 0.01 -i 1 "$@" fsbuffer
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

# A list must not wait for what is in a FIFO.
# shellcheck disable=SC2034	# the transcript has it
patience=
# shellcheck disable=SC2034
! timeout -s KILL 60 true 2>/dev/null || patience="timeout -s KILL 60"

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
	like "and all is measured" "$out" "^fsbuffer: "
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

if [ -n "$has_jq" ]; then
	is "a report of several records is one object of JSON" \
		"$(diskidx report -f json first own | jq '.runs | length')" 4
else
	skip "a report of several records is one object of JSON" jq "no jq"
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
diskidx report -f csv first first >rows
same "CSV: two files as well" rows twice

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
	$(sed -n 's/^   more figures: *//p' out) >again
is "and its name finds the record" "$(sed q again)" "$(sed q out)"

is "the directory under test is as it was" "$(ls -A disk)" ""

cd .. || exit
done_testing
