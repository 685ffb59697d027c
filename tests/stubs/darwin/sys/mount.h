/* For tests/shell/platforms.sh: statfs(2), used as on BSD. */
#include "../../bsd/sys/mount.h"
