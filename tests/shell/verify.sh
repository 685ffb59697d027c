#!/bin/sh
# verify.sh - --verify finds a disk that lies: each single lie is told with its
# test, its offset and its kind, the exit status says so, and the other tests
# are measured. A disk that is honest is never accused. The program is
# unmodified, on a virtual disk that keeps its data, behind
# tests/preload/faulty-disk.c.

: "${srcdir:=$(dirname "$0")/../..}"
# shellcheck source=tests/shell/tap.sh
. "$srcdir/tests/shell/tap.sh"
need_diskidx

# shellcheck source=tests/preload/virtual-disk.sh
. "$srcdir/tests/preload/virtual-disk.sh"

preloadable "$scratch/faulty.so" "$srcdir/tests/preload/faulty-disk.c" ||
	skip_all preload "no library can be made here"
in_front="$scratch/faulty.so "
size=4194304
VIRTUAL_STORES=yes
export VIRTUAL_STORES

# lying KIND AFTER ARGUMENT...: a run on a disk that does so many transfers and
# then tells one lie, at the offset in $scratch/at; no AFTER: none, and the
# number of transfers goes to $scratch/count.
lying()
{
	(
	FAULTY_DISK=$1 FAULTY_DISK_AFTER=${2:-1000000000000} FAULTY_DISK_FOR=1
	FAULTY_DISK_COUNT=$scratch/count FAULTY_DISK_SIGN=$scratch/at
	export FAULTY_DISK FAULTY_DISK_AFTER FAULTY_DISK_FOR \
		FAULTY_DISK_COUNT FAULTY_DISK_SIGN
	shift 2
	rm -f "$scratch/at"
	on_disk constant:100 constant:100 constant:1000 -t 0.003 -i 1 "$@"
	) >"$scratch/out" 2>"$scratch/err"
}

