#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# hosts.sh - runs on several hosts: a script stands in ssh's place, whose hosts
# are directories here with a virtual disk each, one of which is slower. What
# goes wrong on a host is named, the rest is shown, and nothing is left. With
# $HUNG there are hosts, too, that take all the time that they are given.
# shellcheck disable=SC2016	# await expands it; words
tap_in_memory=yes
# shellcheck source=tests/support/tap.sh
. "$(dirname "$0")/../support/tap.sh"
need_diskidx
cd "$scratch" || bail "can't go to $scratch"

# on HOSTS ARGUMENT...
on()
{
	hosts=$1
	shift
	"$DISKIDX" -q --hosts="$hosts" --rsh="$scratch/rsh" --wait=30 \
		-t 0.5 -i 3 -s 4m "$@" rand-read-q1
}

# What is refused before anything starts.
for list in '' 'n[2-1]' 'n[1-' 'n1,n1' 'n[1-99999]' -oProxyCommand; do
	exits "no list of hosts: '$list'" 2 on "$list" --no-save
done
exits "the plan tells the commands" 0 "$DISKIDX" -n --hosts='a[09-10]' \
	--rsh='kubectl exec -i %h --' rand-read-q1
like "for each host" "$out" '^kubectl exec -i a10 -- sh: .*barrier=[0-9a-f]*/a10'

preloadable "$scratch/disk.so" "$srcdir/tests/support/preload/virtual-time.c" \
	"$srcdir/tests/support/preload/virtual-disk.c" ||
	skip_all preload "no library can be made here"
LD_PRELOAD=$scratch/disk.so "$DISKIDX" --version >/dev/null 2>"$scratch/err" ||
	skip_all preload "the library can't be loaded: $(sed q "$scratch/err")"
mkdir direct
"$DISKIDX" -q -d direct -t 0.05 -i 1 -s 4m --no-save -f json rand-read-q1 \
	2>&1 | grep '"missing"\|n/a' >"$scratch/missing" &&
	skip_all direct "$(cat "$scratch/missing")"

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
deaf) exec <&-; echo here; sleep 1; echo "no room" >&2; exit 3 ;;
mute) exec sleep 60 ;;
never) echo here; exec sleep 60 ;;
cut) exec 3<&0 2>/dev/null; { sh <&3 3<&- & } | dd bs=1 count=1500; exit ;;
flood) exec awk 'BEGIN { for (;;) print "sample\t1" }' ;;
chatty) exec awk 'BEGIN { for (;;) print "more" }' ;;
other) PATH=$scratch/broken:\$PATH ;;
esac
echo \$\$ >pid
exec sh
END
chmod +x rsh

# left: files and processes that a run left.
left()
{
	find hosts tmp ! -type d ! -name pid
	find hosts -name 'diskidx.*'
	all_processes | grep "barrier=[^ ]*-$$ "
}

exits "eight hosts are measured" 0 on 'n[1-8]' -o all -f csv=table --si
is "the slow one is named, and only it" "$out" n8
is "each has a figure, and all together have one" \
	"$(grep -c ',rand-read-q1,' table)" 9
is "their order is that of the list" \
	"$(awk -F , '/rand-read-q1/ { print $1 }' table | tr '\n' ' ')" \
	"n1 n2 n3 n4 n5 n6 n7 n8  "
is "the records are saved" "$("$DISKIDX" merge -q all)" n8
like "with what the merge needs" "$(cat all)" '^plan	skew_ns	[0-9]'
is "nothing is left" "$(left)" ""
exits "several runs a host" 0 on 'n[7-8]' --repeat=2 --no-save -f csv=runs
like "are runs of one host" "$(cat runs)" '^n8,.*,IOPS,[0-9.]*,2,'
is "--note has blanks and quotes" "$(on n1 --note="it's a note" -o noted
	grep '^plan	note' noted)" "plan	note	it's a note"

# Files that take long: the input is looked at before the first sample is ready.
VIRTUAL_WRITE=constant:400000 VIRTUAL_READ=constant:1000
VIRTUAL_FLUSH=constant:400000 VIRTUAL_CPU=20,10
export VIRTUAL_READ VIRTUAL_WRITE VIRTUAL_FLUSH VIRTUAL_CPU
slowly()
{
	bin/diskidx -q -d direct -t 0.05 -i 1 -s 4m --barrier=set/n1 fsbuffer
}
exits "an input that is empty while files are made is no launcher" 0 slowly
like "so that the run is alone" "$out" '^note	The run was apart from the other'
echo wait | slowly >"$scratch/out" 2>"$scratch/err"
is "one that ends after a word is the end of the run" "$(portable $?)" 143
is "which leaves nothing" "$(ls direct)" ""
unset VIRTUAL_READ VIRTUAL_WRITE VIRTUAL_FLUSH VIRTUAL_CPU

