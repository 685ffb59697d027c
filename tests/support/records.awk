# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# records.awk - what writes records line by line, for simulate.awk, which
# invents samples. To be read before it.
#
# begin_random(SEED); begin_file(FILE), then for each run begin_run(SEED, START,
# HOST, TARGETS), its lines by put(), put_sample() and others, and end_run().

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
