# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# simulate.awk - write records of runs of an invented disk whose true speeds are
# known. simulate.sh shows how the program judges them.
#
# -v seed=N -v trials=N -v dir=DIR, and -v truth=FILE for lines ROW SPEED and
# PERCENTILE TIME. DIR/record gets one run per trial, each of another host; with
# sides="1 1 9" DIR/TRIAL/SIDE.diskidx gets that many. The disk, by -v:
#	rows=N		tests (12: those of the Disk score; more don't count)
#	rounds=N	(8)
#	targets=N	directories (1)
# within a run, where S is a standard deviation in logarithms:
#	spread=S	of a sample, half of its variance common to all of a
#			round
#	ar=R		correlation of neighboring rounds, of both halves
#	odd=P		rounds at half the speed
#	jobs=F		tests are jobs of a profile, each F times as fast as the
#			next one
#	latency=S	of a request's latency; that of a round is a tenth
# and between runs:
#	disk=S		of a run, common to all rows
#	between=S	of a row, half of its variance common to all of the run
#	unequal=F	the factor of this on the second side
#	p50=S p99=S	of a row's percentiles, whatever its speed is
#	files=S		of a row in each directory, independently
#	changed=F	factor of the speed from side `from` (2)
#	changing=N	rows that change (all)
#	hosts=S		of a side, which is then a separate host, in all rows
#	drift=F		factor of the last side, slowly

function uniform()
{
	random_state = (random_state * 16807) % 2147483647
	return random_state / 2147483647
}

# Normal, by Box and Muller.
function normal()
{
	return sqrt(-2 * log(uniform())) * cos(6.283185307 * uniform())
}

function begin_random(seed, i)
{
	random_state = seed * 7919 + 1
	for (i = 0; i < 10; i++)
		uniform()
}

function begin_file(file)
{
	if (out != "")
		close(out)
	out = file
	print "diskidx-record\t1" >out
}

function put(line)
{
	print line >out
	lines++
}

function begin_run(seed, start, host, targets, i)
{
	lines = 0
	put(sprintf("run\t0.1\t%.0f\t%.0f\t0\t%d\t0\t%d", start, start + 432,
		    seed, targets))
	put("host\thostname\t" host)
	for (i = 0; i < targets; i++)
		put("target\t" i "\tdirectory\t/srv" i)
}

# A sample of reads or writes, and what the system counted of it.
function put_sample(round, ns, n, block, is_write)
{
	printf "sample\t%d\t%.0f\t%.0f\t%s\t1000\t2000\t0\t0\t0\t%.0f" \
		"\t%d\t%d\t0\t0\t0\n", round, ns, n * block, is_write ? \
		sprintf("0\t%d\t0\t%.0f", n, n * block) : \
		sprintf("%d\t0\t%.0f\t0", n, n * block), ns * 0.9, n, n >out
	if (is_write)
		printf "device\t0\t0\t0\t0\t%d\t0\t%.0f\t10\t10\t10\n", n,
			n * block >out
	else
		printf "inblock\t%.0f\ndevice\t%d\t0\t%.0f\t10\t0\t0\t0\t0" \
			"\t10\t10\n", n * block, n, n * block >out
	lines += is_write ? 2 : 3
}

function end_run()
{
	put("end\t" lines + 1)
}

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
	if (jobs > 0)
		put("expect\twal: read iops")
}

# Rates are in requests a second; 1 MiB each, they are also MiB a second.
function rate_of(i)
{
	return jobs > 0 ? 4000 / jobs ^ (i - 1) : 1000 * i
}

# The mean of all that is drawn within a run.
function true_rate(i)
{
	return rate_of(i) * exp(noise ^ 2) * (1 - odd / 2)
}

function next_of(before, round)
{
	if (ar == 0 || round == 1)
		return noise * normal()
	return ar * before + sqrt(1 - ar ^ 2) * noise * normal()
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
		shared = next_of(shared, r)
		effect[r] = shared + (uniform() < odd ? log(0.5) : 0)
	}
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
	state[i] = next_of(state[i], round)
	rate = rate_of(i) * exp(place[i] + effect[round] + state[i])
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
	changing = default_of(changing, rows)
	from = default_of(from, 2)
	p99 = default_of(p99, p50)
	noise = spread / sqrt(2)
	split("seq-write-direct rand-read-q1 commit seq-read-direct " \
	      "rand-read-q32 overwrite-dsync seq-write seq-read seq-copy " \
	      "seq-copy-direct rand-write-q32 rand-mixed-q32", name, " ")
	for (i = 1; i <= rows; i++) {
		if (jobs > 0)
			name[i] = "wal:job" i
		else if (i > 12)
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
