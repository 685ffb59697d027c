# recompute.awk - what a report must say of a record of one run, worked out from
# the record alone, by the manual's words and not by diskidx' code. Prints lines
# PATH NUMBER, with a tab between: the paths are those of the JSON document (see
# flatten.awk); columns that only CSV has are under /csv/, by row.
#
# -v told=FILE: the same report's JSON, flattened, for what a record doesn't
# hold: the baseline of a test, and which rows count. A row that is throttled
# counts with the low level of its samples, which are taken from there as well,
# or with the rounds from that of the fall on.

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

function say(path, number)
{
	printf "%s\t%.12g\n", path, number
}

# Tukey's jackknife: x[1..n] are the figure without one round each; the row with
# the fewest samples has so many, which must be three.
function say_interval(path, figure, x, n, fewest, i, mean, squares, reach)
{
	mean = squares = 0
	for (i = 1; i <= n; i++) {
		if (x[i] <= 0)
			return
		mean += log(x[i]) / n
	}
	for (i = 1; i <= n; i++)
		squares += (log(x[i]) - mean) ^ 2
	if (fewest < 3 || figure <= 0)
		return
	reach = student(fewest - 1) * sqrt((n - 1) / n * squares)
	say(path "/ci95/0", figure / exp(reach))
	say(path "/ci95/1", figure * exp(reach))
}

# The value of a row without a round (0: of all): what was moved, over time.
function value_without(row, but, r, x, n, moved, seconds)
{
	n = moved = seconds = 0
	for (r = 1; r <= rounds; r++) {
		if (r == but || !((row, r) in of_round))
			continue
		x[++n] = of_round[row, r]
		moved += of_round[row, r] * time_of[row, r]
		seconds += time_of[row, r]
	}
	if (rule_of[row] == "unixbench")
		return n > 0 ? mean_of_best(x, n) : 0
	return seconds > 0 ? moved / seconds : 0
}

function spread(x, n, i, sum, squares)
{
	sum = squares = 0
	for (i = 1; i <= n; i++)
		sum += x[i]
	for (i = 1; i <= n; i++)
		squares += (x[i] - sum / n) ^ 2
	return n > 1 ? sqrt(squares / (n - 1)) / (sum / n) : 0
}

# UnixBench drops the lowest third, and takes the geometric mean of the rest.
function mean_of_best(x, n, i, j, lower, sum, kept)
{
	sum = kept = 0
	for (i = 1; i <= n; i++) {
		lower = 0
		for (j = 1; j <= n; j++)
			lower += x[j] < x[i] || (x[j] == x[i] && j < i)
		if (lower >= int(n / 3)) {
			sum += log(x[i])
			kept++
		}
	}
	return exp(sum / kept)
}

# Latencies: kinds are those of the record's lines; the kind "both" is the sum
# of the directions.

function percentile(k, p, i, before, at)
{
	before = 0
	for (i = 1; i <= used; i++) {
		before += bucket[k, order[i]]
		if (bucket[k, order[i]] > 0 &&
		    before >= p / 100 * count[k] * (1 - 1e-12)) {
			at = middle(order[i])
			return at < least[k] ? least[k] : \
				at > most[k] ? most[k] : at
		}
	}
}

# Ten observations beyond it, on the smaller side, and three rounds that have
# any in its bucket or beyond (or all rounds, if there are fewer).
function is_supported(k, p, s, at, reach, all)
{
	if (count[k] * (p < 50 ? p : 100 - p) / 100 < 10 - 1e-9)
		return 0
	at = bucket_at(k, p)
	all = reach = 0
	for (s = 1; s <= n; s++) {
		if (!((k, s) in count_of))
			continue
		all++
		reach += p < 50 ? lowest[k, s] <= at : highest[k, s] >= at
	}
	return reach >= (all < 3 ? all : 3)
}