# One has a program that is another one. The samples are short, so that a busy
# machine is not late with those of the others.
printf '#!/bin/sh\nsed 1q\n' >broken/diskidx
chmod +x broken/diskidx
exits "some hosts are broken" 1 on n1,n2,gone,cut,deaf,other${HUNG:+,mute,never} \
	--no-save -f csv=broken.csv --wait=10 -t 0.05 -i 1 -w 0
like "the first is named with its reason" "$err" '^diskidx: gone: gone: no route'
like "the second" "$err" '^diskidx: cut:[0-9]*: the record has no whole run$'
like "one that takes no input" "$err" '^diskidx: deaf: no room$'
like "one whose program is not diskidx" "$err" '^diskidx: other[:0-9]* '
if [ -n "${HUNG:-}" ]; then
	like "one that is mute" "$err" '^diskidx: mute: dropped: it does not answer$'
	like "one that is mute later" "$err" \
		'^diskidx: never: dropped: others waited for it'
fi
is "the others are shown" \
	"$(awk -F , '/rand-read-q1/ { print $1 }' broken.csv | tr '\n' ' ')" \
	"n1 n2  "
exits "some write without end" 1 on n1,flood,chatty --no-save -f csv=endless
like "which takes no memory without end" "$err" \
	'^diskidx: flood: dropped: it writes too much$'
like "nor fills the screen" "$err" '^diskidx: chatty: dropped: it writes too'
like "nor ends the others" "$(cat endless)" '^n1,'
is "nothing is left of these" "$(left)" ""

exits "a long run" 0 on 'n[1-3]' --no-save -f csv=long -t 60 -i 1 -w 0 \
	--wait=300
like "virtual minutes pass" "$(cat long)" '^n3,'

# On disks that are real.
mkdir real-bin
ln -s "$DISKIDX" real-bin/diskidx
sed "s,/bin:,/real-bin:," rsh >real
chmod +x real

# The end of a host's process, by force. At a rate they leave the processors to
# others.
rm -rf hosts
mkdir hosts
"$DISKIDX" -q --hosts="n[1-3]-$$" --rsh="$scratch/real" --no-save -t 3 -i 1 \
	--wait=3 -s 4m --rate=100 -f csv=killed.csv rand-read-q1 \
	>killed.out 2>killed.err &
run=$!
ok "they are at work" await 20 eval \
	'[ "$(ls -d hosts/*/diskidx.* 2>/dev/null | wc -l)" -eq 3 ]'
kill -9 "$(cat "hosts/n2-$$/pid")"
wait "$run"
is "one that is killed is an error" $? 1
like "it is named" "$(cat killed.err)" "^diskidx: n2-$$[:0-9]* "
is "the others are shown" \
	"$(awk -F , '/rand-read-q1/ { print $1 }' killed.csv | tr '\n' ' ')" \
	"n1-$$ n3-$$  "
ok "and nothing is left of it" await 20 eval '[ -z "$(left)" ]'

# The end of the launcher, from a terminal or by force.
for signal in TERM KILL; do
	rm -rf hosts
	mkdir hosts
	# exec, as yash has a process of its own for what is in the background.
	exec "$DISKIDX" -q --hosts="n[1-3]-$$" --rsh="$scratch/real" --no-save \
		-t 60 -s 4m rand-read-q1 >ended.out 2>ended.err &
	run=$!
	ok "$signal: they are at work" await 20 eval \
		'[ "$(ls -d hosts/*/diskidx.* 2>/dev/null | wc -l)" -eq 3 ]'
	kill -s "$signal" "$run"
	wait "$run" 2>/dev/null
	ok "$signal: nothing is left on any host" await 20 eval '[ -z "$(left)" ]'
done

# The program is copied, and removed.
rm real-bin/diskidx
exits "without diskidx there nothing is measured" 2 "$DISKIDX" -q \
	--hosts=n1 --rsh="$scratch/real" --no-save -t 0.05 -i 1 -s 4m fsbuffer
exits "--push copies it" 0 "$DISKIDX" -q --hosts=n1,n2 --rsh="$scratch/real" \
	--push="$DISKIDX" --no-save -t 0.05 -i 1 -s 4m fsbuffer
is "and it is removed" "$(left)" ""
is "nothing of all this is saved where it was not asked for" \
	"$(ls records 2>/dev/null)" ""
done_testing
