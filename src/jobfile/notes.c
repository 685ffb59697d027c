/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Notes: sentences on where diskidx differs from fio on purpose. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/array.h"
#include "diskidx/jobfile.h"
#include "script.h"

enum note {
	NOTE_FILL, NOTE_LIMIT, NOTE_NO_TIME, NOTE_MAP, NOTE_SIZES, NOTE_SEED,
	NOTE_FILENAME, NOTE_LATE_FLUSH, NOTE_FLUSH, NOTE_BYTE_RATE,
	NOTE_FILE_SIZE, NOTE_RATE, NOTE_DOUBLE_RATE, NOTE_RATE_OF_COPIES,
	NOTE_NO_DEPTH, NOTE_POSIXAIO, NOTE_THREADS, NOTE_GROUP, NOTE_PARALLEL,
	NOTE_LOGS, NOTE_NO_LOGS, NOTE_FILES, NOTE_WHOLE,
	NOTES
};

static const char *const sentence[NOTES] = {
	[NOTE_FILL] = "Unlike fio without overwrite=1, random writes go to a "
		"file that was written in full before.",
	[NOTE_LIMIT] = "Each sample lasts the job's runtime, or what -t says; "
		"unless time_based, fio also stops once a job has moved its "
		"size, as rw=write without overwrite=1 does here.",
	[NOTE_NO_TIME] = "The job has no runtime: a sample lasts what -t says "
		"at most, where fio would move the size once.",
	[NOTE_MAP] = "Without norandommap every block is used once before any "
		"is used again, as in fio; after the last, where fio would "
		"stop, it starts over.",
	[NOTE_SIZES] = "With several block sizes any block may be used again "
		"at any time, as with norandommap; without that, fio cuts "
		"requests that reach a block that was used before.",
	[NOTE_SEED] = "Offsets differ from run to run; fio's are the same "
		"unless randrepeat=0. To repeat them give randrepeat=1, "
		"randseed or --seed.",
	[NOTE_FILENAME] = "The job's filename is not used: each copy has a "
		"private file of its own, and no existing file is opened.",
	[NOTE_LATE_FLUSH] = "What a job writes is flushed at the end of a "
		"sample, within its time, as if the job had end_fsync=1.",
	[NOTE_FLUSH] = "The time of a flush is a part of the latency of the "
		"write before it; fio has it apart.",
	[NOTE_BYTE_RATE] = "The rate is held in whole requests a second: rate "
		"/ bs, rounded.",
	[NOTE_FILE_SIZE] = "The file has the filesize, and a sample lasts its "
		"time instead of moving the size.",
	[NOTE_RATE] = "With a rate each request is due at a time, and its "
		"latency counts from that time; in fio it counts from the "
		"issue.",
	[NOTE_DOUBLE_RATE] = "The rate of a mixed job holds for reads and for "
		"writes: together they reach twice that rate.",
	[NOTE_RATE_OF_COPIES] = "The rate is that of each copy: all together "
		"reach numjobs times that rate.",
	[NOTE_NO_DEPTH] = "One request is in flight, whatever iodepth says, as "
		"with this ioengine in fio.",
	[NOTE_POSIXAIO] = "posixaio is done by threads here, which keep "
		"iodepth requests in flight; in fio a C library may serve "
		"those for one file one at a time.",
	[NOTE_THREADS] = "Copies are processes, also with thread.",
	[NOTE_GROUP] = "Copies are reported together, as if the job had "
		"group_reporting.",
	[NOTE_PARALLEL] = "Jobs that ran at the same time, as those without "
		"stonewall do, share the disk's counters: these prove nothing "
		"of one of them.",
	[NOTE_LOGS] = "Logs have means over log_avg_msec, or 100 ms, of all "
		"copies of a job; of write_lat_log the total latency alone.",
	[NOTE_FILES] = "One private file of the same size stands for the files "
		"of nrfiles.",
	[NOTE_WHOLE] = "size=100% is all of a file that is there; here the "
		"file has the usual size, or what -s says.",
	[NOTE_NO_LOGS] = "Without the word fio no logs are written; -f json "
		"has the speed over time.",
};

/* Notes on what can make figures differ, in a few words. */
static const struct {
	enum note note;
	const char *words;
} brief[] = {
	{ NOTE_RATE, "latency counts from the due time" },
	{ NOTE_FLUSH, "latency includes the flush" },
	{ NOTE_LATE_FLUSH, "writes are flushed at the end" },
	{ NOTE_POSIXAIO, "posixaio is done by threads" },
	{ NOTE_FILES, "one file stands for several" },
	{ NOTE_FILL, "random writes overwrite a filled file" },
};

