/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * The private directory, DIRECTORY/diskidx.XXXXXX with random letters. The
 * cleanup process (cleanup.h) is started before the directory is made, and
 * removes it if this process ends without doing so. All calls use descriptors
 * of directories, so that renaming in the directory under test cannot lead them
 * elsewhere.
 */
#ifndef TARGET_PRIVATE_H
#define TARGET_PRIVATE_H

#include <stdbool.h>
#include <sys/stat.h>

#include "diskidx/target/target.h"

/* Start the cleanup process and make the directory. Return 0 or -errno; call
 * private_remove in any case. */
int private_make(struct target *target);

/* Remove our names in it, the directory, and the cleanup process. Return 0, or
 * -errno if something is left; then the cleanup process tries again. */
int private_remove(struct target *target);

/*
 * Return 0 unless the private directory, with this status, may be another
 * user's. It is ours if it is closed to others, or, because some file systems
 * keep no owners or modes, if a new file in it, which nobody can exchange, is
 * alike. If no such file can be made, the directory is another user's only if
 * that is not allowed, or the directory is gone.
 */
int private_check(const struct target *target, const struct stat *made);

/* Return true if a new file in the directory has its owner, and is as open as
 * it is. NULL: if the directory is this user's, and closed to others. */
bool private_is_ours(const struct stat *made, const struct stat *file);

#endif
