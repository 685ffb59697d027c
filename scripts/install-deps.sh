#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# install-deps.sh - install what is missing to build and test diskidx, with the
# system's own package manager.
# shellcheck disable=SC2086	# lists and commands are words
set -u

usage='usage: install-deps.sh [--all] [--packages] [--ports]

Installs what is missing to build diskidx and run make check: a C compiler,
make, cmocka and, on Linux, libaio and liburing.

  --all         also what make check-lab, lint and the lab use
  --packages    also what builds and checks the packages of packaging/
  --ports       also compilers and emulators of other CPUs, and other shells

Exit status: 0 diskidx can be built now; 1 it cannot; 2 usage.'

# By option and package manager: packages, and the command that installs them.
# THING=PACKAGE is for a header or command that may come from elsewhere; without
# stdio.h there is no compiler. pkg is FreeBSD's, ips the pkg of illumos. pacman
# upgrades nothing else, and gets no mandoc, because that replaces man-db.
table='
install    apt        env DEBIAN_FRONTEND=noninteractive apt-get install -y
install    apt        --no-install-recommends --no-remove --no-upgrade
build      apt        stdio.h=gcc stdio.h=libc6-dev make cmocka.h=libcmocka-dev
build      apt        libaio.h=libaio-dev liburing.h=liburing-dev
--all      apt        mandoc shellcheck libxml2-utils tidy ksh strace
--all      apt        python3-jsonschema libclang-rt-dev chromium
--all      apt        openmpi-bin libopenmpi-dev mpich libmpich-dev
--packages apt        debhelper lintian rpm rpmlint musl-tools debootstrap
--packages apt        makepkg pacman-package-manager libarchive-tools fakeroot
--packages apt        mpicc=libopenmpi-dev
--ports    apt        tcc bmake mksh yash original-awk btrfs-progs xfsprogs
--ports    apt        busybox=busybox-static qemu-user-static
--ports    apt        gcc-aarch64-linux-gnu libc6-dev-arm64-cross
--ports    apt        gcc-arm-linux-gnueabihf libc6-dev-armhf-cross
--ports    apt        gcc-i686-linux-gnu libc6-dev-i386-cross
--ports    apt        gcc-s390x-linux-gnu libc6-dev-s390x-cross

install    dnf        dnf install -y
install    zypper     zypper --non-interactive install --no-recommends
build      dnf,zypper stdio.h=gcc make cmocka.h=libcmocka-devel
build      dnf,zypper libaio.h=libaio-devel liburing.h=liburing-devel
--all      dnf,zypper ShellCheck tidy ksh strace python3-jsonschema
--all      dnf        mandoc libxml2 chromium-browser=chromium
--all      zypper     mandoc-bin libxml2-tools chromium
--packages dnf,zypper rpm-build rpmlint
--packages dnf        openmpi-devel

install    apk        apk add --no-cache
build      apk        stdio.h=gcc stdio.h=musl-dev make cmocka.h=cmocka-dev
build      apk        libaio.h=libaio-dev liburing.h=liburing-dev
build      apk        liburing.h=linux-headers
--all      apk        mandoc shellcheck libxml2-utils tidyhtml loksh strace
--all      apk        py3-jsonschema chromium
--packages apk        abuild

install    pacman     pacman -Sy --needed --noconfirm
build      pacman     stdio.h=gcc make cmocka.h=cmocka
build      pacman     libaio.h=libaio liburing.h=liburing
--all      pacman     shellcheck libxml2 tidy strace python-jsonschema
--all      pacman     chromium
--packages pacman     base-devel musl

install    pkg        env ASSUME_ALWAYS_YES=yes pkg install -y
build      pkg,none   stdio.h=gcc make=gmake cmocka.h=cmocka
install    pkgin      pkgin -y install
build      pkgin      stdio.h=gcc13 make=gmake cmocka.h=cmocka
install    brew       brew install
build      brew       stdio.h=gcc make cmocka.h=cmocka
install    ips        pkg install --accept
build      ips        stdio.h=build-essential make=build/make cmocka.h=cmocka
install    none       false
--ports    dnf,apk,pacman,pkg,pkgin,brew tcc zig
--all      any        jq fio autoconf automake clang zsh fish'

for argument; do
	case $argument in
	--all | --packages | --ports) ;;
	-h | --help) echo "$usage"; exit ;;
	*) echo "$usage" >&2; exit 2 ;;
	esac
done

say()
{
	echo "install-deps: $*" >&2
}

# words OPTION...: the last column of the table for this manager.
words()
{
	echo "$table" | while read -r option managers words; do
		case " $* ,$managers," in
		*" $option "*,any, | *" $option "*",$manager,"*)
			echo "$words" ;;
		esac
	done
}

# has THING: a header that a compiler finds, or a command.
has()
{
	case $1 in
	*.h)
		for cc in "${CC:-gcc}" cc clang; do
			echo "#include <$1>" | $cc ${CPPFLAGS:-} -E - && return
		done
		return 1 ;;
	*)
		command -v "$1" ;;
	esac >/dev/null 2>&1
}

# apt is the first, because Debian also packages some of the others.
for manager in apt dnf apk pacman zypper pkg pkgin brew none; do
	has $manager && break
done
[ "$manager $(uname -s)" != "pkg SunOS" ] || manager=ips

missing=
for word in $(words build "$@"); do
	has "${word%%=*}" || missing="$missing ${word#*=}"
done
[ -n "$missing" ] || { say "nothing is missing"; exit; }

case $(id -u),$manager in
0,* | *,brew | *,none) root= ;;
*) root=$(command -v sudo || command -v doas || echo false) ;;
esac
[ "$root" != false ] || say "not root, and neither sudo nor doas is here"
if [ $manager = apt ] &&
    [ -z "$(find /var/lib/apt/lists/*Packages* -ctime -1 2>/dev/null)" ]; then
	$root apt-get update
fi

say "package manager: $manager; installing:$missing"
install="$root $(words install)"
failed=
# One package that does not exist fails all, so then each is tried by itself.
$install $missing </dev/null || for package in $missing; do
	$install "$package" </dev/null || failed="$failed $package"
done
failed=${failed:+; not installed:$failed}
if has stdio.h && { has make || has gmake; }; then
	say "diskidx can be built$failed"
else
	say "diskidx needs a C compiler and make$failed"
	exit 1
fi
