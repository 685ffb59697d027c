#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# tap.sh - a small TAP producer that all shell tests share, to be sourced.
#
# A test starts with
#
#	. "$(dirname "$0")/../support/tap.sh"
#
# which sets $srcdir; it runs in the top build directory, reads from there,
# writes to $scratch, and ends with `done_testing`. A failed check does not stop
# it and does not change its exit status, which is 0: the verdict is in the TAP
# on standard output.
#
#	done_testing			the last line of a test
#	ok SENTENCE COMMAND...		COMMAND exits 0
#	not_ok SENTENCE COMMAND...	COMMAND exits 1 to 125: no crash, no signal
#	exits SENTENCE N COMMAND...	COMMAND exits N
#	is SENTENCE GOT WANTED		two strings are equal
#	isnt SENTENCE GOT OTHER		two strings differ
#	like SENTENCE GOT REGEX		a line of GOT matches the extended REGEX
#	unlike SENTENCE GOT REGEX	no line of GOT does
#	same SENTENCE FILE WANTED	two files are equal; shows the difference
#	replay FILE			its commands, lines "$ COMMAND", each
#					with what it prints: standard error after
#					"! ", a status other than 0 after "= "
#	transcript NAME [update]	NAME.transcript, next to the test, is what
#					its replay here prints; or write it
#	json SENTENCE FILTER		$json ($scratch/out) is one document, for
#					which that jq filter is true, after the
#					$definitions; needs $has_jq
#	pass SENTENCE, fail SENTENCE	the test has judged by itself
#	skip SENTENCE PART REASON	one check, which needs that part
#	skip_all PART REASON		skip the rest: ends the test
#	bail REASON			nothing at all can work: ends the test
#	note TEXT			a comment in the log
#	portable STATUS			the status of a command that a signal
#					ended: 128 and its number, in any shell
#	until_event COMMAND...		tries until it succeeds; fails after a
#					minute
#	preloadable LIBRARY SOURCE...	a library to be loaded before others
#	all_processes			a line each, at least for diskidx: its
#					number, its parent's, its group's, and
#					its arguments
#	workers_of PID			the workers of that run, one per line
#	unusable ENGINE			why it cannot be used, or nothing
#	knows_filesystem DIRECTORY	its name is known to this platform
#	lives_in_memory DIRECTORY	its file system does, as diskidx says
#	need_diskidx			bails out unless $DISKIDX was built; it is
#					in $PATH then
#	need_processes			skips all unless all_processes works
#	need_mathematics		skips all unless awk has logarithms
#	try_mount NAME ARGUMENT...	mounts at $scratch/NAME until the end; if
#					this fails, $lacks is a PART and $why the
#					REASON
#	try_btrfs NAME [OPTIONS]	the same with a btrfs of 384 MiB
#
# ok, not_ok and exits leave $status, and the output of COMMAND in $out and
# $err (completely in $scratch/out and $scratch/err). They run it in this same
# shell, so it may be a function; none may be called in a subshell, which would
# lose the count.
#
# PART names a part of the system from the list $tap_parts. If $DISKIDX_REQUIRE
# in the environment has this word, the system must have the part: such a check
# fails instead of being skipped.
#
# A test that mounts sets tap_mounts=yes before it sources this. Root then runs
# it in a separate mount namespace, where possible, so no mount is left,
# whatever ends the test. A test that makes more than files sets tap_undo to a
# function that undoes it. A test that does not depend on the disk sets
# tap_in_memory=yes: it is then in $DISKIDX_MEMORY, or else in /dev/shm.
#
# Set here: $DISKIDX, the program's absolute path; $scratch, a private
# directory in the build directory, or in memory where programs can be run from
# there, removed at exit; the C locale and 80 columns; a place for records that
# is not the user's; and $patience, before commands that may hang, if available.

# shellcheck disable=SC2034	# variables are for the tests

LC_ALL=C
export LC_ALL
unset COLUMNS
if [ -d /usr/xpg4/bin ]; then		# Solaris: the POSIX grep, awk and id
	PATH=/usr/xpg4/bin:$PATH
	export PATH
fi

tap_count=0
tap_name=$(basename "$0" .sh)

