#!/bin/sh
# virtual-rates.sh - open loops on a disk whose law is known, in virtual time:
# requests are due at the rate asked for, a disk that keeps up achieves it, and
# one that doesn't has its own rate, with the wait in the latency.

: "${srcdir:=$(dirname "$0")/../..}"
tap_in_memory=yes
# shellcheck source=tests/shell/tap.sh
. "$srcdir/tests/shell/tap.sh"
need_diskidx

# shellcheck source=tests/preload/virtual-disk.sh
. "$srcdir/tests/preload/virtual-disk.sh"

# offered ENGINE DEPTH READS ARGUMENT...: a run with a rate, in JSON.
offered()
{
	engine=$1
	depth=$2
	reads=$3
	shift 3
	on_disk "$reads" constant:100 constant:0 -e "$engine" -Q "$depth" \
		-i 1 -f json "$@" >"$scratch/out" 2>"$scratch/err"
}

# gaps: the times between the requests in the log, in nanoseconds, of the last
# sample, which reads blocks of 4 KiB.
gaps()
{
	awk '$3 == 4096 { if (before != "") print $4 - before; before = $4 }' \
		"$scratch/log"
}

if [ -n "$libaio" ]; then
	engines="sync libaio"
else
	engines=sync
	skip "libaio: open loops" libaio "$(cat "$scratch/err")"
fi
for engine in $engines; do
	case $engine in
	sync) depth=1 ;;
	*) depth=32 ;;
	esac
	for rate in 100 1000; do
		what="$engine at $rate/s"
		offered "$engine" "$depth" constant:200 -t 1 --rate=$rate \
			rand-read-q32
		is "$what: nothing is said" "$(cat "$scratch/err")" ""
		near "$what: as many are offered" "$(field offered_iops)" \
			$rate 0.01
		near "$what: and achieved" "$(field value)" $rate 0.01
		is "$what: all of them" "$(field ios)" $rate
		near "$what: nothing waits" "$(field mean)" 200000 0.05
		near "$what: the mean depth" "$(field depth_mean)" \
			"$(awk -v rate=$rate 'BEGIN { print rate * 0.0002 }')" \
			0.05
	done
	near "$what: one comes after the other" \
		"$(gaps | sort -n | sed '1,40d' | sed q)" 1000000 0.02

	# Of 2500 that arrive by chance, one standard deviation is 2 %. The
	# gaps are exponential: half of them are under ln 2 of the mean, a
	# tenth are over ln 10 of it.
	offered "$engine" "$depth" constant:10 -t 2.5 --rate=1000 \
		--arrival=poisson rand-read-q32
	what="$engine, 1000/s by chance"
	near "$what: offered" "$(field offered_iops)" 1000 4
	near "$what: achieved" "$(field value)" "$(field offered_iops)" 0.01
	near "$what: half of the gaps are short" "$(gaps | awk '
		$1 < 693147 { n++ } END { print n / NR }')" 0.5 4
	near "$what: and a tenth of them are long" "$(gaps | awk '
		$1 > 2302585 { n++ } END { print n / NR }')" 0.1 12

	# The disk serves 500 a second, so that of 1000 that come due half are
	# left behind. Those in flight at the end are served too, and the last
	# of them was due half of the time ago.
	offered "$engine" "$depth" bucket:500,0 -t 4 --rate=1000 rand-read-q32
	what="$engine, a rate twice the disk's"
	is "$what: what was due in its time is offered" \
		"$(field offered_iops)" 1000
	near "$what: the disk's rate is achieved" "$(field value)" 500 0.1
	near "$what: those that wait have the latency for it" "$(field max)" \
		$((2000 + depth))000000 0.1
	near "$what: half of it in the mean" "$(field mean)" \
		$((1000000000 + depth * 500000)) 0.2
	near "$what: the depth is kept" "$(field depth_mean)" "$depth" 2

	# What a warm-up of 4.8 s left behind is not offered later; but it is
	# served first, 2.4 s of requests, less those in flight at its end.
	offered "$engine" "$depth" bucket:500,0 -t 1 -w 4.8 --rate=1000 \
		rand-read-q32
	what="$engine, a warm-up that the disk doesn't keep up with"
	near "$what: is not offered later" "$(field offered_iops)" 1000 0.1
	near "$what: the disk's rate is achieved" "$(field value)" 500 0.3
	near "$what: what is served was due long ago" "$(field mean)" \
		$((26505 - depth * 5))00000 0.5

	# A limit on what is written ends a sample early: what was due until
	# then was offered, no more. 1024 requests, a few of them to prove that
	# direct I/O is direct.
	size=2097152
	offered "$engine" "$depth" constant:100 --rate=2000 rand-write-q32
	size=16777216
	what="$engine, writes that end at their bound"
	is "$what: as many as that" \
		"$(grep -c '^W [0-9]* 4096 ' "$scratch/log")" 1024
	near "$what: offered" "$(field offered_iops)" 2000 0.2
	near "$what: achieved" "$(field value)" 2000 0.2
	near "$what: the time" "$(field elapsed_ns)" \
		$((($(field ios) - 1) * 500000 + 100000)) 0.1
	ok "$what: nearly all in the sample" test "$(field ios)" -gt 1000

	# The flush at the end is in the result. It is not held against a disk
	# that has done all of its requests by then.
	on_disk constant:100 constant:100 constant:500000 -e "$engine" -i 1 \
		-Q "$depth" -t 1 --rate=500,1000 rand-write-q32 \
		>"$scratch/out" 2>"$scratch/err"
	what="$engine, writes with a long flush"
	is "$what: what is offered is achieved" \
		"$(awk '/^ *(500|1000) / { print $1, $2, $3 }' "$scratch/out")" \
		"500 500.0 500.0
1000 1000.0 1000.0"
	is "$what: and the disk sustained it" "$(says 'The disk sustained every')" \
		"The disk sustained every"

	# Copies have a share each of the rate, and all of it together.
	for copies in 2 3; do
		offered "$engine" "$depth" constant:100 -t 1 -c $copies --rate=400 \
			rand-read-q32
		what="$engine, $copies copies share a rate"
		near "$what: offered" "$(field offered_iops)" 400 0.3
		near "$what: achieved" "$(field value)" 400 0.3
		near "$what: nothing waits" "$(field mean)" 100000 0.1

		offered "$engine" "$depth" bucket:500,0 -t 1 -c $copies \
			--rate=1000 rand-read-q32
		is "$what that the disk doesn't keep up with: offered" \
			"$(field offered_iops)" 1000
	done
done

is "nothing is left" "$(ls -A "$here")" ""
done_testing
