#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# faults.sh - a disk that fails in any one call: each fault is a failure in the
# words of the call that failed, with its place; the exit status says so; the
# other tests are measured, and nothing is left. None is taken for something
# that this system can't do. The program is unmodified, on a virtual disk
# (tests/support/preload/virtual-disk.c) behind tests/support/preload/faulty-disk.c.

# shellcheck source=tests/support/virtual-disk.sh
. "$(dirname "$0")/../support/virtual-disk.sh"

preloadable "$scratch/faulty.so" "$srcdir/tests/support/preload/faulty-disk.c" ||
	skip_all preload "no library can be made here"
in_front="$scratch/faulty.so "
size=4194304

# faulty KIND ERROR AFTER TIMES ARGUMENT...: a run on a disk that fails so; no
# AFTER: not at all, and the number of its units goes to $scratch/count.
faulty()
{
	(
	FAULTY_DISK=$1 FAULTY_DISK_ERROR=$2
	FAULTY_DISK_AFTER=${3:-1000000000000} FAULTY_DISK_FOR=$4
	FAULTY_DISK_COUNT=$scratch/count
	export FAULTY_DISK FAULTY_DISK_ERROR FAULTY_DISK_AFTER \
		FAULTY_DISK_FOR FAULTY_DISK_COUNT
	shift 4
	on_disk constant:100 constant:100 constant:1000 -t 0.003 -i 1 "$@"
	) >"$scratch/out" 2>"$scratch/err"
}

# wrong STATUS WORDS: what is wrong with the last run, which ended with $status.
wrong()
{
	[ "$status" -eq "$1" ] || echo "exit status $status, not $1"
	grep -E "$2" "$scratch/err" >/dev/null || {
		echo "no match: $2"
		cat "$scratch/err"
	}
	! grep -v '^diskidx: ' "$scratch/err" || echo "is no message"
	! grep 'no direct I/O' "$scratch/out" || echo "is taken for n/a"
	[ "$1" -ne 1 ] || grep -E '^  .* [0-9.]+ +(KBps|MiB/s|IOPS|ops/s)( |$)' \
		"$scratch/out" >/dev/null ||
		echo "the other test has no figure"
	[ -z "$(ls -A "$here")" ] || {
		echo "left: $(ls -A "$here")"
		rm -rf "${here:?}"/diskidx*
	}
}

# shellcheck disable=SC2034	# words_of names them
{
ENOSPC="No space left on device"
EDQUOT="(Disk )?[Qq]uota exceeded"
EIO="(Input/output|I/O) error"
EROFS="Read-only file system"
ENOTCONN="(Transport endpoint|Socket)( is)? not connected"
EAGAIN="Resource temporarily unavailable"
}
words_of()
{
	eval "printf '%s' \"\$$1\""
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
		status=0
		# shellcheck disable=SC2086	# several tests
		faulty "$kind" "$error" $after 1 -e "$engine" $tests ||
			status=$?
		is "$what, in $after of $count" "$(wrong 1 \
			"(failed in round 1|disk[^ ]*): .*$words.*$(words_of "$error")\$")" ""
	done
done <<END
read EIO sync rand-read-q1,seq-read read at offset [0-9]+:
read EIO sync seq-read-direct,seq-copy read at offset [0-9]+:
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
space ENOSPC sync seq-write-direct,fsbuffer keeping space free for others:
inodes ENOSPC sync commit,seq-write keeping inodes free for others:
mkdir EDQUOT sync small-files:create,seq-write making directories:
make ENOSPC sync small-files:create,seq-write
make EROFS sync seq-copy,seq-write-direct making a fresh file:
unlink EROFS sync commit,seq-write making a fresh file:
unlink EIO sync small-files:delete,seq-write
flush EROFS sync commit,seq-write (write at offset [0-9]+: )?flush:
write EROFS libaio rand-write-q32,rand-mixed-q32 write at offset [0-9]+:
read ENOTCONN sync rand-read-q1,seq-write read at offset [0-9]+:
END

# The first reads only find out what this disk can do: those that fail are told,
# and the tests go on, but for the one whose direct I/O was to be proven.
status=0
faulty read EIO 0 1 -e sync seq-read fsbuffer || status=$?
is "EIO in the first read of the work file" "$(wrong 1 \
	"disk: trying the work file: read at offset 0: $EIO\$")" ""
unlike "EIO in the first read of the work file: no test is without a figure" \
	"$(cat "$scratch/out")" 'n/a'
status=0
faulty read EIO 1 1 -e sync rand-read-q1 fsbuffer || status=$?
is "EIO in the proof of direct I/O" "$(wrong 1 \
	"rand-read-q1: failed in round 1: read at offset 0: $EIO\$")" ""

# And in the fill.
for fault in write:ENOSPC:write flush:EIO:flush space:ENOSPC:keeping; do
	error=${fault#*:}
	error=${error%:*}
	status=0
	# The first look at the space finds out how much there is.
	[ "${fault%%:*}" != space ] && after=0 || after=1
	faulty "${fault%%:*}" "$error" "$after" 1 -e sync seq-read || status=$?
	is "$error in the fill's ${fault%%:*}" "$(wrong 2 \
		"disk: filling the work file: ${fault##*:}.*: $(words_of "$error")\$")" ""
done

# EAGAIN is waited for, which is told, but not for ever.
if [ -n "$libaio" ]; then
	ok "EAGAIN in submit, for a while: it is waited for" \
		faulty submit EAGAIN 100 50 -e libaio rand-read-q32
	like "EAGAIN in submit, for a while: and told" \
		"$(flat "$scratch/out")" \
		'rand-read-q32: for [0-9]+\.[0-9] ms the system took no request'
	status=0
	faulty submit EAGAIN 100 1000000 -e libaio rand-read-q32 fsbuffer ||
		status=$?
	is "EAGAIN in submit, for ever" "$(wrong 1 \
		"rand-read-q32: failed in round 1: read at offset [0-9]+: submit: $EAGAIN\$")" ""
	ok "EAGAIN in submit, for ever: not for long" awk '
		NR == 1 { begin = $4 }
		END { exit ($5 - begin) / 1e9 > 5 }' "$scratch/log"
fi

is "nothing is left" "$(ls -A "$here")" ""
done_testing