# The bucket of a percentile, without a sample (0: of all).
function bucket_at(k, p, but, i, before, all)
{
	all = count[k] - count_of[k, but]
	before = 0
	for (i = 1; i <= used; i++) {
		before += bucket[k, order[i]] - of_sample[k, but, order[i]]
		if (before > 0 && before >= p / 100 * all * (1 - 1e-12))
			return order[i]
	}
	return -1
}

function width_of(i)
{
	return i < 128 ? 1 : 2 ^ (int((i - 128) / 64) + 1)
}

# The lowest value of a bucket.
function bottom(i)
{
	return i < 128 ? i : middle(i) - int((width_of(i) - 1) / 2)
}

# Like the interval of a value, and then out to the ends of buckets.
function say_reach(path, k, p, s, all, mean, squares, x, reach, at, i)
{
	all = mean = squares = 0
	for (s = 1; s <= n; s++)
		if ((k, s) in count_of && count[k] > count_of[k, s]) {
			at = middle(bucket_at(k, p, s))
			at = at < least[k] ? least[k] : at > most[k] ? most[k] : at
			x[++all] = log(at)
			mean += x[all]
		}
	if (all < 3)
		return
	for (i = 1; i <= all; i++)
		squares += (x[i] - mean / all) ^ 2
	reach = exp(student(all - 1) * sqrt((all - 1) / all * squares))
	at = percentile(k, p)
	for (i = 0; bottom(i + 1) <= int(at / reach); i++)
		;
	say(path "/0", bottom(i))
	for (; bottom(i + 1) <= int(at * reach) && at * reach < 1e18; i++)
		;
	say(path "/1", at * reach < 1e18 ? bottom(i) + width_of(i) - 1 : 1e18)
}

function deviation(k, i, sum, squares)
{
	if (count[k] < 2)
		return 0
	sum = squares = 0
	for (i = 1; i <= used; i++)
		sum += bucket[k, order[i]] * middle(order[i])
	for (i = 1; i <= used; i++)
		squares += bucket[k, order[i]] * \
			(middle(order[i]) - sum / count[k]) ^ 2
	return sqrt(squares / (count[k] - 1))
}

function say_latency(path, k, number_name, i)
{
	say(path "/" number_name, count[k] + 0)
	say(path "/min", least[k] + 0)
	say(path "/mean", count[k] > 0 ? sum_ns[k] / count[k] : 0)
	say(path "/max", most[k] + 0)
	say(path "/stddev", deviation(k))
	for (i = 1; i <= percents; i++)
		if (count[k] > 0 && is_supported(k, percent[i])) {
			say(path "/percentile/" sprintf("%f", percent[i]),
			    percentile(k, percent[i]))
			if (number_name == "n")
				say_reach(path "/percentile_ci95/" \
					  sprintf("%f", percent[i]), k,
					  percent[i])
		}
}

function say_latencies(path, i, k)
{
	for (k in json_name) {
		if (is_synchronous && k != "latency")
			continue
		for (i = 0; i < 2; i++)
			if (count[k, direction[i]] > 0)
				say_latency(path "/" json_name[k] "/" \
					    direction[i], k SUBSEP direction[i],
					    "n")
	}
}

# A job as fio has it; its directions are sums over the samples.
function say_job(path, i, d, apart, seconds)
{
	seconds = sum[3] / 1e9
	say(path "/job_runtime", int(sum[3] / 1e6))
	say(path "/elapsed", int((sum[3] + 999999999) / 1e9))
	say(path "/usr_cpu", 100 * sum[9] / sum[3] / copies)
	say(path "/sys_cpu", 100 * sum[10] / sum[3] / copies)
	say(path "/ctx", sum[11])
	say(path "/majf", sum[12])
	say(path "/minf", sum[13])
	for (i = 0; i < 2; i++) {
		d = direction[i]
		say(path "/" d "/io_bytes", sum[7 + i])
		say(path "/" d "/io_kbytes", int(sum[7 + i] / 1024))
		say(path "/" d "/bw_bytes", int(sum[7 + i] / seconds))
		say(path "/" d "/bw", int(sum[7 + i] / seconds / 1024))
		say(path "/" d "/iops", sum[5 + i] / seconds)
		say(path "/" d "/runtime", sum[5 + i] > 0 ? \
		    int(sum[3] / 1e6) : 0)
		say(path "/" d "/total_ios", sum[5 + i])
		apart = !is_synchronous && count["completion", d] > 0
		say_latency(path "/" d "/slat_ns", apart ? \
			    "submission" SUBSEP d : "none", "N")
		say_latency(path "/" d "/clat_ns", (apart ? "completion" : \
			    "latency") SUBSEP d, "N")
		say_latency(path "/" d "/lat_ns", "latency" SUBSEP d, "N")
	}
}

