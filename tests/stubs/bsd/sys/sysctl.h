/* For tests/shell/platforms.sh: sysctl(3) as the BSDs have it. */
#ifndef STUB_SYS_SYSCTL_H
#define STUB_SYS_SYSCTL_H

#include <stddef.h>

#define CTL_KERN 1
#define CTL_HW 6
#define CTL_MAXNAME 24
#define KERN_CLOCKRATE 12
#define KERN_CPTIME 40
#define KERN_CP_TIME 51
#define HW_MODEL 2
#define HW_DISKSTATS 9
#define HW_IOSTATS 9

int sysctl(const int *name, unsigned int depth, void *old, size_t *old_size,
	   const void *new, size_t new_size);
int sysctlbyname(const char *name, void *old, size_t *old_size,
		 const void *new, size_t new_size);
int sysctlnametomib(const char *name, int *mib, size_t *depth);

#endif
