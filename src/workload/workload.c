/* The table of workloads. */
#include <config.h>

#include <string.h>

#include "diskidx/platform.h"
#include "diskidx/workload.h"

#define DECLARE(name) extern const struct workload workload_##name;
WORKLOAD_LIST(DECLARE)

#define ENTRY(name) &workload_##name,
static const struct workload *const table[] = { WORKLOAD_LIST(ENTRY) NULL };

const struct workload *
workload_at(size_t i)
{
	return i < sizeof(table) / sizeof(table[0]) ? table[i] : NULL;
}

const struct workload *
workload_by_name(const char *name)
{
	size_t i;

	for (i = 0; table[i] != NULL; i++)
		if (strcmp(table[i]->name, name) == 0)
			return table[i];
	return NULL;
}

uint64_t
workload_most_written(const struct params *params, uint64_t limit_bytes)
{
	if (params_is_cache_test(params))
		return 2 * params->file_bytes;	/* the rest stays in memory */
	return params_writes(params) ? limit_bytes : 0;
}

int
job_drop_cache(struct job *job, int fd, uint64_t bytes)
{
	uint64_t resident;
	int error = platform_drop_cache(fd, job->file_bytes);

	if (error != 0)
		return error;
	if (platform_resident(fd, bytes, &resident) == 0) {
		job->tally->has_resident = true;
		job->tally->resident_bytes += resident;
		job->tally->dropped_bytes += bytes;
	}
	return 0;
}