function say_depths(path, i, all)
{
	all = 0
	for (i = 0; i < 7; i++)
		all += depth[i]
	for (i = 0; i < 7 && all > 0; i++) {
		say(path "/depth_levels/" level[i], 100 * depth[i] / all)
		say("/jobs/" jobs "/iodepth_level/" level[i],
		    100 * depth[i] / all)
	}
	if (all == 0 && parameter("depth") == 1)
		for (i = 0; i < 7; i++)
			say("/jobs/" jobs "/iodepth_level/" level[i],
			    i == 0 ? 100 : 0)
}

# Requests are due for the time asked for, unless the last ended before.
function offered_ns(i, all)
{
	all = 0
	for (i = 1; i <= n; i++)
		all += until[i] < asked ? until[i] : asked
	return all
}

function say_sums(path, i)
{
	if (sum[14] > 0)
		say(path "/depth_mean", sum[14] / sum[3])
	if (sum[15] > 0) {
		say(path "/submits", sum[15])
		say(path "/reaps", sum[16])
	}
	if (sum[17] > 0)
		say(path "/offered_iops", sum[17] / offered_ns() * 1e9)
	say(path "/cpu/user_pct", 100 * sum[9] / sum[3])
	say(path "/cpu/system_pct", 100 * sum[10] / sum[3])
	say(path "/ctx", sum[11])
	say(path "/majf", sum[12])
	say(path "/minf", sum[13])
	if (devices == n)
		for (i = 1; i <= 12; i++)
			if (i <= 10 || device[i] > 0)
				say(path "/device/" device_name[i], device[i])
}

function parameter(name)
{
	return match(parameters, name "=[0-9]+") ? \
		substr(parameters, RSTART + length(name) + 1,
		       RLENGTH - length(name) - 1) + 0 : 0
}

function say_value(path, i, x, r, without)
{
	i = 0
	for (r = 1; r <= rounds; r++)
		if ((tests, r) in of_round) {
			x[++i] = of_round[tests, r]
			without[i] = value_without(tests, r)
		}
	value[tests] = value_without(tests, 0)
	say(path "/value", value[tests])
	say_interval(path, value[tests], without, i, i)
	say(path "/cv", spread(x, i))
	if ((path "/baseline") in report)
		say(path "/index", 10 * value[tests] / report[path "/baseline"])
}

function end_of_test(path, i)
{
	if (tests < 0 || n == 0)
		return
	path = "/tests/" tests
	used = 0
	for (i = 0; i <= last_bucket; i++)
		if (i in is_used)
			order[++used] = i
	say_value(path)
	say_latencies(path)
	say_sums(path)
	say_depths(path)
	say_job("/jobs/" jobs++)
	if (count["both"] == 0)
		return
	say("/csv/" tests "/mean_ns", sum_ns["both"] / count["both"])
	for (i = 1; i <= 3; i++)
		if (is_supported("both", csv_percent[i])) {
			say("/csv/" tests "/" csv_name[i],
			    percentile("both", csv_percent[i]))
			say_reach("/csv/" tests "/reach/" csv_name[i], "both",
				  csv_percent[i])
		}
}

