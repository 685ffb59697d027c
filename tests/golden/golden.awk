# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# golden.awk - check what each format promises, in the output of any commands
# of diskidx: transcripts of golden.sh. Prints each line or page that
# breaks a promise, and exits 1 if there is one.
#
#	text, unixbench	80 columns of printable ASCII, or as many as COLUMNS=,
#			and no blanks at the end; only paths and UnixBench's
#			own lines are longer
#	csv		as many fields in each line as in the header
#	markdown	as many cells in each row as in the head of its table
#	html		every element ends, within the element it began in

function complain(what)
{
	print command ": " what
	bad = 1
}

# The fields of a line, each quoted as a whole or not at all (RFC 4180); 0 if
# it has another.
function fields(line, n)
{
	for (n = 1; match(line, /^("([^"]|"")*"|[^",]*),/); n++)
		line = substr(line, RLENGTH + 1)
	return line ~ /^("([^"]|"")*"|[^",]*)$/ ? n : 0
}

function bars(line)
{
	gsub(/\\./, "", line)
	return gsub(/\|/, "", line)
}

# Keep the names of the elements that have begun and not ended, "p body html".
function elements(line, tag, name)
{
	while (match(line, /<[^>]*>/)) {
		tag = substr(line, RSTART + 1, RLENGTH - 2)
		line = substr(line, RSTART + RLENGTH)
		name = tag
		sub(/^\//, "", name)
		sub(/[ \/].*/, "", name)
		if (tag ~ /^\//) {
			if (index(open, name " ") != 1)
				complain("ends " name " within " open)
			sub(/^[^ ]* /, "", open)
		} else if (tag !~ /\/$|^!/)
			open = name " " open
	}
	if (line ~ /[<>]|&([^a-z]|$)/)
		complain("no markup: " line)
}

function end_of_output()
{
	if (open != "")
		complain("does not end " open)
	open = ""
	if (command != "" && lines == 0)
		complain("prints nothing")
	parts = 0
	columns = -1
	lines = 0
}

/^\$ / {
	end_of_output()
	command = $0
	format = match($0, / -f [a-z]+/) ? \
		 substr($0, RSTART + 4, RLENGTH - 4) : "text"
	width = match($0, /COLUMNS=[0-9]+/) ? \
		substr($0, RSTART + 8, RLENGTH - 8) + 0 : 80
	wanted = width
	next
}

{ lines++ }

# The layout of UnixBench has its own width.
/^Benchmark Run: / && width < 80 { width = 80 }
/^(---|Test|Notes|On )/ { width = wanted }

/[\001-\010\013-\037\177]/ { complain("a control character: " $0) }

format == "text" || format == "unixbench" {
	if (length($0) > width && $0 !~ /^( *|On |[A-Z][a-z]+ +)[^ ]*\/[^ ]*$/ &&
	    $0 !~ /^diskidx: /)	# nor an error, which is a line
		complain("too wide: " $0)
	if (/[^ -~]/)
		complain("not ASCII: " $0)
	if (/ $/)
		complain("a blank at the end: " $0)
}

format == "html" {
	elements($0)
	if (/<h2>/)
		parts++
	if (/<h3>/ && !parts)
		complain("h3 before any h2: " $0)
}

format == "csv" {
	n = fields($0)
	if (columns < 0)
		columns = n
	if (n == 0 || n != columns)
		complain("not as many fields as in the header: " $0)
}

format == "markdown" && !/^\|/ { columns = -1 }
format == "markdown" && /^\|/ {
	if (columns < 0)
		columns = bars($0)
	if (bars($0) != columns)
		complain("not as many cells as in the head: " $0)
}

END {
	end_of_output()
	exit bad
}
