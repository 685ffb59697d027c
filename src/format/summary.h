/* Summary: a line each on the disk, the trust in it, the scores, the machine, a
 * target and the run, for several formats. All are on the heap. */
#ifndef DISKIDX_SUMMARY_H
#define DISKIDX_SUMMARY_H

#include "diskidx/view.h"

/*
 * Return "Disk Index Score 742 (95 % interval 715 to 770): 74 times a 7200 rpm
 * disk; weakest: Durable 55"; NULL if the section has no score.
 */
char *headline_of(const struct section *section);

/* Return a score, or how many times, with the digits that tell it apart. */
char *headline_figure(double x);

/*
 * Return "Random lies between Samsung 860 PRO (SATA SSD) and Intel P3600 1.6 TB
 * (NVMe SSD)"; NULL if no device has a figure of a row that the section scored
 * in the category. A device is compared over the rows that it has. Several
 * copies have no position, since the devices had one.
 */
char *position_of(const struct section *section, const char *category);

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
