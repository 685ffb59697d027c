# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# mutate.awk - breaks each line of the files given in all ways that it knows,
# and prints these mutants as mutate.sh reads them, in the order that -v seed=N
# gives, each kind in turn: name, file, line, new text of the line, no tests.

# A generator that all awks agree on (Park and Miller).
function random_below(n)
{
	state = state * 16807 % 2147483647
	return state % n
}

# Keeps a mutant of this line, but none that might kill others than its own.
function add(kind, name, text)
{
	file = FILENAME
	sub(/^\.\.\/src\//, "", file)
	if (index(text, "kill(") == 0)
		mutant[kind, count[kind]++] = name "\n" file "\n" FNR "\n" \
			text "\n"
}

# Replaces each occurrence of `old` in turn, unless it is in a string.
function replace(kind, line, old, new,   at, from, before)
{
	from = 1
	while ((at = index(substr(line, from), old)) > 0) {
		at += from - 1
		before = substr(line, 1, at - 1)
		if (gsub(/"/, "\"", before) % 2 == 0)
			add(kind, old " to " new, before new \
				substr(line, at + length(old)))
		from = at + length(old)
	}
}

# Counts each number one up, or one down where it is odd.
function count_off(line,   at, before, number, next_)
{
	before = ""
	while (match(line, /[^A-Za-z0-9_.%"]([1-9][0-9]*|0)[^A-Za-z0-9_.x]/)) {
		at = RSTART
		before = before substr(line, 1, at)
		number = substr(line, at + 1, RLENGTH - 2) + 0
		line = substr(line, at + RLENGTH - 1)
		next_ = number % 2 == 1 ? number - 1 : number + 1
		if (gsub(/"/, "\"", before) % 2 == 0)
			add("count", number " to " next_, before next_ line)
		before = before number
	}
}

# Breaks a line of code; `after` is the last character of the code before it.
function break_line(line, after,   i)
{
	for (i = 1; i <= pairs; i++)
		replace(i <= 6 ? "order" : i <= 8 ? "logic" : "sum", line,
			old[i], new[i])
	count_off(line)
	if (match(line, /^\t+((\} )?else )?(if|while) \(.*\)( \{)?$/)) {
		text = line
		sub(/\(/, "(!(", text)
		sub(/\)( \{)?$/, ")&", text)
		add("negated", "negated", text)
	}
	if (after ~ /[;{})]/ && line ~ statement && line !~ unseen) {
		match(line, /^\t+/)
		add("deleted", "deleted", substr(line, 1, RLENGTH) "; // " \
			substr(line, RLENGTH + 1))
	}
}

BEGIN {
	statement = "^\t+[*(]*[a-z_]+[][a-zA-Z0-9_.>-]*" \
		"(\\(.*\\)| [-+|&*]?= .*|\\+\\+|--);$"
	unseen = "(free|unshare)\\("	# memory is free when the program ends
	pairs = split("<,<=,>,>=,==,!=,&&,||,+,-,*,/,+=,-=,|,&", word, ",")
	for (i = 1; i <= pairs; i++) {
		old[i] = " " word[i] " "
		new[i] = " " word[i % 2 == 1 ? i + 1 : i - 1] " "
	}
}

FNR == 1 { in_function = in_comment = 0; after = ";" }
/^[{]/ { in_function = 1; after = "{"; next }
/^[}]/ { in_function = 0; next }
!in_function || /^#/ || /^\t*(static|assert\()/ { next }
/^\t*\/\*/ { in_comment = 1 }
in_comment { in_comment = !/\*\//; next }
/^[ \t]*$/ { next }
{
	code = $0
	sub(/[ \t]*\/\*.*/, "", code)
	break_line(code, after)
	after = substr(code, length(code))
}

END {
	state = seed * 7919 % 2147483646 + 1
	kinds = split("order logic sum count negated deleted", kind, " ")
	do {
		left = 0
		for (i = 1; i <= kinds; i++) {
			k = kind[i]
			if (count[k] == 0)
				continue
			j = random_below(count[k]--)
			printf "%s\n", mutant[k, j]
			mutant[k, j] = mutant[k, count[k]]
			left += count[k]
		}
	} while (left > 0)
}
