#!/bin/sh
# faults.sh - a file system that fails in any one operation, each in any way:
# what was told is in the words of the call that failed, with its place; the
# exit status says so; the other test is measured; and nothing is left. Its
# table has a line for each operation and fault; workloads and engines take
# turns.
#
# Root on Linux with FUSE, and libfuse3's headers for tests/fuse/faulty.c. Where
# these are missing, tests/shell/faults.sh has the virtual disk.
# shellcheck disable=SC2154,SC2317	# chroot.sh's variables; functions by name
set -u

usage='usage: faults.sh [OPTION]... [OPERATION]...

  --diskidx=PROGRAM the program (default: ./diskidx)
  --jobs=N          rows at a time (default: twice the processors)
  -h, --help        this text

Operations: open read write fsync unlink mkdir statfs close; without one, all.
Exit status: 0 all is right; 1 something is WRONG; 2 usage; 77 there is no FUSE
here.'

script=faults
need_kib=1048576
step_lines=40
place=
program=./diskidx
jobs=$(($(nproc 2>/dev/null || echo 2) * 2))
all='open read write fsync unlink mkdir statfs close'
wanted=
# shellcheck source=scripts/chroot.sh disable=SC2034
. "$(dirname "$0")/chroot.sh"

for argument; do
	case $argument in
	--diskidx=?*) program=${argument#*=} ;;
	--jobs=?*) jobs=${argument#*=} ;;
	--place=?*) place=${argument#*=} ;;
	-h | --help)
		echo "$usage"
		exit 0 ;;
	*)
		case " $all " in
		*" $argument "*) wanted="$wanted $argument" ;;
		*) die "unknown argument: $argument (see --help)" 2 ;;
		esac ;;
	esac
done
[ -x "$program" ] || die "no program $program" 2
program=$(CDPATH='' cd "$(dirname "$program")" && pwd)/$(basename "$program")
[ "$(uname -s)" = Linux ] || die "not on Linux" 77
[ "$(id -u)" = 0 ] || die "not root" 77
[ -c /dev/fuse ] || modprobe -q fuse || die "no /dev/fuse here" 77
pkg-config --exists fuse3 2>/dev/null || die "no libfuse3 to build with" 77
set_apart "$@"

# shellcheck disable=SC2046	# options are words
${CC:-cc} -O1 -Wall -Wextra -o "$place/faulty" \
	"$(dirname "$0")/../tests/fuse/faulty.c" \
	$(pkg-config --cflags --libs fuse3) ||
	die "tests/fuse/faulty.c can't be built"

# What can fail, and the tests whose turn it is with each further fault. times:
# 0: it goes on failing. first: the first of them that is not of the work file.
# other: the test that doesn't need the operation.
of_operation()
{
	faults='EIO ENOSPC EDQUOT hang=5 hang=0 vanish detach'
	times=1
	first=1
	other=rand-read-q1
	case $1 in
	open)
		faults="$faults EROFS"
		first=4
		words='(making a fresh file|open):'
		tests='commit@sync seq-write@sync small-files:create@sync
			seq-copy@sync' ;;
	read)
		faults="$faults short corrupt"
		times=0
		other=seq-write-direct
		first=10
		words='read at offset [0-9]+:'
		tests='rand-read-q32@libaio rand-read-q32@uring
			rand-read-q32@threads rand-read-q32@posixaio
			rand-read-q1@sync seq-read-direct@libaio
			seq-copy-direct@sync rand-mixed-q32@libaio' ;;
	write)
		faults="$faults EROFS short corrupt"
		times=0
		first=40
		words='write( at offset [0-9]+)?:'
		tests='rand-write-q32@libaio rand-write-q32@uring commit@sync
			rand-write-q32@threads rand-write-q32@posixaio
			seq-write@sync seq-write-direct@sync
			small-files:create@sync seq-copy@sync' ;;
	fsync)
		faults="$faults EROFS"
		times=0
		first=4
		words='(flush|write at offset [0-9]+):'
		tests='commit@sync seq-write@sync dd:write-flush@sync
			seq-copy@sync' ;;
	unlink)
		faults="$faults EROFS"
		first=3
		words='(making a fresh file|unlink|removing small files):'
		tests='commit@sync seq-write@sync seq-copy@sync' ;;
	mkdir)
		faults="$faults EROFS"
		words='(cannot make test files|making directories):'
		tests='commit@sync small-files:create@sync' ;;
	statfs)
		times=0
		words='(looking for free space|cannot test here):'
		tests='commit@sync seq-write@sync small-files:create@sync' ;;
	close)
		times=0
		words='(close|cannot clean up):'
		tests='commit@sync seq-write@sync small-files:create@sync' ;;
	esac
}

