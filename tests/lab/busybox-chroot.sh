#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# busybox-chroot.sh - the tree builds, passes its tests, measures, installs and
# uninstalls where every command is busybox's and make is BSD make: a box like
# Alpine, in a chroot. Beside busybox there are a compiler, its binutils,
# bmake and jq, and nothing else in the search path; the sources are read-only.
#
# Needs root, busybox (busybox-static), bmake, a C compiler and 300 MiB of
# disk. Each step has a limit; whatever happens, the chroot and its mounts go
# (chroot.sh), and what belongs to the host is mounted read-only in it.
# shellcheck disable=SC2016	# what is quoted is for the shell in the chroot
set -u

usage='usage: busybox-chroot.sh [OPTION]...

  --cc=NAME         the compiler: musl-gcc (default, where it is) or gcc
  --busybox=FILE    this busybox instead of the one that is installed
  -h, --help        this text

Ends with how many checks of the test suite passed, failed and were skipped.
Exit status: 0 all worked; 1 something did not; 2 usage; 77 no chroot can be
made here (not root, no busybox, bmake, compiler, mounts or space).'

cc=
busybox=busybox
build_seconds=300
check_seconds=600
run_seconds=180
need_kib=307200

script="busybox-chroot"
step_lines=400
place=
# shellcheck source=tests/lab/chroot.sh
. "$(dirname "$0")/chroot.sh"

have()
{
	command -v "$1" >/dev/null 2>&1
}

for argument; do
	case $argument in
	--cc=gcc|--cc=musl-gcc)
		cc=${argument#*=} ;;
	--busybox=?*)
		busybox=${argument#*=} ;;
	--place=?*)
		place=${argument#*=} ;;
	-h|--help)
		echo "$usage"
		exit 0 ;;
	*)
		die "unknown argument: $argument (see --help)" 2 ;;
	esac
done
if [ -z "$cc" ]; then
	cc=gcc
	! have musl-gcc || cc=musl-gcc
fi

[ "$(uname -s)" = Linux ] || die "not on Linux" 77
[ "$(id -u)" = 0 ] || die "not root" 77
for tool in "$busybox" bmake gcc "$cc" as ld ar ranlib nm strip; do
	have "$tool" || die "no $tool here" 77
done

set_apart "$@"
tree=$(CDPATH='' cd "$(dirname "$0")/../.." && pwd)
variables="PATH=/usr/bin:/bin CC=$cc REALGCC=gcc"

# of_host DIRECTORY [PLACE]: a directory of the host, read-only.
of_host()
{
	mkdir -p "$root${2:-$1}" &&
		mount --bind "$1" "$root${2:-$1}" &&
		mount -o remount,bind,ro "$root${2:-$1}"
}

# Busybox, under all of its names but those of the tools from elsewhere.
tools="gcc as ld ar ranlib nm strip bmake"
[ "$cc" = gcc ] || tools="$tools $cc"
! have jq || tools="$tools jq"

put_commands()
{
	mkdir -p "$root/bin" "$root/usr/bin"
	cp -L "$(command -v "$busybox")" "$root/bin/busybox"
	for name in $("$busybox" --list); do
		case " $tools strings busybox " in
		*" $name "*) ;;
		*) ln -s busybox "$root/bin/$name" ;;
		esac
	done
	for name in $tools; do
		cp -L "$(command -v "$name")" "$root/usr/bin/$name" || return
	done
}

# Lend the files that those tools load and read: libraries, headers, the rules
# of bmake.
put_libraries()
{
	for name in /usr/lib* /usr/include /usr/share/bmake; do
		[ ! -d "$name" ] || of_host "$name" || return
	done
	for name in /lib*; do
		if [ -h "$name" ]; then
			cp -P "$name" "$root$name"
		else
			of_host "$name"
		fi || return
	done
	cp -RP /usr/share/mk "$root/usr/share/"
}

