# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# many.awk - prints the runs of a record N times, each time S seconds later:
#	awk -v n=N -v apart_s=S -f many.awk RECORD

BEGIN { FS = OFS = "\t" }
FNR == 1 { print; next }
{ line[FNR] = $0 }
END {
	for (i = 0; i < n; i++)
		for (j = 2; j <= FNR; j++) {
			$0 = line[j]
			if ($1 == "run" && apart_s > 0) {
				$3 += i * apart_s
				$4 += i * apart_s
			}
			print
		}
}
