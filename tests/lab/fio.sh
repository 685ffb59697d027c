#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# fio.sh - what is made for fio: published command lines run unchanged, and so
# does every profile; a program that reads fio's JSON by its lines finds what it
# looks for. If a job's filename is a disk or an existing file, diskidx, unlike
# fio, does not open it: it measures a private file on that disk, or next to
# that file.
#
#	fio.sh [CHECKOUT]	CHECKOUT is a directory with fio's sources,
#				https://github.com/axboe/fio: its examples run,
#				or are refused, as doc/fio-examples says
#
# Needs: space for small files, in memory if there is any; for disks also root,
# mounts, mkfs.ext4, strace.
# Takes: 15 s.

tap_in_memory=yes
tap_mounts=yes
. "$(dirname "$0")/../support/tap.sh"
need_diskidx

# A path below /dev would be taken for a device.
checkout=${1:+$(cd "$1" && pwd)}
cd "$scratch" || bail "can't go to $scratch"
dir=disk
mkdir "$dir" data
threads=yes
[ -z "$(unusable threads)" ] || threads=

# small ARGUMENT...: a run of that, short and small, as CSV.
small()
{
	"$DISKIDX" -q -f csv --no-save -d "$dir" -s 2m -t 0.02 -w 0 -i 1 -c 1 \
		-e threads "$@"
}

# measured SENTENCE JOBS ARGUMENT...: so many jobs have a figure.
measured()
{
	sentence=$1
	jobs=$2
	shift 2
	if [ -z "$threads" ]; then
		skip "$sentence" threads "no engine takes all depths and syncs"
		return
	fi
	small "$@" >out 2>err || :
	is "$sentence" "$(cat err; awk -F, 'NR == 1 {
			for (i = 1; i <= NF; i++)
				column[$i] = i
		}
		NR > 1 && $column["value"] > 0 { n++ }
		NR > 1 && /not supported on this system/ { n++ }
		END { print n + 0 }' out)" "$jobs"
}

# Command lines of fio; their sources stand above them.
while read -r jobs words <&3; do
	words=$(echo "$words" | sed "s|DIR|$dir|")
	case $jobs in
	[0-9]*)
		# shellcheck disable=SC2086	# several words
		measured "pasted: $(echo "fio $words" | cut -c 1-50)" "$jobs" \
			fio $words ;;
	esac
done 3<"$srcdir/tests/lab/fio-pasted"

# Job files, which are planned alone.
while read -r jobs text <&3; do
	case $jobs in
	0)
		printf '%b\n' "$text" >form.fio
		exits "refused: $(printf '%s' "$text" | cut -c 1-60)" 2 \
			small -n form.fio ;;
	[0-9]*)
		printf '%b\n' "$text" >form.fio
		small -n form.fio >out 2>err || :
		is "form: $(printf '%s' "$text" | cut -c 1-60)" "$(cat err
			grep -c '^  form:' out)" "$jobs" ;;
	esac
done 3<"$srcdir/tests/lab/fio-forms"

