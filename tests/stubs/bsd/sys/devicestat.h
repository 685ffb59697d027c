/* For tests/shell/platforms.sh: devicestat(9), as far as it is used. */
#ifndef STUB_SYS_DEVICESTAT_H
#define STUB_SYS_DEVICESTAT_H

#include <stdint.h>
#include <sys/time.h>

enum { DEVSTAT_NO_DATA, DEVSTAT_READ, DEVSTAT_WRITE, DEVSTAT_FREE };

struct devstat {
	char device_name[16];
	int unit_number;
	uint64_t bytes[4], operations[4];
	struct bintime duration[4], busy_time;
};

#endif
