#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# What shellcheck says of all scripts; .shellcheckrc says how it reads them.
# shellcheck source=tests/support/tap.sh
. "$(dirname "$0")/../support/tap.sh"
command -v shellcheck >/dev/null 2>&1 ||
	skip_all shellcheck "no shellcheck here"

for folder in scripts tests/fuzz tests/golden tests/lab tests/lint \
    tests/support tests/virtual; do
	set -- "$srcdir/$folder"/*.sh
	[ ! -f "$1" ] ||
		ok "$folder: shellcheck has nothing to say" shellcheck "$@"
done
[ ! -f "$srcdir/.ci/run" ] ||
	ok ".ci/run: shellcheck has nothing to say" shellcheck "$srcdir/.ci/run"

printf '#!/bin/sh\nrm $1\n' >"$scratch/breach.sh"
not_ok "a word that is split is found" shellcheck "$scratch/breach.sh"
done_testing