# The profiles, each with as many jobs as its list has sections.
"$DISKIDX" list profiles >listed
ok "there are profiles" test "$(grep -c '^[a-z]' listed)" -ge 10
for name in $(sed -n 's/^\([a-z][a-z-]*\) .*/\1/p' listed); do
	jobs=$(awk -v name="$name" '/^[a-z]/ { on = $1 == name }
		on && $1 ~ /^\[/ && $1 != "[global]" { n++ }
		END { print n }' listed)
	measured "profile $name" "$jobs" "$name"
	like "profile $name has a source" "$(grep "^$name " listed)" \
		'^[a-z0-9-]+ +(-|20[0-9-]+) +[^ ]'
done

is "nothing is left" "$(ls -A "$dir")" ""

# docker-diskmark sums up the lines of a key, at most 15 behind the name of a
# job for reads and 80 for writes, whose first eight columns are blank.
"$DISKIDX" --no-save -d "$dir" -t 0.1 fio --name=RND4K --rw=randrw --size=2m \
	--bs=4K --output-format=json >marks.json 2>err
json=marks.json
for what in read,15,iops read,15,bw_bytes write,80,iops write,80,bw_bytes; do
	key=${what##*,}
	lines=${what#*,}
	found=$(grep -A "${lines%,*}" '"name" : "RND4K"' marks.json |
		sed -n "s/^        \"$key\" : \([0-9.]*\),*$/\1/p" |
		awk '{ sum += $1 } END { printf "%.0f", sum }')
	sums='.read.KEY'
	[ "${what%%,*}" = read ] || sums='.read.KEY + .write.KEY'
	json "docker-diskmark: $key of a ${what%%,*}" "$(echo \
		".jobs[0] | $sums | . > 0 and floor <= $found and
		. + 1 >= $found" | sed "s/KEY/$key/g")"
done

# Each of fio's examples, but for one that asks for variables, which it gets.
if [ -n "$checkout" ]; then
	FIO_BS=4k FIO_RW=randread FIO_IODEPTH=1
	export FIO_BS FIO_RW FIO_IODEPTH
	awk '/^[^ ]*[.]fio / { print $1, $2 }' "$srcdir/doc/fio-examples" \
		>examples
	is "doc/fio-examples has all of them" "$(cut -d ' ' -f 1 examples)" \
		"$(cd "$checkout/examples" && printf "%s\n" *.fio)"
	while read -r name what <&3; do
		wanted=0
		[ "$what" = runs ] || wanted=2
		exits "$name: $what" "$wanted" small "$checkout/examples/$name"
	done 3<examples
fi

# job ARGUMENT...: one of $place, as JSON into report.
job()
{
	"$DISKIDX" -q -f json --no-save -t 0.05 "$@" fio --name=a \
		--rw=randwrite --size=4m --filename="$place" >report 2>err
	status=$?
}

# fact KEY: its first value in that.
fact()
{
	sed -n "s/.*\"$1\": \"\(.*\)\",*/\1/p" report | head -n 1
}

# is_in SENTENCE DIRECTORY ARGUMENT...: such a job is measured there.
is_in()
{
	sentence=$1
	wanted=$2
	shift 2
	job "$@"
	is "$sentence" "$status $(fact directory)" "0 $wanted"
}

place=data/base
echo precious >$place
is_in "a file that is there: beside it" data
like "a file that is there: a note says so" "$(cat report)" \
	'base exists already and is not opened: a private file next to it'
is "a file that is there: it is as it was" "$(ls data) $(cat $place)" \
	"base precious"
place=/dev/no-such-disk
is_in "$place and -d: there" data -d data

# What is no disk gets one line, with the remedy.
ln -s /dev/null data/link
for line in "$place No such file or directory; give a directory with -d$" \
    "data/link is neither a disk nor a file"; do
	place=${line%% *}
	job
	like "$place is refused in one line" \
		"$status $(wc -l <err | tr -d ' ') $(cat err)" \
		"^2 1 diskidx: fio --filename: .*${line#* }"
done

is_so="a disk: a private file where it is mounted"
lacks=mounts
why="its image can't be made"
if [ ! -e /proc/mounts ]; then
	skip "$is_so" proc "nothing tells its device"
elif dd if=/dev/zero of=image bs=1 count=1 seek=67108863 2>err &&
    mkfs.ext4 -q -F image >err 2>&1 && try_mount mounted -o loop image; then
	echo precious >mounted/precious
	place=$(awk -v at="$scratch/mounted" '$2 == at { print $1 }' \
		/proc/mounts)
	is_in "$is_so" "$scratch/mounted"
	like "a disk: a note says so" "$(cat report)" "$place carries \
$scratch/mounted \\($place\\): measured in a private"
	is "a disk: what lies there already is as it was" \
		"$(ls mounted) $(cat mounted/precious)" "lost+found
precious precious"
	ln -s "$place" data/by-id
	device=$place
	place=data/by-id
	is_in "a name of a disk: there" "$scratch/mounted"
	place=$device
	if command -v strace >out 2>&1 && strace -f -q -o trace \
	    -e trace=open,openat,creat "$DISKIDX" -q --no-save -t 0.05 fio \
	    --name=a --rw=randwrite --size=4m --filename="$place" >out 2>err
	then
		is "a disk: no device is opened" "$(sed -n \
			's/.*"\(\/[^"]*\)".*/\1/p' trace |
			while read -r path; do
				[ ! -b "$path" ] || echo "$path"
			done)" ""
		like "a disk: but a file on it" "$(cat trace)" \
			'O_RDWR\|O_CREAT\|O_EXCL'
	else
		skip "a disk: no device is opened" strace "none here"
	fi
	is_in "a disk and -d: there" data -d data
	mount -o remount,ro mounted
	job
	like "a disk that is mounted for reading: refused" \
		"$status $(cat err)" \
		"^2 .*$place carries no mounted file system that you may"
else
	skip "$is_so" "$lacks" "$why"
fi
cd .. || exit
done_testing
