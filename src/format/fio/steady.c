/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* How steady a job was, as its ss asks: see fio.h. */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/amount.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/units.h"
#include "diskidx/stats/sample.h"
#include "fio.h"

#define STEADY_MOST_S 1000000	/* the longest runtime */

/* Return the largest deviation of rates from their mean, or their slope. */
static double
unsteadiness(const double *rate, size_t n, bool is_slope, double *mean)
{
	double most = 0, slope = 0, squares = 0;

	*mean = 0;
	for (size_t i = 0; i < n; i++)
		*mean += rate[i] / (double)n;
	for (size_t i = 0; i < n; i++) {
		double at = (double)i - (double)(n - 1) / 2;

		most = fmax(most, fabs(rate[i] - *mean));
		slope += at * (rate[i] - *mean);
		squares += at * at;
	}
	return is_slope ? slope / squares : most;
}

static uint64_t
seconds_of(const struct fio_job *job, const char *key)
{
	const char *text = record_given(job->record, job->result, key);
	uint64_t ns = 0;

	if (text != NULL && units_parse_time(text, &ns) != 0)
		return 0;
	return ns / NS_PER_S;
}

/* Add up the requests or bytes of all results of a job in each second. Return
 * the number of seconds; `more` zeros follow them. */
static size_t
add_seconds(const struct fio_job *job, bool is_bytes, size_t more,
	    double **rates)
{
	size_t all = 0, n;

	*rates = NULL;
	for (const struct result *result = job->result;
	     result < job->result + job->results; result++) {
		const struct totals *total = &result->summary.total;
		double unit = is_bytes ? 1 : fmax((double)total->bytes, 1) /
			      fmax((double)totals_ios(total), 1);
		struct series_interval *list = fio_windows(result, NS_PER_S,
							   false, &n);

		*rates = xrealloc(*rates, (amount_max(n, all) + more) *
				  sizeof(double));
		for (size_t i = 0; i < n; i++)
			(*rates)[i] = (i < all ? (*rates)[i] : 0) + floor(
				(double)list[i].bytes * 1000 / unit / (double)
				amount_max(list[i].length_ns / NS_PER_MS, 1));
		all = amount_max(n, all);
		free(list);
	}
	for (size_t i = all; i < all + more; i++)
		(*rates)[i] = 0;
	return all;
}

bool
fio_steady_of(struct fio_steady *s, const struct fio_job *job)
{
	const char *ss = record_given(job->record, job->result, "steadystate");
	size_t n = 0;

	*s = (struct fio_steady){ .ss = ss, .pct = "" };
	s->length = seconds_of(job, "steadystate_duration");
	if (ss == NULL || s->length < 2 || s->length > STEADY_MOST_S)
		return false;
	if (strchr(ss, '%') != NULL)
		s->pct = "%";
	if (strchr(ss, ':') != NULL)
		s->limit = strtod(strchr(ss, ':') + 1, NULL);
	s->is_slope = strstr(ss, "slope") != NULL;
	for (int k = 0; k < 2; k++)
		n = add_seconds(job, k == 1, s->length, &s->rate[k]);
	s->from = amount_min(seconds_of(job, "steadystate_ramp_time"), n);
	for (; s->from + s->length <= n; s->from++) {
		s->figure = unsteadiness(s->rate[*ss != 'i'] + s->from,
					 s->length, s->is_slope, &s->mean[0]);
		s->criterion = *s->pct == '\0' ? s->figure :
			       100 * s->figure / fmax(s->mean[0], 1);
		s->attained = fabs(s->criterion) < s->limit;
		if (s->attained || s->from + s->length == n)
			break;
	}
	for (int k = 0; k < 2; k++)
		unsteadiness(s->rate[k] + s->from, s->length, false,
			     &s->mean[k]);
	return true;
}
