/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Line: a run in one line, to share:
 *
 *	diskidx disk-1 735 (636-849, 1 run) S125 R4297 D739 trust good |
 *	ext4 virtio 1G | 2026-11-22
 *
 * with the score, its interval, the categories of the suite `disk` by their
 * first letters, and where and when the run was made. --- means a score without
 * meaning. In the table of known devices, share/diskidx/devices, " | CLASS |
 * MODEL" follows. A device that others measured has --- there, a category from
 * some of its tests, and their results instead of the machine.
 */
#ifndef DISKIDX_RESULT_LINE_H
#define DISKIDX_RESULT_LINE_H

#define LINE_BEGIN "diskidx disk-"
#define LINE_NO_SCORE "---"
#define LINE_LETTERS "SRD"	/* of Sequential, Random and Durable */
#define LINE_CATEGORIES (sizeof(LINE_LETTERS) - 1)

/* A known device. A number is 0, and a text is empty, if the line has none. */
struct line {
	double score, category[LINE_CATEGORIES];
	char place[160], model[32];
};

/* Parse a line. Return 0, or -EINVAL if it is not one. */
int line_parse(struct line *line, const char *text);

/* The lines of the known devices, and remarks, which begin with #; NULL ends.
 * The build makes them from share/diskidx/devices. */
extern const char *const line_devices[];

#endif
