#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# What shellcheck says of all scripts; .shellcheckrc says how it reads them.
. "$(dirname "$0")/../support/tap.sh"
command -v shellcheck >/dev/null 2>&1 ||
	skip_all shellcheck "no shellcheck here"

# What they source is found from the top.
for folder in scripts tests/fuzz tests/golden tests/lab tests/lint \
    tests/support tests/virtual; do
	ok "$folder: shellcheck has nothing to say" sh -c 'cd "$1" &&
		shellcheck "$2"/*.sh' sh "$srcdir" "$folder"
done
[ ! -f "$srcdir/.ci/run" ] ||
	ok ".ci/run: shellcheck has nothing to say" sh -c 'cd "$1" &&
		shellcheck .ci/run' sh "$srcdir"

printf '#!/bin/sh\nrm $1\n' >"$scratch/breach.sh"
not_ok "a word that is split is found" shellcheck "$scratch/breach.sh"
done_testing
