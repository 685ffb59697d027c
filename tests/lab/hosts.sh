#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# hosts.sh - hosts that sleep or are killed, and a launcher that is: the rest is
# shown, and nothing is left on any host. A script stands in ssh's place, whose
# hosts are directories here. What takes no such time is in
# tests/virtual/hosts.sh.
#
# Needs: processes that can be listed.
# Takes: 25 s.
tap_in_memory=yes
. "$(dirname "$0")/../support/tap.sh"
need_diskidx
need_processes
cd "$scratch" || bail "can't go to $scratch"

# on HOSTS ARGUMENT...
on()
{
	hosts=$1
	shift
	"$DISKIDX" -q --hosts="$hosts" --rsh="$scratch/rsh" --no-save -s 4m "$@"
}

mkdir bin tmp
ln -s "$DISKIDX" bin/diskidx
cat >rsh <<END
#!/bin/sh
host=\$1
mkdir -p "$scratch/hosts/\$host" && cd "$scratch/hosts/\$host" || exit
PATH=$scratch/bin:\$PATH TMPDIR=$scratch/tmp
export PATH TMPDIR
case \$host in
deaf) exec <&-; echo here; sleep 1; echo "no room" >&2; exit 3 ;;
mute) exec sleep 60 ;;
never) echo here; exec sleep 60 ;;
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

# at_work N: that many hosts have begun, of those that are new.
at_work()
{
	[ "$(find hosts -name 'diskidx.*' 2>/dev/null | grep -c .)" -eq "$1" ]
}

# shown FILE: the hosts with a figure in that CSV.
shown()
{
	awk -F , '/fsbuffer|rand-read-q1/ { print $1 }' "$1" | tr '\n' ' '
}

exits "some hosts do not answer" 1 on n1,n2,deaf,mute,never -f csv=silent \
	--wait=10 -t 0.05 -i 1 -w 0 fsbuffer
like "one that takes no input is named" "$err" '^diskidx: deaf: no room$'
like "one that is mute, too" "$err" \
	'^diskidx: mute: dropped: it does not answer$'
like "one that is mute later, too" "$err" \
	'^diskidx: never: dropped: others waited for it'
is "the others are shown" "$(shown silent)" "n1 n2  "

# The end of a host's process, by force. At a rate they leave the processors to
# others.
rm -rf hosts
on "n[1-3]-$$" -t 3 -i 1 --wait=3 --rate=100 -f csv=killed.csv rand-read-q1 \
	>killed.out 2>killed.err &
run=$!
ok "they are at work" until_event at_work 3
kill -9 "$(cat "hosts/n2-$$/pid")"
wait "$run"
is "one that is killed is an error" $? 1
like "it is named" "$(cat killed.err)" "^diskidx: n2-$$[:0-9]* "
is "the others are shown" "$(shown killed.csv)" "n1-$$ n3-$$  "
ok "and nothing is left of it" until_event eval '[ -z "$(left)" ]'

# The end of the launcher, from a terminal or by force.
for signal in TERM KILL; do
	rm -rf hosts
	mkdir hosts
	# exec, as yash has a process of its own for what is in the background.
	exec "$DISKIDX" -q --hosts="n[1-3]-$$" --rsh="$scratch/rsh" --no-save \
		-t 60 -s 4m rand-read-q1 >ended.out 2>ended.err &
	run=$!
	ok "$signal: they are at work" until_event at_work 3
	kill -s "$signal" "$run"
	wait "$run" 2>/dev/null
	ok "$signal: nothing is left on any host" \
		until_event eval '[ -z "$(left)" ]'
done

# The program is copied, and removed.
rm bin/diskidx
exits "without diskidx there nothing is measured" 2 on n1 -t 0.05 -i 1 fsbuffer
exits "--push copies it" 0 on n1,n2 --push="$DISKIDX" -t 0.05 -i 1 fsbuffer
is "and it is removed" "$(left)" ""
is "nothing of all this is saved where it was not asked for" \
	"$(ls records 2>/dev/null)" ""
done_testing