function start_of_test()
{
	end_of_test()
	tests++
	# Before Durable was a category, it was Random.
	category[tests] = $2 ~ /^commit(:|$)/ ? "Durable" : $4
	unit = $5
	group[tests] = $6 " " $7
	copies = $7
	is_synchronous = $9 == "sync" || $9 == "-"
	rule = rule_of[tests] = $11
	asked = $10
	parameters = $13
	n = last_bucket = devices = 0
	split("", bucket)
	split("", of_sample)
	split("", count_of)
	split("", lowest)
	split("", highest)
	split("", is_used)
	split("", count)
	split("", least)
	split("", most)
	split("", sum_ns)
	split("", sum)
	split("", depth)
	split("", device)
}

function add_sample(i, path, kept, fall)
{
	path = "/tests/" tests "/samples/" n++
	for (i = 3; i <= 17; i++)
		sum[i] += $i
	until[n] = $3
	if (unit == "IOPS" || unit == "ops/s")
		rate[n] = ($5 + $6) * 1e9 / $3
	else
		rate[n] = $4 / (unit == "KBps" ? 1024 : 1048576) * 1e9 / $3
	if (rule == "unixbench")
		rate[n] = int(rate[n])
	kept = report[path "/value"]
	if (("/tests/" tests "/throttle/round") in report && kept < rate[n])
		rate[n] = kept
	fall = "/tests/" tests "/throttle/"
	if (report[fall "within"] != "false" || $2 >= report[fall "round"] + 0 || \
	    report[fall "for_good"] != "true") {
		of_round[tests, $2] = rate[n]
		time_of[tests, $2] = $3
	}
	if ($2 > rounds)
		rounds = $2
	say(path "/round", $2)
	say(path "/value", rate[n])
	say(path "/elapsed_ns", $3)
	say(path "/bytes", $4)
	say(path "/ios", $5 + $6)
}

function add_to(k, i, at, pair, many)
{
	if (count[k] == 0 || $5 < least[k])
		least[k] = $5
	if (count[k] == 0 || $6 > most[k])
		most[k] = $6
	count[k] += $3
	count_of[k, n] += $3
	sum_ns[k] += $4
	at = 0
	many = split($7, cell, " ")
	for (i = 1; i <= many; i++) {
		if (split(cell[i], pair, ":") == 1) {
			pair[2] = pair[1]
			pair[1] = 1
		}
		at += pair[1]
		bucket[k, at] += pair[2]
		of_sample[k, n, at] += pair[2]
		if (!((k, n) in lowest) || at < lowest[k, n])
			lowest[k, n] = at
		if (!((k, n) in highest) || at > highest[k, n])
			highest[k, n] = at
		is_used[at]
		if (at > last_bucket)
			last_bucket = at
	}
}

# covers NAME CATEGORY
function covers(score, of)
{
	return score == of || (score == "Disk" &&
		(of == "Sequential" || of == "Random" || of == "Durable"))
}

# The mean of x[1..n] of row[1..n] but one, each category weighing the same.
function mean_of_categories(x, row, n, but, i, c, logs, rows, sum, categories)
{
	split("", logs)
	split("", rows)
	for (i = 1; i <= n; i++) {
		if (i == but)
			continue
		logs[category[row[i]]] += log(x[i])
		rows[category[row[i]]]++
	}
	sum = categories = 0
	for (c in logs) {
		sum += logs[c] / rows[c]
		categories++
	}
	return exp(sum / categories)
}

# The mean of the indexes without a round of every row (0: with all).
function score_without(row, k, but, i, x)
{
	for (i = 1; i <= k; i++) {
		x[i] = 10 * value_without(row[i], but) / \
			report["/tests/" row[i] "/baseline"]
		if (x[i] <= 0)
			return 0
	}
	return mean_of_categories(x, row, k)
}

# Whether k rows are enough for a score: that of the disk takes half of the 12
# tests of the suite, with some of each category.
function suffices(score, row, k, i, seen)
{
	split("", seen)
	for (i = 1; i <= k; i++)
		seen[category[row[i]]] = 1
	return score != "Disk" || (k >= 6 && "Sequential" in seen &&
		"Random" in seen && "Durable" in seen)
}

