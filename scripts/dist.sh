#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# dist.sh - copies into a distribution the folders of which Makefile.am does not
# name each file. `make dist` runs it.
#
#	dist.sh SOURCES DISTRIBUTION
#
# git names the files, so nothing else in those folders is copied. The names are
# in the distribution, as dist-files, so it makes the same distribution again.
set -eu

folders='doc packaging scripts tests'
sources=$1
output=$(CDPATH='' cd "$2" && pwd)

# shellcheck disable=SC2086	# folders are words
names()
{
	if [ -f dist-files ]; then
		cat dist-files
	elif [ -e .git ] && git ls-files -- $folders 2>/dev/null; then
		:
	else
		echo "dist: no git here that names the files: taking all" >&2
		find $folders -type f ! -name '*.o' ! -name '*.a' \
			! -name '*.log' ! -name '*.trs' ! -path '*/.*'
	fi
}

cd "$sources"
names | LC_ALL=C sort >"$output/dist-files"
while read -r name; do
	[ ! -f "$output/$name" ] || continue
	mkdir -p "$output/$(dirname "$name")"
	cp -p "$name" "$output/$name"
done <"$output/dist-files"
