/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* For tests/lint/language.sh: the parts of libdevinfo(3LIB) that are used. */
#ifndef STUB_LIBDEVINFO_H
#define STUB_LIBDEVINFO_H

typedef struct di_node *di_node_t;

#define DI_NODE_NIL ((di_node_t)0)
#define DINFOCPYONE 0x01	/* any number does: declarations only */

di_node_t di_init(const char *path, unsigned int flag);
void di_fini(di_node_t root);
char *di_driver_name(di_node_t node);
int di_instance(di_node_t node);

#endif
