# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# flatten.awk - write a JSON document of diskidx as lines PATH VALUE, with a tab
# between: "/tests/0/ci95/1" is what jq calls .tests[0].ci95[1]. Between
# documents is an empty line.

function token(found)
{
	for (;;) {
		sub(/^[ ,:]+/, "", line)
		if (line != "")
			break
		if ((getline line) <= 0)
			return ""
	}
	match(line, /^("([^"\\]|\\.)*"|[][{}]|[^][{}", :]+)/)
	found = substr(line, 1, RLENGTH)
	line = substr(line, RLENGTH + 1)
	return found
}

function plain(text)
{
	return text ~ /^"/ ? substr(text, 2, length(text) - 2) : text
}

function value(path, text, i)
{
	if (text == "{") {
		while ((i = token()) ~ /^"/)
			value(path "/" plain(i), token())
	} else if (text == "[") {
		i = 0
		while ((text = token()) != "]" && text != "")
			value(path "/" i++, text)
	} else {
		print path "\t" plain(text)
	}
}

BEGIN {
	for (n = 0; (first = token()) != ""; n++) {
		if (n > 0)
			print ""
		value("", first)
	}
}
