/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Link: the path from the processor to a disk of Linux, PCI Express, SATA, SAS
 * or USB, by the slowest part of it. Left out are the networks of NFS and CIFS,
 * and the disks and ports of virtual machines, whose speeds are made up.
 */
#ifndef DISKIDX_PLATFORM_LINK_H
#define DISKIDX_PLATFORM_LINK_H

#include "diskidx/base/facts.h"

/*
 * Set the facts of the link to the disk with this directory in sysfs, if it
 * tells of one: link, "PCIe 5 GT/s x1, of 8 GT/s x4 possible", the latter if
 * the device on it can do more, and link_bytes_per_s, what the code on the wire
 * leaves in each direction; packets leave less. Cuts `sys` short.
 */
void link_describe(char *sys, struct facts *target);

#endif
