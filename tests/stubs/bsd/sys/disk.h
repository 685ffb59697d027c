/* For tests/shell/platforms.sh: hw.diskstats of OpenBSD, the used part. */
#ifndef STUB_SYS_DISK_H
#define STUB_SYS_DISK_H

#include <stdint.h>
#include <sys/time.h>

struct diskstats {
	char ds_name[16];
	uint64_t ds_rxfer, ds_wxfer, ds_rbytes, ds_wbytes;
	struct timeval ds_time;
};

#endif