put_devices()
{
	mkdir "$root/dev" &&
		mount -t tmpfs -o mode=755 none "$root/dev" || return
	for name in null zero full random urandom tty; do
		: >"$root/dev/$name"
		mount --bind "/dev/$name" "$root/dev/$name" || return
	done
	ln -s /proc/self/fd "$root/dev/fd"
	mkdir -m 1777 "$root/dev/shm"
}

put_rest()
{
	mkdir -p "$root/etc" "$root/proc" "$root/sys" "$root/root/build"
	mkdir -m 1777 "$root/tmp" "$root/var" "$root/var/tmp"
	echo 'root:x:0:0:root:/root:/bin/sh' >"$root/etc/passwd"
	echo 'root:x:0:' >"$root/etc/group"
	of_host "$tree" /src
	mount -t proc none "$root/proc" &&
		mount -t sysfs -o ro none "$root/sys"
}

# The chroot's directory is a mount too: what is no mount's root can't be made
# private, as tests do that unmount /proc for themselves.
say "make a chroot of busybox, bmake and $cc"
put_commands || die "commands can't be copied"
{
	mount --bind "$root" "$root" && put_libraries && put_devices &&
		put_rest
} 2>"$place/log" || {
	cat "$place/log" >&2
	die "no mounts here" 77
}

inside "nothing else is there" 10 '
	for name in /bin/*; do
		[ "$(readlink -f "$name")" = /bin/busybox ] || exit 1
	done
	for name in awk cmp cp diff find grep ls ps sed sh sort stat tar; do
		[ "$(command -v $name)" = $name ] ||
			[ "$(command -v $name)" = /bin/$name ] || exit 1
	done
	for name in make gmake bash dash gawk mawk perl python3 install; do
		! command -v $name || exit 1
	done
	! touch /src/trace || exit 1'
# Some shells of busybox take its ar, which makes no archives, before any path.
inside "configure" "$build_seconds" '
	cd /root/build
	/src/configure --enable-werror MAKE=bmake AR=/usr/bin/ar || {
		cat config.log
		exit 1
	}'
inside "make" "$build_seconds" '
	cd /root/build
	bmake -j"$(nproc)"'

# The verdict is in the summary, so that what was skipped is seen, too.
count()
{
	sed -n "s/^# $1: *//p" "$root/root/build/check.log"
}
inside "make check" "$check_seconds" '
	cd /root/build
	bmake -j"$(nproc)" check >check.log 2>&1 || {
		tail -n 20 check.log
		awk "/^(not ok|Bail)/ { print FILENAME \":\" }
			/^(not ok|Bail)/, /^ok/" tests/*/*.log tests/*/*/*.log
		exit 1
	}'
grep -h '^ok.*# SKIP\|^1\.\.0' "$root"/root/build/tests/*/*.log \
	"$root"/root/build/tests/*/*/*.log |
	sed 's/^.*# SKIP/skipped:/' | sort | uniq -c >&2
[ "$(count PASS)" -gt 0 ] || die "no check was made"

# measure SENTENCE: a run and its score, which another load may have spoilt.
measure()
{
	inside "$1" "$run_seconds" '
		cd /root/build
		./diskidx --quick -s 64m --no-save
		[ -z "$(find . -name "diskidx.??????")" ] || exit 1'
	grep '^Disk Index Score[^-]* [0-9]' "$place/log" || die "no Disk Index Score"
}

measure "measure"
inside "install and uninstall" "$run_seconds" '
	cd /root/build
	bmake install DESTDIR=/tmp/stage
	/tmp/stage/usr/local/bin/diskidx --version
	[ "$(find /tmp/stage -type f | wc -l)" -ge 3 ] || exit 1
	bmake uninstall DESTDIR=/tmp/stage
	[ -z "$(find /tmp/stage ! -type d)" ] || exit 1'
umount "$root/proc" "$root/sys" || die "/proc can't be unmounted"
measure "measure without /proc and /sys"

say "all worked"
echo "$(count PASS) passed, $(($(count FAIL) + $(count ERROR))) failed," \
	"$(count SKIP) skipped"
