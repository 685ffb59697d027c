#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# chroots.sh - the tree builds and passes its tests where users build, and not
# only on a developer's machine. Needs root on Linux, 2 GiB of disk, and what
# the function of each kind asks for; a kind takes one to ten minutes.
# shellcheck disable=SC2034,SC2086	# for the shell inside; words
set -u

usage='usage: chroots.sh [--base=FILE.tar] [--suite=NAME] [--mirror=URL] KIND...

KIND is one of
  fresh             a minimal Debian: install-deps.sh, then make check as root,
                    as nobody, and as root without /proc and /sys
  package[=DEB]     a minimal Debian with gcc and make: a clone builds and
                    measures there; DEB is installed, measures, and is purged
                    without a trace
  busybox           all commands are those of busybox, and make is BSD make
  slow              a disk of 9 MB/s: the tests that work on the disk

--base is a bare chroot, unpacked if it is there, else made and kept. --suite is
a release of Debian (bookworm), from --mirror (http://deb.debian.org/debian).
Exit status: 0 all passed; 1 something did not; 2 usage; 77 nothing failed, but
a kind cannot be had here.'

suite=bookworm
mirror=http://deb.debian.org/debian
base=
kinds=
step_seconds=600
check_seconds=1200
slow_bytes_per_s=9000000
tests_of_disk='tests/lab/suites.sh tests/lab/bad-disks.sh tests/lab/signals.sh'
system_path=/usr/sbin:/usr/bin:/sbin:/bin

place=
namespaces='--mount --propagation private --pid --fork --kill-child
	--mount-proc'

say()
{
	echo "chroots: $*" >&2
}

# die WORDS [STATUS]
die()
{
	say "$1"
	exit "${2:-1}"
}

# set_apart ARGUMENT...: starts this script once more, with the option --place,
# which is not for people, in namespaces of its own for mounts and processes,
# and only that one goes on. Whatever happens, its mounts, its processes and
# $place end with it: what is mounted there was never mounted where $place is
# removed.
set_apart()
{
	if [ -n "$place" ]; then
		[ $$ -eq 1 ] || die "--place is not for people" 2
		return
	fi
	[ "$(uname -s)" = Linux ] || die "not on Linux" 77
	[ "$(id -u)" = 0 ] || die "not root" 77
	# shellcheck disable=SC2086	# options are words
	unshare $namespaces true >/dev/null 2>&1 ||
		die "no namespaces can be made here" 77
	place=$(mktemp -d "${TMPDIR:-/var/tmp}/chroots.XXXXXX") || exit 1
	place=$(CDPATH='' cd "$place" && pwd -P) || exit 1
	# What is being ended may still make a file.
	tries=1000
	trap 'until rm -rf "$place" 2>/dev/null || [ $tries -eq 0 ]; do
		tries=$((tries - 1))
	done' 0
	case $place in
	*[!A-Za-z0-9/._-]*) die "an odd name for a directory: $place" ;;
	esac
	free_kib=$(df -Pk "$place" | awk 'NR == 2 { print $4 }')
	[ "$free_kib" -ge 2097152 ] ||
		die "only $free_kib KiB free in $place, needs 2097152" 77
	child=
	# unshare heeds no gentler signal, and its end kills the others.
	trap 'kill -s KILL "$child" 2>/dev/null; exit 1' HUP INT TERM
	# shellcheck disable=SC2086
	unshare $namespaces sh "$0" --place="$place" "$@" &
	child=$!
	wait "$child"
	exit
}

for argument; do
	case $argument in
	--base=?*) base=$(realpath "${argument#*=}") ;;
	--suite=?*) suite=${argument#*=} ;;
	--mirror=?*) mirror=${argument#*=} ;;
	--place=?*) place=${argument#*=} ;;
	-h | --help)
		echo "$usage"
		exit 0 ;;
	package=?*)
		[ -f "${argument#*=}" ] || die "no such file: $argument" 2
		kinds="$kinds package=$(realpath "${argument#*=}")" ;;
	fresh | package | busybox | slow)
		kinds="$kinds $argument" ;;
	*)
		die "unknown argument: $argument (see --help)" 2 ;;
	esac
