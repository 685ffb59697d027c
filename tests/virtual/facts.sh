#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# facts.sh - what a record tells of the machine and the disk is what the files
# of this very system say, and it lacks what they lack.

. "$(dirname "$0")/../support/tap.sh"
need_diskidx

"$DISKIDX" -q -v -d "$scratch" -s 4m -i 1 -t 0.05 -o "$scratch/record" \
	commit >"$scratch/report" || bail "no run"

# fact KEY
fact()
{
	awk -F '\t' -v key="$1" '$1 == "host" && $2 == key { print $3 }
		$1 == "target" && $3 == key { print $4 }' "$scratch/record"
}

# value FILE...: the first line of the first of them that there is.
value()
{
	for file; do
		text=$(head -n 1 "$file" 2>/dev/null) && [ -n "$text" ] &&
			break
	done
	case $text in
	*\[*\]*) text=${text#*\[} text=${text%%\]*} ;;
	-1) text= ;;
	esac
	echo "$text" | sed 's/ *$//'
}

[ -n "$(fact filesystem)" ] ||
	skip_all filesystem "this platform can't tell"
is hostname "$(fact hostname)" "$(uname -n)"
ok "the machine is told" test -n "$(fact machine)"
system=/sys/devices/system
is clocksource "$(fact clocksource)" \
	"$(value $system/clocksource/clocksource0/current_clocksource)"
is governor "$(fact governor)" \
	"$(value $system/cpu/cpu0/cpufreq/scaling_governor)"
ok "a reading of the clock takes from 1 ns to 100 us" \
	test "$(fact clock_read_ns)" -gt 0 -a "$(fact clock_read_ns)" -le 100000
if [ "$(fact filesystem)" != overlay ]; then
	is filesystem_block_bytes "$(fact filesystem_block_bytes)" \
		"$(stat -f -c %S "$scratch")"
	ok filesystem_options grep -q -F " $(fact filesystem_options)" \
		/proc/self/mountinfo
fi

# The report has them.
text=$(tr -s '\n ' '  ' <"$scratch/report")
like "-v tells them" "$text" "clock source: $(fact clocksource); clock read: "
case $(fact virtual_disk) in
yes) like "a virtual disk is noted" "$text" "is virtual: what its host " ;;
*) unlike "no virtual disk is noted" "$text" "is virtual: " ;;
esac
done_testing
