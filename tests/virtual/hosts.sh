#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# hosts.sh - the words of --barrier, with which diskidx-mpi lets the samples of
# several hosts begin together. tests/lab/hosts.sh tests that program itself.
tap_in_memory=yes
. "$(dirname "$0")/../support/tap.sh"
need_diskidx
cd "$scratch" || bail "can't go to $scratch"

# The lines of --barrier: a sample waits for the word, the record comes at the
# end, and what ends the input ends the run and leaves nothing.
mkdir direct

# barred ARGUMENT...: a short run with two tests.
barred()
{
	"$DISKIDX" -q -d direct -t 0.05 -s 4m --barrier=set/2/n1 "$@" \
		fsbuffer seq-write
}

# begin NAME ARGUMENT...: one in the background, with its input on descriptor 5
# and its output on 6.
begin()
{
	mkfifo "$1.in" "$1.out"
	run_name=$1
	shift
	barred "$@" <"$run_name.in" >"$run_name.out" 2>"$run_name.err" &
	run_pid=$!
	exec 5>"$run_name.in" 6<"$run_name.out"
}

# The whole conversation.
begin whole -i 2
said=
for word in 'go' 'go 1000' 'go 3000' 'go 2000'; do
	read -r line <&6
	said="$said$line,"
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
is "which has the set, its hosts, the host and the longest skew" \
	"$(grep '^plan	\(barrier.*\|skew_ns\|launched_as\)	' record |
		sort | cut -f 2- | tr '\t\n' '= ')" \
	"barrier=set barrier_hosts=2 launched_as=n1 skew_ns=3000 "

# The end of the input is the end of the run: before the first word, later, and
# in a sample.
for words in '' go; do
	echo "$words" | sed '/^$/d' | barred -i 1 >out 2>err
	is "an end behind '$words' is the end of the run" "$(portable $?)" 143
	is "and leaves nothing" "$(ls direct)" ""
done
begin long -t 600 -i 1
read -r line <&6
echo go >&5
read -r line <&6
exec 5>&-
wait "$run_pid"
isnt "an end within a sample ends it" $? 0
exec 6<&-
ok "what was made is gone" until_event eval '[ -z "$(ls direct)" ]'

exits "a report can't go there as well" 2 barred -f json
exits "and no file in place of it" 2 barred -o file
done_testing
