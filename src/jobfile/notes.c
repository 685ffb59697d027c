/* Notes: sentences on where diskidx differs from fio on purpose. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "script.h"

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

static bool
always(const struct section *job)
{
	(void)job;
	return true;
}

static bool
has_limit(const struct section *job)
{
	return job_gives(job, JOB_RUNTIME) &&
		job_number(job, JOB_TIME_BASED) == 0;
}

static bool
has_no_time(const struct section *job)
{
	return !job_gives(job, JOB_RUNTIME);
}

static bool
has_random_sizes(const struct section *job)
{
	return job_has_sizes(job) && !job_is_sequential(job);
}

static bool
has_no_seed(const struct section *job)
{
	return !job_is_sequential(job) && !job_gives(job, JOB_RANDREPEAT) &&
		!job_gives(job, JOB_RANDSEED);
}

static bool
has_filename(const struct section *job)
{
	return job_gives(job, JOB_FILENAME);
}

static bool
flushes_late(const struct section *job)
{
	uint64_t fsync = job_number(job, JOB_FSYNC);
	uint64_t fdatasync = job_number(job, JOB_FDATASYNC);

	return job_writes(job) && job_number(job, JOB_SYNC) == 0 &&
		fsync != 1 && fdatasync != 1 &&
		job_number(job, JOB_END_FSYNC) == 0;
}

static bool
has_flush(const struct section *job)
{
	return job_writes(job) && (job_number(job, JOB_FSYNC) != 0 ||
				   job_number(job, JOB_FDATASYNC) != 0);
}

static bool
has_rate(const struct section *job)
{
	return job_gives(job, JOB_RATE_IOPS) || job_gives(job, JOB_RATE);
}

static bool
has_byte_rate(const struct section *job)
{
	return job_gives(job, JOB_RATE);
}

static bool
has_file_size(const struct section *job)
{
	return job_gives(job, JOB_SIZE) && job_gives(job, JOB_FILESIZE);
}

static bool
has_double_rate(const struct section *job)
{
	return has_rate(job) && job_is_mixed(job) &&
		job_number(job, JOB_RWMIXREAD) == 50;
}

static bool
has_rate_of_copies(const struct section *job)
{
	return has_rate(job) && job_number(job, JOB_NUMJOBS) > 1;
}

static bool
has_no_depth(const struct section *job)
{
	return !job_has_depth(job) && job_number(job, JOB_IODEPTH) > 1;
}

static bool
has_posixaio(const struct section *job)
{
	const char *engine = job->value[JOB_IOENGINE].text;

	return engine != NULL && strcmp(engine, "threads") == 0;
}

static bool
has_threads(const struct section *job)
{
	return job_number(job, JOB_THREAD) != 0;
}

static bool
reports_each_copy(const struct section *job)
{
	return job_number(job, JOB_NUMJOBS) > 1 &&
		job_number(job, JOB_GROUP_REPORTING) == 0;
}

static const struct {
	bool (*concerns)(const struct section *job);
	const char *sentence;
} table[] = {
	{ always, "Each copy's file is written in full before anything is "
	  "measured, and jobs that write overwrite it; fio may write to, or "
	  "read, blocks that were never written." },
	{ has_limit, "Each sample lasts the job's runtime, or what -t says; "
	  "fio also stops once a job has moved its size, unless time_based." },
	{ has_no_time, "The job has no runtime: a sample lasts what -t "
	  "says, where fio would move the size once." },
	{ job_has_map, "Without norandommap every block is used once "
	  "before any is used again, as in fio; after the last, where fio "
	  "would stop, it starts over." },
	{ has_random_sizes, "With several block sizes any block may be used "
	  "again at any time, as with norandommap; without that, fio cuts "
	  "requests that reach a block that was used before." },
	{ has_no_seed, "Offsets differ from run to run; fio's are the same "
	  "unless randrepeat=0. To repeat them give randrepeat=1, randseed "
	  "or --seed." },
	{ has_filename, "The job's filename is not used: each copy has a "
	  "private file of its own, and no existing file is opened." },
	{ flushes_late, "What a job writes is flushed at the end of a sample, "
	  "within its time, as if the job had end_fsync=1." },
	{ has_flush, "The time of a flush is a part of the latency of the "
	  "write before it; fio has it apart." },
	{ has_byte_rate, "The rate is held in whole requests a second: rate / "
	  "bs, rounded." },
	{ has_file_size, "The file has the filesize, and a sample lasts its "
	  "time instead of moving the size." },
	{ has_rate, "With a rate each request is due at a time, and its "
	  "latency counts from that time; in fio it counts from the issue." },
	{ has_double_rate, "The rate of a mixed job holds for reads "
	  "and for writes: together they reach twice that rate." },
	{ has_rate_of_copies, "The rate is that of each copy: all "
	  "together reach numjobs times that rate." },
	{ has_no_depth, "One request is in flight, whatever iodepth says, as "
	  "with this ioengine in fio." },
	{ has_posixaio, "posixaio is done by threads here, which keep "
	  "iodepth requests in flight; in fio a C library may serve those for "
	  "one file one at a time." },
	{ has_threads, "Copies are processes, also with thread." },
	{ reports_each_copy, "Copies are reported together, as if the job "
	  "had group_reporting." },
};

/* Return true if jobs run at the same time, that is, without stonewalls. */
static bool
is_parallel(const struct script *script)
{
	for (size_t i = 1; i < script->n_jobs; i++)
		if (job_number(&script->job[i], JOB_STONEWALL) == 0)
			return true;
	return false;
}

/* The notes on what can make figures differ, in a few words. */
static const struct {
	bool (*concerns)(const struct section *job);
	const char *words;
} briefs[] = {
	{ has_rate, "latency counts from the due time" },
	{ has_flush, "latency includes the flush" },
	{ flushes_late, "writes are flushed at the end" },
	{ has_posixaio, "posixaio is done by threads" },
	{ always, "files are filled first" },
};

static bool
concerns_any(const struct script *script,
	     bool (*concerns)(const struct section *job))
{
	for (size_t i = 0; i < script->n_jobs; i++)
		if (concerns(&script->job[i]))
			return true;
	return false;
}

/* Return the keys that may matter and have no effect, on the heap. */
static char *
names_that_matter(const struct script *script)
{
	char *names = xstrdup("");

	for (size_t i = 0; i < script->n_ignored; i++)
		if (script->ignored[i].may_matter)
			names = xjoin(names, ", ",
				      xstrdup(script->ignored[i].name));
	return names;
}

char *
notes_in_brief(const struct script *script)
{
	char *names = names_that_matter(script), *all = xstrdup("");

	if (*names != '\0')
		all = xjoin(all, "", xprintf("without %s", names));
	for (size_t i = 0; i < LENGTH(briefs); i++)
		if (concerns_any(script, briefs[i].concerns))
			all = xjoin(all, "; ", xstrdup(briefs[i].words));
	free(names);
	names = xprintf("Other than in fio: %s.", all);
	free(all);
	return names;
}

const char *
notes_at(const struct script *script, size_t i)
{
	if (i == LENGTH(table))
		return !is_parallel(script) ? "" : "Jobs that ran at the same "
			"time, as those without stonewall do, share the disk's "
			"counters: these prove nothing of one of them.";
	if (i > LENGTH(table))
		return NULL;
	return concerns_any(script, table[i].concerns) ? table[i].sentence : "";
}
