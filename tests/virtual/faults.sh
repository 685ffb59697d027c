#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# faults.sh - a disk that fails in any one call: each fault is reported as the
# failure of that call, with its place; the exit status is right; the other
# tests are measured, and nothing is left. No fault is mistaken for something
# that this system cannot do. The program is unmodified, on a virtual disk
# (tests/support/preload/virtual-disk.c) with faulty-disk.c loaded before it.
#
# Before, without that disk: the private directory is the one that was made. A
# directory that replaces it just before it is opened is refused, unchanged, and
# not removed. And if entries of the directory cannot be removed, the program
# does not try for ever.

tap_in_memory=yes
. "$(dirname "$0")/../support/tap.sh"
need_diskidx

preloadable "$scratch/faulty.so" "$srcdir/tests/support/preload/faulty-disk.c" ||
	skip_all preload "no library can be made here"

# failing KIND ERROR AFTER TIMES COMMAND...: on a disk that fails so; no AFTER:
# not at all, and the number of its units goes to $scratch/count.
failing()
{
	(
	FAULTY_DISK=$1 FAULTY_DISK_ERROR=$2
	FAULTY_DISK_AFTER=${3:-1000000000000} FAULTY_DISK_FOR=$4
	FAULTY_DISK_COUNT=$scratch/count
	export FAULTY_DISK FAULTY_DISK_ERROR FAULTY_DISK_AFTER \
		FAULTY_DISK_FOR FAULTY_DISK_COUNT
	shift 4
	"$@"
	) >"$scratch/out" 2>"$scratch/err"
}

here=$scratch/private
mkdir "$here" && chmod 777 "$here"

run()
{
	FAULTY_DISK_OTHER=other LD_PRELOAD="$scratch/faulty.so" \
		"$DISKIDX" -q -d "$here" -s 1m -t 0.01 -i 1 --no-save commit \
		>"$scratch/out" 2>"$scratch/err"
}