# In a chroot nobody can make what is mounted above it private; those of
# tests/lab/chroots.sh are in a namespace of their own.
if [ -n "${tap_mounts:-}" ]; then
	PATH=$PATH:/sbin:/usr/sbin
	if [ -z "${DISKIDX_ALONE:-}" ] &&
	    unshare -m --propagation private true 2>/dev/null; then
		DISKIDX_ALONE=yes
		export DISKIDX_ALONE
		exec unshare -m --propagation private sh "$0" "$@"
	fi
fi

# What a system may lack: engines, what the system has, what this place has, and
# programs. inblock are the counts of a process, counters those of devices,
# filesystem is its name, memory its size, processors are their times, full is
# /dev/full, gone a current directory that can be removed, and terminal are
# pseudo-terminals. A disk is not in memory, and a user not root. native: what is
# built can be run here; jsonschema is of python3, mpi Open MPI and MPICH, and
# browser a Chromium with a python3 that speaks to it.
tap_parts="libaio uring threads direct counters inblock resident \
filesystem memory processors proc limits full shm gone disk \
user root mounts btrfs quota confinement awk bash browser compiler fish \
fio groff headers helpers jq jsonschema mandoc mpi native preload ps \
shellcheck shells strace terminal tidy uname xmllint zsh"

# The program under test. One that was given but isn't there is not replaced.
: "${DISKIDX:=./diskidx}"
if [ -f "$DISKIDX" ] && [ -x "$DISKIDX" ]; then
	DISKIDX=$(cd "$(dirname "$DISKIDX")" && pwd)/$(basename "$DISKIDX")
else
	DISKIDX=
fi
export DISKIDX
patience=
! timeout -s KILL 60 true 2>/dev/null || patience="timeout -s KILL 60"

# Scratch directory. mkdir fails where something of that name is already.

tap_undo=:
tap_mounted=

# tap_unmount DIRECTORY: without umount(8), which may need /proc.
tap_unmount()
{
	for tap_helper in "$(dirname "$DISKIDX")" "$tap_start"; do
		"$tap_helper/tests/support/start-confined" unmounted="$1" true \
			2>/dev/null && return
	done
}

tap_remove()
{
	$tap_undo
	for tap_place in $tap_mounted; do
		umount "$scratch/$tap_place" 2>/dev/null ||
			tap_unmount "$scratch/$tap_place"
	done
	# A test may have left directories that can't be searched or written.
	chmod -R u+rwx "$scratch" 2>/dev/null
	rm -rf "$scratch" ${tap_plain:+"$tap_plain"}
}

tap_die()
{
	trap - 0 "$1"
	tap_remove
	kill -s "$1" $$
}

# runs_from DIRECTORY: programs can be made and run there.
runs_from()
{
	tap_try=$1/tap-try.$$
	(umask 077 && echo '#!/bin/sh' >"$tap_try" && chmod +x "$tap_try" &&
		"$tap_try") 2>/dev/null
	tap_status=$?
	rm -f "$tap_try" 2>/dev/null
	return $tap_status
}

# In another name space of processes a number is another one's.
tap_space=$(readlink /proc/self/ns/pid 2>/dev/null | sed 's/[^0-9]//g; s/$/./')

# tap_clear DIRECTORY: removes the scratch directories there that tests of this
# user left as they were killed: no process has the number at their end.
tap_clear()
{
	for tap_left in "$1"/tap-*."$tap_space"*; do
		tap_pid=${tap_left#"$1"/tap-*."$tap_space"}
		case $tap_pid in
		'' | *[!0-9]*) continue ;;
		esac
		! kill -0 "$tap_pid" 2>/dev/null || continue
		# Neither a link, nor somebody else's.
		[ -n "$(find "$tap_left" -prune -type d \
			-user "$(id -u)" 2>/dev/null)" ] || continue
		chmod -R u+rwx "$tap_left" 2>/dev/null
		rm -rf "$tap_left"
	done
}

tap_start=$(pwd)
srcdir=$(CDPATH='' cd "${srcdir:-$(dirname "$0")/../..}" && pwd)