/* Find the notes that concern a job, besides those that are found already. */
static void
find_notes(const struct section *job, bool is_fio, bool found[NOTES])
{
	uint64_t fsync = job_number(job, JOB_FSYNC);
	uint64_t fdatasync = job_number(job, JOB_FDATASYNC);
	const char *engine = job->value[JOB_IOENGINE].text;
	bool has_time = job_gives(job, JOB_RUNTIME);
	bool is_random = !job_is_sequential(job);
	bool has_bytes = job_gives(job, JOB_RATE);
	bool has_rate = has_bytes || job_gives(job, JOB_RATE_IOPS);
	bool has_copies = job_number(job, JOB_NUMJOBS) > 1;

	found[NOTE_FILL] |= job_number(job, JOB_RW) == ACTION_WRITE &&
			    job_number(job, JOB_OVERWRITE) == 0;
	found[NOTE_LIMIT] |= has_time && job_number(job, JOB_TIME_BASED) == 0;
	found[NOTE_NO_TIME] |= !has_time;
	found[NOTE_MAP] |= job_has_map(job);
	found[NOTE_SIZES] |= is_random && job_has_sizes(job);
	found[NOTE_SEED] |= is_random && !job_gives(job, JOB_RANDREPEAT) &&
			    !job_gives(job, JOB_RANDSEED);
	found[NOTE_FILENAME] |= job_gives(job, JOB_FILENAME);
	found[NOTE_LATE_FLUSH] |= job_writes(job) && fsync != 1 &&
				  fdatasync != 1 &&
				  job_number(job, JOB_SYNC) == 0 &&
				  job_number(job, JOB_END_FSYNC) == 0;
	found[NOTE_FLUSH] |= job_writes(job) && (fsync != 0 || fdatasync != 0);
	found[NOTE_BYTE_RATE] |= has_bytes;
	found[NOTE_FILE_SIZE] |= job_gives(job, JOB_SIZE) &&
				 job_gives(job, JOB_FILESIZE);
	found[NOTE_RATE] |= has_rate;
	found[NOTE_DOUBLE_RATE] |= has_rate && job_is_mixed(job) &&
				   job_number(job, JOB_RWMIXREAD) == 50;
	found[NOTE_RATE_OF_COPIES] |= has_rate && has_copies;
	found[NOTE_NO_DEPTH] |= !job_has_depth(job) &&
				job_number(job, JOB_IODEPTH) > 1;
	found[NOTE_POSIXAIO] |= engine != NULL &&
				strcmp(engine, "threads") == 0;
	found[NOTE_THREADS] |= job_number(job, JOB_THREAD) != 0;
	if (job_gives(job, JOB_WRITE_BW_LOG) ||
	    job_gives(job, JOB_WRITE_IOPS_LOG) ||
	    job_gives(job, JOB_WRITE_LAT_LOG))
		found[is_fio ? NOTE_LOGS : NOTE_NO_LOGS] = true;
	found[NOTE_FILES] |= job_number(job, JOB_NRFILES) > 1;
	found[NOTE_WHOLE] |= job_gives(job, JOB_SIZE) &&
			     job_number(job, JOB_SIZE) == 0;
	found[NOTE_GROUP] |= has_copies &&
			     job_number(job, JOB_GROUP_REPORTING) == 0;
}

/* Return all that can make figures differ in one sentence, on the heap. */
static char *
in_brief(const struct script *script, const bool found[NOTES])
{
	char *names = xstrdup(""), *all = xstrdup("the files are private");

	for (size_t i = 0; i < script->n_ignored; i++)
		if (script->ignored[i].advice->may_matter)
			names = xjoin(names, ", ",
				      xstrdup(script->ignored[i].name));
	if (*names != '\0')
		all = xjoin(all, "; ", xprintf("without %s", names));
	for (size_t i = 0; i < LENGTH(brief); i++)
		if (found[brief[i].note])
			all = xjoin(all, "; ", xstrdup(brief[i].words));
	free(names);
	names = xprintf("Unlike fio: %s.", all);
	free(all);
	return names;
}

void
jobfile_add_note(struct jobfile *jobfile, char *note)
{
	jobfile->note = xgrow(jobfile->note, jobfile->n_notes,
			      sizeof(*jobfile->note));
	jobfile->note[jobfile->n_notes++] = note;
}

/* Note the keys that change nothing for the same reason as this one, once. */
static void
add_ignored(struct jobfile *jobfile, const struct script *script, size_t i)
{
	const char *why = script->ignored[i].advice->note;
	char *names;

	for (size_t k = 0; k < i; k++)
		if (strcmp(script->ignored[k].advice->note, why) == 0)
			return;
	names = xstrdup("");
	for (; i < script->n_ignored; i++)
		if (strcmp(script->ignored[i].advice->note, why) == 0)
			names = xjoin(names, ", ",
				      xstrdup(script->ignored[i].name));
	jobfile_add_note(jobfile, xprintf("Without effect here: %s; %s.", names,
					  why));
	free(names);
}

void
notes_take(struct jobfile *jobfile, const struct script *script)
{
	bool found[NOTES] = { false };

	for (size_t i = 0; i < script->n_jobs; i++) {
		find_notes(&script->job[i], script->is_fio, found);
		if (i > 0 && job_number(&script->job[i], JOB_STONEWALL) == 0)
			found[NOTE_PARALLEL] = true;
	}
	jobfile_add_note(jobfile, in_brief(script, found));
	for (size_t i = 0; i < NOTES; i++)
		if (found[i])
			jobfile_add_note(jobfile, xstrdup(sentence[i]));
	for (size_t i = 0; i < script->n_ignored; i++)
		add_ignored(jobfile, script, i);
}