done
[ -n "$kinds" ] || { echo "$usage" >&2; exit 2; }
set_apart "$@"
tree=$(CDPATH='' cd "$(dirname "$0")/../.." && pwd)
jobs=$(($(nproc) * 2))

# need TOOL...: or the kind can't be had here.
need()
{
	for tool; do
		command -v "$tool" >/dev/null 2>&1 ||
			die "no $tool here" 77
	done
}

# step SENTENCE SECONDS COMMAND...: or ends, with the last that it printed.
step()
{
	say "$kind: $1"
	seconds=$2
	shift 2
	timeout -k 10 "$seconds" "$@" >"${log:=$place/log}" 2>&1 </dev/null || {
		failed=$?
		tail -n 60 "$log" >&2
		die "$kind: failed with status $failed"
	}
}

# inside SENTENCE SECONDS SCRIPT: the same in the chroot.
inside()
{
	step "$1" "$2" env -i HOME=/root LC_ALL=C \
		DEBIAN_FRONTEND=noninteractive PATH=$system_path $variables \
		${enter:-"$(command -v chroot)"} "$root" /bin/sh -euc "$3"
}

# counts: what the test runner of the last step counted.
counts()
{
	found=$(grep -E '^# (TOTAL|PASS|SKIP|FAIL|ERROR):' "$log" |
		tr -s ' \n' '  ')
	[ -n "$found" ] || die "$kind: no test ran"
	echo "${1:-$kind}: $found"
}

# For the end of a script that checks: what failed.
show='{ awk "/^(not ok|Bail)/ { print FILENAME \":\" }
	/^(not ok|Bail)/, /^ok/" tests/*/*.log tests/*/*/*.log; exit 1; }'

clone()
{
	step "clone" 60 git -c safe.directory='*' clone -q --no-hardlinks \
		"$tree" "$root$1"
}

# score: the last step printed one.
score()
{
	grep '^Disk Index Score[^-]* [0-9]' "$log" ||
		die "$kind: no Disk Index Score"
}