# Neither PATH, LD_PRELOAD nor env(1) can have any path. Where this one isn't
# plain, names that are lead to it.
tap_plain=
case $tap_start$srcdir$DISKIDX in
*[!A-Za-z0-9/._+~@-]*)
	tap_plain=/tmp/tap-$tap_name.$tap_space$$
	(umask 077 && mkdir "$tap_plain") || exit
	ln -s "$tap_start" "$tap_plain/build"
	ln -s "$srcdir" "$tap_plain/sources"
	ln -s "$(dirname "$DISKIDX")" "$tap_plain/program"
	tap_start=$tap_plain/build
	srcdir=$tap_plain/sources
	DISKIDX=${DISKIDX:+$tap_plain/program/$(basename "$DISKIDX")}
	cd "$tap_start" || exit ;;
esac
scratch=$tap_start/tap-$tap_name.$$
case ${tap_in_memory:-} in
?*)
	tap_memory=${DISKIDX_MEMORY:-/dev/shm}
	tap_clear "$tap_memory"
	! runs_from "$tap_memory" ||
		scratch=$tap_memory/tap-$tap_name.$tap_space$$ ;;
esac
if ! (umask 077 && mkdir "$scratch"); then
	echo "Bail out! can't make the scratch directory $scratch"
	exit 1
fi
trap 'tap_remove' 0
trap 'tap_die HUP' HUP
trap 'tap_die INT' INT
trap 'tap_die TERM' TERM

DISKIDX_RESULTDIR=$scratch/records
export DISKIDX_RESULTDIR

need_diskidx()
{
	[ -n "$DISKIDX" ] || bail "no diskidx program here: build it first"
	PATH=$(dirname "$DISKIDX"):$PATH
	export PATH
}

unusable()
{
	"$DISKIDX" list engines | awk -v name="$1" '/^[a-z]/ { at = $1 }
		at == name && sub(/^ +not usable: /, "")'
}

knows_filesystem()
{
	"$DISKIDX" -q -d "$1" -s 4m -t 0.01 -i 1 --no-save -f json fsbuffer |
		grep '"filesystem": ' >/dev/null
}

lives_in_memory()
{
	tap_match "$("$DISKIDX" -q -v -d "$1" -t 0.01 -i 1 -s 2m --no-save \
		seq-write)" 'memory +\(seq-write\): '
}

# To look for them in /proc takes less than ps does; and a minimal Debian has no
# ps. What searches has no such word itself. All are read at one moment, since a
# worker may be gone after a tenth of a second.
all_processes()
{
	if [ ! -r /proc/self/cmdline ]; then
		ps -A -o pid= -o ppid= -o pgid= -o args=
		return
	fi
	tap_found=$(grep -ls '[d]iskidx' /proc/[0-9]*/cmdline |
		sed 's/cmdline$/stat/')
	# shellcheck disable=SC2086	# names without blanks
	cat $tap_found 2>/dev/null </dev/null | while read -r tap_id tap_comm \
		tap_state tap_parent tap_group tap_rest
	do
		case $tap_comm in
		"(diskidx)" | "(qemu-"*) echo "$tap_id $tap_parent $tap_group" \
			"$(tr '\0' ' ' <"/proc/$tap_id/cmdline")" ;;
		esac
	done 2>/dev/null
}

# The children of its child, but for the cleanup process, which has a session of
# its own.
workers_of()
{
	all_processes | awk -v run="$1" '
	{
		parent[$1] = $2
		group[$1] = $3
	}
	END {
		for (each in parent)
			if (parent[parent[each]] == run &&
			    group[each] == group[run])
				print each
	}'
}

need_processes()
{
	[ -r /proc/self/cmdline ] || ps -A -o pid= >/dev/null 2>&1 ||
		skip_all ps "there is no /proc, nor a ps that does without"
}

# A busybox can be built without them.
need_mathematics()
{
	awk 'BEGIN { exit log(1) != 0 }' 2>/dev/null ||
		skip_all awk "this awk has no logarithms"
}

try_mount()
{
	tap_place=$1
	shift
	lacks=root
	why="only root can mount"
	[ "$(id -u)" -eq 0 ] || return
	lacks=mounts
	mkdir -p "$scratch/$tap_place"
	if mount "$@" "$scratch/$tap_place" >"$scratch/errors" 2>&1; then
		tap_mounted="$tap_place $tap_mounted"
	else
		why="it can't be mounted: $(tr '\n' ' ' <"$scratch/errors")"
		return 1
	fi
}

