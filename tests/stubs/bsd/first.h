/*
 * For tests/shell/platforms.sh, included before all else: the C library's
 * headers while it is itself, then the system's name.
 */
#ifndef STUB_FIRST_H
#define STUB_FIRST_H

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/types.h>
#include <unistd.h>

#if defined STUB_FREEBSD
#define __FreeBSD__ 14
#elif defined STUB_NETBSD
#define __NetBSD__ 1
#elif defined STUB_OPENBSD
#define __OpenBSD__ 1
#else
#define __DragonFly__ 1
#endif

#endif
