#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# suits.sh - profiles on a disk whose law is known, in virtual time: what it
# suits follows from the law, and the exit status from that.
# shellcheck disable=SC2034,SC2154	# variables of tap.sh and of on_disk
. "$(dirname "$0")/../support/virtual-disk.sh"
need_mathematics
size=
quiet=
log=

# judged LAWS ARGUMENT...: the status of a run on such a disk, and the first line
# of its report, which goes to $scratch/out.
judged()
{
	laws=$1
	shift
	status=0
	# shellcheck disable=SC2086	# three words
	on_disk $laws "$@" >"$scratch/out" 2>"$scratch/err" || status=$?
	echo "$status $(sed 1q "$scratch/out")"
}

cat >"$scratch/log.fio" <<'END'
[log]
; expect sync p99 < 10ms  # somewhere, 2026
rw=write
fdatasync=1
bs=4k
size=64m
END

# A flush takes 2 ms, and each Nth one 30 ms.
fast='constant:100 constant:100 constant:2000'
rare='constant:100 constant:100 stall:1000,2000,30000'
often='constant:100 constant:100 stall:20,2000,30000'
near='constant:100 constant:100 stall:100,2000,30000'
slow='constant:100 constant:100 constant:20000'

is "a disk without stalls suits" "$(judged "$fast" -t 1 "$scratch/log.fio")" \
	"0 log: suits"
is "with one in 1000 requests, too" \
	"$(judged "$rare" "$scratch/log.fio")" "0 log: suits"
is "with one in 20 it doesn't" \
	"$(judged "$often" -t 1 "$scratch/log.fio")" "1 log: does not suit"
like "and the evidence is said" "$(flat "$scratch/out")" \
	'log, sync p99 < 10ms by log: 30[.0-9]* ms, [0-9]* of [0-9]* requests over the limit, [45][.0-9]* % \([0-9.]* to [0-9.]*\), in 8 of 8 rounds and up to 30'
like "with the source" "$(flat "$scratch/out")" 'limit: somewhere, 2026'
is "at the limit it is not shown" \
	"$(judged "$near" -t 1 "$scratch/log.fio")" "3 log: not shown"
is "a slow one does not suit" \
	"$(judged "$slow" -t 1 "$scratch/log.fio")" "1 log: does not suit"
like "with all of its requests" "$(flat "$scratch/out")" \
	'[0-9]* of [0-9]* requests over the limit, 100 % \('
is "two rounds show nothing" \
	"$(judged "$fast" -i 2 "$scratch/log.fio")" "3 log: not shown"
like "and say why" "$(flat "$scratch/out")" 'not shown: fewer than three rounds'
is "neither do 300 requests" \
	"$(judged "$fast" -i 3 -t 0.2 "$scratch/log.fio")" "3 log: not shown"
like "which name the time that should" "$(flat "$scratch/out")" \
	'not shown: -t 2 should show it, which takes 6 s a test'

# The record has what was expected.
record="-o $scratch/record"
rm -f "$scratch/record"
first=$(judged "$often" -t 1 "$scratch/log.fio")
record=--no-save
cp "$scratch/out" "$scratch/printed"
is "a record keeps what is expected" "$first" "1 log: does not suit"
sed '/^Record/,$d' "$scratch/printed" | sed '/^ *Compare/,$d' >"$scratch/before"
"$DISKIDX" report "$scratch/record" | sed 3q >"$scratch/again"
sed 3q "$scratch/before" >"$scratch/wanted"
same "and its report says the same" "$scratch/again" "$scratch/wanted"
is "so does its JSON" "$("$DISKIDX" report -f json "$scratch/record" |
	sed -n 's/.*"verdict": "\(.*\)".*/\1/p')" "does not suit"
sed '/mount_options/s/$/,nobarrier/' "$scratch/record" >"$scratch/changed"
checksum=$("$DISKIDX" report "$scratch/changed" 2>&1 |
	sed -n 's/.*its checksum is //p')
sed "/^end/s/[0-9a-f]*\$/$checksum/" "$scratch/changed" >"$scratch/nobarrier"
like "a mount that flushes nothing is told" "$("$DISKIDX" report \
	"$scratch/nobarrier" 2>&1 >"$scratch/out"; flat "$scratch/out")" \
	'mounted with nobarrier: a flush leaves data'
unlike "but no other" "$(flat "$scratch/printed")" nobarrier
like "and its CSV" "$("$DISKIDX" report -f csv "$scratch/record")" \
	',log: does not suit$'
