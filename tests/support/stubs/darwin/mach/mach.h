/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* For tests/lab/systems.sh: Mach's processor statistics, as far as used. */
#ifndef STUB_MACH_MACH_H
#define STUB_MACH_MACH_H

typedef unsigned mach_port_t, mach_msg_type_number_t, natural_t;
typedef int kern_return_t, integer_t, *host_info_t;

typedef struct {
	natural_t cpu_ticks[4];
} host_cpu_load_info_data_t;

#define KERN_SUCCESS 0
#define HOST_CPU_LOAD_INFO 3
#define HOST_CPU_LOAD_INFO_COUNT 4
#define CPU_STATE_USER 0
#define CPU_STATE_SYSTEM 1
#define CPU_STATE_IDLE 2
#define CPU_STATE_NICE 3

mach_port_t mach_host_self(void);
mach_port_t mach_task_self(void);
kern_return_t mach_port_deallocate(mach_port_t task, mach_port_t port);
kern_return_t host_statistics(mach_port_t host, int flavor, host_info_t info,
			      mach_msg_type_number_t *count);

#endif
