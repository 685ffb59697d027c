/* For tests/platforms.sh: the real one, and directio(3C). */
#ifndef STUB_FCNTL_H
#define STUB_FCNTL_H

#include_next <fcntl.h>

#ifdef STUB_NO_O_DIRECT
#undef O_DIRECT
#endif

#define DIRECTIO_OFF 0
#define DIRECTIO_ON 1

int directio(int fd, int advice);

#endif
