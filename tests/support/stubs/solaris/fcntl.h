/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * For tests/lint/language.sh: the real one, and directio(3C). Not every
 * Solaris has O_DIRECT and O_DIRECTORY.
 */
#ifndef STUB_FCNTL_H
#define STUB_FCNTL_H

#include_next <fcntl.h>

#undef O_DIRECT
#undef O_DIRECTORY

#define DIRECTIO_OFF 0
#define DIRECTIO_ON 1

int directio(int fd, int advice);

#endif