try_btrfs()
{
	lacks=btrfs
	why="no mkfs.btrfs here"
	command -v mkfs.btrfs >/dev/null 2>&1 || return
	if dd if=/dev/zero of="$scratch/$1.image" bs=1 count=1 \
	    seek=402653183 2>/dev/null &&
	    mkfs.btrfs -q "$scratch/$1.image" >"$scratch/errors" 2>&1; then
		try_mount "$1" -o "loop${2:+,$2}" "$scratch/$1.image"
	else
		why="none can be made: $(tr '\n' ' ' <"$scratch/errors")"
		return 1
	fi
}

# preloadable LIBRARY SOURCE...: makes a library that goes with the program's
# libc, to be loaded before it; fails where that can't be made. What tests
# before have made is in tap-preload, by a sum of the sources. It plays the
# libraries that config.h has.
preloadable()
{
	tap_library=$1
	shift
	tap_have=$(sed -n 's/^#define \(HAVE_LIB[A-Z]*\) 1$/-D\1/p' \
		"$tap_start/config.h" 2>/dev/null)
	tap_cache=$tap_start/tap-preload
	mkdir -p "$tap_cache"
	for tap_compiler in "$(sed -n 's/^CC = //p' "$tap_start/Makefile" \
	    2>/dev/null)" "${CC:-cc}"; do
		# What is in a library of tcc's takes no function's place.
		case $tap_compiler in
		'' | tcc*) continue ;;
		esac
		# Busybox may have no cksum.
		tap_sum=$({ echo "$tap_compiler" "$tap_have" &&
			cat "$@" "$srcdir"/tests/support/preload/*.h; } |
			{ cksum || sha256sum; } 2>"$scratch/preloadable")
		[ -n "$tap_sum" ] || bail "neither cksum nor sha256sum"
		tap_made=$tap_cache/${tap_sum%% *}.so
		if [ ! -e "$tap_made" ]; then
			# shellcheck disable=SC2086	# it may have options
			$tap_compiler $tap_have -O1 -shared -fPIC \
				-o "$tap_library" "$@" -ldl -lpthread -lm -lrt \
				>"$scratch/preloadable" 2>&1 || continue
			mv "$tap_library" "$tap_made.$$" &&
				mv "$tap_made.$$" "$tap_made"
		fi
		cp "$tap_made" "$tap_library" && return
	done
	return 1
}

# Output. Comments go to standard output too, so that they keep their place.

note()
{
	printf '%s\n' "$*" | sed 's/^/# /'
}

done_testing()
{
	echo "1..$tap_count"
	exit 0
}

# is_word WORD LIST
is_word()
{
	case " $2 " in
	*" $1 "*) return 0 ;;
	*) return 1 ;;
	esac
}

# may_lack PART
may_lack()
{
	is_word "$1" "$tap_parts" ||
		bail "no part of a system is called $1"
	! is_word "$1" "${DISKIDX_REQUIRE:-}"
}

skip_all()
{
	if [ "$tap_count" -eq 0 ] && may_lack "$1"; then
		echo "1..0 # SKIP $1: $2"
		exit 0
	fi
	skip "what follows" "$1" "$2"
	done_testing
}

bail()
{
	echo "Bail out! $1"
	exit 1
}

for tap_word in ${DISKIDX_REQUIRE:-}; do
	is_word "$tap_word" "$tap_parts" ||
		bail "DISKIDX_REQUIRE: no part of a system is called $tap_word"
done

pass()
{
	tap_count=$((tap_count + 1))
	echo "ok $tap_count - $1"
}

fail()
{
	tap_count=$((tap_count + 1))
	echo "not ok $tap_count - $1"
}

skip()
{
	if may_lack "$2"; then
		tap_count=$((tap_count + 1))
		echo "ok $tap_count - $1 # SKIP $2: $3"
	else
		fail "$1"
		note "$2 is required: $3"
	fi
}

# tap_verdict STATUS SENTENCE NOTE...: the notes are for a check that failed.
tap_verdict()
{
	tap_verdict=$1
	tap_sentence=$2
	shift 2
	if [ "$tap_verdict" -eq 0 ]; then
		pass "$tap_sentence"
	else
		fail "$tap_sentence"
		for tap_note; do
			note "$tap_note"
		done
	fi
}

# Running a command.

tap_run()
{
	tap_command=$*
	status=0
	"$@" >"$scratch/out" 2>"$scratch/err" || status=$?
	out=
	err=
	# Each process that needn't start counts: there are thousands.
	[ ! -s "$scratch/out" ] || out=$(cat "$scratch/out")
	[ ! -s "$scratch/err" ] || err=$(cat "$scratch/err")
}

# Of a signal, ksh93 adds 256 to the number, and yash 384.
portable()
{
	if [ "$1" -gt 256 ]; then
		echo $((128 + $1 % 128))
	else
		echo "$1"
	fi
}

until_event()
{
	tap_tries=1200
	until "$@"; do
		[ "$tap_tries" -gt 0 ] || return 1
		tap_tries=$((tap_tries - 1))
		sleep 0.05 2>/dev/null || {
			sleep 1
			tap_tries=$((tap_tries - 19))
		}
	done
}

# What a failed check shows: at most 20 lines of each stream.
tap_show()
{
	note "exit status $status, $1: $tap_command"
	sed 's/^/# stdout: /; 20q' "$scratch/out"
	sed 's/^/# stderr: /; 20q' "$scratch/err"
}

# tap_exits SENTENCE LEAST MOST COMMAND...
tap_exits()
{
	tap_sentence=$1
	tap_least=$2
	tap_most=$3
	shift 3
	tap_run "$@"
	if [ "$status" -ge "$tap_least" ] && [ "$status" -le "$tap_most" ]; then
		pass "$tap_sentence"
	else
		fail "$tap_sentence"
		tap_show "wanted $tap_least to $tap_most"
	fi
}

ok()
{
	tap_sentence=$1
	shift
	tap_exits "$tap_sentence" 0 0 "$@"
}

not_ok()
{
	tap_sentence=$1
	shift
	tap_exits "$tap_sentence" 1 125 "$@"
}

exits()
{
	tap_sentence=$1
	tap_wanted=$2
	shift 2
	tap_exits "$tap_sentence" "$tap_wanted" "$tap_wanted" "$@"
}

# Comparing.

is()
{
	[ "$2" = "$3" ]
	tap_verdict $? "$1" "   got: $2" "wanted: $3"
}

isnt()
{
	[ "$2" != "$3" ]
	tap_verdict $? "$1" "got what was not wanted: $2"
}

tap_match()
{
	printf '%s\n' "$1" | grep -E -e "$2" >/dev/null
}

like()
{
	tap_match "$2" "$3"
	tap_verdict $? "$1" "     got: $2" "no match: $3"
}

unlike()
{
	! tap_match "$2" "$3"
	tap_verdict $? "$1" "    got: $2" "matches: $3"
}

has_jq=$(command -v jq 2>/dev/null)
definitions=
json=$scratch/out

json()
{
	if [ -z "$has_jq" ]; then
		skip "$1" jq "no jq"
	elif jq -es "$definitions length == 1 and (.[0] | $2)" "$json" \
	    >"$scratch/jq" 2>&1; then
		pass "$1"
	else
		tap_verdict 1 "$1" "not true: $2" "$(sed 5q "$scratch/jq")" \
			"json: $(sed 20q "$json")"
	fi
}

same()
{
	if diff "$3" "$2" >"$scratch/diff" 2>&1; then
		pass "$1"
	else
		tap_verdict 1 "$1" "$(sed 40q "$scratch/diff")"
	fi
}

# Each in a subshell, so that none changes what the next one finds.
replay()
{
	sed -n 's/^\$ //p' "$1" | while IFS= read -r tap_line; do
		printf '$ %s\n' "$tap_line"
		tap_status=0
		(eval "$tap_line") </dev/null 2>"$scratch/said" || tap_status=$?
		[ ! -s "$scratch/said" ] || sed 's/^/! /' "$scratch/said"
		[ "$tap_status" -eq 0 ] || echo "= $tap_status"
	done
}

transcript()
{
	tap_transcript=$(echo "$srcdir"/tests/*/"$1.transcript")
	replay "$tap_transcript" >"$scratch/replayed"
	[ "${2:-}" != update ] || cat "$scratch/replayed" \
		>"$tap_transcript"
	same "all of $1 is as in its transcript" "$scratch/replayed" \
		"$tap_transcript"
}
