/* For tests/shell/platforms.sh: procctl(2), as far as it is used. */
#ifndef STUB_SYS_PROCCTL_H
#define STUB_SYS_PROCCTL_H

#include <sys/types.h>
#include <sys/wait.h>

#define PROC_PDEATHSIG_CTL 11

int procctl(idtype_t type, id_t id, int command, void *data);

#endif
