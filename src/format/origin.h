/* Origin: the machine and the directory of a report, in a sentence. */
#ifndef DISKIDX_ORIGIN_H
#define DISKIDX_ORIGIN_H

#include "view.h"

/* Return " on HOST: OS, CPU x 2, 4 GiB memory, 2026-11-20T08:00:00+01:00" on
 * the heap, without what the record doesn't know. */
char *origin_of_record(const struct record *record);

/* Return "/srv: ext4 on vda, 1 GiB work file, 1 copy" on the heap. */
char *origin_of_section(const struct section *section);

#endif
