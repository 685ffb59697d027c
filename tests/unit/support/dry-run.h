/* What --dry-run prints of a plan, for tests. */
#ifndef DRY_RUN_H
#define DRY_RUN_H

#include "diskidx/plan.h"

/* Good until the next call. */
const char *dry_run(const struct plan *plan);

#endif
