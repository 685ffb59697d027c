#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# examples.sh - the examples of diskidx(1) and diskidx-jobfile(5) are what a
# shell takes, and each of them does it. Runs are only planned, but for one that
# a pipe reads.
tap_in_memory=yes
. "$(dirname "$0")/../support/tap.sh"
need_diskidx

# What the shells find as diskidx: the directories of the manual are below the
# scratch directory, and a run is only planned.
mkdir "$scratch/bin" "$scratch/mnt"
cat >"$scratch/bin/diskidx" <<END
#!/bin/sh
case "\$*" in
compare*|report*) exec "$DISKIDX" "\$@" ;;
*'-f json '*) exec "$DISKIDX" "\$@" --cache=buffered -e threads -s 2m -t 0.02 \\
	-i 1 --no-save ;;
*) exec "$DISKIDX" --dry-run "\$@" ;;
esac
END
chmod +x "$scratch/bin/diskidx"
for name in a b c data; do
	mkdir "$scratch/mnt/$name"
done
cp "$srcdir/tests/unit/jobs/"*.fio "$scratch/mnt" 2>/dev/null
PATH=$scratch/bin:$PATH
export PATH

# Each example in a file of its own, and the job file where they name it.
for name in diskidx.1 diskidx-jobfile.5; do
	sed -n '/^\.SH EXAMPLES/,/^\.SH [^E]/p' "$srcdir/man/$name"
done | sed "s/\\\\-/-/g; s/\\\\e/\\\\/g; s/\\\\&//g; s/\\\\(aq/'/g" |
	awk -v to="$scratch/example" -v job="$scratch/mnt/randread.fio" '
	/^\.fi/ { file = "" }
	begun { file = /^\[/ ? job : to "." ++n; begun = 0 }
	file != "" { print >file }
	/^\.nf/ { begun = 1 }
	END { print n }' >"$scratch/n"
ok "with a job file" test -s "$scratch/mnt/randread.fio"
n=$(cat "$scratch/n")
ok "the manual has examples" test "$n" -ge 15
if ! command -v jq >/dev/null 2>&1; then
	skip "those for jq" jq "no jq"
	for file in $(grep -l '| *jq\|^ *jq' "$scratch"/example.*); do
		echo : >"$file"
	done
fi

# in_shell COMMAND...: all of them, and what they print.
in_shell()
{
	for i in $(awk -v n="$n" 'BEGIN { for (i = 1; i <= n; i++) print i }'); do
		cd "$scratch/mnt" || return
		rm -f ./*.json ./*.html
		cp "$srcdir/tests/golden/old.record" nightly.record
		cp "$srcdir/tests/golden/runs-old.record" old.record
		cp "$srcdir/tests/golden/runs-new.record" new.record
		cp old.record a.record
		cp new.record b.record
		cp "$srcdir/tests/golden/same.record" c.record
		sed "s|/mnt/|$scratch/mnt/|g" "$scratch/example.$i" >example
		"$@" example >"$scratch/printed.$i" 2>&1
		status=$?
		case $status-$(cat example) in
		0-*) ;;
		1-*--fail-if-slower*) ;;
		2-*" -s "*)	# the disk may be small
			grep 'the test files need' "$scratch/printed.$i" ||
				cat "$scratch/printed.$i" ;;
		*)
			echo "status $status:"
			cat example "$scratch/printed.$i" ;;
		esac
		cd "$scratch" || return
	done >"$scratch/wrong"
}

for shell in sh bash dash 'busybox sh' ksh zsh; do
	if ! command -v "${shell% sh}" >/dev/null 2>&1; then
		skip "the examples run in $shell" shells "no $shell"
		continue
	fi
	# shellcheck disable=SC2086	# it may be two words
	in_shell $shell
	is "the examples run in $shell" "$(grep -v 'the test files need' \
		"$scratch/wrong")" ""
	for i in $(grep -l 'eval\|jq' "$scratch"/example.* |
	    sed 's/.*\.//'); do
		like "$shell: example $i gives its figures" \
			"$(tr '\n' ' ' <"$scratch/printed.$i")" '[0-9]'
	done
done

# The 99th percentile: of a record of random reads, also by another format.
filter=$(cat "$scratch"/example.* | sed -n "s/^ *jq '\(.*99\.000000.*\)'\$/\1/p")
if command -v jq >/dev/null 2>&1; then
	awk -F '\t' '$1 == "test" { out = $2 != "rand-read-q32" }
		$1 == "end" { print "end\t" n + 0; exit }
		!out { print; n++ }' \
		"$srcdir/tests/golden/old.record" >"$scratch/random.record"
	is "the p99 of jq is that of the shell" \
		"$("$DISKIDX" report -f json "$scratch/random.record" |
			jq "$filter" | tail -n 1)" \
		"$("$DISKIDX" report -f shell "$scratch/random.record" |
			sed -n "s/^DISKIDX_TEST_RAND_READ_Q32_P99_NS='\(.*\)'/\1/p")"
else
	skip "the p99 of jq is that of the shell" jq "no jq"
fi

done_testing
