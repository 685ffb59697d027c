#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# minimal-chroot.sh - a clone of this repository builds and measures in a
# minimal Debian that has gcc and make and nothing else; and a package, if one
# is given, installs there, measures, and is removed without a trace. Or all
# tests pass in one that has nothing at all: as root by README's command, as
# root without /proc and /sys, and for a user who can't write the sources, at
# the same time.
#
# Needs root, debootstrap, a mirror, 1.5 GiB of disk and some minutes. Each step
# has a limit; whatever happens, the chroot and its mounts go (chroot.sh).
set -u

usage='usage: minimal-chroot.sh [OPTION]...

  --deb=FILE        also install, try and purge this package of diskidx
  --check           instead, install what is missing and run all tests; what is
                    skipped is for want of what tests/lab/skips.sh names
  --base=FILE.tar   a bare chroot: unpacked if it is there, else made and kept;
                    that of --check has no gcc and make
  --suite=NAME      the release of Debian (bookworm)
  --mirror=URL      where it comes from (http://deb.debian.org/debian)
  -h, --help        this text

Exit status: 0 all worked; 1 something did not; 2 usage; 77 no chroot can be
made here (not root, no debootstrap, no space).'

suite=bookworm
mirror=http://deb.debian.org/debian
deb=
base=
check=
step_seconds=600
check_seconds=1200
run_seconds=180
need_kib=1572864

script="minimal-chroot"
step_lines=90
variables='PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive'
place=
# shellcheck source=tests/lab/chroot.sh
. "$(dirname "$0")/chroot.sh"

absolute()
{
	case $1 in
	/*) echo "$1" ;;
	*) echo "$(pwd)/$1" ;;
	esac
}

for argument; do
	case $argument in
	--deb=?*)
		deb=$(absolute "${argument#*=}")
		[ -f "$deb" ] || die "no such file: $deb" 2 ;;
	--check)
		check=yes ;;
	--base=?*)
		base=$(absolute "${argument#*=}") ;;
	--suite=?*)
		suite=${argument#*=} ;;
	--mirror=?*)
		mirror=${argument#*=} ;;
	--place=?*)
		place=${argument#*=} ;;
	-h|--help)
		echo "$usage"
		exit 0 ;;
	*)
		die "unknown argument: $argument (see --help)" 2 ;;
	esac
done

[ "$(id -u)" = 0 ] || die "not root" 77
[ -n "$base" ] && [ -f "$base" ] || command -v debootstrap >/dev/null 2>&1 ||
	die "no debootstrap here" 77

set_apart "$@"
tree=$(CDPATH='' cd "$(dirname "$0")/../.." && pwd)

if [ -n "$base" ] && [ -f "$base" ]; then
	step "unpack $base" "$step_seconds" tar -xf "$base" -C "$root"
else
	include=--include=gcc,libc6-dev,make
	[ -z "$check" ] || include=
	# shellcheck disable=SC2086	# an option, or none
	step "make a minimal $suite" "$step_seconds" debootstrap \
		--variant=minbase $include "$suite" "$root" "$mirror"
	rm -f "$root"/var/cache/apt/archives/*.deb
	[ -z "$base" ] || step "keep it as $base" "$step_seconds" \
		sh -c 'tar -cf "$1.new" -C "$2" --exclude="./proc/?*" \
			--exclude="./sys/?*" . && mv "$1.new" "$1"' \
		sh "$base" "$root"
fi
rm -f "$root/etc/resolv.conf"	# it may be a link, out of the chroot
cp /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null

put_clone()
{
	step "clone" 60 git -c safe.directory='*' clone -q --no-hardlinks \
		"$tree" "$root$1"
}

# Of the host there is /proc, in which nothing is mounted on /, /sys and
# terminals.
put_mounts()
{
	mount -t proc none "$root/proc" &&
		mount -t sysfs -o ro none "$root/sys" &&
		mount -t devpts -o newinstance,ptmxmode=666 none \
			"$root/dev/pts" && ln -sf pts/ptmx "$root/dev/ptmx"
}

# check NAME SENTENCE SCRIPT: what that skips needs what is named for it, and
# nothing that install-deps.sh installs. Tells how many checks passed.
check()
{
	log=$place/$1.log
	inside "$2" "$check_seconds" "
		export DISKIDX_REQUIRE='$(sh "$tree/tests/lab/skips.sh" "$1")'
		export MAKEFLAGS='-j$(($(nproc) * 2)) -Otarget'
		$3 || {
			awk '/^(not ok|Bail)/ { print FILENAME \":\" }
				/^(not ok|Bail)/, /^ok/' \
				tests/*/*.log tests/*/*/*.log
			exit 1
		}"
	counts=$(grep -E '^# (TOTAL|PASS|SKIP|FAIL|ERROR):' "$log" |
		tr -s ' \n' '  ')
	[ -n "$counts" ] || die "no test ran"
	echo "$1: $counts"
}

