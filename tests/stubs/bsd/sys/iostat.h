/* For tests/shell/platforms.sh: hw.iostats of NetBSD, as far as it is used. */
#ifndef STUB_SYS_IOSTAT_H
#define STUB_SYS_IOSTAT_H

#include <stdint.h>

struct io_sysctl {
	char name[16];
	uint32_t time_sec, time_usec;
	uint64_t rxfer, rbytes, wxfer, wbytes;
	uint32_t waitsum_sec, waitsum_usec, busysum_sec, busysum_usec;
};

#endif
