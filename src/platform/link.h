/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Link: the slowest part of the path from the CPU to a disk of Linux: PCI
 * Express, SATA, SAS or USB. Networks of NFS and CIFS are left out, and so are
 * disks and ports of virtual machines, whose speeds are made up.
 */
#ifndef DISKIDX_PLATFORM_LINK_H
#define DISKIDX_PLATFORM_LINK_H

#include "diskidx/base/facts.h"

/*
 * Set the facts of the link to the disk with this directory in sysfs, if it is
 * known: link, "PCIe 5 GT/s x1, of 8 GT/s x4 possible" (the second part only if
 * the device supports more), and link_bytes_per_s, the bytes in each direction
 * after the code on the wire; packets leave less. Cuts `sys` short.
 */
void link_describe(char *sys, struct facts *target);

#endif