# refused WHAT MODE OWNER CONTENT: in the right words, and all left as it was.
refused()
{
	mkdir -m "$2" "$here/other"
	[ -z "$4" ] || mkdir "$here/other/$4"
	[ -z "$3" ] || chown "$3" "$here/other"
	status=0
	run || status=$?
	is "$1 is refused" "$status $(grep -c \
		'cannot make test files: another directory has replaced' \
		"$scratch/err")" "2 1"
	is "$1 is left as it was" "$(ls -A "$here"/diskidx.?????? 2>&1)" "$4"
	rm -rf "${here:?}"/*
}

mkdir -m 700 "$here/other"
run
if [ ! -d "$here/moved" ]; then
	skip_all preload \
		"the library can't be loaded before this program's others"
fi
rm -rf "${here:?}"/*

refused "an own one that others may write to" 777 "" ""
refused "an own one that others may look into" 755 "" ""
refused "one that isn't empty" 700 "" something
if [ "$(id -u)" -eq 0 ]; then
	refused "another user's" 700 $((61000 + $$ % 4000)) ""
	refused "another user's that all may write to" 777 \
		$((61000 + $$ % 4000)) ""
else
	skip "another user's" root "only root can make one"
	skip "another user's that all may write to" root \
		"only root can make one"
fi

is "nothing is left" "$(ls -A "$here")" ""

# What can't be removed.

# removing CALL ERROR AFTER TIMES ARGUMENT...: a run where CALL fails so; its
# exit status.
removing()
{
	call=$1 error=$2 after=$3 times=$4
	shift 4
	# shellcheck disable=SC2086	# several words, or none
	failing "$call" "$error" "$after" "$times" $patience \
		env LD_PRELOAD="$scratch/faulty.so" "$DISKIDX" -q -f csv \
		-d "$here" -s 1m -t 0.01 -i 1 --no-save "$@"
	echo $?
}

# A damaged directory, or a stale list of it, may have a name that isn't there.
is "a run with trees" "$(removing unlink EIO 1000000000 0 small-files:stat)" 0
last=$(($(cat "$scratch/count") - 1))
for each in "unlink $last" "rmdir 0"; do
	# shellcheck disable=SC2086	# two words
	set -- $each
	like "$1: a listed name that isn't there is tried no more" \
		"$(removing "$1" ENOENT "$2" 1000000000 small-files:stat)" \
		'^[12]$'
	like "$1: what stays behind is told" "$(cat "$scratch/err")" \
		'cannot clean up: '
	rm -rf "${here:?}"/*
done

is "a directory that can't be removed yet is an error" \
	"$(removing rmdir EIO 0 1 commit)" 1
like "a directory that can't be removed yet: it is told" \
	"$(cat "$scratch/err")" 'cannot clean up: '
ok "a directory that can't be removed yet goes when it can" \
	until_event eval '[ -z "$(ls -A "$here")" ]'

# The faults of a disk.

. "$(dirname "$0")/../support/virtual-disk.sh"
in_front="$scratch/faulty.so "
size=4194304

# faulty KIND ERROR AFTER TIMES ARGUMENT...: a run on such a disk.
faulty()
{
	kind=$1 error=$2 after=$3 times=$4
	shift 4
	failing "$kind" "$error" "$after" "$times" on_disk constant:100 \
		constant:100 constant:1000 -t 0.003 -i 1 "$@"
}

# wrong STATUS WORDS: what is wrong with the last run, which ended with $status.
wrong()
{
	[ "$status" -eq "$1" ] || echo "exit status $status, not $1"
	words=$2 failed=$1 awk '
	FILENAME ~ /err$/ {
		said = said "\n" $0
		found = found || $0 ~ ENVIRON["words"]
		if ($0 !~ /^diskidx: /)
			print $0 ": is no message"
		next
	}
	/no direct I\/O/ { print $0 ": is taken for n/a" }
	/^  .* [0-9.]+ +(KBps|MiB\/s|IOPS|ops\/s)( |$)/ { figure = 1 }
	END {
		if (!found)
			print "no match: " ENVIRON["words"] said
		if (ENVIRON["failed"] == 1 && !figure)
			print "the other test has no figure"
	}' "$scratch/err" "$scratch/out"
	[ -z "$(ls -A "$here")" ] || {
		echo "left: $(ls -A "$here")"
		rm -rf "${here:?}"/diskidx*
	}
}

# words_of ERROR: its text on any system.
words_of()
{
	case $1 in
	ENOSPC) printf %s "No space left on device" ;;
	EDQUOT) printf %s "(Disk )?[Qq]uota exceeded" ;;
	EIO) printf %s "(Input/output|I/O) error" ;;
	EROFS) printf %s "Read-only file system" ;;
	ENOTCONN) printf %s \
		"(Transport endpoint|Socket)( is)? not connected" ;;
	EAGAIN) printf %s "Resource temporarily unavailable" ;;
	esac
}

# hit SENTENCE STATUS WORDS KIND ERROR AFTER TIMES ARGUMENT...
hit()
{
	sentence=$1 wanted=$2 said=$3
	shift 3
	status=0
	faulty "$@" || status=$?
	is "$sentence" "$(wrong "$wanted" "$said$(words_of "$2")\$")" ""
}

# A fault in the middle of a run of two tests, once: the one that it hits fails,
# and the other has its figure. The kind, the error, the engine, the tests, and
# the words before the error's.
while read -r kind error engine tests words; do
	[ "$engine" != libaio ] || [ -n "$libaio" ] || {
		skip "$kind $error, $engine" libaio "it isn't to be had"
		continue
	}
	tests=$(echo "$tests" | tr , ' ')
	what="$error in $kind, $tests by $engine"
	# shellcheck disable=SC2086	# several tests
	if ! faulty "$kind" "$error" "" "" -e "$engine" $tests; then
		fail "$what: it runs without"
		cat "$scratch/err"
		continue
	fi
	count=$(cat "$scratch/count")
	for after in $((count * 2 / 3)) $((count - 1)); do
		# shellcheck disable=SC2086	# several tests
		hit "$what, in $after of $count" 1 \
			"(failed in round 1|disk[^ ]*): .*$words.*" \
			"$kind" "$error" $after 1 -e "$engine" $tests
	done
done <<END
read EIO sync rand-read-q1,seq-read read at offset [0-9]+:
read EIO libaio rand-read-q32,seq-read read at offset [0-9]+:
write EIO sync commit,seq-write-direct write at offset [0-9]+:
write ENOSPC sync seq-copy,seq-write-direct write at offset [0-9]+:
write EDQUOT libaio rand-write-q32,rand-mixed-q32 write at offset [0-9]+:
flush EIO sync commit,seq-write (write at offset [0-9]+: )?flush:
flush EIO sync seq-copy,seq-write flush:
flush EIO sync dd:write-flush,seq-write flush:
flush EIO sync small-files:create-fsync,seq-write
submit EIO libaio rand-read-q32,rand-write-q32 (read|write) at offset [0-9]+: submit:
reap EIO libaio rand-read-q32,rand-write-q32 waiting for requests:
make EIO sync commit,seq-write making a fresh file:
unlink EIO sync commit,seq-write making a fresh file:
close EIO sync commit,seq-write (close|cannot clean up):
statfs EIO sync commit,seq-write looking for free space:
space ENOSPC sync commit,seq-write keeping space free for others:
inodes ENOSPC sync commit,seq-write keeping inodes free for others:
mkdir EDQUOT sync small-files:create,seq-write making directories:
make ENOSPC sync small-files:create,seq-write
make EROFS sync seq-copy,seq-write-direct making a fresh file:
unlink EIO sync small-files:delete,seq-write
read ENOTCONN sync rand-read-q1,seq-write read at offset [0-9]+:
END

# The first reads only find out what this disk can do: those that fail are told,
# and the tests go on, but for the one whose direct I/O was to be proven.
hit "EIO in the first read of the work file" 1 \
	"disk: cannot use the work file: read at offset 0: " \
	read EIO 0 1 -e sync seq-read fsbuffer
unlike "EIO in the first read of the work file: no test is without a figure" \
	"$(cat "$scratch/out")" 'n/a'
hit "EIO in the proof of direct I/O" 1 \
	"rand-read-q1: failed in round 1: read at offset 0: " \
	read EIO 1 1 -e sync rand-read-q1 fsbuffer

# And in the fill. The first look at the space finds out how much there is.
while read -r kind error after words; do
	hit "$error in the fill's $kind" 2 \
		"disk: filling the work file: $words.*: " \
		"$kind" "$error" "$after" 1 -e sync seq-read
done <<'END'
write ENOSPC 0 write
flush EIO 0 flush
space ENOSPC 1 keeping
END

# EAGAIN is waited for, which is told, but not for ever.
if [ -n "$libaio" ]; then
	ok "EAGAIN in submit, for a while: it is waited for" \
		faulty submit EAGAIN 100 50 -e libaio rand-read-q32
	like "EAGAIN in submit, for a while: and told" \
		"$(flat "$scratch/out")" \
		'rand-read-q32: for [0-9]+\.[0-9] ms the system accepted no request'
	hit "EAGAIN in submit, for ever" 1 \
		"rand-read-q32: failed in round 1: read at offset [0-9]+: submit: " \
		submit EAGAIN 100 1000000 -e libaio rand-read-q32 fsbuffer
	ok "EAGAIN in submit, for ever: not for long" took 5
else
	skip "EAGAIN in submit" libaio "it isn't to be had"
fi

is "nothing is left" "$(ls -A "$here")" ""
done_testing
