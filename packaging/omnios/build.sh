#!/usr/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
#
# This file and its contents are supplied under the terms of the
# Common Development and Distribution License ("CDDL"), version 1.0.
# You may only use this file in accordance with the terms of version
# 1.0 of the CDDL.
#
# A full copy of the text of the CDDL should have accompanied this
# source. A copy of the CDDL is also available via the Internet at
# http://www.illumos.org/license/CDDL.
#

# Copyright 2026 The diskidx authors

. ../../lib/build.sh

PROG=diskidx
VER=@VERSION@
PKG=ooce/system/diskidx
SUMMARY="@SUMMARY@"
DESC="One command measures the disk under a directory. It prints one score, "
DESC+="computed as UnixBench computes its index, the latencies behind it, and "
DESC+="how far to trust each result."

set_arch 64

TESTSUITE_FILTER='^# [A-Z]|^FAIL|^ERROR'

set_mirror "@SOURCE_URL@"
set_checksum sha256 "@SHA256@"

init
download_source . $PROG $VER
patch_source
prep_build
build
run_testsuite check
make_package
clean_up

# Vim hints
# vim:ts=4:sw=4:et:fdm=marker
