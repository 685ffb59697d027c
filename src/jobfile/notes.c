/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Notes: sentences about intended differences from fio. */
#include <config.h>

#include <string.h>

#include "diskidx/base/say.h"
#include "script.h"

enum note {
	NOTE_RATE, NOTE_FLUSH, NOTE_LATE_FLUSH, NOTE_POSIXAIO, NOTE_FILES,
	NOTE_FILL, NOTE_NO_TIME, NOTE_SIZES, NOTE_SEED, NOTE_FILENAME,
	NOTE_NO_DEPTH, NOTE_GROUP, NOTE_PARALLEL, NOTE_LOGS, NOTE_SHARE,
	NOTE_READ_DATA, NOTE_STEADY, NOTES
};

/* Each note, and a few words if it can make results differ. */
static const struct {
	const char *sentence, *brief;
} notes[NOTES] = {
	[NOTE_RATE] = { "With a rate, each request is due at a certain time, "
		"and its latency counts from then; in fio it counts from the "
		"issue.",
		"latency counts from the due time" },
	[NOTE_FLUSH] = { "The latency of a write includes the flush after it, "
		"which fio reports separately.",
		"latency includes the flush" },
	[NOTE_LATE_FLUSH] = { "What a job writes is flushed at the end of a "
		"sample, within its time, as if the job had end_fsync=1.",
		"writes are flushed at the end" },
	[NOTE_POSIXAIO] = { "posixaio means threads here, which keep iodepth "
		"requests in flight; in fio, a C library may handle requests "
		"for one file one at a time.",
		"posixaio means threads" },
	[NOTE_FILES] = { "One private file of the same size replaces the files "
		"of nrfiles or filename.",
		"one file replaces several" },
	[NOTE_FILL] = { "Unlike fio without overwrite=1, random writes go to a "
		"file that was filled before.",
		"random writes overwrite a filled file" },
	[NOTE_NO_TIME] = { "A job without a runtime ends once its size is "
		"moved, as in fio, or when the time of a sample is over.",
		"a job without runtime may end before its size is moved" },
	[NOTE_SIZES] = { "With several block sizes, any block may be used "
		"again at any time, as with norandommap; without norandommap, "
		"fio shortens requests that reach a used block.", NULL },
	[NOTE_SEED] = { "Offsets differ from run to run; fio's are the same "
		"unless randrepeat=0. To repeat them, give randrepeat=1, "
		"randseed or --seed.", NULL },
	[NOTE_FILENAME] = { "The job's filename is not used: each copy has its "
		"own private file; no existing file is opened.", NULL },
	[NOTE_NO_DEPTH] = { "One request is in flight, whatever iodepth says, "
		"as with this ioengine in fio.", NULL },
	[NOTE_GROUP] = { "Copies are reported together, as if the job had "
		"group_reporting.", NULL },
	[NOTE_PARALLEL] = { "Jobs without stonewall ran at the same time; they "
		"share the disk's counters, which prove nothing about a single "
		"job.", NULL },
	[NOTE_LOGS] = { "Logs have means over log_avg_msec, at least 100 ms, "
		"of all copies of a job, and no single requests.", NULL },
	[NOTE_SHARE] = { "A size of 0 or in per cent means an existing file in "
		"fio; here the file has the usual size, or the size that -s "
		"says.", NULL },
	[NOTE_READ_DATA] = { "Only what is written compresses and repeats as "
		"the job asks; the file is filled with random data before.",
		"what is read is random" },
	[NOTE_STEADY] = { "A job with steadystate lasts its time; fio's ends "
		"once its speed is steady.", "steadystate ends nothing" },
};

