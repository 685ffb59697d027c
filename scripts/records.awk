# records.awk - what writes a record line by line, for simulate.awk, which
# invents samples. To be read before it.
#
# begin_records(SEED), then for each run its lines by put(), put_sample() and
# others, and finish_run().

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

function begin_records(seed, i)
{
	random_state = seed * 7919 + 1
	for (i = 0; i < 10; i++)
		uniform()
	print "diskidx-record\t1"
}

function put(line)
{
	body = body line "\n"
	lines++
}

# A sample of reads or writes, and what the system counted of it.
function put_sample(round, ns, n, block, is_write, flush_ns, bytes, done, idle,
		    busy)
{
	bytes = sprintf("%.0f", n * block)
	done = is_write ? "0\t" n "\t0\t" bytes : n "\t0\t" bytes "\t0"
	put("sample\t" round "\t" sprintf("%.0f", ns) "\t" bytes "\t" done \
		"\t1000\t2000\t0\t0\t0\t" sprintf("%.0f", ns * 0.9) \
		"\t" n "\t" n "\t0\t0\t0")
	if (flush_ns > 0)
		put("flush\t" flush_ns)
	if (!is_write)
		put("inblock\t" bytes)
	idle = "0\t0\t0\t0"
	busy = n "\t0\t" bytes "\t10"
	put("device\t" (is_write ? idle "\t" busy : busy "\t" idle) \
		"\t10\t10")
}

function finish_run(seed)
{
	printf "run\t0.1\t1795193679\t1795194111\t0\t%d\t0\t1\n", seed
	printf "host\thostname\tinvented\ntarget\t0\tdirectory\t/srv\n"
	printf "%send\t%d\n", body, lines + 4
	body = ""
	lines = 0
}