# As root, where nothing is mounted; and a test that mounts unmounts it also
# without a namespace of its own.
check_bare()
{
	# shellcheck disable=SC2016	# for the inner shell
	echo 'umount "$1/dev/pts" "$1/sys" "$1/proc" && exec chroot "$@"' \
		>"$place/bare"
	# shellcheck disable=SC2034	# for inside
	enter="unshare -m sh $place/bare"
	# shellcheck disable=SC2016	# for the inner shell
	check fresh-bare "all tests, as root without /proc and /sys" '
		cd /root/bare
		./configure && make && make check &&
			DISKIDX_ALONE=yes sh tests/lab/cached.sh >cached.log &&
			[ -z "$(grep "^not ok" cached.log)" ] &&
			[ "$(echo tap-*)" = tap-preload ] &&
			[ -z "$(ls -A /proc)$(ls -A /sys)" ]'
}

# Nobody may write sources that belong to root.
check_both()
{
	put_clone /root/diskidx
	put_clone /root/bare
	put_clone /srv/diskidx
	put_mounts || die "no mounts here" 77
	inside "install what is missing" "$step_seconds" '
		! grep " / " /proc/mounts || exit 1
		! command -v ps || exit 1
		! command -v jq || exit 1
		cd /srv/diskidx
		sh scripts/install-deps.sh
		install -d -o nobody /srv/nobody'
	check fresh-user "all tests, as nobody" '
		cd /srv/nobody
		setpriv --reuid=nobody --regid=nogroup --clear-groups \
			env HOME=/srv/nobody sh -c "
			../diskidx/configure && make && make check"' &
	user=$!
	check_bare &
	bare=$!
	check fresh-root "all tests, as root" "
		cd /root/diskidx
		$(sed -n 's/^    \(.*make check\)$/\1/p' "$tree/README")" &
	status=0
	wait $! || status=1
	wait $user || status=1
	wait $bare || status=1
	exit $status
}

[ -z "$check" ] || check_both
put_clone /root/diskidx
inside "nothing else is there" 10 '
	for tool in autoconf automake cmake git python3 cc1plus; do
		! command -v $tool || exit 1
	done'
inside "configure and make" "$step_seconds" '
	cd /root/diskidx
	./configure || { cat config.log; exit 1; }
	make'
# No /proc and no /sys here: less is known of the host, nothing else differs.
inside "measure" "$run_seconds" '
	cd /root/diskidx
	./diskidx --quick -s 64m --no-save'
grep 'Index Score.* [0-9]' "$place/log"
grep 'Disk Index Score[^-]* [0-9]' "$place/log" >/dev/null ||
	die "no Disk Index Score"

# List all files but those that change when packages come and go: databases,
# caches and logs.
listing()
{
	find "$root" -xdev ! -path "$root/var/lib/dpkg/*" \
		! -path "$root/var/lib/apt/*" ! -path "$root/var/cache/*" \
		! -path "$root/var/log/*" ! -path "$root/root/*" \
		! -path "$root/tmp/*" ! -name ld.so.cache -print | sort
}

if [ -n "$deb" ]; then
	cp "$deb" "$root/tmp/diskidx.deb"
	inside "refresh apt's lists" "$step_seconds" 'apt-get update -q'
	listing >"$place/before"
	inside "install the package" "$step_seconds" '
		apt-get install -y --no-install-recommends /tmp/diskidx.deb
		rm /tmp/diskidx.deb'
	listing | comm -13 "$place/before" - | sed "s|^$root||" |
		grep diskidx >&2
	inside "measure with the package" "$run_seconds" '
		cd /tmp
		diskidx --quick -s 64m --no-save'
	grep 'Disk Index Score[^-]* [0-9]' "$place/log" ||
		die "no Disk Index Score"
	inside "remove it" "$step_seconds" '
		apt-get purge -y --autoremove diskidx
		! dpkg-query -W diskidx 2>/dev/null'
	listing >"$place/after"
	diff "$place/before" "$place/after" >&2 ||
		die "the package left a trace"
	[ -z "$(find "$root/tmp" "$root/root" -name 'diskidx.??????')" ] ||
		die "a measurement left a trace"
fi
say "all worked"
