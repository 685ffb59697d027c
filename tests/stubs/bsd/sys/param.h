/* For tests/shell/platforms.sh: nothing of it is used by itself. */
#ifndef STUB_SYS_PARAM_H
#define STUB_SYS_PARAM_H

#include <stdint.h>
#include <sys/types.h>

#endif
