/* For tests/shell/platforms.sh: the real one, and the states of a CPU. */
#ifndef STUB_SYS_RESOURCE_H
#define STUB_SYS_RESOURCE_H

#include_next <sys/resource.h>

#define CP_USER 0
#define CP_IDLE 4
#define CPUSTATES 5

#endif
