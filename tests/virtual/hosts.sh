#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# hosts.sh - runs on several hosts: a script stands in ssh's place, whose hosts
# are directories here with a virtual disk each, one of which is slower. What
# goes wrong on a host is named, the rest is shown, and nothing is left. And the
# lines of --barrier, by which they start together. Hosts that sleep or are
# killed are in tests/lab/hosts.sh.
tap_in_memory=yes
. "$(dirname "$0")/../support/tap.sh"
need_diskidx
cd "$scratch" || bail "can't go to $scratch"

# over HOSTS ARGUMENT...
over()
{
	hosts=$1
	shift
	"$DISKIDX" -q --hosts="$hosts" --rsh="$scratch/rsh" --wait=60 \
		-t 0.5 -i 3 -s 4m "$@" rand-read-q1
}

# What is refused before anything starts.
for list in '' 'n[2-1]' 'n[1-' 'n1,n1' 'n[1-99999]' -oProxyCommand; do
	exits "no list of hosts: '$list'" 2 over "$list" --no-save
done
exits "the plan tells the commands" 0 "$DISKIDX" -n --hosts='a[09-10]' \
	--rsh='kubectl exec -i %h --' rand-read-q1
like "for each host" "$out" '^kubectl exec -i a10 -- sh: .*barrier=[0-9a-f]*/a10'

# The lines of --barrier: a sample waits for the word, the record comes at the
# end, and what ends the input ends the run and leaves nothing.
mkdir direct

# barred ARGUMENT...: a short run with two tests.
barred()
{
	"$DISKIDX" -q -d direct -t 0.05 -s 4m --barrier=set/n1 "$@" \
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
is "which has the set, the host and the longest skew" \
	"$(grep '^plan	\(barrier\|skew_ns\|launched_as\)' record |
		sort | cut -f 2- | tr '\t\n' '= ')" \
	"barrier=set launched_as=n1 skew_ns=3000 "

# What ends the input is the end of the run, behind the first go.
echo go | barred -i 1 >two.out 2>two.err
is "an end behind the first go is the end of the run" "$(portable $?)" 143
is "and leaves nothing" "$(ls direct)" ""
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
is "and that leaves nothing either" "$(ls direct)" ""

# During a sample, too.
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

. "$srcdir/tests/support/virtual-disk.sh"

# The hosts: n8 is slow, and others are broken in ways that their names tell.
mkdir bin broken tmp
cat >bin/diskidx <<END
#!/bin/sh
LD_PRELOAD=$scratch/disk.so exec "$DISKIDX" "\$@"
END
chmod +x bin/diskidx
cat >rsh <<END
#!/bin/sh
host=\$1
mkdir -p "$scratch/hosts/\$host" && cd "$scratch/hosts/\$host" || exit
PATH=$scratch/bin:\$PATH TMPDIR=$scratch/tmp
VIRTUAL_READ=constant:1000 VIRTUAL_WRITE=constant:1000 VIRTUAL_FLUSH=constant:0
VIRTUAL_CPU=20,10
export PATH TMPDIR VIRTUAL_READ VIRTUAL_WRITE VIRTUAL_FLUSH VIRTUAL_CPU
case \$host in
n8) VIRTUAL_READ=constant:2000 ;;
gone) echo "gone: no route to host" >&2; exit 255 ;;
cut) exec 3<&0 2>/dev/null; { sh <&3 3<&- & } | dd bs=1 count=1500; exit ;;
flood) exec awk 'BEGIN { for (;;) print "sample\t1" }' ;;
chatty) exec awk 'BEGIN { for (;;) print "more" }' ;;
other) PATH=$scratch/broken:\$PATH ;;
esac
echo \$\$ >pid
exec sh
END
chmod +x rsh

# left: files that a run left.
left()
{
	find hosts tmp ! -type d ! -name pid
	find hosts -name 'diskidx.*'
}

exits "eight hosts are measured" 0 over 'n[1-8]' -o all -f csv=table --si
is "the slow one is named, and only it" "$out" n8
is "each has a figure, and all together have one" \
	"$(grep -c ',rand-read-q1,' table)" 9
is "their order is that of the list" \
	"$(awk -F , '/rand-read-q1/ { print $1 }' table | tr '\n' ' ')" \
	"n1 n2 n3 n4 n5 n6 n7 n8  "
is "the records are saved" "$("$DISKIDX" merge -q all)" n8
like "with what the merge needs" "$(cat all)" '^plan	skew_ns	[0-9]'
is "nothing is left" "$(left)" ""
exits "several runs a host" 0 over 'n[7-8]' --repeat=2 --no-save -f csv=runs
like "are runs of one host" "$(cat runs)" '^n8,.*,IOPS,[0-9.]*,2,'
is "--note has blanks and quotes" "$(over n1 --note="it's a note" -o noted
	grep '^plan	note' noted)" "plan	note	it's a note"

# One has a program that is another one.
printf '#!/bin/sh\nsed 1q\n' >broken/diskidx
chmod +x broken/diskidx
exits "some hosts are broken" 1 over n1,n2,gone,cut,other --no-save \
	-f csv=broken.csv -t 0.05 -i 1 -w 0
like "the first is named with its reason" "$err" '^diskidx: gone: gone: no route'
like "the second" "$err" '^diskidx: cut:[0-9]*: the record has no whole run$'
like "one whose program is not diskidx" "$err" '^diskidx: other[:0-9]* '
is "the others are shown" \
	"$(awk -F , '/rand-read-q1/ { print $1 }' broken.csv | tr '\n' ' ')" \
	"n1 n2  "
exits "some write without end" 1 over n1,flood,chatty --no-save -f csv=endless
like "which takes no memory without end" "$err" \
	'^diskidx: flood: dropped: it writes too much$'
like "nor fills the screen" "$err" '^diskidx: chatty: dropped: it writes too'
like "nor ends the others" "$(cat endless)" '^n1,'
is "nothing is left of these" "$(left)" ""

exits "a long run" 0 over 'n[1-3]' --no-save -f csv=long -t 60 -i 1 -w 0 \
	--wait=300
like "virtual minutes pass" "$(cat long)" '^n3,'

# The input of a host: its end before the first go means that the run is alone.
# The files take long, so that it is looked at before the first sample is ready.
VIRTUAL_WRITE=constant:400000 VIRTUAL_READ=constant:1000
VIRTUAL_FLUSH=constant:400000 VIRTUAL_CPU=20,10
export VIRTUAL_WRITE VIRTUAL_READ VIRTUAL_FLUSH VIRTUAL_CPU
slowly()
{
	bin/diskidx -q -d direct -t 0.05 -i 1 -s 4m --barrier=set/n1 fsbuffer
}
exits "an input that is empty while files are made is no launcher" 0 slowly
like "so that the run is alone" "$out" '^note	The run was apart from the other'
unlike "and has no set" "$out" '^plan	barrier'
echo wait | slowly >"$scratch/out" 2>"$scratch/err"
is "one that ends after a word is the end of the run" "$(portable $?)" 143
unlike "before anything is measured" "$(cat "$scratch/out")" started
is "which leaves nothing" "$(ls direct)" ""
unset VIRTUAL_WRITE VIRTUAL_READ VIRTUAL_FLUSH VIRTUAL_CPU
done_testing
