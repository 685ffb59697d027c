/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * The private directory, DIRECTORY/diskidx.XXXXXX with random letters. The
 * cleanup process (cleanup.h) is started before it is made, and removes it if
 * this process ends without doing so. All calls use the directories'
 * descriptors, so that nobody who can rename things in the directory under test
 * can lead them elsewhere.
 */
#ifndef TARGET_PRIVATE_H
#define TARGET_PRIVATE_H

#include "diskidx/target.h"

/* Start the cleanup process and make the directory. Return 0 or -errno; call
 * private_remove in any case. */
int private_make(struct target *target);

/* Remove our names in it, the directory, and the cleanup process. Return 0, or
 * -errno if something is left, at which the cleanup process tries again. */
int private_remove(struct target *target);

#endif
