#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# install-deps.sh - install what is missing to build and test diskidx, with
# the machine's own package manager.
#
# A trial (does this compile?) shows what is missing, rather than the package
# database. If nothing is missing, it does nothing.
# Only a compiler and make are indispensable; without libaio the random tests
# use threads, without cmocka only the shell tests run.
set -u

usage='usage: install-deps.sh [--all] [--packages] [--ports] [--dry-run]
                       [--manager=NAME]

Installs what is missing to build and test diskidx: a C compiler, make,
cmocka and, on Linux, the headers of libaio.

  --all             also, on Linux, the headers of liburing for one more
                    engine, and what the developers'"'"' checks use: jq, fio,
                    mandoc, autoconf, automake, clang, shellcheck, xmllint,
                    tidy, zsh, fish, ksh, sshd, strace, jsonschema (where
                    packaged), Open MPI and on Debian MPICH
  --packages        also what builds and checks the packages of packaging/ on
                    this system, and on Linux musl-gcc for `make static`
  --ports           also what builds and checks for other systems and CPUs:
                    tcc, bmake, busybox, mkfs.btrfs, mkfs.xfs, zig, and on
                    Debian the cross compilers and the emulator of
                    tests/lab/other-cpu.sh and static-builds.sh, and the
                    shells and the awk of tests/lab/other-shells.sh
  --dry-run         print the command that would be run; change nothing
  --manager=NAME    apt, dnf, yum, apk, pacman, zypper, pkg (FreeBSD),
                    pkgin (NetBSD, SmartOS) or ips (Solaris, illumos) instead
                    of the one that is found here
  -h, --help        this text

Exit status: 0 nothing needed is missing any more; 1 something is; 2 usage.'

# The things that may be needed, and the names of their packages: with any
# manager, and with those that use other names. Commas join several; "." is not
# needed with this manager's systems, "-" is not packaged there (or would
# replace a part of the system, as Arch's mandoc does man-db).
names='
compiler   any=gcc apt=gcc,libc6-dev apk=gcc,musl-dev pkgin=gcc13
compiler   illumos=build-essential solaris=developer/gcc,system/header
make       any=make pkg=gmake pkgin=gmake
make       illumos=developer/build/make solaris=developer/build/make
libaio     any=libaio-devel apt=libaio-dev apk=libaio-dev pacman=libaio
libaio     pkg=. pkgin=. illumos=. solaris=.
cmocka     any=cmocka apt=libcmocka-dev apk=cmocka-dev
cmocka     dnf=libcmocka-devel yum=libcmocka-devel zypper=libcmocka-devel
liburing   any=liburing-devel apt=liburing-dev apk=liburing-dev pacman=liburing
liburing   pkg=. pkgin=. illumos=. solaris=.
jq         any=jq
fio        any=fio illumos=- solaris=-
sshd       any=openssh apt=openssh-server dnf=openssh-server pkg=. pkgin=.
sshd       yum=openssh-server illumos=. solaris=.
strace     any=strace pkg=. pkgin=. illumos=. solaris=.
mpicc      any=openmpi apt=openmpi-bin,libopenmpi-dev dnf=openmpi-devel
mpicc      yum=openmpi-devel apk=openmpi-dev zypper=openmpi4-devel
mpicc      illumos=- solaris=-
mpicc.mpich any=. apt=mpich,libmpich-dev
mandoc     any=mandoc zypper=mandoc-bin pacman=- illumos=- solaris=-
autoconf   any=autoconf
automake   any=automake
clang      any=clang pkg=llvm illumos=- solaris=-
shellcheck any=shellcheck pkg=hs-ShellCheck pkgin=- illumos=- solaris=-
shellcheck dnf=ShellCheck yum=ShellCheck zypper=ShellCheck
zsh        any=zsh
ksh        any=ksh pacman=- apk=loksh illumos=- solaris=-
jsonschema any=python3-jsonschema apk=py3-jsonschema pkg=py311-jsonschema
jsonschema pacman=python-jsonschema pkgin=py311-jsonschema yum=-
jsonschema illumos=- solaris=-
fish       any=fish illumos=- solaris=-
xmllint    any=libxml2 apt=libxml2-utils apk=libxml2-utils
xmllint    zypper=libxml2-tools illumos=- solaris=-
tidy       any=tidy apk=tidyhtml pkg=tidy-html5 yum=- illumos=- solaris=-

dh         any=. apt=dpkg-dev,debhelper
lintian    any=. apt=lintian
rpmbuild   any=. apt=rpm dnf=rpm-build yum=rpm-build zypper=rpm-build
rpmlint    any=. apt=rpmlint dnf=rpmlint yum=rpmlint zypper=rpmlint
abuild     any=. apk=abuild
makepkg    any=. apt=makepkg,pacman-package-manager,libarchive-tools,fakeroot
makepkg    pacman=base-devel
musl       any=. apt=musl-tools dnf=musl-gcc pacman=musl
debootstrap any=debootstrap yum=. pkg=. pkgin=. illumos=. solaris=.

