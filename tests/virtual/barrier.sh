#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# barrier.sh - the lines of --barrier: a sample waits for the word, the record
# comes at the end, and what ends the input ends the run and leaves nothing.
# shellcheck disable=SC2016	# await expands it; words
tap_in_memory=yes
# shellcheck source=tests/support/tap.sh
. "$(dirname "$0")/../support/tap.sh"
need_diskidx
cd "$scratch" || bail "can't go to $scratch"
mkdir disk

# run ARGUMENT...: a short run with two tests.
run()
{
	"$DISKIDX" -q -d disk -t 0.05 -s 4m --barrier=set/n1 "$@" \
		fsbuffer seq-write
}

# begin NAME ARGUMENT...: a run in the background, with its input on descriptor
# 5 and its output on 6.
begin()
{
	mkfifo "$1.in" "$1.out"
	run_name=$1
	shift
	run "$@" <"$run_name.in" >"$run_name.out" 2>"$run_name.err" &
	run_pid=$!
	exec 5>"$run_name.in" 6<"$run_name.out"
}

# The whole conversation.
begin whole -i 2
said=
for word in 'go' 'go 1000' 'go 3000' 'go 2000'; do
	read -r line <&6
	said="$said$line,"
	is "it waits" "$(kill -0 "$run_pid" && echo yes)" yes
	echo "$word" >&5
	read -r line <&6
	said="$said$line,"
done
cat <&6 >record
wait "$run_pid"
is "the run is done" $? 0
is "each sample has a number, and says that it is ready and started" "$said" \
	"ready 1 fsbuffer,started 1,ready 2 seq-write,started 2,\
ready 3 fsbuffer,started 3,ready 4 seq-write,started 4,"
is "behind them comes the record" "$("$DISKIDX" report -f csv record |
	grep -c ',fsbuffer,\|,seq-write,')" 2
is "which has the set, the host and the longest skew" \
	"$(grep '^plan	\(barrier\|skew_ns\|launched_as\)' record |
		sort | cut -f 2- | tr '\t\n' '= ')" \
	"barrier=set launched_as=n1 skew_ns=3000 "

# The end of the input before the first go: alone. Later: the end of the run.
run -i 1 </dev/null >alone 2>alone.err
is "without a launcher the run goes on" $? 0
like "which is noted" "$(sed 1d alone | "$DISKIDX" report -)" 'apart from the other'
unlike "it has no set" "$(cat alone)" '^plan	barrier'
run -i 1 <<-END >two.out 2>two.err
	go
END
is "an end behind the first go is the end of the run" "$(portable $?)" 143
is "and leaves nothing" "$(ls disk)" ""
begin dropped -i 1
read -r line <&6
echo go >&5
read -r line <&6
read -r line <&6
is "the second sample waits for its own word" "$line" "ready 2 seq-write"
echo drop >&5
wait "$run_pid"
is "which ends the run if it is drop" "$(portable $?)" 143
exec 5>&- 6<&-
is "and that leaves nothing either" "$(ls disk)" ""

echo wait | run -i 1 >four.out 2>four.err
isnt "with a launcher that waits none goes on alone" $? 0
ok "nor measures anything" eval '! grep started four.out'
is "nor leaves anything" "$(ls disk)" ""

# During a sample, too.
begin long -t 60 -i 1
read -r line <&6
echo go >&5
read -r line <&6
exec 5>&-
wait "$run_pid"
isnt "an end within a sample ends it" $? 0
exec 6<&-
ok "what was made is gone" await 5 eval '[ -z "$(ls disk)" ]'

exits "a report can't go there as well" 2 run -f json
done_testing
