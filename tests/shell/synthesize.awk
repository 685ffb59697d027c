# synthesize.awk - make a record of invented samples, by records.awk. Its input
# are the test lines of any record; -v seed=N decides rounds, rates, noise and
# latencies.

function first_of(i, e)
{
	if (i < 128)
		return i
	e = 7 + int((i - 128) / 64)
	return (64 + (i - 128) % 64) * 2 ^ (e - 6)
}

# So many latencies, in a few buckets: the line of a direction.
function put_latency(direction, n, at, left, some, cells, sum, least, before)
{
	at = before = 0
	left = n
	cells = ""
	sum = 0
	while (left > 0) {
		at = before + 1 + int(uniform() * (before == 0 ? 900 : 40))
		some = 1 + int(uniform() * uniform() * left)
		if (left < 8)
			some = left
		if (cells == "")
			least = first_of(at)
		cells = cells (cells == "" ? "" : " ") \
			(at - before == 1 ? "" : (at - before) ":") some
		sum += some * first_of(at)
		left -= some
		before = at
	}
	put("latency\t" direction "\t" n "\t" sprintf("%.0f\t%.0f\t%.0f",
		sum, least, first_of(at)) "\t" cells)
}

function invent_sample(round, level, block, is_write, ns, n)
{
	ns = 1900000000 + int(uniform() * 200000000)
	n = int(level * exp(noise * normal()) * ns / 1e9) + 20
	put_sample(round, ns, n, block, is_write,
		   is_write ? int(uniform() * ns) : 0)
	put_latency(is_write ? "write" : "read", n)
}

BEGIN {
	FS = "\t"
	begin_records(seed)
	rounds = 1 + int(uniform() * 12)
	noise = uniform() * 0.08
}

$1 == "test" {
	$6 = 0
	$10 = 2000000000
	put(line_of())
	block = 4096
	if (match($0, /block_bytes=[0-9]+/))
		block = substr($0, RSTART + 12, RLENGTH - 12)
	level = exp(3 + 6 * uniform())
	# Some rows lack the last round, as of a run that was cut off.
	mine = rounds > 1 && uniform() < 0.2 ? rounds - 1 : rounds
	for (r = 1; r <= mine; r++)
		invent_sample(r, level, block, index($0, "action=write") > 0)
}

function line_of(i, line)
{
	line = $1
	for (i = 2; i <= NF; i++)
		line = line "\t" $i
	return line
}

END { finish_run(seed) }
