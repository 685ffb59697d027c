#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# all.sh - everything that CI does not do each time, for `make check-all`: other
# CPUs, compilers, shells and systems, long runs, and packages of all kinds, in
# about half an hour. It needs root on Debian, in a clone whose CI has passed,
# because CI installs what is needed. Ends with the test runner's summary.
# shellcheck disable=SC2034	# together expands it
cd "$(dirname "$0")/../.." || exit 1
. tests/support/stages.sh

lab=$repository/tests/lab
native=$build/program/diskidx
program()
{
	"$repository/configure" -q --with-libaio --with-liburing \
		--without-cmocka
	make -s -j"$jobs"
}
stage program program

cloned()
{
	git clone -q "$repository" .
	./configure -q
	make -s -j"$jobs"
	make -s -j"$jobs" check TESTS=
}
stage clone cloned

# Tests that have a longer form.
at_length()
{
	cd "$clone"
	PLANS=1000 WRITERS=8 RUNS=100 NAMES=100 STEP=1 PAGES=all \
		requiring clone make check TESTS="tests/virtual/record.sh \
			tests/lab/browser.sh tests/lab/long-runs.sh" ||
		failed_checks
}
at_length_counted()
{
	step "tests at length"
	stage at-length at_length
	counted at-length
}

distchecked()
{
	"$repository/configure" -q
	make -j"$jobs" -Otarget distcheck \
		DISTCHECK_CONFIGURE_FLAGS="CC=clang --enable-werror"
	make -s static
	./diskidx-static --brief --quick -s 64m --no-save
}

# packages DIRECTORY: their tests are those of the variants.
packages()
{
	sh "$repository/scripts/package.sh" --no-check --output="$1" \
		diskidx-*.tar.gz debian rpm
}

# The same sources make the same packages, and the tarball itself again.
packages_again()
{
	cd "$build/distcheck"
	packages p1
	packages p2
	mkdir again
	tar -C again -xzf diskidx-*.tar.gz
	(cd again/diskidx-* && ./configure -q && make -s dist)
	cmp again/diskidx-*/diskidx-*.tar.gz diskidx-*.tar.gz
	cmp p1/diskidx_*.deb p2/diskidx_*.deb
	rpm2cpio p1/diskidx-*.x86_64.rpm >p1/cpio
	rpm2cpio p2/diskidx-*.x86_64.rpm >p2/cpio
	cmp p1/cpio p2/cpio
}

# makepkg refuses root, and nobody may not see where this is.
arch_package()
{
	cd "$build/distcheck"
	cp diskidx-*.tar.gz "$repository/scripts/package.sh" "$outside"
	install -d -o nobody "$outside/home"
	setpriv --reuid=nobody --regid=nogroup --clear-groups env \
		HOME="$outside/home" TMPDIR="$outside/home" sh \
		"$outside/package.sh" --no-check --output="$outside/home/out" \
		"$outside"/diskidx-*.tar.gz arch
}

tarball()
{
	step "distcheck, with clang; a static binary"
	stage distcheck requiring distcheck distchecked
	counted distcheck
	step "packages twice, and on Arch"
	stage again packages_again
	stage arch arch_package
	script bare-package 3 sh "$lab/chroots.sh" \
		"package=$(echo "$build"/distcheck/p1/diskidx_*.deb)"
}

emulated()
{
	local cpu
	for cpu in aarch64 armhf s390x; do
		script "$cpu" 1 requiring emulated \
			sh "$lab/other-cpu.sh" "$cpu"
	done
}

shells()
{
	"$repository/configure" -q
	make -s -j"$jobs"
	make -s -j"$jobs" check TESTS=
	sh "$lab/other-shells.sh"
}

# tcc has neither GNU C nor its atomics, so that the other ways are taken, and
# not the constructors that the unit tests need.
together tarball \
	'script chroots 6 sh "$lab/chroots.sh" fresh busybox slow' \
	emulated \
	'script mutants 1 sh "$lab/mutate.sh"' \
	'script shells 40 shells' \
	'repeatable limits sh "$lab/lab.sh" --all --tolerance=10 \
		--diskidx="$native" limits' \
	at_length_counted \
	'script fuzz 4 nice -n 19 sh "$repository/tests/fuzz/fuzz.sh" 300' \
	'tests="tests/virtual/run.sh tests/virtual/truth.sh" \
		variant tcc CC=tcc CPPFLAGS=-D__STDC_NO_VLA__ --without-cmocka'
repeat_alone
summary distcheck
