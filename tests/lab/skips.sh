#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# skips.sh VARIANT - the parts of a system that a variant of the CI must have,
# in a line for DISKIDX_REQUIRE: all parts in tests/support/tap.sh except the
# ones that the variant does not have. A check that is skipped because a
# required part is missing fails there.
set -u
tests=$(CDPATH='' cd "$(dirname "$0")/.." && pwd)

# A minimal Debian in a chroot, with what builds the program.
fresh='browser btrfs filesystem fio fish groff jq jsonschema mandoc mounts mpi
	quota shellcheck shells shm strace tidy xmllint zsh'
case ${1:-} in
clang | clone | distcheck)
	lacking=user ;;
tcc)
	lacking=uring ;;
emulated | without-libraries)
	lacking='libaio limits uring user' ;;
fresh-bare)
	lacking="$fresh counters inblock proc ps root terminal user" ;;
fresh-root)
	lacking="$fresh root user" ;;
fresh-user)
	lacking="$fresh root" ;;
generic)
	lacking="counters direct filesystem libaio limits processors quota
		uring user" ;;
musl)
	lacking='libaio uring user' ;;
sanitizers)
	lacking='confinement limits mounts mpi preload strace user' ;;
*)
	echo "usage: skips.sh VARIANT, of .ci/run" >&2
	exit 2 ;;
esac
# shellcheck disable=SC2086	# words
sed -n '/^tap_parts="/,/"$/p' "$tests/support/tap.sh" |
	sed 's/^tap_parts=//; s/["\\]//g' | tr -s ' ' '\n' | grep . |
	grep -v -x -F "$(printf '%s\n' $lacking)" | tr '\n' ' '
