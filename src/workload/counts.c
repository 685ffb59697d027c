/* What one copy of a test counted. */
#include <config.h>

#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>

#include "diskidx/clock.h"
#include "diskidx/counts.h"
#include "diskidx/operation.h"

#define INBLOCK_BYTES 512	/* getrusage(2): ru_inblock's unit on Linux */

static uint64_t
timeval_ns(struct timeval t)
{
	return (uint64_t)t.tv_sec * NS_PER_S + (uint64_t)t.tv_usec * NS_PER_US;
}

static void
usage_before(struct counts *t)
{
	struct rusage u;

	getrusage(RUSAGE_SELF, &u);
	t->user_before = timeval_ns(u.ru_utime);
	t->system_before = timeval_ns(u.ru_stime);
	t->switches_before = (uint64_t)(u.ru_nvcsw + u.ru_nivcsw);
	t->faults_before = (uint64_t)u.ru_majflt;
	t->minor_before = (uint64_t)u.ru_minflt;
	t->inblock_before = (uint64_t)u.ru_inblock;
}

static void
usage_after(struct counts *t)
{
	struct rusage u;

	getrusage(RUSAGE_SELF, &u);
	t->user_ns += timeval_ns(u.ru_utime) - t->user_before;
	t->system_ns += timeval_ns(u.ru_stime) - t->system_before;
	t->switches += (uint64_t)(u.ru_nvcsw + u.ru_nivcsw) -
		       t->switches_before;
	t->faults += (uint64_t)u.ru_majflt - t->faults_before;
	t->minor_faults += (uint64_t)u.ru_minflt - t->minor_before;
	t->inblock_bytes += ((uint64_t)u.ru_inblock - t->inblock_before) *
			    INBLOCK_BYTES;
}

static void
device_before(struct counts *t)
{
	t->has_device = t->counted_device != NULL &&
			platform_counters(t->counted_device,
					  &t->device_before) == 0;
}

static void
device_after(struct counts *t)
{
	struct device_counters now, part;

	if (!t->has_device || platform_counters(t->counted_device, &now) != 0) {
		t->has_device = false;
		return;
	}
	part = counters_delta(&t->device_before, &now);
	counters_add(&t->device, &part);
}

static void
processors_before(struct counts *t)
{
	t->has_processors = t->counted_device != NULL &&
			    platform_processors(&t->processors_before) == 0;
}

static void
processors_after(struct counts *t)
{
	struct processor_times now, part;

	if (!t->has_processors || platform_processors(&now) != 0) {
		t->has_processors = false;
		return;
	}
	part = processors_delta(&t->processors_before, &now);
	processors_add(&t->processors, &part);
}

uint64_t
counts_start(struct counts *t)
{
	uint64_t now_ns;

	processors_before(t);
	device_before(t);
	usage_before(t);
	now_ns = clock_now_ns();
	if (t->begin_ns == 0)
		t->begin_ns = now_ns;
	else
		t->excluded_ns += now_ns - t->end_ns;
	t->running = true;
	return now_ns;
}

void
counts_stop(struct counts *t, uint64_t now_ns)
{
	t->running = false;
	t->end_ns = now_ns;
	usage_after(t);
	device_after(t);
	processors_after(t);
}

void
counts_restart(struct counts *t, uint64_t now_ns)
{
	int op;

	t->running = false;
	t->warm_up_written += t->moved[OP_WRITE];
	t->progress_bytes = 0;
	t->excluded_ns = 0;
	for (op = 0; op < OP_COUNT; op++) {
		t->ios[op] = t->moved[op] = 0;
		histogram_clear(&t->latency[op]);
		histogram_clear(&t->submission[op]);
		histogram_clear(&t->completion[op]);
	}
	t->depth_ns = t->submits = t->reaps = t->offered_ios = 0;
	memset(t->depth_seen, 0, sizeof(t->depth_seen));
	t->user_ns = t->system_ns = t->switches = t->faults = 0;
	t->minor_faults = t->inblock_bytes = 0;
	memset(&t->device, 0, sizeof(t->device));
	memset(&t->processors, 0, sizeof(t->processors));
	processors_before(t);
	device_before(t);
	usage_before(t);
	t->begin_ns = now_ns;
	t->running = true;
}

uint64_t
counts_clocked_ns(const struct counts *t, uint64_t now_ns)
{
	uint64_t since_ns = t->begin_ns + t->excluded_ns;

	return t->begin_ns == 0 || now_ns < since_ns ? 0 : now_ns - since_ns;
}

int
counts_fail(struct counts *t, int error, enum operation op, uint64_t offset)
{
	if (t->error == 0) {
		t->error = -error;
		t->is_transfer_error = true;
		t->error_op = op;
		t->error_offset = offset;
	}
	return error;
}