tcc        any=tcc yum=- zypper=- illumos=- solaris=-
bmake      any=bmake yum=- pkg=. illumos=- solaris=-
busybox    any=. apt=busybox-static dnf=busybox apk=busybox-static
busybox    pacman=busybox zypper=busybox-static
mkfs.btrfs any=. apt=btrfs-progs dnf=btrfs-progs apk=btrfs-progs
mkfs.btrfs pacman=btrfs-progs zypper=btrfsprogs
mkfs.xfs   any=. apt=xfsprogs dnf=xfsprogs apk=xfsprogs pacman=xfsprogs
mkfs.xfs   zypper=xfsprogs
zig        any=zig apt=- yum=- illumos=- solaris=-
qemu-aarch64-static   any=. apt=qemu-user-static
aarch64-linux-gnu-gcc any=. apt=gcc-aarch64-linux-gnu,libc6-dev-arm64-cross
i686-linux-gnu-gcc    any=. apt=gcc-i686-linux-gnu,libc6-dev-i386-cross
arm-linux-gnueabihf-gcc any=. apt=gcc-arm-linux-gnueabihf,libc6-dev-armhf-cross
s390x-linux-gnu-gcc   any=. apt=gcc-s390x-linux-gnu,libc6-dev-s390x-cross
mksh         any=. apt=mksh
yash         any=. apt=yash
original-awk any=. apt=original-awk
'
package_needs='dh lintian rpmbuild rpmlint abuild makepkg musl debootstrap'
port_needs='tcc bmake busybox mkfs.btrfs mkfs.xfs zig qemu-aarch64-static
	aarch64-linux-gnu-gcc i686-linux-gnu-gcc arm-linux-gnueabihf-gcc
	s390x-linux-gnu-gcc mksh yash original-awk'

say()
{
	echo "install-deps: $*" >&2
}

die()
{
	say "$*"
	exit 1
}

have()
{
	command -v "$1" >/dev/null 2>&1
}

# The manager of this system, or nothing. On Linux the first one that is
# there: apt-get leads, since Debian packages some of the others too.
find_manager()
{
	case $(uname -s) in
	Linux)
		have apt-get && echo apt && return
		for name in dnf yum apk pacman zypper; do
			have "$name" && echo "$name" && return
		done ;;
	FreeBSD|DragonFly)
		have pkg && echo pkg ;;
	SunOS)
		have pkg && echo ips && return
		have pkgin && echo pkgin ;;
	*)
		have pkgin && echo pkgin ;;
	esac
}

# The commands of a manager: $refresh (may be empty) runs before $install.
# None of them asks a question.
set_commands()
{
	refresh=
	row=$1
	case $1 in
	apt)
		refresh='apt-get update'
		# --no-remove: compilers for different CPUs may conflict.
		install='env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends --no-remove' ;;
	dnf|yum)
		install="$1 install -y" ;;
	apk)
		install='apk add --no-cache' ;;
	pacman)
		# Not -Syu: to upgrade the system is its owner's decision.
		install='pacman -Sy --needed --noconfirm' ;;
	zypper)
		install='zypper --non-interactive install --no-recommends' ;;
	pkg)
		# The variable lets a pkg that was never used fetch itself.
		install='env ASSUME_ALWAYS_YES=yes pkg install -y' ;;
	pkgin)
		install='pkgin -y install' ;;
	ips)
		install='pkg install --accept'
		row=illumos
		case $(uname -sv) in
		"SunOS 11."*) row=solaris ;;
		esac ;;
	*)
		say "unknown manager: $1 (see --help)"
		exit 2 ;;
	esac
}

# Trying. Each returns 0 if the thing is here and works.

# compile PREAMBLE OPTION...: whether that makes a program with $cc.
compile()
{
	printf '%s\nint main(void) { return 0; }\n' "$1" >"$scratch/try.c"
	shift
	# shellcheck disable=SC2086	# options are words
	$cc ${CPPFLAGS:-} "$@" -o "$scratch/try" "$scratch/try.c" \
		>/dev/null 2>&1 </dev/null
}

has_compiler()
{
	for cc in ${CC:+"$CC"} gcc cc clang; do
		compile '#include <stdio.h>' && return
		[ -z "${CC:-}" ] || break	# configure would use it too
	done
	cc=
	return 1
}

# has_header PREAMBLE: by default, or where packages of BSD and Solaris go.
has_header()
{
	[ -n "$cc" ] || return
	compile "$1" && return
	for dir in /usr/local /usr/pkg /opt/local; do
		[ -d "$dir/include" ] || continue
		compile "$1" "-I$dir/include" && elsewhere=$dir && return
	done
	return 1
}

has_make()
{
	echo 'all: ; @:' >"$scratch/Makefile"
	for make in make gmake; do
		(cd "$scratch" && "$make" all) >/dev/null 2>&1 </dev/null &&
			return
	done
	return 1
}

