# simulate.awk - write a record of runs of an invented disk whose true speeds
# are known; records.awk comes before it. simulate.sh tells what
# the program makes of them.
#
# -v seed=N -v runs=N -v rounds=N, and -v truth=FILE for lines ROW SPEED. The
# disk, by -v:
#	rows=N		tests (8)
#	noise=S		standard deviation of a sample, in logarithms
#	common=S	of a round, alike in all rows
#	ar=R		correlation of neighbouring rounds: of `common`, or
#			without that of each row's noise
#	stalls=P	samples that stand still nearly all the time
#	pauses=P	time that a disk stands still, in pauses of 0.1 s
#	modes=sample	the speed is one or a half, by sample; modes=round by
#			round, and modes=series within samples of 2 s, in which
#			it changes every 0.5 s on average
#	between=S	standard deviation of a run, for each row by itself, of
#			its speed and of its latencies
#	unequal=F	the factor of that deviation on the new side
#	changed=F	factor of the first row in the runs of the new side: the
#			runs are the sides of comparisons, `old` runs, `new`
#			runs and `saved` ones
#	fall=F		its factor from round `at` on; at=1: in round 1 alone
#	falling=N	rows that do so (all)
#	tires=F		the factor in the second half of each sample
#	latency=S	standard deviation of a request's latency; that of a
#			round is a tenth. The runs of comparisons have tens of
#			latencies for the thousands that they stand for

function row_name(i)
{
	return i <= names ? name[i] : \
		"rand-read-q32:b=" 4 * (i - names) "k"
}

function put_test(i, id, is_write, block)
{
	id = row_name(i)
	is_write = id ~ /write/
	block = block_of(i)
	parameters = "action=" (is_write ? "write" : "read") " cache=direct " \
		"sync=none block_bytes=" block " depth=1 read_pct=" \
		(is_write ? 0 : 100)
	put("test\t" id "\t" id "\t" (block < 1048576 ? \
	    "Random\tIOPS" : "Sequential\tMiB/s") "\t0\t1\trandom\tsync\t" \
	    "2000000000\tmean\t0\t" parameters " file_bytes=0\trandom/1 " \
	    parameters " copies=1 data=random")
}

function block_of(i)
{
	return row_name(i) ~ /^seq/ ? 1048576 : 4096
}

# Rates are in requests a second; 1 MiB each, they are also MiB a second.
function rate_of(i)
{
	return 1000 * i
}

# The mean of all that is drawn below.
function true_rate(i, mean)
{
	mean = exp((noise ^ 2 + common ^ 2) / 2)
	mean *= (1 - stalls * (1 - STALLED)) * (1 - pauses)
	if (modes != "")
		mean *= 0.75
	return rate_of(i) * mean
}

function next_of(before, spread)
{
	return ar * before + sqrt(1 - ar ^ 2) * spread * normal()
}

# The factor of a row's sample, apart from what happens within it.
function factor_of(i, round, x)
{
	x = effect[round]
	if (ar > 0 && common == 0)
		x += state[i] = round == 1 ? noise * normal() : \
			next_of(state[i], noise)
	else
		x += noise * normal()
	x = exp(x) * (between > 0 ? place[i] : 1)
	if (changed > 0 && i == 1 && is_new)
		x *= changed
	if (uniform() < stalls)
		x *= STALLED
	if (modes == "sample" && uniform() < 0.5 ||
	    modes == "round" && is_slow[round])
		x /= 2
	if (i <= falling && fall > 0 &&
	    (at == 1 ? round == 1 : round >= at))
		x *= fall
	return x
}

function start_run(r, spread)
{
	is_new = old > 0 && (run - 1) % (old + new + saved) >= old
	spread = between * (is_new && unequal > 0 ? unequal : 1)
	for (r = 1; r <= rows && between > 0; r++) {
		place[r] = exp(spread * normal())
		if (latency > 0) {
			middle[r] = spread * normal()
			end_of[r] = spread * normal()
		}
	}
	for (r = 1; r <= rounds; r++) {
		if (common > 0)
			effect[r] = r == 1 ? common * normal() : \
				next_of(effect[r - 1], common)
		is_slow[r] = uniform() < 0.5
	}
}

# The share of the speed in the k-th of 20 stretches of a sample.
function stretch(k, x)
{
	x = exp(0.05 * normal())
	if (modes == "series") {
		if (k == 1 || uniform() < 1 - exp(-0.2))
			is_low = k == 1 ? uniform() < 0.5 : !is_low
		if (is_low)
			x /= 2
	}
	if (pauses > 0 && uniform() < pauses)
		x = 0
	if (tires > 0 && k > 10)
		x *= tires
	return x
}

