# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# simulate.awk - write records of runs of an invented disk whose true speeds are
# known; records.awk comes before it. simulate.sh tells what the program makes
# of them.
#
# -v seed=N -v trials=N -v dir=DIR, and -v truth=FILE for lines ROW SPEED and
# PERCENTILE TIME. Into DIR/record goes a run each trial, each of a host of its
# own; with sides="1 1 9" so many into DIR/TRIAL/SIDE.diskidx. The disk, by -v:
#	rows=N		tests (12: those of the Disk score; more don't count)
#	rounds=N	(8)
#	targets=N	directories (1)
# within a run, where S is a standard deviation in logarithms:
#	noise=S		of a sample
#	common=S	of a round, alike in all rows and targets
#	spread=S	of both together, in halves of the variance
#	ar=R		correlation of neighbouring rounds, of both
#	odd=P		rounds at half the speed
#	pauses=P	time that a disk stands still, in pauses of 0.1 s
#	modes=round	the speed is one or a half, by round; modes=series:
#			it changes every 0.5 s on average
#	fall=F		its factor from round `at` on; at=1: in round 1 alone
#	falling=N	rows that do so (all)
#	tires=F		the factor in the second half of each sample
#	latency=S	of a request's latency; that of a round is a tenth
# and between runs:
#	disk=S		of a run, alike in all rows
#	between=S	of a row, half of its variance alike in all of the run
#	unequal=F	the factor of that on the second side
#	p50=S p99=S	of a row's percentiles, whatever its speed is
#	files=S		of a row in each directory, by itself
#	changed=F	factor of the speed from side `from` (2) on
#	changing=N	rows that have it (all)
#	hosts=S		of a side, which is a host of its own then, in all rows
#	drift=F		factor of the last side, slowly

function is_write(i)
{
	return name[i] ~ /write|copy|commit/
}

function block_of(i)
{
	return name[i] ~ /^seq/ ? 1048576 : 4096
}

function put_test(i, target, parameters)
{
	parameters = "action=" (is_write(i) ? "write" : "read") \
		" cache=direct sync=none block_bytes=" block_of(i) \
		" depth=1 read_pct=" (is_write(i) ? 0 : 100)
	put("test\t" name[i] "\t" name[i] "\t" (name[i] ~ /^seq/ ? \
	    "Sequential\tMiB/s" : name[i] ~ /^rand/ ? "Random\tIOPS" : \
	    "Durable\tIOPS") "\t" target "\t1\trandom\tsync\t" \
	    "2000000000\tmean\t0\t" parameters " file_bytes=0\trandom/1 " \
	    parameters " copies=1 data=random")
}

# Rates are in requests a second; 1 MiB each, they are also MiB a second.
function rate_of(i)
{
	return 1000 * i
}

# The mean of all that is drawn within a run.
function true_rate(i, mean)
{
	mean = exp((noise ^ 2 + common ^ 2) / 2)
	mean *= (1 - odd / 2) * (1 - pauses) * (modes != "" ? 0.75 : 1)
	return rate_of(i) * mean
}

function next_of(before, spread, round)
{
	if (ar == 0 || round == 1)
		return spread * normal()
	return ar * before + sqrt(1 - ar ^ 2) * spread * normal()
}

# The factor of a row's sample, apart from what happens within it.
function factor_of(i, round, x)
{
	state[i] = next_of(state[i], noise, round)
	x = exp(place[i] + effect[round] + state[i])
	if (modes == "round" && is_slow[round])
		x /= 2
	if (i <= falling && fall > 0 &&
	    (at == 1 ? round == 1 : round >= at))
		x *= fall
	return x
}

