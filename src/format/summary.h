/* Summary: a line each on the trust, the scores, the machine, a target and the
 * run, for several formats. All are on the heap. */
#ifndef DISKIDX_SUMMARY_H
#define DISKIDX_SUMMARY_H

#include "view.h"

/* Return "Trust: low: WHY"; NULL if there is nothing to judge. */
char *summary_trust(const struct section *section);

/* Return "Sequential 106.1, Random 1375.3": the categories' scores, and the
 * results where there is no Disk Index Score. */
char *summary_figures(const struct section *section);

/* Return "HOST, CPU x 2, 24 GiB of memory, OS, x86_64". */
char *summary_machine(const struct record *record);

/* Return "/srv/one: ext4 on vda, 2 GiB of 9 GiB free, work file 1 GiB", with
 * the mount's options if wanted. */
char *summary_target(const struct facts *target, bool options);

/* Return that line of a section's target, with its copies if the record has
 * several numbers of them. */
char *summary_section(const struct section *section);

/* Return the run's own label, "LABEL; 5.50/month, an index of 135 per 1/month",
 * "" without any. */
char *summary_note(const struct record *record);

/* Return "2026-11-20 08:00 to 08:04, 8 rounds, 4 copies, diskidx 0.1, baseline
 * hdd-7200-1". */
char *summary_run(const struct record *record);

#endif
