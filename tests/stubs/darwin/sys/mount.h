/* For tests/shell/platforms.sh: statfs(2), of which the part that is used is BSD's. */
#include "../../bsd/sys/mount.h"
