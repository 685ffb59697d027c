#!/bin/sh
# bad-input.sh - what is wrong is refused in one line that says why, with exit
# status 2, before anything is printed, made or written.
# shellcheck disable=SC2317	# functions that exits calls
: "${srcdir:=$(dirname "$0")/../..}"
# shellcheck source=tests/shell/tap.sh
. "$srcdir/tests/shell/tap.sh"
need_diskidx

here=${scratch##*/}
dir=$here/disk
mkdir "$dir" || bail "can't make a directory to test"
echo "not diskidx's" >"$dir/foreign"
before=$(ls -lAn "$dir")

# Should something be measured all the same, it is little and soon over; and
# should it be written all the same, it is no more than 64 MiB a file.
ulimit -f 131072
cheap="-t 0.01 -i 1"

# refused SENTENCE REGEX COMMAND...: status 2, one line "diskidx: REGEX", no
# output, and the directory as it was.
refused()
{
	sentence=$1
	regex=$2
	shift 2
	tap_command=$*
	tap_run "$@"
	wrong=
	[ "$status" -eq 2 ] || wrong="$wrong; status $status"
	[ ! -s "$scratch/out" ] || wrong="$wrong; output"
	[ "$(wc -l <"$scratch/err")" -eq 1 ] || wrong="$wrong; not one line"
	tap_match "$err" "^diskidx: $regex" || wrong="$wrong; not: $regex"
	[ "$(ls -lAn "$dir")" = "$before" ] || wrong="$wrong; touched"
	[ ! -e "$DISKIDX_RESULTDIR" ] || wrong="$wrong; saved"
	if [ -z "$wrong" ]; then
		pass "$sentence"
	else
		fail "$sentence"
		tap_show "wanted 2$wrong"
		rm -rf "$DISKIDX_RESULTDIR"
	fi
}

# bad SENTENCE REGEX ARGUMENT...: the same of a run on the directory.
bad()
{
	sentence=$1
	regex=$2
	shift 2
	# shellcheck disable=SC2086	# several arguments
	refused "$sentence" "$regex" "$DISKIDX" $cheap -d "$dir" "$@"
}

# The end of a message with the nearest name.
mean()
{
	echo ".*; did you mean $1\\?\$"
}

# Names. The nearest is suggested, if one is near.

while read -r word near; do
	bad "an unknown test: $word" \
		"unknown test or suite '$word'$(mean "$near")" "$word"
done <<'END'
seq-raed seq-read
seq-write-dirct seq-write-direct
rand-read-32 rand-read-q32
fsbufer fsbuffer
comit commit
dsik disk
END
bad "a test like no other" "unknown test or suite 'xyzzy'" xyzzy
bad "an empty name" "unknown test or suite ''" ""
bad "a test that is not of the suite" "the suite disk has no test 'nosuch'" \
	disk:nosuch
bad "a test that is nearly one of the suite" \
	"the suite disk has no test 'seq-raed'$(mean seq-read)" disk:seq-raed
bad "the same of another suite" \
	"the suite dd has no test 'wirte'$(mean dd:write)" dd:wirte
bad "a test of another suite" "the suite dd has no test 'commit'; see " \
	dd:commit
bad "a suite that is none" "unknown test or suite 'ddd:write'" ddd:write
bad "a size under a block" "-s: dd:write needs a file of at least 1 MiB" \
	-s 512k dd:write
bad "a size under the smallest block" \
	"-s: dd:read-400m needs a file of at least 512 B" -s 100 dd:read-400m
bad "a sweep of what has no depth" "-Q: none of these tests has that " \
	-Q 4 dd sizes
bad "a suite over --max-write" "this plan could write .*--max-write=1 MiB" \
	--max-write=1m -s 64m dd
bad "a suite's word among job files" "x/y\.fio: a job file stands alone" \
	dd x/y.fio
bad "a suite without its test" "the suite disk has no test ''" disk:
bad "a good test and a bad one" "unknown test or suite 'nosuch'" commit nosuch
bad "a word of no meaning" "unknown test or suite 'run'" run
bad "what comes after --" "unknown test or suite '-n'" -- -n
bad "a very long name" "unknown test or suite 'aaaa" \
	"$(printf '%01000d' 0 | tr 0 a)"

while read -r word near; do
	bad "an unknown option: $word" "unknown option $word$(mean "$near")" \
		"$word"
done <<'END'
--sise --size
--direcotry --directory
--itertions --iterations
--dryrun --dry-run
--no-sav --no-save
END
bad "an option like no other" "unknown option --xyzzy" --xyzzy
bad "a letter that is none" "unknown option -x" -x
bad "a letter that is none, behind one that is" "unknown option -x" -qx
bad "an option without its value" "-s needs a value: SIZE" -s
bad "a long option without its value" "--size needs a value: SIZE" --size
bad "a value that is one too many" "--quick: '1' is too much" --quick=1
bad "options that exclude each other" "--quick and --full exclude" \
	--quick --full
bad "a record that is to be saved and isn't" "-o and --no-save exclude" \
	-o "$here/new" --no-save

bad "an unknown engine" "unknown engine 'thread'$(mean threads)" -e thread
bad "an engine like no other" "unknown engine 'xyzzy'" -e xyzzy
bad "an engine for which there is no name" "-e: '' is empty" -e ""
bad "an engine that can't have the depth" \
	"rand-read-q32: the engine sync takes a depth of 1 " -e sync
bad "the same by another depth" "rand-read-q1:q=2: the engine sync " \
	-e sync -Q 2 rand-read-q1
bad "the same in a sweep" "rand-read-q1:q=2: the engine sync " \
	-e sync -Q 1,2 rand-read-q1
bad "more threads than an engine has" \
	"rand-read-q1:q=257: the engine threads takes a depth of 256 " \
	-e threads -Q 256,257 rand-read-q1

# on ENGINE SENTENCE REGEX ARGUMENT...: bad, with an engine that a machine may
# lack.
on()
{
	engine=$1
	shift
	if "$DISKIDX" list engines | sed -n "/^$engine /{n;p;}" |
	    grep 'not usable' >/dev/null; then
		skip "$1" "$engine" "no $engine here"
	else
		bad "$@" -e "$engine"
	fi
}
on posixaio "more requests than POSIX AIO takes" \
	"rand-read-q32:q=4096: the engine posixaio takes a depth of [0-9]+ " \
	-Q 4096 rand-read-q32
for engine in libaio uring posixaio null; do
	on $engine "fdatasync with $engine" \
		"rand-write-q32:s=fdatasync: the engine $engine .*threads" \
		--sync=fdatasync rand-write-q32
done
most=$(cat /proc/sys/fs/aio-max-nr 2>/dev/null)
if [ "${most:-9999999}" -lt 4000000 ]; then
	on libaio "more requests than the system grants" \
		"rand-read-q32:q=4096: 4194304 requests .*fs\.aio-max-nr" \
		-Q 4096 -c 1024 rand-read-q32
else
	skip "more requests than the system grants" limits "it grants that many"
fi
bad "an unknown format" "-f: unknown format 'jsn'$(mean json)" -f jsn
bad "a format like no other" "-f: unknown format 'xyzzy'" -f xyzzy
bad "an unknown baseline" "-B: 'gorge' is neither .*$(mean george)" -B gorge
bad "a baseline like no other" "-B: 'xyzzy' is neither " -B xyzzy

# Sizes, times, counts: malformed, zero, negative, overflowing.

while IFS='|' read -r option value reason; do
	bad "$option '$value'" "$option: '$value' $reason" \
		"$option" "$value" rand-read-q32
done <<'END'
-s||is not a size
-s|x|is not a size
-s|4x|is not a size
-s|1.5g|is not a size
-s| 4m|is not a size
-s|4 m|is not a size
-s|4mm|is not a size
-s|0x10000000|is not a size
-s|1e9|is not a size
-s|4m,8m|is not a size
-s|0|is out of range
-s|0g|is out of range
-s|-4m|is out of range
-s|18446744073709551616|is out of range
-s|8388608t|is out of range
-s|16777215t|is out of range
-s|16777216t|is out of range
-s|9223372036854775808|is out of range
-s|18446744073709551615|is out of range
-s|99999999999999999999999999|is out of range
-b|x|is not a size
-b|0|is out of range
-b|-4k|is out of range
-b||is not a size
-b|4k;8k|is not a size
-t||is not a number of seconds
-t|x|is not a number of seconds
-t|1e3|is not a number of seconds
-t|1,5|is not a number of seconds
-t|1s|is not a number of seconds
-t|.|is not a number of seconds
-t|nan|is not a number of seconds
-t|inf|is not a number of seconds
-t|0|is out of range
-t|0.000|is out of range
-t|-1|is out of range
-t|99999999999999999999|is out of range
-w|x|is not a number of seconds
-w|-1|is out of range
-w|99999999999999999999|is out of range
-D|x|is not a number of seconds
-D|-0.5|is out of range
-i||is not a whole number
-i|x|is not a whole number
-i|0|is not a whole number
-i|-1|is not a whole number
-i|1.5|is not a whole number
-i|99999999999999999999|is not a whole number
-c|0|is not a whole number
-c|x|is not a whole number
-c|1000000|is not a whole number
-Q|0|is not a whole number
-Q|x|is not a whole number
-Q|-32|is not a whole number
-Q|1000000|is not a whole number
-Q||is not a whole number
-Q|4097|is not a whole number
-Q|1-32|is not a whole number
-m|101|is not a whole number
-m|-1|is not a whole number
-m|half|is not a whole number
-m||is not a whole number
-m|50%|is not a whole number
--rate||is not a whole number
--rate|0|is not a whole number
--rate|-1|is not a whole number
--rate|nan|is not a whole number
--rate|inf|is not a whole number
--rate|1e3|is not a whole number
--rate|0.5|is not a whole number
--rate|1k|is not a whole number
--rate|1000000001|is not a whole number
--rate|99999999999999999999|is not a whole number
--random||is neither a share
--random|101|is neither a share
--random|-1|is neither a share
--random|50%|is neither a share
--random|0,100|is neither a share
--random|uniform|is neither a share
--random|Permutation|is neither a share
--random|permutation:2|is neither a share
--random|zipf|is neither a share
--random|zipf:|is neither a share
--random|zipf:0|is neither a share
--random|zipf:-1.2|is neither a share
--random|zipf:nan|is neither a share
--random|zipf:1e1|is neither a share
--random|zipf:0.0001|is neither a share
--random|zipf:10.001|is neither a share
--random|zipf:1.2x|is neither a share
--random|zipf:99999999999999999999|is neither a share
--cache||is neither direct nor
--cache|cached|is neither direct nor
--cache|Direct|is neither direct nor
--cache|direct,buffered|is neither direct nor
--sync||is none of
--sync|sync|is none of
--sync|dsync,none|is none of
--seed||is not a whole number
--seed|x|is not a whole number
--seed|-1|is not a whole number
--seed|18446744073709551616|is not a whole number
--max-write|x|is not a size
--max-write|0|is out of range
END
# Of a list, the value that is wrong.
while IFS='|' read -r option value wrong reason; do
	bad "$option '$value'" "$option: '$wrong' $reason" \
		"$option" "$value" rand-read-q32
done <<'END'
-b|4k,||is not a size
-b|,4k||is not a size
-b|4k,,8k||is not a size
-b|4k, 8k| 8k|is not a size
-b|4k,x|x|is not a size
-b|4k,0|0|is out of range
-Q|,||is not a whole number
-Q|1,||is not a whole number
-Q|,1||is not a whole number
-Q|1,,32||is not a whole number
-Q|1,0|0|is not a whole number
-Q|1,2,4097|4097|is not a whole number
-m|0,,100||is not a whole number
-m|0,100,||is not a whole number
-m|50,101|101|is not a whole number
--rate|100,||is not a whole number
--rate|100,0|0|is not a whole number
--rate|100,nan|nan|is not a whole number
END
bad "a block of odd bytes in a list" "-b: a block is a multiple of 512 " \
	-b 4k,4000 commit
bad "-b of odd bytes" "-b: a block is a multiple of 512 " -b 4000 commit
bad "-b of too many" "-b: a block is a multiple of 512 " -b 1g commit
bad "-b where there is none" "-b: none of these tests " -b 4k fsbuffer
bad "-Q where there is none" "-Q: none of these tests " -Q 4 seq-read
bad "-m where there is none" "-m: none of these tests " -m 50 commit
while IFS='|' read -r options test; do
	# shellcheck disable=SC2086	# several arguments
	bad "$options where there is none: $test" \
		"${options%%[= ]*}: none of these tests " $options "$test"
done <<'END'
-b 4k,8k|fsdisk
-Q 1,2|seq-write-direct
-m 0,100|seq-copy
--random=0|commit
--random=permutation|seq-read-direct
--cache=buffered|fsbuffer
--cache=direct|commit
--sync=dsync|rand-read-q32
--sync=fdatasync|seq-read
--sync=none|fstime
--rate=5|seq-read
--rate=5,6|commit
END
bad "--arrival without --rate" "--arrival goes with --rate" \
	--arrival=poisson rand-read-q32
bad "an --arrival that is none" "--arrival: 'evenly' is neither constant nor" \
	--rate=5 --arrival=evenly rand-read-q32
list=1
for i in 2 3 4 5 6 7 8 9; do
	list=$list,$i,${i}0,${i}1,${i}2,${i}3,${i}4,${i}5,${i}6
done
bad "a list of 65 values" "-Q: '1,2,20,.* is too long a list" \
	-Q "$list" rand-read-q1
bad "a value of many digits" "-Q: '1,000.* is too long a list" \
	-Q "1,$(printf '%01000d' 1)" rand-read-q1
bad "a sweep of too many tests" "the sweep has over 1000 tests" \
	-Q "${list%,*}" -m 0,10,20,30,40,50,60,70,80,90,100 -b 512,4k \
	rand-read-q1
bad "a sweep of very many tests" "the sweep has over 1000 tests" \
	-Q "${list%,*}" -m "${list%,*}" -b 512,1k,2k,4k,8k,16k,32k,64k \
	--rate "${list%,*}" rand-read-q1
bad "a file of less than two blocks" "-s: .* at least 2 MiB" -s 1m
bad "a file of more than may be written" \
	"this plan could write 8 MiB, more than --max-write=4 MiB" \
	-s 8m --max-write=4m rand-read-q1
bad "the same where the time has no bound" ".*--max-write=4 MiB" \
	-s 8m --max-write=4m rand-write-q32
refused "a plan that writes too much" \
	"this plan could write 24 MiB, more than --max-write=9 MiB" \
	"$DISKIDX" -d "$dir" -i 1 -s 8m --max-write=9m rand-write-q32

# Directories.

echo "a file" >"$here/file"
bad "a directory that is missing" \
	"$here/nowhere: .*No such file or directory" -d "$here/nowhere"
bad "what is not a directory" "$here/file: .*Not a directory" -d "$here/file"
bad "what is below a file" "$here/file/x: .*Not a directory" -d "$here/file/x"
bad "a device" "/dev/null: .*Not a directory" -d /dev/null
bad "a directory without a name" "-d: '' is empty" -d ""
bad "a good directory after the bad one" "$here/nowhere: " \
	-d "$here/nowhere" -d "$dir"
bad "a dry run there" "$here/nowhere: " -n -d "$here/nowhere"
for place in /proc /sys; do
	if [ -d $place ]; then
		bad "no disk at all: $place" "$place: " -d $place
	else
		skip "no disk at all: $place" proc "there is none"
	fi
done
mkdir "$here/locked"
chmod 555 "$here/locked"
if [ -w "$here/locked" ]; then
	skip "an unwritable directory" user "root may write everywhere"
else
	bad "an unwritable directory" "$here/locked: .*Permission denied" \
		-d "$here/locked"
fi

# Space.

free=$(df -Pk "$dir" | awk 'NR == 2 { printf "%.0f", $4 / 1024 / 1024 / 1024 }')
if [ "${free:-0}" -ge 900 ]; then
	skip "a file larger than the disk" space "900 TiB are free"
	skip "two files larger than the disk" space "900 TiB are free"
	skip "copies larger than the disk" space "900 TiB are free"
	skip "a dry run of that" space "900 TiB are free"
else
	bad "a file larger than the disk" \
		"$dir: the test files need 900 TiB and .* can be used" \
		-s 900t seq-read
	bad "two files larger than the disk" \
		"$dir: the test files need 1.8 PiB " -s 900t seq-copy
	bad "copies larger than the disk" \
		"$dir: the test files need 900 TiB " -s 1t -c 900 seq-read
	bad "a dry run of that" "$dir: the test files need " -n -s 900t
fi
for size in 4194304t 8388607t 9223372036854775807; do
	bad "a size near to overflowing: $size" \
		"$dir: the test files need [0-9.]* EiB" -s $size
done
bad "copies that overflow" "$dir: the test files need 16 EiB" \
	-s 1048576t -c 16 seq-read
bad "copies that overflow to nothing" "$dir: the test files need 16 EiB" \
	-s 4194304t -c 4 rand-read-q1

# A small disk, in a name space of its own, where one can be had. The run's
# own refusal is told from the set-up's by its status.
mkdir "$here/small"
in_small()
{
	# shellcheck disable=SC2016,SC2086	# expanded by the inner shell
	unshare $how sh -c '
		place=$1 options=$2 fill=$3
		shift 3
		mount -t tmpfs -o "$options" none "$place" || exit 90
		[ "$fill" = readonly ] || echo foreign >"$place/foreign"
		[ "$fill" != full ] ||
			dd if=/dev/zero of="$place/full" bs=64k 2>/dev/null
		before=$(ls -lAn "$place")
		"$@"
		status=$?
		[ "$(ls -lAn "$place")" = "$before" ] || exit 92
		exit $status
	' sh "$here/small" "$@"
}
how=
for try in -rm -m; do
	# shellcheck disable=SC2016	# expanded by the inner shell
	if unshare $try sh -c 'mount -t tmpfs -o size=1m none "$1"' sh \
	    "$here/small" 2>/dev/null; then
		how=$try
		break
	fi
done
small()
{
	if [ -z "$how" ]; then
		skip "$1" mounts "no private mount can be had here"
		return
	fi
	sentence=$1
	regex=$2
	options=$3
	fill=$4
	shift 4
	# shellcheck disable=SC2086	# several arguments
	refused "$sentence" "$regex" in_small "$options" "$fill" \
		"$DISKIDX" $cheap -d "$here/small" "$@"
}
small "a disk smaller than the file" \
	"$here/small: the test files need 64 MiB and [0-9.]* MiB can be used" \
	size=16m no -s 64m seq-read
small "a disk smaller than two files" \
	"$here/small: the test files need 16 MiB and [0-9.]* MiB can be used" \
	size=16m no -s 8m seq-write
small "the size that would fit is named" \
	".*give -s 7m or less, or another directory" size=16m no -s 8m seq-write
small "a suite on it" "$here/small: the test files need .* give -s 7m or less" \
	size=16m no -s 1g dd
small "a disk smaller than the least file" \
	"$here/small: the test files need 128 MiB and [0-9.]* MiB " size=16m no
small "a suite that has no size" \
	"$here/small: .*; leave out unixbench:fsdisk, or choose another" \
	size=12m no unixbench
small "small files that don't fit" \
	".*; leave out small-files:create, .* 7 more, or choose another" \
	size=12m no small-files
# Where the platform knows how a file system is mounted.
if "$DISKIDX" -q -d "$here" -s 4m -t 0.01 -i 1 --no-save fsbuffer |
    grep '^   File system: ' >/dev/null; then
	small "File Copy that nothing bounds" \
		"File Copy cannot be limited to --max-write" \
		size=64m,sync no --max-write=1g fsdisk
else
	skip "File Copy that nothing bounds" filesystem \
		"this platform knows no mount options"
fi
small "a full disk" "$here/small: there is no space for files here; " \
	size=16m full -s 8m
small "a read-only disk" "$here/small: .*Read-only file system" \
	size=16m,ro readonly -s 8m seq-read

# A disk that turns out to be too small only when it is written: there, a limit
# on the size of a file.
limited()
{
	(ulimit -f 2048 && "$DISKIDX" -d "$dir" -t 0.01 -i 1 -s 8m --no-save \
		seq-read)
}
exits "a disk that takes no more: nothing could be measured" 2 limited
like "and why" "$err" "^diskidx: $dir: "
is "and nothing is left" "$(ls -lAn "$dir")" "$before"

# Baselines.

table()
{
	# shellcheck disable=SC2059	# the format is ours
	printf "$1" >"$here/table"
}
head='diskidx-baseline\t1\tmine\n'
table "${head}commit\t60\tmy own\n"
exits "a baseline from a file" 0 \
	"$DISKIDX" -n -d "$dir" -s 8m -B "$here/table"
while IFS='|' read -r what line text; do
	table "$text"
	bad "a baseline with $what" "$here/table:$line: " -B "$here/table"
	refused "reported with $what" "$here/table:$line: " \
		"$DISKIDX" report -B "$here/table" \
		"$srcdir/tests/data/records/good-one-run.record"
done <<END
another head|1|commit\t60\tmy own\n
another version|1|diskidx-baseline\t2\tmine\ncommit\t60\tx\n
a field too few|2|${head}commit\t60\n
a field too many|3|${head}# a comment\ncommit\t60\tx\ty\n
no number|3|${head}commit\t60\tx\nseq-read\tfast\ty\n
a zero|2|${head}commit\t0\tx\n
a negative number|2|${head}commit\t-60\tx\n
a number that is none|2|${head}commit\tnan\tx\n
an infinite number|2|${head}commit\t1e999\tx\n
an id twice|4|${head}commit\t60\tx\n\ncommit\t61\tx\n
a control character|2|${head}commit\t60\t\033[31m\n
END
table ""
bad "an empty baseline" "$here/table: " -B "$here/table"
table "$head"
bad "a baseline without a row" "$here/table: " -B "$here/table"
bad "a baseline that is a directory" "$here: " -B "$here"
bad "a baseline that isn't there" "./nowhere: No such file" -B ./nowhere

# What an -o is refused for is record.sh's; that it comes first is said here.
echo precious >"$here/precious"
bad "an -o that is no record" "-o: $here/precious: exists and is not a record" \
	-o "$here/precious"
is "is untouched" "$(cat "$here/precious")" precious

# Options of another command.

for option in --threshold=1 --fail-if-slower=5 --by=hour; do
	bad "a run with ${option%=*}" "${option%=*} does not go with run" \
		"$option"
done

# Job files. Where one is wrong is said with its line.

bad "a job file that isn't there" "$here/none\.fio: No such file" \
	"$here/none.fio"
bad "what isn't there elsewhere" "\./nowhere: No such file" ./nowhere
mkdir "$here/folder.fio"
bad "a job file that is a directory" "$here/folder\.fio: " "$here/folder.fio"
for file in "$srcdir"/tests/data/fio/bad-*.fio; do
	bad "a job file: ${file##*/}" "[^ ]*${file##*/}(:[0-9]+)?: " "$file"
done

# text FORMAT: what the job file says.
job=$here/job.fio
text()
{
	# shellcheck disable=SC2059	# the format is ours
	printf "$1" >"$job"
}
start='[global]\nsize=4m\n[job]\nrw=randread\n'
while IFS='|' read -r what line regex body; do
	text "$body"
	bad "a job file with $what" "$job:$line: $regex" "$job"
done <<END
a key outside of any section|1|rw: |rw=read\n[job]\n
a word outside of any section|2|fast: |# fast\nfast\n[job]\n
an unknown key|5|unknown key .*$(mean iodepth)|${start}iodepht=4\n
a key like no other|5|unknown key 'xyzzy'|${start}xyzzy=4\n
a key of fio's alone|5|verify: not done|${start}verify=crc32c\n
a value of fio's alone|5|ioengine: 'mmap' |${start}ioengine=mmap\n
a value like no other|5|ioengine: 'libaoi' .*$(mean libaio)|${start}ioengine=libaoi\n
a key without its value|5|bs: needs a value|${start}bs=\n
a key that is cut off|5|bs: needs a value|${start}bs
a section that is cut off|5|a section without|${start}[log
a section without a name|5|a section without|${start}[]\n
text after a section|5|text after|${start}[log] rw=read\n
a job twice|5|\\[job\\]: already on line 3|${start}[job]\n
a key twice|5|rw: already on line 4|${start}rw=read\n
an include|5|include: |${start}include other.fio\n
no KEY=VALUE|5|neither a section |${start}not even a key\n
a control character|5|a control character|${start}bs=4k\\033\n
a zero byte|5|a control character|${start}bs=\\0004k\n
letters of another alphabet|5|a character that is not ASCII|${start}bs=\\303\\244\n
a variable|5|size: |${start}size=\$HOME\n
a list|5|bs: '4k,8k' is a list|${start}bs=4k,8k\n
a depth of zero|5|iodepth: '0' |${start}iodepth=0\n
a depth that nothing has|5|iodepth: '5000' |${start}iodepth=5000\n
a depth that its engine has not|5|iodepth: |${start}iodepth=2\n
a share of the disk|5|size: '50%' |${start}size=50%%\n
a size that overflows|5|size: |${start}size=16777216t\n
a block of odd bytes|5|bs: '1000' |${start}bs=1000\n
a mix over a hundred|5|rwmixread: '101' |${start}rwmixread=101\n
a rate of zero|5|rate_iops: '0' |${start}rate_iops=0\n
a rate that is none|5|rate_iops: 'nan' |${start}rate_iops=nan\n
a time of zero|5|runtime: '0' |${start}runtime=0\n
a time that is too long|5|runtime: '1000001' |${start}runtime=1000001\n
a time of no unit|5|runtime: '5x' |${start}runtime=5x\n
a yes that is none|5|direct: 'yes' |${start}direct=yes\n
no copies|5|numjobs: '0' |${start}numjobs=0\n
an existing file|5|filename: '/etc/passwd' |${start}filename=/etc/passwd\n
a device|5|filename: |${start}filename=/dev/null\n
two directories|5|directory: |${start}directory=/a:/b\n
jobs of several sizes|7|size: |${start}size=8m\n[log]\nsize=16m\n
END
text ''
bad "an empty job file" "$job: no job" "$job"
text '[global]\nrw=read\n'
bad "a job file without a job" "$job: no job" "$job"
text "${start}"
printf 'description=%05000d\n' 0 >>"$job"
bad "a job file with a line of 5000 bytes" "$job:5: a line of more than 4096" \
	"$job"
text "$start"
awk 'BEGIN { for (i = 0; i < 16000; i++)
	printf "# a megabyte of comments in a single line, or nearly. " }' >>"$job"
bad "a job file with a line of a megabyte" "$job:5: a line of more than 4096" \
	"$job"
text "$start"
awk 'BEGIN { for (i = 0; i < 30000; i++)
	print "# over a megabyte of comments, in a line each" }' >>"$job"
bad "a job file of more than a megabyte" "$job: " "$job"
for byte in '\000' '\177ELF\002\001' '\037\213\010' '\377\376['; do
	text "$byte"
	bad "a binary job file: $byte" "$job:1: " "$job"
done

# Of a good one, what the run is asked for can still be wrong.
text "$start"
exits "a good job file" 0 "$DISKIDX" -n -d "$dir" "$job"
bad "-s that is too small for it" "-s: .* at least " -s 4k "$job"
bad "an engine that it can't have" "-e: 'xyzzy'|unknown engine 'xyzzy'" \
	-e xyzzy "$job"
bad "a directory that isn't there" "$here/nowhere: " -d "$here/nowhere" "$job"
text "[global]\ndirectory=$here/nowhere\nsize=4m\n[job]\n"
# shellcheck disable=SC2086
refused "the job file's own directory that isn't there" \
	"($job:2: )?.*$here/nowhere" "$DISKIDX" $cheap "$job"
rm "$job"

# compare, report and list.

record=$srcdir/tests/data/records/good-one-run.record
cp "$record" "$here/record"
while IFS='|' read -r option value reason; do
	refused "$option '$value'" "$option: '$value' $reason" \
		"$DISKIDX" compare "$option" "$value" "$record" "$record"
done <<'END'
--threshold||is not a share over 0 and up to 1000
--threshold|x|is not a share
--threshold|0|is not a share
--threshold|-1|is not a share
--threshold|5%|is not a share
--threshold|1e1|is not a share
--threshold|nan|is not a share
--threshold|1001|is not a share
--fail-if-slower|0|is not a share over 0 and up to 100
--fail-if-slower|-5|is not a share
--fail-if-slower|101|is not a share
--fail-if-slower|all|is not a share
--by||is not hour
--by|day|is not hour
END
refused "compare without records" "$DISKIDX_RESULTDIR has fewer than two" \
	"$DISKIDX" compare
refused "compare by hour without a record" "--by needs a record" \
	"$DISKIDX" compare --by=hour
refused "compare by hour with vs" "--by takes records of one side" \
	"$DISKIDX" compare --by=hour "$record" vs "$record"
refused "compare of one hour" "--by=hour: all runs .* two hours" \
	"$DISKIDX" compare --by=hour "$record"
refused "compare of one record" "[^ ]*good-one-run.record is one record" \
	"$DISKIDX" compare "$record"
refused "compare of three" "compare takes two records, or vs between" \
	"$DISKIDX" compare "$record" "$record" "$record"
refused "compare with nothing new" "vs stands between records" \
	"$DISKIDX" compare "$record" vs
refused "compare with nothing old" "vs stands between records" \
	"$DISKIDX" compare vs "$record"
refused "compare with two vs" "compare takes one vs" \
	"$DISKIDX" compare a vs b vs c
refused "compare with a run's option" "-s does not go with compare" \
	"$DISKIDX" compare -s 4m "$record" "$record"
refused "compare with a baseline" "-B does not go with compare" \
	"$DISKIDX" compare -B george "$record" "$record"
refused "compare in an unknown format" "-f: unknown format 'jsn'$(mean json)" \
	"$DISKIDX" compare -f jsn "$record" "$record"
refused "compare with what isn't there" "$here/none: No such file" \
	"$DISKIDX" compare "$record" "$here/none"
refused "compare with a directory" "$here: " \
	"$DISKIDX" compare "$here" "$record"
for file in "$srcdir"/tests/data/records/bad-*.record; do
	refused "compare with ${file##*/}" "[^ ]*${file##*/}(:[0-9]+)?: " \
		"$DISKIDX" compare "$record" "$file"
done

refused "report of nothing" "report needs a record" "$DISKIDX" report
refused "report with a run's option" "-s does not go with report" \
	"$DISKIDX" report -s 4m "$here/record"
refused "report in an unknown format" "-f: unknown format 'jsn'$(mean json)" \
	"$DISKIDX" report -f jsn "$here/record"
refused "report with an unknown baseline" "-B: 'gorge' .*$(mean george)" \
	"$DISKIDX" report -B gorge "$here/record"
refused "report of a directory" "$here" "$DISKIDX" report "$here"
refused "a list that isn't there" "there is no list of 'test'$(mean tests)" \
	"$DISKIDX" list test
refused "a list like no other" "there is no list of 'xyzzy'; there are " \
	"$DISKIDX" list xyzzy
refused "two lists" "list takes one word" "$DISKIDX" list tests suites
refused "list with a run's option" "-d does not go with list" \
	"$DISKIDX" list -d .

done_testing
