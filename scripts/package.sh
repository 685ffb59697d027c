#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# package.sh - builds the packages of packaging/ whose tools are here, from a
# tarball of `make dist`, and names the others.
#
# Each is built in a scratch directory from only the tarball, so that what is
# built is what is released. It must contain what `make install` installs. The
# caller's user builds; makepkg refuses root.
# shellcheck disable=SC2086	# options are words, and may be none
set -u
umask 022

usage='usage: package.sh [--output=DIR] [--no-check] TARBALL [KIND]...

Builds packages from diskidx-VERSION.tar.gz, as `make dist` makes it.

KIND is debian, rpm, alpine or arch; all of them by default. One whose tool
is missing is skipped, and that is said; a KIND that was named and is skipped
is an error.

  --output=DIR    where packages go (packages)
  --no-check      leave out the tests of each build
  -h, --help      this text

Exit status: 0 all that could be built was; 1 a build failed, or the package
does not hold what `make install` installs, or not as it should; 2 usage.'

say()
{
	echo "package: $*" >&2
}

die()
{
	say "$*"
	exit 2
}

have()
{
	command -v "$1" >/dev/null 2>&1
}

# missing KIND: what it needs and is not here.
missing()
{
	case $1 in
	debian) tools='dpkg-buildpackage dh mpicc' ;;
	rpm) tools=rpmbuild ;;
	alpine) tools=abuild ;;
	arch) tools='makepkg pacman' ;;
	esac
	for tool in $tools; do
		have "$tool" || echo "$tool"
	done
	[ "$1,$(id -u)" != arch,0 ] || echo "a user that isn't root"
}

# Each build_KIND runs in a directory of its own, $work, and leaves packages in
# $output; each files_KIND prints what is in them. $source is the unpacked
# tarball, $filled its packaging/ with the tarball's sums.

build_debian()
{
	cp "$tarball" "diskidx_$version.orig.tar.gz" &&
	cp -R "$source" . && cd "diskidx-$version" &&
	cp -R packaging/debian debian &&
	DEB_BUILD_OPTIONS=$debian_check dpkg-buildpackage -us -uc -d &&
	cd .. && cp ./*.deb ./*.dsc ./*.orig.tar.gz ./*.debian.tar.* \
		./*.changes ./*.buildinfo "$output"
}

files_debian()
{
	for package in "$work"/diskidx_*.deb "$work"/diskidx-mpi_*.deb; do
		dpkg-deb --fsys-tarfile "$package" | tar -tf -
	done
}

# With another package manager on this system, rpm does not know what is
# installed. rpm's own helpers may need bash there, and leave the symbols that
# would go to a package of debugging symbols. And no distribution sets the flags
# that harden programs, nor makes a package that is built again the same.
build_rpm()
{
	guards='-fPIE -fstack-protector-strong -D_FORTIFY_SOURCE=2'
	rpm -q rpm >/dev/null 2>&1 || set -- --nodeps \
		--define '__brp_compress bash /usr/lib/rpm/brp-compress /usr' \
		--define '__brp_strip strip %{buildroot}%{_bindir}/diskidx %{buildroot}%{_bindir}/diskidx-mpi' \
		--define "optflags -O2 $guards" \
		--define 'build_ldflags -pie -Wl,-z,relro,-z,now' \
		--define 'source_date_epoch_from_changelog 1' \
		--define 'use_source_date_epoch_as_buildtime 1' \
		--define 'clamp_mtime_to_source_date_epoch 1' \
		--define '_buildhost localhost'
	rpmbuild -ta "$@" $rpm_check --define "_topdir $PWD" \
		--define "_tmppath $PWD" "$tarball" &&
	find RPMS SRPMS -name '*.rpm' -exec cp {} "$output" \;
}

files_rpm()
{
	find "$work/RPMS" \( -name 'diskidx-[0-9]*.rpm' -o \
		-name 'diskidx-mpi-[0-9]*.rpm' \) -exec rpm -qlp {} \;
}

build_alpine()
{
	root=
	[ "$(id -u)" != 0 ] || root=-F
	mkdir mirror && cp "$tarball" mirror && cp "$filled/alpine/APKBUILD" . &&
	DISTFILES_MIRROR=$PWD/mirror ABUILD_BOOTSTRAP=$alpine_bootstrap \
		abuild $root -d -P "$work/apk"
	status=$?
	find apk -name '*.apk' -exec cp {} "$output" \;
	return $status
}

files_alpine()
{
	find "$work/apk" -name '*.apk' -exec sh -c \
		'gzip -dc "$1" | tar -tf -' sh {} \;
}

build_arch()
{
	depends=
	pacman -Q pacman >/dev/null 2>&1 || depends=-d
	cp "$tarball" "$filled/arch/PKGBUILD" . &&
	PKGDEST=$PWD makepkg $depends $arch_check && cp ./*.pkg.tar* "$output"
}

files_arch()
{
	for package in "$work"/*.pkg.tar*; do
		bsdtar -tf "$package"
	done
}

# Install into $stage, by `make install`, once.
staged()
{
	[ ! -d "$stage" ] || return 0
	cp -R "$source" "$stage.built" && cd "$stage.built" &&
	./configure -q --prefix=/usr --mandir=/usr/share/man && make &&
	make install DESTDIR="$stage.new" && mv "$stage.new" "$stage"
}

# contents KIND: the package contains what is installed, and nothing else except
# documentation and the package's own data. Some have one for MPI, too.
contents()
{
	mpi=
	case $1 in
	debian | rpm)
		mpi='usr/bin/diskidx-mpi usr/share/man/man1/diskidx-mpi.1' ;;
	esac
	files_"$1" | sed 's|^\./||; s|^/||; /^$/d; /\/$/d; /^\./d
		\|^usr/share/doc/|d; \|^usr/share/licenses/|d
		\|^usr/share/diskidx$|d
		\|^usr/lib/\.build-id|d
		s|^\(usr/share/man/.*\.[1-8]\)\.[a-z0-9]*$|\1|
		s|/zsh/vendor-completions/|/zsh/site-functions/|' |
		sort >"$work/holds"
	(cd "$stage" && find . ! -type d -print && printf '%s\n' $mpi) |
		sed 's|^\./||; \|^usr/share/doc/|d; /^$/d' | sort |
		diff - "$work/holds" && return 0
	echo "what is installed (<) is not what the package holds (>)"
	return 1
}

# hardened KIND: its program is position independent, bound at once and then
# read only, and has guards for the stack and for calls that copy. Only if the
# flags come from here and not from the distribution.
hardened()
{
	case $1 in
	debian)
		dpkg-deb -x "$work"/diskidx_*.deb "$work/unpacked" ;;
	rpm)
		! rpm -q rpm >/dev/null 2>&1 || return 0
		mkdir "$work/unpacked" && cd "$work/unpacked" &&
		rpm2cpio "$work"/RPMS/*/diskidx-[0-9]*.rpm |
			cpio -id --quiet ;;
	*)
		return 0 ;;
	esac || return 1
	readelf -hldW --dyn-syms "$work/unpacked/usr/bin/diskidx" \
		>"$work/elf" || return 1
	for sign in 'Type: *DYN' GNU_RELRO 'FLAGS.*NOW' __stack_chk_fail \
	    '__[a-z]*_chk@'; do
		grep -e "$sign" "$work/elf" >/dev/null || {
			echo "the program isn't hardened: no $sign"
			return 1
		}
	done
}