static void
find_notes(const struct section *job, const struct test *test,
	   bool found[NOTES])
{
	const struct params *p = &test->params;
	bool is_random = p->sequential_pct < 100, has_rate = p->rate_iops > 0;

	found[NOTE_FILL] |= job_number(job, JOB_RW) == ACTION_WRITE &&
			    job_number(job, JOB_OVERWRITE) == 0;
	found[NOTE_NO_TIME] |= !job_gives(job, JOB_RUNTIME) && !job->is_load;
	found[NOTE_SIZES] |= is_random && params_has_sizes(p);
	found[NOTE_SEED] |= is_random && !job_gives(job, JOB_RANDREPEAT) &&
			    job_number(job, JOB_ALLRANDREPEAT) == 0 &&
			    !job_gives(job, JOB_RANDSEED);
	found[NOTE_FILENAME] |= job_gives(job, JOB_FILENAME);
	found[NOTE_LATE_FLUSH] |= params_writes(p) &&
				  (p->sync == SYNC_NONE || p->sync_every > 1) &&
				  job_number(job, JOB_END_FSYNC) == 0;
	found[NOTE_FLUSH] |= params_flushes(p);
	found[NOTE_RATE] |= has_rate;
	found[NOTE_NO_DEPTH] |= job_number(job, JOB_IODEPTH) > p->depth;
	found[NOTE_POSIXAIO] |= strcmp(test->engine, "threads") == 0;
	found[NOTE_FILES] |= job_files(job) > 1;
	found[NOTE_SHARE] |= job_gives(job, JOB_SIZE) && job_size(job) == 0;
	for (int key = JOB_BUFFER_COMPRESS_PERCENTAGE;
	     key <= JOB_DEDUPE_PERCENTAGE; key++)
		found[NOTE_READ_DATA] |= params_reads(p) &&
					 job_gives(job, (enum job_key)key);
	found[NOTE_GROUP] |= job_number(job, JOB_NUMJOBS) > 1 &&
			     job_number(job, JOB_GROUP_REPORTING) == 0;
	found[NOTE_PARALLEL] |= test->concurrent;
	found[NOTE_STEADY] |= job_gives(job, JOB_SS);
	for (int key = JOB_WRITE_BW_LOG; key <= JOB_WRITE_LAT_LOG; key++)
		found[NOTE_LOGS] |= job_gives(job, (enum job_key)key);
}

/* Return the keys that are ignored for that reason or, if `why` is NULL, those
 * that can matter in fio; NULL: none. */
static char *
ignored_keys(const struct script *script, const char *why)
{
	char *names = NULL;

	for (size_t i = 0; i < script->ignored.n; i++) {
		const char *name = script->ignored.text[i];
		const struct advice *advice = advice_for(name, script->is_fio);

		if (why == NULL ? advice->may_matter :
		    strcmp(advice->note, why) == 0)
			names = say_join(names, ", ", name);
	}
	return names;
}

void
notes_take(struct script *script)
{
	struct jobfile *jobfile = &script->base;
	bool found[NOTES] = { false };
	char *all = say("Unlike fio: the files are private");
	const char *names = ignored_keys(script, NULL), *why;

	for (size_t i = 0; i < script->n_jobs; i++)
		find_notes(&script->job[i], &jobfile->test[i], found);
	/* Say in one sentence all that can make results differ. */
	if (names != NULL)
		all = say_more(all, "; ", "without %s", names);
	/* fio's output has the flush separately. */
	for (size_t i = 0; i < NOTES; i++)
		if (found[i] && !(script->is_fio && i == NOTE_FLUSH))
			all = say_join(all, "; ", notes[i].brief);
	texts_add(&jobfile->notes, say_join(all, "", "."));
	for (size_t i = 0; i < NOTES; i++)
		if (found[i])
			texts_add(&jobfile->notes, notes[i].sentence);
	for (size_t i = 0; i < script->ignored.n; i++) {
		why = advice_for(script->ignored.text[i],
				 script->is_fio)->note;
		texts_print(&jobfile->notes, "Without effect here: %s; %s.",
			    ignored_keys(script, why), why);
	}
}
