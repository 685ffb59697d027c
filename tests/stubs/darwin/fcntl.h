/* For tests/shell/platforms.sh: the real one, and what macOS adds. */
#ifndef STUB_FCNTL_H
#define STUB_FCNTL_H

#include_next <fcntl.h>

#define F_NOCACHE 48
#define F_FULLFSYNC 51

#endif