# The rows of a score are those that count, of its target and its copies.
function say_score(path, score, where, i, r, k, x, row, n, y, low, high,
		   without, has, fewest)
{
	k = 0
	for (i = 0; i <= tests; i++)
		if (group[i] == where && covers(score, category[i]) &&
		    report["/tests/" i "/scored"] == "true")
			row[++k] = i
	if (!suffices(score, row, k))
		k = 0
	say(path "/rows", k)
	if (k == 0)
		return
	for (i = 1; i <= k; i++)
		x[i] = 10 * value[row[i]] / report["/tests/" row[i] "/baseline"]
	say(path "/score", mean_of_categories(x, row, k))
	for (i = 1; i <= k && k > 1; i++) {
		y[i] = mean_of_categories(x, row, k, i)
		low = i == 1 || y[i] < low ? y[i] : low
		high = i == 1 || y[i] > high ? y[i] : high
	}
	if (k > 1) {
		say(path "/leave_one_out/0", low)
		say(path "/leave_one_out/1", high)
	}
	n = 0
	fewest = rounds
	for (i = 1; i <= k; i++) {
		has = 0
		for (r = 1; r <= rounds; r++)
			has += (row[i], r) in of_round
		if (has < fewest)
			fewest = has
	}
	for (r = 1; r <= rounds; r++)
		for (i = 1; i <= k; i++)
			if ((row[i], r) in of_round) {
				without[++n] = score_without(row, k, r)
				break
			}
	say_interval(path, score_without(row, k, 0), without, n, fewest)
}

BEGIN {
	FS = "\t"
	OFMT = CONVFMT = "%.17g"
	tests = -1
	jobs = 0
	split("12.7062 4.30265 3.18245 2.77645 2.57058 2.44691 2.36462 " \
	      "2.30600 2.26216 2.22814 2.20099 2.17881 2.16037 2.14479 " \
	      "2.13145 2.11991 2.10982 2.10092 2.09302 2.08596 2.07961 " \
	      "2.07387 2.06866 2.06390 2.05954 2.05553 2.05183 2.04841 " \
	      "2.04523 2.04227 2.0395", t, " ")
	split("50 99 99.9", csv_percent, " ")
	split("p50_ns p99_ns p99_9_ns", csv_name, " ")
	percents = split("1 5 10 20 30 40 50 60 70 80 90 95 99 99.5 99.9 " \
			 "99.95 99.99", percent, " ")
	direction[0] = "read"
	direction[1] = "write"
	json_name["latency"] = "latency_ns"
	json_name["submission"] = "slat_ns"
	json_name["completion"] = "clat_ns"
	split("read_ios read_merges read_bytes read_ms write_ios " \
	      "write_merges write_bytes write_ms busy_ms queue_ms " \
	      "discard_ios discard_bytes",
	      device_name, " ")
	split("1 2 4 8 16 32 >=64", name, " ")
	for (i = 0; i < 7; i++)
		level[i] = name[i + 1]
	while ((getline line <told) > 0) {
		split(line, part, "\t")
		report[part[1]] = part[2]
	}
}

$1 == "test" { start_of_test() }
$1 == "sample" { add_sample() }
$1 == "flush" {
	until[n] -= $2
	say("/tests/" tests "/samples/" n - 1 "/flush_ns", $2)
}
$1 == "depths" {
	for (i = 0; i < 7; i++)
		depth[i] += $(i + 2)
}
$1 == "device" {
	devices++
	for (i = 1; i <= 10; i++)
		device[i] += $(i + 1)
}
$1 == "discards" {
	device[11] += $2
	device[12] += $3
}
$1 == "latency" { add_to("both") }
$1 in json_name { add_to($1 SUBSEP $2) }

END {
	end_of_test()
	for (i = 0; ("/scores/" i "/name") in report; i++)
		say_score("/scores/" i, report["/scores/" i "/name"],
			  report["/scores/" i "/target"] " " \
			  report["/scores/" i "/copies"])
}