"$DISKIDX" report -f html "$scratch/record" >"$scratch/page"
is "and its page" "$? $(grep -c '<td>does not suit</td>' "$scratch/page")" "0 1"
like "and Markdown" "$("$DISKIDX" report -f markdown "$scratch/record")" \
	'^. log . sync p99 .* does not suit . log . somewhere, 2026'

# The command, which measures beside a load, too.
busy='constant:1000 constant:1000 constant:2000'
record="-o $scratch/busy"
is "suits takes a file" "$(judged "$busy" -t 1 suits "$scratch/log.fio")" \
	"0 log: suits"
record=--no-save
like "which it measures beside a load, too" "$(flat "$scratch/out")" \
	'sync p99 < 10ms [23][.0-9]* ms suits log[+]load'
like "rows beside a load take no trust" \
	"$("$DISKIDX" report -f shell "$scratch/busy")" \
	"_TRUST_WHY='log:log is within"
"$DISKIDX" report -v "$scratch/busy" >"$scratch/out"
like "and are proven by the row alone" "$(flat "$scratch/out")" \
	'unproven [(]log.*: beside a load the row alone is the proof'
is "or a name" "$(judged "$slow" -i 3 -t 0.5 suits etcd)" \
	"1 etcd: does not suit"
is "of a recipe, which is the same" "$(judged "$slow" -i 3 -t 0.5 recipe etcd)" \
	"1 etcd: does not suit"
quiet=-q
is "-q says the verdict" "$(judged "$fast" -t 1 "$scratch/log.fio")" \
	"0 log: suits"
is "and nothing else" "$(cat "$scratch/out")" "log: suits"
is "and that nothing is shown" \
	"$(judged "$near" -t 1 "$scratch/log.fio")" "3 log: not shown"
quiet=

# A commit of the file system is part of fsync and O_SYNC, and of no other.
VIRTUAL_COMMIT=5000
export VIRTUAL_COMMIT
is "jobs without a limit have a fastest one, or some" \
	"$(judged "$fast" -i 3 -t 0.4 suits postgresql-wal)" \
	"0 postgresql-wal is fastest by open_datasync and fdatasync, about alike"
unlike "and nothing is over a limit" "$(cat "$scratch/out")" over
is "JSON has it as a verdict" "$(judged "$fast" -i 3 -t 0.4 -f json \
	suits postgresql-wal >/dev/null; grep -c '"fastest"' "$scratch/out")" 2
unset VIRTUAL_COMMIT

# The load is the same beside several copies.
{
	cat "$scratch/log.fio"
	echo numjobs=3
} >"$scratch/copies.fio"
judged "$fast" -i 3 -t 0.1 -f csv suits "$scratch/copies.fio" >/dev/null
is "a job of three copies has them beside a load, too" \
	"$(csv copies:log+load copies)" 3
is "which has but one" "$(csv copies:log+load1 copies)" 1
like "so -c is for the job alone" \
	"$("$DISKIDX" -n -c 2 -d "$here" suits etcd 2>&1)" ' etcd:etcd[+]load2 '
together='all together end well, whatever they say'
if [ -n "$libaio" ]; then
	slow='constant:1000 constant:1000 constant:20000'
	like "$together" "$(judged "$slow" -i 3 -t 0.1 suits)" \
		'^0 Suits [0-9] of 6; not .*etcd'
	is "in 80 columns" "$(awk 'length > 80' "$scratch/out")" ""
	like "within three minutes" "$("$DISKIDX" -n suits -d "$here")" \
		'time  *about 2 min [0-9]* s, and 30 s at most to fill'
	for name in etcd openshift proxmox cockroachdb consul harvester \
	    ceph-journal postgresql-wal; do
		like "with $name" "$(grep -c "^$name" "$scratch/out")" 1
	done
else
	# Threads can't wait in virtual time here.
	skip "$together" libaio "no libaio here"
fi

# Nothing that can't be judged.
like "an unknown name is refused" \
	"$("$DISKIDX" suits etc 2>&1 | tr '\n' ' ')" 'did you mean etcd'
is "with the status 2" "$("$DISKIDX" suits etc 2>/dev/null; echo $?)" 2
like "a recipe that expects nothing, too" \
	"$("$DISKIDX" suits yabs 2>&1; echo $?)" 'expects nothing of a disk'
like "and two names" "$("$DISKIDX" suits etcd consul 2>&1; echo $?)" \
	'suits takes one name'
done_testing
