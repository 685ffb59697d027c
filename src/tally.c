/* What one copy of a test counted. */
#include <config.h>

#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>

#include "diskidx/clock.h"
#include "diskidx/tally.h"

#define INBLOCK_BYTES 512	/* getrusage(2): ru_inblock's unit on Linux */

static uint64_t
timeval_ns(struct timeval t)
{
	return (uint64_t)t.tv_sec * NS_PER_S + (uint64_t)t.tv_usec * NS_PER_US;
}

static void
usage_before(struct tally *t)
{
	struct rusage u;

	getrusage(RUSAGE_SELF, &u);
	t->user_before = timeval_ns(u.ru_utime);
	t->system_before = timeval_ns(u.ru_stime);
	t->switches_before = (uint64_t)(u.ru_nvcsw + u.ru_nivcsw);
	t->faults_before = (uint64_t)u.ru_majflt;
	t->inblock_before = (uint64_t)u.ru_inblock;
}

static void
usage_after(struct tally *t)
{
	struct rusage u;

	getrusage(RUSAGE_SELF, &u);
	t->user_ns += timeval_ns(u.ru_utime) - t->user_before;
	t->system_ns += timeval_ns(u.ru_stime) - t->system_before;
	t->switches += (uint64_t)(u.ru_nvcsw + u.ru_nivcsw) -
		       t->switches_before;
	t->faults += (uint64_t)u.ru_majflt - t->faults_before;
	t->inblock_bytes += ((uint64_t)u.ru_inblock - t->inblock_before) *
			    INBLOCK_BYTES;
}

uint64_t
tally_start(struct tally *t)
{
	uint64_t now_ns;

	usage_before(t);
	now_ns = clock_now_ns();
	if (t->begin_ns == 0)
		t->begin_ns = now_ns;
	else
		t->outside_ns += now_ns - t->end_ns;
	t->running = true;
	return now_ns;
}

void
tally_stop(struct tally *t, uint64_t now_ns)
{
	t->running = false;
	t->end_ns = now_ns;
	usage_after(t);
}

void
tally_restart(struct tally *t, uint64_t now_ns)
{
	t->running = false;
	t->progress_bytes = 0;
	t->outside_ns = 0;
	memset(t->ios, 0, sizeof(t->ios));
	memset(t->moved, 0, sizeof(t->moved));
	t->depth_ns = 0;
	histogram_clear(&t->latency[OP_READ]);
	histogram_clear(&t->latency[OP_WRITE]);
	t->user_ns = t->system_ns = t->switches = t->faults = 0;
	t->inblock_bytes = 0;
	usage_before(t);
	t->begin_ns = now_ns;
	t->running = true;
}

void
tally_record(struct tally *t, enum operation op, uint64_t bytes,
	     uint64_t latency_ns)
{
	t->ios[op]++;
	t->moved[op] += bytes;
	t->progress_bytes += bytes;
	histogram_record(&t->latency[op], latency_ns);
}

uint64_t
tally_clocked_ns(const struct tally *t, uint64_t now_ns)
{
	return t->begin_ns == 0 ? 0 : now_ns - t->begin_ns - t->outside_ns;
}

int
tally_fail(struct tally *t, int error, enum operation op, uint64_t offset)
{
	if (t->error == 0) {
		t->error = -error;
		t->is_transfer_error = true;
		t->error_op = op;
		t->error_offset = offset;
	}
	return error;
}