words_of()
{
	case $1 in
	EIO) echo "Input/output error" ;;
	ENOSPC) echo "No space left on device" ;;
	EDQUOT) echo "Disk quota exceeded" ;;
	EROFS) echo "Read-only file system" ;;
	esac
}

# A file system that fails so, at $here/disk.
begin_disk()
{
	rm -rf "$here"
	mkdir "$here" "$here/backing" "$here/disk"
	COUNT=$here/count SIGN=$here/sign "$place/faulty" "$1" \
		"$here/backing" "$here/disk" 2>"$here/faulty" &
	daemon=$!
	tries=100
	until grep -qs " $here/disk fuse" /proc/mounts; do
		tries=$((tries - 1))
		[ $tries -gt 0 ] || return
		sleep 0.05
	done
}

end_disk()
{
	umount "$here/disk" 2>/dev/null || umount -l "$here/disk" 2>/dev/null
	wait "$daemon" 2>/dev/null
}

# figures: the number of tests that have one.
figures()
{
	awk -F, 'NR == 1 {
		for (i = 1; i <= NF; i++)
			if ($i == "value")
				at = i
	}
	NR > 1 && $at != "" { n++ }
	END { print n + 0 }' "$here/out"
}

# The program on it; patience is for what hangs for ever.
measure()
{
	verify=
	[ "$fault" != corrupt ] || verify=--verify
	# shellcheck disable=SC2086	# or nothing
	"$program" -q -d "$here/disk" -s 4m -t 0.1 -i 2 --no-save --seed=1 \
		-f csv $verify -e "$engine" "$test" "$other" >"$here/out" 2>"$here/err" &
	pid=$!
	left=600
	interrupted=
	while kill -0 $pid 2>/dev/null && [ $left -gt 0 ]; do
		sleep 0.1
		left=$((left - 1))
		case $fault,$interrupted in
		hang=0,) [ -e "$here/sign" ] || continue ;;
		*) continue ;;
		esac
		interrupted=yes
		left=100
		sleep 1
		kill -s TERM $pid
	done
	late=
	[ $left -gt 0 ] || late="it ended when it was answered, not before"
	[ "$fault" != hang=0 ] || answer
	await_end || {
		echo "it did not end" >>"$here/wrong"
		kill -s KILL $pid
	}
	wait $pid 2>/dev/null
	status=$?
}

await_end()
{
	left=100
	while kill -0 $pid 2>/dev/null && [ $left -gt 0 ]; do
		sleep 0.1
		left=$((left - 1))
	done
	[ $left -gt 0 ]
}

# The file system answers again, so that what is left behind can be removed.
answer()
{
	kill -s USR1 "$daemon"
	left=100
	while [ -n "$(ls -A "$here/backing")" ] && [ $left -gt 0 ]; do
		sleep 0.1
		left=$((left - 1))
	done
}

# expect STATUS WORDS FIGURES LEFT: what is wrong with the run, in lines.
expect()
{
	[ "$status" -eq "$1" ] || echo "exit status $status, not $1"
	[ -z "$2" ] || grep -Eq "$2" "$here/err" || echo "no match: $2"
	! grep -v '^diskidx: ' "$here/err" || echo "is no message"
	! grep 'no direct I/O' "$here/out" || echo "is taken for n/a"
	figures=$(figures)
	[ "$figures" -ge "$3" ] || echo "$figures figures, not $3"
	rest=$(ls -A "$here/backing")
	[ "$4" = left ] || [ -z "$rest" ] || echo "left: $rest"
}

