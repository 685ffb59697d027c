/* Position: the place of a disk among the reference devices. */
#ifndef DISKIDX_POSITION_H
#define DISKIDX_POSITION_H

#include "view.h"

/*
 * Return "Random lies between Samsung 860 PRO (SATA SSD) and Intel P3600 1.6 TB
 * (NVMe SSD)" on the heap; NULL if no device has a figure of a row that the
 * section scored in the category. A device is compared over the rows that it
 * has. Several copies have no position, since the devices had one.
 */
char *position_of(const struct section *section, const char *category);

#endif
