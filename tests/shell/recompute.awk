# recompute.awk - what a report must say of a record, worked out from the
# record alone, by the manual's words and not by diskidx' code. Prints lines
# ID FACT NUMBER, with a tab between: of each test value, ci95_low, ci95_high,
# cv, mean_ns and the percentiles, and of each score its number and interval.
#
# -v csv=FILE: the same record's report in CSV, for what a record doesn't hold:
# the baseline of a test, and which rows count.

# The 97.5th percentile of Student's t, as printed tables have it.
function student(df)
{
	return t[df < 31 ? df : 31]
}

# Bucket i of a latency: its lowest value and its width.
function middle(i, e, s, width)
{
	if (i < 128)
		return i
	e = 7 + int((i - 128) / 64)
	s = (i - 128) % 64
	width = 2 ^ (e - 6)
	return (64 + s) * width + int((width - 1) / 2)
}

function say(id, fact, number)
{
	printf "%s\t%s\t%.12g\n", id, fact, number
}

# Mean and interval on the logarithms of x[1..n].
function log_interval(x, n, i, sum, squares)
{
	sum = squares = 0
	for (i = 1; i <= n; i++)
		sum += log(x[i])
	log_mean = sum / n
	for (i = 1; i <= n; i++)
		squares += (log(x[i]) - log_mean) ^ 2
	reach = n > 1 ? student(n - 1) * sqrt(squares / (n - 1) / n) : 0
}

function say_interval(id, x, n)
{
	log_interval(x, n)
	if (n > 1) {
		say(id, "ci95_low", exp(log_mean - reach))
		say(id, "ci95_high", exp(log_mean + reach))
	}
}

function say_spread(id, x, n, i, sum, squares)
{
	sum = squares = 0
	for (i = 1; i <= n; i++)
		sum += x[i]
	for (i = 1; i <= n; i++)
		squares += (x[i] - sum / n) ^ 2
	say(id, "cv", n > 1 ? sqrt(squares / (n - 1)) / (sum / n) : 0)
}

function percentile(p, i, before, at)
{
	before = 0
	for (i = 0; i <= last_bucket; i++) {
		before += bucket[i]
		if (bucket[i] > 0 && before >= p / 100 * count * (1 - 1e-12)) {
			at = middle(i)
			return at < least ? least : at > most ? most : at
		}
	}
}

# Ten observations beyond it, or ten in all for the median.
function is_supported(p)
{
	return p <= 50 ? count >= 10 : count * (100 - p) / 100 >= 10 - 1e-9
}

function end_of_test(x, i)
{
	if (id == "" || n == 0)
		return
	for (i = 1; i <= n; i++)
		x[i] = rate[i]
	log_interval(x, n)
	say(id, "value", exp(log_mean))
	say_interval(id, x, n)
	say_spread(id, x, n)
	for (i = 1; i <= n; i++)
		of_round[id, round[i]] = rate[i]
	value[id] = exp(log_mean)
	if (count > 0) {
		say(id, "mean_ns", sum_ns / count)
		for (i = 1; i <= 3; i++)
			if (is_supported(p[i]))
				say(id, name[i], percentile(p[i]))
	}
}

function start_of_test()
{
	end_of_test()
	id = $2
	category[id] = $4
	ids[++tests] = id
	unit = $5
	n = count = sum_ns = last_bucket = 0
	split("", bucket)
}

function add_sample()
{
	round[++n] = $2
	if ($2 > rounds)
		rounds = $2
	if (unit == "IOPS" || unit == "ops/s")
		rate[n] = ($5 + $6) * 1e9 / $3
	else
		rate[n] = $4 / (unit == "KBps" ? 1024 : 1048576) * 1e9 / $3
}

function add_latency(i, at, pair, many)
{
	if (count == 0 || $5 < least)
		least = $5
	if (count == 0 || $6 > most)
		most = $6
	count += $3
	sum_ns += $4
	at = 0
	many = split($7, cell, " ")
	for (i = 1; i <= many; i++) {
		if (split(cell[i], pair, ":") == 1) {
			pair[2] = pair[1]
			pair[1] = 1
		}
		at += pair[1]
		bucket[at] += pair[2]
		if (at > last_bucket)
			last_bucket = at
	}
}

# Which rows count, and against what.
function read_csv(line, i, head, part, column)
{
	getline line <csv
	split(line, head, ",")
	for (i in head)
		column[head[i]] = i
	while ((getline line <csv) > 0) {
		split(line, part, ",")
		if (part[column["scored"]] == 1)
			baseline[part[column["id"]]] = \
				part[column["baseline_value"]]
	}
}

# covers NAME CATEGORY
function covers(score, of)
{
	return score == of || (score == "Disk" &&
		(of == "Sequential" || of == "Random"))
}

function say_score(score, i, r, k, x, logs, complete, y)
{
	k = 0
	for (i = 1; i <= tests; i++)
		if (ids[i] in baseline && covers(score, category[ids[i]]))
			row[++k] = ids[i]
	if (k == 0)
		return
	for (i = 1; i <= k; i++)
		x[i] = 10 * value[row[i]] / baseline[row[i]]
	log_interval(x, k)
	say("score:" score, "value", exp(log_mean))
	complete = 0
	for (r = 1; r <= rounds; r++) {
		logs = 0
		for (i = 1; i <= k && (row[i], r) in of_round; i++)
			logs += log(10 * of_round[row[i], r] / \
				    baseline[row[i]])
		if (i > k)
			y[++complete] = exp(logs / k)
	}
	say_interval("score:" score, y, complete)
}

BEGIN {
	FS = "\t"
	OFMT = CONVFMT = "%.17g"
	split("12.7062 4.30265 3.18245 2.77645 2.57058 2.44691 2.36462 " \
	      "2.30600 2.26216 2.22814 2.20099 2.17881 2.16037 2.14479 " \
	      "2.13145 2.11991 2.10982 2.10092 2.09302 2.08596 2.07961 " \
	      "2.07387 2.06866 2.06390 2.05954 2.05553 2.05183 2.04841 " \
	      "2.04523 2.04227 2.0395", t, " ")
	split("50 99 99.9", p, " ")
	split("p50_ns p99_ns p99_9_ns", name, " ")
}

$1 == "test" { start_of_test() }
$1 == "sample" { add_sample() }
$1 == "latency" { add_latency() }

END {
	end_of_test()
	read_csv()
	say_score("Sequential")
	say_score("Random")
	say_score("Disk")
}