judge()
{
	why=$(words_of "$fault")
	where='(failed in round [12]|faults[^ ]*/disk[^ ]*): '
	figures=$(figures)
	[ "$figures" -gt 0 ] && bad=1 || bad=2
	case $fault in
	EROFS) expect "$bad" "$where.*$words.*$why\$" 0 left ;;
	E*)
		# Without its directory there is no test.
		[ "$operation$count" = mkdir1 ] && least=0 || least=1
		expect "$bad" "$where.*$words.*$why\$" "$least" clean ;;
	short)
		expect 1 "$where.*$words.*(Input/output error|No data available)\$" \
			1 clean ;;
	corrupt)
		[ "$status" -ne 1 ] || bad=1
		# What was written so is found by the other test, too.
		[ "$operation" = write ] && least=0 || least=1
		expect "$bad" "$where.*the block at offset [0-9]+ holds corrupt data:" \
			"$least" clean ;;
	vanish)
		# It may have had figures of round 1, which are not shown.
		[ "$status" -ne 1 ] || bad=1
		expect "$bad" "$where.*(Transport endpoint is not connected\
|Software caused connection abort)\$" 0 left ;;
	hang=0)
		expect 143 '' 0 clean
		# Names in a directory that waits for an answer wait with it.
		case $operation,$late in
		open,* | unlink,* | mkdir,* | *,) ;;
		*) echo "$late" ;;
		esac ;;
	*) expect 0 '' 2 clean ;;
	esac
}

# A run with that fault, from so many operations on.
try()
{
	begin_disk "$operation:$fault:$1:$times" || {
		echo "no file system: $(cat "$here/faulty")" >"$here/wrong"
		return
	}
	measure
	end_disk
	judge >>"$here/wrong"
}

# The number of the operations in a run without a fault.
count()
{
	(
		fault=none
		begin_disk "$operation:none:0:0" && measure
		end_disk
		cat "$here/count"
	)
}

# row NUMBER OPERATION FAULT TEST@ENGINE: a line of the table.
row()
{
	here=$place/row.$1
	line=$place/line.$1
	operation=$2
	fault=$3
	test=${4%@*}
	engine=${4#*@}
	of_operation "$operation"
	case $operation,$fault in
	*,hang=* | read,corrupt) times=1 ;;
	esac
	count=$(count)
	# No two runs do the same number of them in their time.
	nth=$((count * 2 / 3))
	chances=8
	while [ ! -e "$here/sign" ] && [ "$chances" -gt 0 ]; do
		[ "$nth" -ge "$first" ] || nth=$first
		try "$nth"
		nth=$((nth / 2))
		chances=$((chances - 1))
	done
	[ -e "$here/sign" ] || echo "it never came to that" >>"$here/wrong"
	[ -s "$here/wrong" ] && verdict=WRONG || verdict=right
	{
		printf '%-7s %-7s %-20s %-8s %s  %s\n' "$operation" "$fault" \
			"$test" "$engine" "$verdict" \
			"$late$(sed -n 's/^diskidx: [^:]*: //p' "$here/err" |
				sed q)"
		sed 's/^/    /' "$here/wrong"
	} >"$line"
	rm -rf "$here"
}

# rows: all of them, a line each: OPERATION FAULT TEST@ENGINE.
rows()
{
	for operation in ${wanted:-$all}; do
		of_operation "$operation"
		# shellcheck disable=SC2086	# words
		set -- $tests
		for fault in $faults; do
			echo "$operation $fault $1"
			set -- "$@" "$1"
			shift
		done
	done
}

# stream N: each row whose turn it is, since some wait most of their time.
stream()
{
	number=0
	while read -r operation fault test; do
		number=$((number + 1))
		[ $((number % jobs)) -ne "$1" ] ||
			row $((1000 + number)) "$operation" "$fault" "$test"
	done <"$place/rows"
}

rows >"$place/rows"
streams=
n=0
while [ $n -lt "$jobs" ]; do
	stream $n &
	streams="$streams $!"
	n=$((n + 1))
done
for n in $streams; do
	wait "$n"
done
printf '%-7s %-7s %-20s %-8s %s\n' call fault test engine told
cat "$place"/line.*
n_wrong=$(cat "$place"/line.* | grep -c ' WRONG ')
# The process that cleans up goes on for a while where files are still held.
# shellcheck disable=SC2009	# pgrep is not everywhere
count_left() { ps -A -o args= | grep -c "[/]diskidx -q -d $place/"; }
patience=15
until n_left=$(count_left); [ "$n_left" = 0 ] || [ $patience = 0 ]; do
	patience=$((patience - 1))
	sleep 1
done
echo "$(wc -l <"$place/rows") faults, $n_wrong wrong, $n_left processes left"
[ "$n_wrong" = 0 ] && [ "$n_left" = 0 ]