has()
{
	case $1 in
	compiler)
		has_compiler ;;
	make)
		has_make ;;
	libaio|liburing)
		has_header "#include <$1.h>" ;;
	cmocka)
		has_header '#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>' ;;
	jsonschema)
		python3 -c 'import jsonschema' 2>/dev/null ;;
	dh)
		have dh && have dpkg-buildpackage ;;
	musl)
		have musl-gcc ;;
	*)
		have "$1" ;;
	esac
}

# Succeed if this system can have it at all: libaio and liburing are Linux's,
# and so are most tools for packages. Solaris has another library named libaio.
applies()
{
	if [ -n "$manager" ]; then
		[ "$(package "$1")" != . ]
		return
	fi
	case " $package_needs $port_needs " in
	*" $1 "*) return 1 ;;
	esac
	case $1 in
	libaio|liburing) [ "$(uname -s)" = Linux ] ;;
	mpicc.mpich) return 1 ;;	# a name of Debian
	esac
}

# package NEED: the manager's word for it.
package()
{
	echo "$names" | {
		found=
		default=
		while read -r need words; do
			[ "$need" = "$1" ] || continue
			for word in $words; do
				case $word in
				"any="*) default=${word#*=} ;;
				"$row="*) found=${word#*=} ;;
				esac
			done
		done
		echo "${found:-$default}"
	}
}

# Sets $missing to the needs that aren't met.
try_all()
{
	missing=
	for need in $needs; do
		if applies "$need" && ! has "$need"; then
			missing="$missing $need"
		fi
	done
	missing=${missing# }
}

# Name the places that configure does not search by itself.
say_elsewhere()
{
	[ -z "$elsewhere" ] || say "headers are below $elsewhere, so:" \
		"./configure CPPFLAGS=-I$elsewhere/include" \
		"LDFLAGS='-L$elsewhere/lib -Wl,-rpath,$elsewhere/lib'"
}

# Runs a command and says so.
run()
{
	say "running: $*"
	"$@" </dev/null
}

needs='compiler make libaio cmocka'
dry_run=
manager=
for argument; do
	case $argument in
	--all)
		needs="$needs liburing jq fio mandoc autoconf automake clang"
		needs="$needs shellcheck xmllint tidy zsh fish"
		needs="$needs jsonschema ksh sshd strace mpicc mpicc.mpich" ;;
	--packages)
		needs="$needs $package_needs" ;;
	--ports)
		needs="$needs $port_needs" ;;
	--dry-run)
		dry_run=yes ;;
	--manager=?*)
		manager=${argument#*=} ;;
	-h|--help)
		echo "$usage"
		exit 0 ;;
	*)
		say "unknown argument: $argument (see --help)"
		exit 2 ;;
	esac
done

[ -n "$manager" ] || manager=$(find_manager)
[ -z "$manager" ] || set_commands "$manager"

scratch=${TMPDIR:-/tmp}/install-deps.$$
(umask 077 && mkdir "$scratch") || exit 1
trap 'rm -rf "$scratch"' 0
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
unset MAKEFLAGS MFLAGS		# this may be run by a make
cc=
elsewhere=

try_all
if [ -z "$missing" ]; then
	echo "install-deps: nothing is missing"
	say_elsewhere
	exit 0
fi
say "missing: $missing"
[ -n "$manager" ] ||
	die "no known package manager here; install by other means: $missing"

list=
unpackaged=
for need in $missing; do
	name=$(package "$need")
	case $name in
	-) unpackaged="$unpackaged $need" ;;
	*) list="$list $(echo "$name" | tr , ' ')" ;;
	esac
done
list=${list# }
[ -z "$unpackaged" ] || say "not packaged for $manager:$unpackaged"
[ -n "$list" ] || exit 0	# only the developers' tools can be unpackaged

# One line that a person can paste.
as_root=
if [ "$(id -u)" != 0 ] && have sudo; then
	as_root=sudo
fi
command="${as_root:+$as_root }$install $list"
[ -z "$refresh" ] || command="${as_root:+$as_root }$refresh && $command"

if [ -n "$dry_run" ]; then
	echo "$command"
	exit 0
fi
if [ "$(id -u)" != 0 ] && [ -z "$as_root" ]; then
	say "not root, and no sudo here; run this as root:"
	echo "$command"
	exit 1
fi

# shellcheck disable=SC2086	# commands and lists are words
{
	if [ -n "$refresh" ]; then
		run $as_root $refresh || die "failed: $as_root $refresh"
	fi
	if ! run $as_root $install $list; then
		# A package that doesn't exist here must not cost the others.
		say "that failed; trying the packages one by one"
		for name in $list; do
			run $as_root $install "$name" || say "failed: $name"
		done
	fi
}

hash -r
try_all
say_elsewhere
case " $missing " in
*' compiler '*|*' make '*)
	die "still missing: $missing" ;;
'  ')
	say "nothing is missing any more" ;;
*)
	say "still missing, but diskidx builds without: $missing" ;;
esac