# The factors of a run, and of its rounds, which all rows have.
function draw_run(r, whole)
{
	own = between / sqrt(2)
	if (side == 2 && unequal > 0)
		own *= unequal
	whole = of_host + disk * normal() + own * normal()
	if (drift > 0 && n_sides > 1)
		whole += log(drift) * (side - 1) / (n_sides - 1)
	for (r = 1; r <= rows; r++) {
		in_run[r] = whole + own * normal()
		if (changed > 0 && r <= changing && side >= from)
			in_run[r] += log(changed)
		middle[r] = p50 * normal()
		end_of[r] = sqrt(p99 ^ 2 - p50 ^ 2) / 1.3263479 * normal()
	}
	for (r = 1; r <= rounds; r++) {
		shared = next_of(shared, common, r)
		effect[r] = shared + (odd > 0 && uniform() < odd ? log(0.5) : 0)
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
	put_sample(round, 2000000000, all, block_of(i), is_write(i))
	put("series\t" points)
}

# A bucket of a latency in nanoseconds, of 128 at least.
function bucket_of(ns, e)
{
	e = int(log(ns) / log(2) + 1e-9)
	return 128 + (e - 7) * 64 + int(ns / 2 ^ (e - 6)) - 64
}

# The latencies of about n requests, of 100 us in the median, in classes; those
# of long ones by themselves.
function put_latency(i, n, slow, z, k, ns, count, all, least, cells, b, last)
{
	slow = latency / 10 * normal() + middle[i]
	count = all = last = 0
	for (z = CLASS * uniform() - 3.5; z < 4.5; z += CLASS) {
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
	put("latency\t" (is_write(i) ? "write" : "read") "\t" count "\t" \
	    sprintf("%.0f\t%.0f\t%.0f", all, least, ns) "\t" cells)
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
		   is_write(i))
	if (latency > 0)
		put_latency(i, int(rate * ns / 1e9))
}

# A run of a day of its own.
function invent_run(i, r, t)
{
	n_runs++
	draw_run()
	begin_run(n_runs, 1700000000 + 86400 * n_runs,
		  hosts > 0 ? "n" side : "invented" trial, targets)
	for (t = 0; t < targets; t++)
		for (i = 1; i <= rows; i++) {
			place[i] = in_run[i] + files * normal()
			put_test(i, t)
			for (r = 1; r <= rounds; r++)
				invent_sample(i, r)
		}
	end_run()
}

function default_of(value, otherwise)
{
	return value != "" ? value : otherwise
}

BEGIN {
	CLASS = 0.125	# standard deviations
	rows = default_of(rows, 12)
	rounds = default_of(rounds, 8)
	targets = default_of(targets, 1)
	falling = default_of(falling, rows)
	changing = default_of(changing, rows)
	from = default_of(from, 2)
	p99 = default_of(p99, p50)
	if (spread > 0)
		noise = common = spread / sqrt(2)
	split("seq-write-direct rand-read-q1 commit seq-read-direct " \
	      "rand-read-q32 overwrite-dsync seq-write seq-read seq-copy " \
	      "seq-copy-direct rand-write-q32 rand-mixed-q32", name, " ")
	for (i = 1; i <= rows; i++) {
		if (i > 12)
			name[i] = "rand-read-q32:b=" 4 * (i - 12) "k"
		print name[i] "\t" true_rate(i) >truth
	}
	if (latency > 0) {
		all = latency * sqrt(1.01)
		print "p50\t1e5\np99\t" 1e5 * exp(2.3263479 * all) \
			"\np99.9\t" 1e5 * exp(3.0902323 * all) >truth
	}
	begin_random(seed)
	n_sides = split(sides, runs_of, " ")
	if (n_sides == 0)
		begin_file(dir "/record")
	for (trial = 1; trial <= trials; trial++) {
		if (n_sides == 0)
			invent_run()
		for (side = 1; side <= n_sides; side++) {
			begin_file(dir "/" trial "/" side ".diskidx")
			of_host = hosts > 0 ? hosts * normal() : 0
			for (k = 1; k <= runs_of[side]; k++)
				invent_run()
		}
	}
}