# debian [OPTION]: a minimal one.
debian()
{
	if [ -n "$base" ] && [ -f "$base" ]; then
		step "unpack $base" "$step_seconds" tar -xf "$base" -C "$root"
	else
		need debootstrap
		step "make a minimal $suite" "$step_seconds" debootstrap \
			--variant=minbase "$@" "$suite" "$root" "$mirror"
		rm -f "$root"/var/cache/apt/archives/*.deb
		[ -z "$base" ] || step "keep it" "$step_seconds" tar -cf \
			"$base" -C "$root" --exclude=./proc/?* \
			--exclude=./sys/?* .
	fi
	rm -f "$root/etc/resolv.conf"	# it may be a link, out of the chroot
	cp /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null
}

# checked NAME SENTENCE SCRIPT: what that skips needs what tests/lab/skips.sh
# names for it, and nothing that install-deps.sh installs.
checked()
{
	log=$place/$1.log
	required=$(sh "$tree/tests/lab/skips.sh" "$1")
	# Its liburing is one of before 2.0.
	[ "$suite" != bullseye ] ||
		required=$(echo " $required" | sed 's/ uring / /')
	inside "$2" "$check_seconds" "
		export DISKIDX_REQUIRE='$required'
		export MAKEFLAGS='-j$jobs -Otarget'
		$3 || $show"
	counts "$1"
}

# The three are done at the same time. Of the host there is /proc, in which
# nothing is mounted on /, /sys and terminals, but for the bare one.
fresh()
{
	debian
	clone /root/diskidx
	clone /root/bare
	clone /srv/diskidx
	mount -t proc none "$root/proc" &&
		mount -t sysfs -o ro none "$root/sys" &&
		mount -t devpts -o newinstance,ptmxmode=666 none \
			"$root/dev/pts" &&
		ln -sf pts/ptmx "$root/dev/ptmx" || die "no mounts here" 77
	inside "install what is missing" "$step_seconds" '
		! grep " / " /proc/mounts || exit 1
		cd /srv/diskidx
		sh scripts/install-deps.sh
		install -d -o nobody /srv/nobody'
	checked fresh-user "all tests, as nobody" '
		cd /srv/nobody
		setpriv --reuid=nobody --regid=nogroup --clear-groups \
			env HOME=/nonexistent sh -c "
			../diskidx/configure && make && make check"' &
	user=$!
	echo 'umount "$1/dev/pts" "$1/sys" "$1/proc" && exec chroot "$@"' \
		>"$place/bare"
	(enter="unshare -m sh $place/bare"
	checked fresh-bare "all tests, as root without /proc and /sys" '
		cd /root/bare
		./configure && make && make check &&
			[ -z "$(ls -A /proc)$(ls -A /sys)" ]') &
	bare=$!
	checked fresh-root "all tests, as root" "
		cd /root/diskidx
		$(sed -n 's/^    \(.*make check\)$/\1/p' "$tree/README")" &
	wait $! && root_passed=yes || root_passed=
	wait $user && wait $bare && [ -n "$root_passed" ]
}

# All files but those that change when packages come and go.
listing()
{
	(cd "$root" && find . -xdev ! -path './var/lib/dpkg/*' \
		! -path './var/lib/apt/*' ! -path './var/cache/*' \
		! -path './var/log/*' ! -path './root/*' ! -path './tmp/*' \
		! -name ld.so.cache -print | sort)
}

# No /proc and no /sys here: less is known of the host, nothing else differs.
package()
{
	debian --include=gcc,libc6-dev,make
	clone /root/diskidx
	inside "build where nothing else is" "$step_seconds" '
		for tool in autoconf automake cmake git python3 cc1plus; do
			! command -v $tool || exit 1
		done
		cd /root/diskidx
		./configure || { cat config.log; exit 1; }
		make
		./diskidx --quick -s 64m --no-save'
	score
	[ -n "$deb" ] || return 0
	cp "$deb" "$root/tmp/diskidx.deb"
	inside "refresh apt's lists" "$step_seconds" 'apt-get update -q'
	listing >"$place/before"
	inside "install the package, and measure" "$step_seconds" '
		apt-get install -y --no-install-recommends /tmp/diskidx.deb
		rm /tmp/diskidx.deb
		cd /tmp
		diskidx --quick -s 64m --no-save'
	score
	inside "remove it" "$step_seconds" '
		apt-get purge -y --autoremove diskidx
		! dpkg-query -W diskidx 2>/dev/null
		[ -z "$(find /tmp /root -name "diskidx.??????")" ] || exit 1'
	listing | diff "$place/before" - >&2 || die "the package left a trace"
}

# lend DIRECTORY [PLACE]: one of the host, read-only.
lend()
{
	mkdir -p "$root${2:-$1}" && mount --bind "$1" "$root${2:-$1}" &&
		mount -o remount,bind,ro "$root${2:-$1}"
}

# furnish CC TOOL...: busybox under all of its names but those of the tools that
# are put beside it, and what those load and read. The chroot's directory is a
# mount too, since only a mount's root can be made private by a test.
furnish()
{
	mount --bind "$root" "$root" && cd "$root" &&
		mkdir -p bin usr/bin usr/share dev etc proc sys root/build &&
		mkdir -m 1777 tmp var var/tmp || return
	cp -L "$(command -v busybox)" bin/busybox
	for name in $(busybox --list); do
		case " $* strings busybox " in
		*" $name "*) ;;
		*) ln -s busybox "bin/$name" ;;
		esac
	done
	for name; do
		cp -L "$(command -v "$name")" "usr/bin/$name" || return
	done
	for name in /usr/lib* /usr/include /usr/share/bmake /lib*; do
		if [ -h "$name" ]; then
			cp -P "$name" "$root$name"
		elif [ -d "$name" ]; then
			lend "$name"
		fi || return
	done
	cp -RP /usr/share/mk usr/share/
	echo 'root:x:0:0:root:/root:/bin/sh' >etc/passwd
	echo 'root:x:0:' >etc/group
	mount -t tmpfs -o mode=755 none dev || return
	for name in null zero full random urandom tty; do
		: >"dev/$name"
		mount --bind "/dev/$name" "dev/$name" || return
	done
	ln -s /proc/self/fd dev/fd
	mkdir -m 1777 dev/shm
	lend "$place/clean" /src && mount -t proc none proc &&
		mount -t sysfs -o ro none sys
}

# Debian's busybox has no cksum, which POSIX asks for.
busybox_only()
{
	need busybox bmake gcc as ld ar ranlib nm strip cksum
	cc=gcc
	! command -v musl-gcc >/dev/null || cc=musl-gcc
	tools="gcc as ld ar ranlib nm strip bmake cksum"
	[ $cc = gcc ] || tools="$tools $cc"
	! command -v jq >/dev/null || tools="$tools jq"
	root=$place clone /clean
	(furnish $tools) >"$place/log" 2>&1 || {
		cat "$place/log" >&2
		die "no mounts here" 77
	}
	system_path=/usr/bin:/bin
	variables="CC=$cc REALGCC=gcc"
	inside "nothing else is there" 10 '
		for name in make gmake bash dash gawk mawk perl python3; do
			! command -v $name || exit 1
		done
		[ "$(readlink -f /bin/sh)" = /bin/busybox ]
		! touch /src/trace || exit 1'
	# Some shells of busybox take its ar, which makes no archives, first.
	inside "configure, make and make check" "$check_seconds" '
		cd /root/build
		/src/configure --enable-werror MAKE=bmake AR=/usr/bin/ar
		bmake -j"$(nproc)"
		bmake -j"$(nproc)" check || '"$show"
	counts
	grep -h '^ok.*# SKIP\|^1\.\.0' "$root"/root/build/tests/*/*.log \
		"$root"/root/build/tests/*/*/*.log |
		sed 's/^.*# SKIP/skipped:/' | sort | uniq -c >&2
	inside "install, measure without /proc and /sys, and uninstall" \
		"$step_seconds" '
		umount /proc /sys
		cd /root/build
		bmake install DESTDIR=/tmp/stage
		/tmp/stage/usr/local/bin/diskidx --quick -s 64m --no-save
		[ -z "$(find . -name "diskidx.??????")" ]
		bmake uninstall DESTDIR=/tmp/stage
		[ -z "$(find /tmp/stage ! -type d)" ]'
	score
}

