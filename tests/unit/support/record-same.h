/* Whether two records say the same. */
#ifndef DISKIDX_RECORD_SAME_H
#define DISKIDX_RECORD_SAME_H

#include "diskidx/record.h"

/* Fails the running test unless all that is saved of them is equal. */
void record_same(const struct record *a, const struct record *b);

#endif