function put_series(i, round, rate, k, n, all, points)
{
	all = 0
	points = ""
	for (k = 1; k <= 20; k++) {
		n = int(rate * stretch(k) / 10 + uniform())
		all += n
		points = points (k > 1 ? " " : "") "100000000:" \
			sprintf("%.0f", n * block_of(i))
	}
	put_sample(round, 2000000000, all, block_of(i), row_name(i) ~ /write/)
	put("series\t" points)
}

# A bucket of a latency in nanoseconds, of 128 at least, and the first in one.
function bucket_of(ns, e)
{
	e = int(log(ns) / log(2) + 1e-9)
	return 128 + (e - 7) * 64 + int(ns / 2 ^ (e - 6)) - 64
}

function first_of(bucket)
{
	return (64 + bucket % 64) * 2 ^ (int(bucket / 64) - 1)
}

# How many came of so many expected: Poisson's law, or near it.
function arrivals(expected, k, left, share)
{
	if (expected > 30)
		return int(expected + sqrt(expected) * normal() + 0.5)
	share = exp(-expected)
	left = uniform() - share
	for (k = 0; left > 0 && share > 1e-12; left -= share)
		share *= expected / ++k
	return k
}

# The latencies of about n requests, of 100 us in the median, by buckets; a width
# in logarithms is that over the middle.
function put_latency(direction, n, slow, at, most, middle, z, k, ns, count, all,
		     least, highest, cells, last, end)
{
	slow = latency / 10 * normal()
	at = bucket_of(1e5 * exp(slow - 4.5 * latency))
	most = bucket_of(1e5 * exp(slow + 4.5 * latency))
	count = all = last = 0
	for (ns = first_of(at); at <= most; ns = end) {
		end = first_of(++at)
		middle = int((ns + end) / 2)
		z = (log(middle / 1e5) - slow) / latency
		k = arrivals(n * exp(-z * z / 2) / 2.506628 * \
			     (end - ns) / middle / latency)
		if (k <= 0)
			continue
		if (count == 0)
			least = middle
		count += k
		all += k * middle
		cells = cells (last == 0 ? "" : " ") (at - 1 - last) ":" k
		last = at - 1
		highest = middle
	}
	put("latency\t" direction "\t" count "\t" sprintf("%.0f\t%.0f\t%.0f",
	    all, least, highest) "\t" cells)
}

# Latencies as above, of n requests in classes; those of long ones by themselves.
function put_classes(direction, n, i, slow, at, z, k, ns, count, all, least,
		     cells, b, last)
{
	slow = latency / 10 * normal() + middle[i]
	at = CLASS * uniform() - 3.5
	count = all = last = 0
	for (z = at; z < 4.5; z += CLASS) {
		k = n * CLASS * exp(-z * z / 2) / 2.506628
		k = int(k + sqrt(k) * normal() + uniform())
		if (k <= 0)
			continue
		ns = int(1e5 * exp(slow + latency * z + \
				   (z > 1 ? end_of[i] * (z - 1) : 0)))
		if (count == 0)
			least = ns
		count += k
		all += k * ns
		b = bucket_of(ns)
		cells = cells (last == 0 ? "" : " ") (b - last) ":" k
		last = b
	}
	put("latency\t" direction "\t" count "\t" sprintf("%.0f\t%.0f\t%.0f",
	    all, least, ns) "\t" cells)
}

function invent_sample(i, round, rate, ns)
{
	rate = rate_of(i) * factor_of(i, round)
	if (modes == "series" || pauses > 0 || tires > 0) {
		put_series(i, round, rate)
		return
	}
	ns = int(1.95e9 + 1e8 * uniform())
	put_sample(round, ns, int(rate * ns / 1e9 + uniform()), block_of(i),
		   row_name(i) ~ /write/)
	if (latency > 0 && old > 0)
		put_classes(row_name(i) ~ /write/ ? "write" : "read",
			    int(rate * ns / 1e9), i)
	else if (latency > 0)
		put_latency(row_name(i) ~ /write/ ? "write" : "read",
			    int(rate * ns / 1e9))
}

BEGIN {
	STALLED = 0.02
	CLASS = 0.125	# standard deviations
	names = split("rand-read-q1 rand-read-q32 rand-write-q32 " \
		      "seq-read-direct seq-write-direct", name, " ")
	if (!rows)
		rows = 8
	if (!falling)
		falling = rows
	for (i = 1; i <= rows; i++)
		print row_name(i) "\t" true_rate(i) >truth
	begin_records(seed)
	for (run = 1; run <= runs; run++) {
		start_run()
		for (i = 1; i <= rows; i++) {
			put_test(i)
			for (r = 1; r <= rounds; r++)
				invent_sample(i, r)
		}
		finish_run(run)
	}
}
