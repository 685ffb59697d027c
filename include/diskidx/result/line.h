/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Line: a run in one line, to share:
 *
 *	diskidx disk-1 735 (636-849, 1 run) S125 R4297 D739 trust good |
 *	ext4 virtio 1G | 2026-11-22
 *
 * with the score, its interval, the categories of the suite `disk` by their
 * first letters, and where and when the run was made. --- stands for a score
 * that tells nothing. In the table of known devices, share/diskidx/devices,
 * " | CLASS | MODEL" follows. A device that others have measured has --- there,
 * and a category of some of its tests, whose figures are in the place of the
 * machine.
 */
#ifndef DISKIDX_RESULT_LINE_H
#define DISKIDX_RESULT_LINE_H

#define LINE_BEGIN "diskidx disk-"
#define LINE_NO_SCORE "---"
#define LINE_LETTERS "SRD"	/* of Sequential, Random and Durable */
#define LINE_CATEGORIES (sizeof(LINE_LETTERS) - 1)

/* The figures of a known device. A number is 0, and a text is empty, if the
 * line has none. */
struct line {
	double score, category[LINE_CATEGORIES];
	char place[160], type[32], model[32];
};

/* Parse a line. Return 0, or -EINVAL if it is none. */
int line_parse(struct line *line, const char *text);

/* The lines of the known devices, up to NULL, and remarks, which begin with #.
 * The build makes them of share/diskidx/devices. */
extern const char *const line_devices[];

#endif
