/* Room: the part of a file system's space that is left to others. */
#ifndef TARGET_ROOM_H
#define TARGET_ROOM_H

#include "diskidx/target.h"

/* Set the facts of the space that the directory's file system has, and set a
 * part of it aside. Return 0 or -errno. */
int room_probe(struct target *target, const char *directory);

#endif