# A lie in the last transfer but so many: in which test, and what is found.
while read -r kind before engine tests found; do
	[ "$engine" != libaio ] || [ -n "$libaio" ] || {
		skip "$kind, $engine" libaio "it isn't to be had"
		continue
	}
	tests=$(echo "$tests" | tr , ' ')
	test=${tests##* }
	what="$kind, $test by $engine"
	# shellcheck disable=SC2086	# several tests
	if ! lying "$kind" "" -e "$engine" --verify $tests; then
		fail "$what: nothing is told without a lie"
		cat "$scratch/err"
		continue
	fi
	count=$(cat "$scratch/count")
	status=0
	# shellcheck disable=SC2086	# several tests
	lying "$kind" $((count - before)) -e "$engine" --verify $tests \
		-f json || status=$?
	is "$what: the exit status tells it" $status 1
	at=$(cat "$scratch/at")
	like "$what: what is where" "$(cat "$scratch/err")" \
		"disk: $test: failed in round 1: the block at offset $at holds $found [0-9]+, expected [0-9]+; in all [0-9]+ bytes are not as written\$"
	is "$what: so says the record" \
		"$(sed -n 's/.*"verified": "\(.*\)".*/\1/p' "$scratch/out")" \
		failed
	like "$what: another test has its figure" "$(cat "$scratch/out")" \
		'^ *"value": [0-9]'
done <<END
lost 1 sync seq-read,seq-write-direct old data: generation
misdirected 1 sync seq-read,overwrite-dsync old data: generation
corrupt 1 sync seq-read,seq-copy-direct corrupt data: checksum
corrupt 1 sync seq-read,seq-write corrupt data: checksum
lost 1 sync seq-read,commit zeros: checksum
flipped 10 sync fsbuffer,rand-read-q1 corrupt data: checksum
zeroed 10 sync fsbuffer,seq-read-direct zeros: checksum
misread 10 sync fsbuffer,rand-read-q1 data of another place: offset
lost 1 libaio rand-read-q1,rand-write-q32 old data: generation
corrupt 1 libaio rand-read-q1,rand-mixed-q32 corrupt data: checksum
misdirected 1 libaio rand-read-q1,rand-mixed-q32 old data: generation
flipped 10 libaio fsbuffer,rand-read-q32 corrupt data: checksum
misread 10 libaio fsbuffer,rand-read-q32 data of another place: offset
END

# One in a warm-up, which is no part of the sample.
ok "a disk that lies in no warm-up" lying flipped "" -e sync --verify -w 0.2 \
	fsbuffer rand-read-q1
status=0
lying flipped $(($(cat "$scratch/count") - 1000)) -e sync --verify -w 0.2 \
	-f json fsbuffer rand-read-q1 || status=$?
is "a lie in a warm-up: the exit status tells it" $status 1
is "a lie in a warm-up: so says the record" \
	"$(sed -n 's/.*"verified": "\(.*\)".*/\1/p' "$scratch/out")" failed

# Honest disks, in every kind of test.
for suite in unixbench dd durable ${libaio:+disk access cdm yabs}; do
	ok "$suite on an honest disk" lying lost "" ${libaio:+-e libaio} \
		-w 0 -D 0 --verify "$suite"
	is "$suite: nothing is told" "$(cat "$scratch/err")" ""
done
[ -n "$libaio" ] || skip "random tests" libaio "it isn't to be had"

# A lie in the fill leaves nothing to measure, and one in the last pass spoils no
# test; both are told.
status=0
lying corrupt 2 -e sync --verify seq-read fsbuffer || status=$?
is "corrupt data of the fill: the exit status tells it" $status 1
like "corrupt data of the fill: what is where" "$(cat "$scratch/err")" \
	"disk: filling the work file: the block at offset $(cat "$scratch/at") holds corrupt data: "
ok "reads are counted" lying flipped "" -e sync --verify rand-read-q1
status=0
lying flipped $(($(cat "$scratch/count") - 1)) -e sync -f csv --verify \
	rand-read-q1 || status=$?
is "a lie in the last pass: the exit status tells it" $status 1
like "a lie in the last pass: what is where" "$(cat "$scratch/err")" \
	"disk: at the end: the block at offset $(cat "$scratch/at") holds corrupt data: "
like "a lie in the last pass: the test has its figure" \
	"$(csv rand-read-q1 value)" '^[0-9.]+$'

# Threads, which no virtual disk has.
status=0
FAULTY_DISK=flipped FAULTY_DISK_AFTER=12 FAULTY_DISK_FOR=1 \
	FAULTY_DISK_SIGN=$scratch/at LD_PRELOAD=$scratch/faulty.so \
	"$DISKIDX" -q -d "$here" -s $size -t 0.05 -i 1 --no-save --verify \
	-e threads --cache=buffered rand-read-q32 fsbuffer \
	>"$scratch/out" 2>"$scratch/err" || status=$?
is "flipped, by threads: the exit status tells it" $status 1
like "flipped, by threads: what is where" "$(cat "$scratch/err")" \
	"disk: rand-read-q32[^ ]*: failed in round 1: the block at offset $(cat "$scratch/at") holds corrupt data: "

# The proof of direct I/O keeps what its writes are to put back. Where that
# can't be read, nothing is written there, and nobody is accused. The file was
# read back before, and a byte of it tried.
status=0
(
FAULTY_DISK=read FAULTY_DISK_AFTER=$((size + 1)) FAULTY_DISK_FOR=1
export FAULTY_DISK FAULTY_DISK_AFTER FAULTY_DISK_FOR
on_disk constant:100 constant:100 constant:1000 -t 0.003 -i 1 -e sync -Q 1 \
	--verify rand-write-q32 fsbuffer
) >"$scratch/out" 2>"$scratch/err" || status=$?
is "what can't be kept: the exit status tells it" $status 1
like "what can't be kept: so does a message" "$(cat "$scratch/err")" \
	'rand-write-q32[^ ]*: failed in round 1: read at offset 0: '
unlike "what can't be kept: nothing is corrupt" "$(cat "$scratch/err")" corrupt

# Figures of verified data are marked, and leave the score.
record="-o $scratch/verified"
ok "an honest disk" lying lost "" -e sync --verify rand-read-q1 fsbuffer
is "all is read back twice, past the cache, but no more" \
	"$(awk '$3 == 1048576 { n[$1]++ } END { print n["R"], n["r"] + 0 }' \
	"$scratch/log")" "$((2 * size / 1048576)) 0"
like "it is said to be one" "$(flat "$scratch/out")" \
	'The data that were read in .+ were always those that had been written there\.'
like "its figures are marked" "$(flat "$scratch/out")" \
	' V verified \(rand-read-q1\): all data were stamped and checked'
record="-o $scratch/plain"
ok "the same disk" lying lost "" -e sync rand-read-q1 fsbuffer
record=--no-save
ok "and so as far as data are checked" \
	lying lost "" -e sync --verify --strict fsbuffer
ok "they are compared" "$DISKIDX" compare "$scratch/plain" "$scratch/verified"
like "the comparison tells the difference" "$out" 'verified: no and yes'

is "nothing is left" "$(ls -A "$here")" ""
done_testing
