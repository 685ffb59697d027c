#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# install-deps.sh - test of scripts/install-deps.sh: what it would install with
# each package manager, as a transcript. Nothing is installed: PATH holds only a
# few harmless tools and programs made here that write down how they were called.
# shellcheck disable=SC2317	# functions that the transcript calls
# shellcheck source=tests/support/tap.sh
. "$(dirname "$0")/../support/tap.sh"

unset CC CPPFLAGS MAKE TMPDIR
shell=${CONFIG_SHELL:-/bin/sh}
cd "$scratch" || bail "can't go to $scratch"

# real DIR NAME...: the machine's own tools, by their true path.
real()
{
	dir=$1
	shift
	for name; do
		path=$(IFS=:; for place in $PATH; do
			[ -x "$place/$name" ] && echo "$place/$name" && break
		done)
		[ -n "$path" ] || bail "no $name in PATH"
		ln -s "$path" "$dir/$name"
	done
}

# fake DIR NAME [LINE...]: a program that logs its call, then runs the lines.
fake()
{
	file=$1/$2
	{
		echo "#!$shell"
		printf 'echo "%s $*" >>"%s"\n' "$2" "$scratch/$1.log"
		shift 2
		[ $# -eq 0 ] || printf '%s\n' "$@"
	} >"$file"
	chmod +x "$file"
}

# machine NAME SYSTEM RELEASE UID [MANAGER...]: an empty machine with these.
machine()
{
	mkdir "$1"
	real "$1" cat mkdir rm tr
	fake "$1" uname "case \$1 in -s) echo '$2' ;; *) echo '$2 $3' ;; esac"
	fake "$1" id "echo $4"
	on=$1
	shift 4
	for manager; do
		fake "$on" "$manager"
	done
}

# compiler NAME [HEADER]: there is a make, and a C compiler that lacks a header.
compiler()
{
	fake "$1" gcc 'for file; do :; done' "while read -r line; do
		case \$line in *'${2:-nothing}'*) exit 1 ;; esac
	done <\"\$file\""
	fake "$1" make
}

# deps MACHINE ARGUMENT...: the script there; and who was called besides the
# probes.
deps()
{
	on=$1
	shift
	: >"$on.log"
	status=0
	env PATH="$scratch/$on" "$shell" "$srcdir/scripts/install-deps.sh" \
		"$@" || status=$?
	grep -E -v '^(uname|id|gcc|make) ' "$on.log" | sed 's/^/called: /'
	return "$status"
}

# Some shells of busybox run commands of their own before any of PATH.
machine shell Linux 6.1 0
fake shell uname 'echo a fake'
[ "$(env PATH="$scratch/shell" "$shell" -c uname)" = "a fake" ] ||
	skip_all uname "this shell has a uname of its own: nothing can be faked"

machine bare Linux 6.1 0
machine debian Linux 6.1 0 apt-get pacman dnf
for manager in dnf yum apk pacman zypper; do
	machine $manager Linux 6.1 0 $manager
done
machine freebsd FreeBSD 14.1 0 pkg
machine netbsd NetBSD 10.0 0 pkgin
machine illumos SunOS illumos-1234 0 pkg
machine smartos SunOS joyent_2024 0 pkgin
machine oracle SunOS 11.4.42.111.0 0 pkg
machine unknown Plan9 4 0

machine complete Linux 6.1 0 apt-get
compiler complete
machine no-cmocka Linux 6.1 0 apt-get
compiler no-cmocka cmocka.h
machine no-libaio FreeBSD 14.1 0
compiler no-libaio libaio.h
machine no-liburing Linux 6.1 0 apk
compiler no-liburing liburing.h
machine broken Linux 6.1 0
fake broken gcc 'exit 1'
fake broken make 'exit 2'

for user in root sudo; do
	machine $user Linux 6.1 "$([ $user = root ] && echo 0 || echo 1000)" \
		apt-get
	compiler $user cmocka.h
	real $user env
done
# shellcheck disable=SC2016	# expanded by the program that is made
fake sudo sudo '"$@"'
machine user Linux 6.1 1000 dnf
compiler user cmocka.h
machine refusing Linux 6.1 0
fake refusing dnf 'case "$*" in *cmocka*) exit 1 ;; esac'

transcript install-deps "${1:-}"
cd .. || exit
done_testing
