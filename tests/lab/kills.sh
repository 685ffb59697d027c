#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# kills.sh - a run that is killed at any moment, also while it saves, leaves no
# process, nothing in the directory, and every earlier run. Some are killed
# here; tests/lab/kill-runs.sh kills as many as one likes.
# shellcheck source=tests/support/tap.sh
. "$(dirname "$0")/../support/tap.sh"
need_diskidx
need_processes

preloadable "$scratch/faulty.so" "$srcdir/tests/support/preload/faulty-disk.c" ||
	skip_all preload "no library can be made here"
FAULTY=$scratch/faulty.so
SEED=1
TMPDIR=$scratch
export FAULTY SEED TMPDIR
tap_run sh "$srcdir/tests/lab/kill-runs.sh" 8 4
[ "$status" -ne 77 ] || skip_all preload "$err"
is "what runs that were killed leave: nothing" "$status $err" "0 "
like "eight by SIGKILL, and four by others" "$out" \
	'^8 by SIGKILL, 4 by other signals: .* 0 failures$'

done_testing