# found KIND: the shells and man of this system find their files, if the package
# is for this system.
found()
{
	[ "$1" = debian ] && [ -e /etc/debian_version ] || return 0
	if have zsh; then
		zsh -fc 'for place in $fpath; do
			[ ! -e "$1$place/_diskidx" ] || exit 0
		done
		exit 1' zsh "$work/unpacked" || {
			echo "zsh does not look where its completion is"
			return 1
		}
	fi
	loader=/usr/share/bash-completion/bash_completion
	if have bash && [ -e $loader ]; then
		XDG_DATA_DIRS=$work/unpacked/usr/share bash -c '. "$1" &&
			_completion_loader diskidx
			complete -p diskidx' bash $loader || {
			echo "bash does not find its completion"
			return 1
		}
	fi
	! have man || man -M "$work/unpacked/usr/share/man" -w 1 diskidx
}

# build KIND: 0 built, 1 failed, 3 skipped.
build()
{
	needs=$(missing "$1" | tr '\n' ',' | sed 's/,$//; s/,/, /g')
	if [ -n "$needs" ]; then
		say "$1: skipped: needs $needs"
		return 3
	fi
	work=$scratch/$1
	mkdir "$work"
	if (staged && cd "$work" && build_"$1" && contents "$1" &&
	    hardened "$1" && found "$1") >"$output/$1.log" 2>&1 </dev/null; then
		say "$1: built"
		return 0
	fi
	say "$1: failed; the end of $output/$1.log:"
	tail -n 20 "$output/$1.log" >&2
	return 1
}

output=packages
check=yes
tarball=
kinds=
for argument; do
	case $argument in
	--output=?*)
		output=${argument#*=} ;;
	--no-check)
		check= ;;
	-h|--help)
		echo "$usage"
		exit 0 ;;
	debian|rpm|alpine|arch)
		kinds="$kinds $argument" ;;
	*.tar.gz)
		tarball=$argument ;;
	*)
		die "unknown argument: $argument (see --help)" ;;
	esac
done
[ -n "$tarball" ] || die "no tarball given (see --help)"
[ -f "$tarball" ] || die "no such file: $tarball"

# How each is told to leave out the tests.
debian_check=
rpm_check=
arch_check=
alpine_bootstrap=
if [ -z "$check" ]; then
	debian_check=nocheck
	rpm_check=--nocheck
	arch_check=--nocheck
	alpine_bootstrap=1
fi
unset MAKEFLAGS MFLAGS MAKELEVEL DESTDIR	# this may be run by a make

name=$(basename "$tarball" .tar.gz)
version=${name#diskidx-}
tarball=$(CDPATH='' cd "$(dirname "$tarball")" && pwd)/$(basename "$tarball")
mkdir -p "$output" || exit 1
output=$(CDPATH='' cd "$output" && pwd)
scratch=${TMPDIR:-/tmp}/diskidx-package.$$
stage=$scratch/stage
(umask 077 && mkdir "$scratch") || exit 1
trap 'rm -rf "$scratch"' 0
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
chmod 755 "$scratch"

gzip -dc "$tarball" | (cd "$scratch" && tar xf -) || exit 1
source=$scratch/$name
[ -d "$source/packaging" ] || die "no packaging/ in $tarball"
filled=$scratch/packaging
cp -R "$source/packaging" "$filled" &&
	sh "$source/scripts/fill-in.sh" "$filled" "$tarball" || exit 1

status=0
for kind in ${kinds:-debian rpm alpine arch}; do
	build "$kind"
	case $? in
	1) status=1 ;;
	3) [ -z "$kinds" ] || status=1 ;;
	esac
done
exit $status
