#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# fill-in.sh - fills in the files of a copy of packaging/: its @NAMES@ become
# the facts in its file `project`, and the version in configure.ac. `make dist`
# does this with the copy in the tarball.
#
#	fill-in.sh DIRECTORY [TARBALL]	the files below DIRECTORY, such a copy;
#					also the sums of a release
#	fill-in.sh --check [DIRECTORY]	change nothing; packaging/ by default;
#					exit with 1 if a fact is not set
#
# Both say which facts are not set.
set -eu

here=$(CDPATH='' cd "$(dirname "$0")/.." && pwd)
check=
if [ "${1:-}" = --check ]; then
	check=yes
	shift
	[ $# -gt 0 ] || set -- "$here/packaging"
fi
directory=${1:-}
tarball=${2:-}
[ -f "$directory/project" ] || {
	echo "fill-in: no file \"project\" in \"$directory\"" >&2
	exit 2
}

# fact NAME: its value.
fact()
{
	sed -n "s/^$1=//p" "$directory/project"
}

# sum PROGRAM OPENSSL-NAME: the tarball's checksum, by a program that is here.
sum()
{
	if command -v "$1" >/dev/null 2>&1; then
		"$1" "$tarball" | cut -d ' ' -f 1
	else
		openssl dgst "-$2" "$tarball" | sed 's/.* //'
	fi
}

# put NAME VALUE: a line of sed.
put()
{
	echo "s|@$1@|$(echo "$2" | sed 's/[\\&|]/\\&/g')|g"
}

unset_facts=$(sed -n 's/^\([A-Z_]*\)=.*\.invalid\([/>:].*\)*$/\1/p' \
	"$directory/project" | tr '\n' ' ')
[ -z "$unset_facts" ] ||
	echo "fill-in: packaging/project does not set: $unset_facts" >&2
if [ -n "$check" ]; then
	[ -z "$unset_facts" ]
	exit
fi

version=$(sed -n 's/^AC_INIT(\[diskidx\], \[\([0-9.]*\)\].*/\1/p' \
	"$here/configure.ac")
scratch=${TMPDIR:-/tmp}/diskidx-fill-in.$$
(umask 077 && mkdir "$scratch")
trap 'rm -rf "$scratch"' 0

# The date is `Fri, 20 Nov 2026 12:00:00 +0000`; RPM writes `Fri Nov 20 2026`.
{
	put VERSION "$version"
	for name in HOME_PAGE BUG_ADDRESS SECURITY_ADDRESS REPOSITORY \
	    SOURCE_URL MAINTAINER RELEASE_DATE SUMMARY; do
		put $name "$(fact $name)"
	done
	put SUMMARY_TITLE "$(fact SUMMARY | sed 's/^d/D/')"
	put MAINTAINER_NAME "$(fact MAINTAINER | sed 's/ *<.*//')"
	put MAINTAINER_ADDRESS "$(fact MAINTAINER | sed 's/.*<//; s/>.*//')"
	put RPM_DATE "$(fact RELEASE_DATE |
		sed 's/^\(...\), \(..\) \(...\) \(....\).*/\1 \3 \2 \4/')"
	if [ -n "$tarball" ]; then
		put SHA256 "$(sum sha256sum sha256)"
		put SHA512 "$(sum sha512sum sha512)"
	fi
} >"$scratch/facts"

find "$directory"/*/ -type f | while read -r file; do
	sed -f "$scratch/facts" "$file" >"$scratch/filled"
	cmp -s "$file" "$scratch/filled" || {
		chmod u+w "$file"
		cat "$scratch/filled" >"$file"
	}
done