# A build on such a disk, in no chroot. The loop device goes with its mount.
slow()
{
	need make git mkfs.ext4
	blkio=/sys/fs/cgroup/blkio
	[ -e $blkio/tasks ] || die "no control groups of blkio" 77
	group=$blkio/$(basename "$place")
	trap 'rmdir "$group" 2>/dev/null' 0
	mkdir "$group" && truncate -s 1500m "$place/image" &&
		mkfs.ext4 -q "$place/image" &&
		mount -o loop "$place/image" "$root" ||
		die "no loop device here" 77
	clone /build
	cd "$root/build" || exit 1
	step "build" "$step_seconds" sh -euc '
		./configure -q
		make -s -j"$1"
		make -s -j"$1" check TESTS=' sh "$jobs"
	sync
	device=$(mountpoint -d "$root")
	for what in read write; do
		echo "$device $slow_bytes_per_s" \
			>"$group/blkio.throttle.${what}_bps_device" ||
			die "no limit here" 77
	done
	step "check" "$check_seconds" sh -c "echo 0 >'$group/cgroup.procs' &&
		make -k -j$jobs check TESTS='$tests_of_disk' || $show"
	counts
}

status=0
for argument in $kinds; do
	kind=${argument%%=*}
	deb=${argument#"$kind"}
	deb=${deb#=}
	root=$place/root.$kind
	log='' variables='' enter=''
	mkdir -p "$root"
	what=$kind
	[ $kind != busybox ] || what=busybox_only
	("$what")
	case $? in
	0) say "$kind: passed" ;;
	77) [ $status -ne 0 ] || status=77 ;;
	*) status=1 ;;
	esac
	# Its mounts end with the namespace, and its space is needed.
	rm -rf --one-file-system "$root" 2>/dev/null
done
exit $status
