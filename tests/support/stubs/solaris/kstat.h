/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * For tests/lint/language.sh: the parts of kstat(3KSTAT) that
 * src/platform/solaris.c uses. Declarations only.
 */
#ifndef STUB_KSTAT_H
#define STUB_KSTAT_H

#include <stddef.h>
#include <stdint.h>

typedef int kid_t;
typedef long long hrtime_t, longlong_t;
typedef unsigned long long u_longlong_t;
typedef unsigned int uint_t;
typedef unsigned char uchar_t;

#define KSTAT_STRLEN 31
#define KSTAT_TYPE_IO 3
#define KSTAT_DATA_INT64 3
#define KSTAT_DATA_UINT64 4
#define KSTAT_DATA_STRING 9
#define KSTAT_NAMED_STR_PTR(named) ((named)->value.str.addr.ptr)

typedef struct kstat {
	hrtime_t ks_crtime;
	struct kstat *ks_next;
	kid_t ks_kid;
	char ks_module[KSTAT_STRLEN];
	uchar_t ks_resv;
	int ks_instance;
	char ks_name[KSTAT_STRLEN];
	uchar_t ks_type;
	char ks_class[KSTAT_STRLEN];
	uchar_t ks_flags;
	void *ks_data;
	uint_t ks_ndata;
	size_t ks_data_size;
	hrtime_t ks_snaptime;
} kstat_t;

typedef struct {
	char name[KSTAT_STRLEN];
	uchar_t data_type;
	union {
		char c[16];
		int32_t i32;
		uint32_t ui32;
		struct {
			union {
				char *ptr;
				char pad[8];
			} addr;
			uint32_t len;
		} str;
		int64_t i64;
		uint64_t ui64;
	} value;
} kstat_named_t;

typedef struct {
	u_longlong_t nread, nwritten;
	uint_t reads, writes;
	hrtime_t wtime, wlentime, wlastupdate;
	hrtime_t rtime, rlentime, rlastupdate;
	uint_t wcnt, rcnt;
} kstat_io_t;

typedef struct {
	kid_t kc_chain_id;
	kstat_t *kc_chain;
	int kc_kd;
} kstat_ctl_t;

kstat_ctl_t *kstat_open(void);
int kstat_close(kstat_ctl_t *control);
kid_t kstat_read(kstat_ctl_t *control, kstat_t *entry, void *data);
kid_t kstat_chain_update(kstat_ctl_t *control);
kstat_t *kstat_lookup(kstat_ctl_t *control, char *module, int instance,
		      char *name);
void *kstat_data_lookup(kstat_t *entry, char *name);

#endif
