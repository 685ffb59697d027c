/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Tests of the lines of known devices, share/diskidx/devices. */
#include <config.h>

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "diskidx/result/line.h"
#include "diskidx/test/baseline.h"
#include "../support/test.h"

/* The mean index of the figures in a line, "ID VALUE, ID VALUE". */
static double
mean_index(const char *figures)
{
	const struct baseline *baseline = baseline_default;
	double logs = 0;
	unsigned n = 0;

	for (size_t i = 0; i < baseline->n_rows; i++) {
		const struct baseline_row *row = &baseline->row[i];
		const char *at = strstr(figures, row->id);
		double value;

		if (at == NULL || at[-1] != ' ' ||
		    sscanf(at + strlen(row->id), " %lf", &value) != 1)
			continue;
		logs += log(10 * value / row->value);
		n++;
	}
	return n > 0 ? exp(logs / n) : 0;
}

TEST(each_known_device_has_the_category_of_its_figures)
{
	for (size_t i = 0; line_devices[i] != NULL; i++) {
		const char *text = line_devices[i];
		double category = 0, mean;
		struct line line;

		if (text[0] == '#') {
			assert_int_equal(line_parse(&line, text), -EINVAL);
			continue;
		}
		assert_int_equal(line_parse(&line, text), 0);
		assert_true(line.model[0] != '\0');
		for (size_t j = 0; j < LINE_CATEGORIES; j++)
			category = fmax(category, line.category[j]);
		mean = mean_index(line.place);
		/* As it is rounded: to a digit below 10, and to none above. */
		if (fabs(mean - category) > (mean < 9.95 ? 0.05 : 0.5))
			fail_msg("%s: %g", text, mean);
	}
}

TEST(a_line_of_a_run_has_its_scores)
{
	struct line line;

	assert_int_equal(line_parse(&line, "diskidx disk-1 735 (636-849, 1 run)"
		" S125 R4297 D739 trust good | ext4 virtio 1G | 2026-11-22"),
			 0);
	assert_true(line.score == 735);
	assert_true(line.category[0] == 125);
	assert_true(line.category[2] == 739);
	assert_string_equal(line.model, "");
	assert_int_equal(line_parse(&line, "diskidx disk-1 x"), -EINVAL);
}
