# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# mutants.awk - of tests/lab/mutants, whose head says its form,
# makes what mutate.sh reads: name, file, line, new text of the line, and tests.
# Fails if a mutant's old text isn't in exactly one line of its file.

function wrong(why)
{
	print FILENAME ":" FNR ": " name ": " why >"/dev/stderr"
	failed = 1
	exit 1
}

/^#/ || /^$/ { next }
/^-/ { old = substr($0, 2); next }
/^\+/ {
	new = substr($0, 2)
	path = "../src/" file
	found = n = 0
	while ((status = (getline line <path)) > 0) {
		n++
		at = index(line, old)
		if (at == 0)
			continue
		found++
		number = n
		text = substr(line, 1, at - 1) new \
			substr(line, at + length(old))
	}
	close(path)
	if (status < 0)
		wrong("no file " file)
	if (found != 1)
		wrong(found " lines of " file " have: " old)
	print name "\n" file "\n" number "\n" text "\n" tests
	next
}
/^src\// {
	file = $1
	$1 = ""
	tests = substr($0, 2)
	next
}
{ name = $0 }
