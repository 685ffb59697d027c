/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* For tests/lab/systems.sh: gcc's <stddef.h> asks for it on FreeBSD. */
