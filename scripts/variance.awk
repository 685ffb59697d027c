# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# variance.awk - show where the spread of each test comes from: print, per test,
# standard deviations (of the logarithms, in per cent): what the stretches within
# a sample explain, between rounds of a run, and between runs without the part of
# the rounds (variance components of a one-way random-effects model). With
# -v block=N, each N rounds of a run count as a separate run, which shows how
# much runs without a new work file would vary.
#
#	awk -f variance.awk [-v block=N] RECORD...

BEGIN { FS = "\t" }

function square(x) { return x * x }

function percent(variance)
{
	return sprintf("%.1f%%", 100 * sqrt(variance > 0 ? variance : 0))
}

$1 == "run" { run++ }

$1 == "test" {
	test = $2
	if (!(test in seen)) {
		seen[test] = 1
		order[++tests] = test
	}
}

$1 == "sample" && $3 > 0 && $4 > 0 {
	key = run + (block > 0 ? int(($2 - 1) / block) / 1000 : 0)
	y = log($4 / $3)
	if (!((test, key) in n))
		keys[test, ++runs[test]] = key
	n[test, key]++
	sum[test, key] += y
	squares[test, key] += y * y
}

# A sample whose stretches are independent varies by their standard error.
$1 == "series" {
	count = split($2, stretch, " ")
	if (count < 4)
		next
	total = all = 0
	for (i = 1; i <= count; i++) {
		split(stretch[i], part, ":")
		rate[i] = part[2] / part[1]
		total += rate[i]
	}
	for (i = 1; i <= count; i++)
		all += square(rate[i] / (total / count) - 1)
	own[test] += all / (count - 1) / count
	owned[test]++
}

END {
	printf "%-20s %6s %10s %10s %10s\n", "test", "runs", "in sample",
		"rounds", "runs"
	for (t = 1; t <= tests; t++) {
		test = order[t]
		within = between = mean = samples = 0
		for (r = 1; r <= runs[test]; r++) {
			key = keys[test, r]
			samples += n[test, key]
			mean += sum[test, key] / n[test, key]
			within += squares[test, key]
			within -= square(sum[test, key]) / n[test, key]
		}
		if (runs[test] < 2 || samples <= runs[test])
			continue
		mean /= runs[test]
		within /= samples - runs[test]
		for (r = 1; r <= runs[test]; r++) {
			key = keys[test, r]
			between += square(sum[test, key] / n[test, key] - mean)
		}
		between /= runs[test] - 1
		between -= within * runs[test] / samples
		spread = "-"
		if (owned[test] > 0)
			spread = percent(own[test] / owned[test])
		printf "%-20s %6d %10s %10s %10s\n", test, runs[test],
			spread, percent(within), percent(between)
	}
}
