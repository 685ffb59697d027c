/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Test: a section of a job file as a test of the workload `random`, with an id
 * and a title that no other test has.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/amount.h"
#include "diskidx/jobfile.h"
#include "diskidx/suite.h"
#include "script.h"

#define MAX_BASE 56	/* so that an id has room for .fio and the job */
#define PLAIN "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" \
	"0123456789._-"

uint64_t
job_number(const struct section *job, enum job_key key)
{
	return job->value[key].number;
}

uint64_t
job_size(const struct section *job)
{
	return job_number(job, job_gives(job, JOB_FILESIZE) ? JOB_FILESIZE :
			  JOB_SIZE);
}

bool
job_gives(const struct section *job, enum job_key key)
{
	return job->value[key].line > 0;
}

size_t
job_line(const struct section *job, enum job_key key)
{
	return job_gives(job, key) ? job->value[key].line : job->line;
}

/* Return the share of reads. */
static uint64_t
read_pct(const struct section *job)
{
	if (job_is_mixed(job))
		return job_number(job, JOB_RWMIXREAD);
	return job_writes(job) ? 0 : 100;
}

/* Return the key that sets the block size. */
static enum job_key
block_key(const struct section *job)
{
	if (job_gives(job, JOB_BSSPLIT) && !job->value[JOB_BSSPLIT].is_faulty)
		return JOB_BSSPLIT;
	return JOB_BS;
}

/*
 * Set the sizes of the requests of a job, which has but one direction or both,
 * and return the one size of all requests; 0: sizes vary.
 */
static uint32_t
sizes_of(const struct section *job, struct sizes *sizes)
{
	enum job_key key = block_key(job);
	const char *text = job->value[key].text;
	uint64_t reads = read_pct(job);

	if (text == NULL || sizes_parse(text, sizes) != 0)
		return (uint32_t)job_number(job, key);
	if (reads == 100)
		sizes[OP_WRITE] = sizes[OP_READ];
	if (reads == 0)
		sizes[OP_READ] = sizes[OP_WRITE];
	return sizes_only(sizes);
}

bool
job_has_sizes(const struct section *job)
{
	struct sizes sizes[OP_COUNT];

	return sizes_of(job, sizes) == 0;
}

bool
job_has_depth(const struct section *job)
{
	return job->value[JOB_IOENGINE].is_faulty ||
		strcmp(job->value[JOB_IOENGINE].text, "sync") != 0;
}

static bool
has_law(const struct section *job)
{
	return !job_is_sequential(job) &&
		job->value[JOB_RANDOM_DISTRIBUTION].text != NULL;
}

bool
job_has_map(const struct section *job)
{
	return !job_is_sequential(job) && !has_law(job) &&
		job_number(job, JOB_NORANDOMMAP) == 0 && !job_has_sizes(job);
}

bool
job_is_sequential(const struct section *job)
{
	return (job_number(job, JOB_RW) & RW_SEQUENTIAL) != 0;
}

bool
job_is_mixed(const struct section *job)
{
	return (job_number(job, JOB_RW) & ~RW_SEQUENTIAL) == ACTION_MIX;
}

bool
job_writes(const struct section *job)
{
	return (job_number(job, JOB_RW) & ~RW_SEQUENTIAL) == ACTION_WRITE ||
		(job_is_mixed(job) && job_number(job, JOB_RWMIXREAD) < 100);
}

/* Set which I/O is done, where, and through which cache. */
static void
set_access(struct script *script, const struct section *job,
	   struct params *params)
{
	enum job_key law = JOB_RANDOM_DISTRIBUTION;

	params->read_pct = (uint32_t)read_pct(job);
	params->action = ACTION_MIX;
	if (params->read_pct == 100)
		params->action = ACTION_READ;
	else if (params->read_pct == 0)
		params->action = ACTION_WRITE;
	if (job_is_sequential(job))
		params->sequential_pct = 100;
	params->apart = params->action == ACTION_MIX &&
			params->sequential_pct > 0;
	/* Append, as in fio: a job that reads, too, has a written file. */
	if (job_number(job, JOB_RW) == (ACTION_WRITE | RW_SEQUENTIAL) &&
	    job_number(job, JOB_OVERWRITE) == 0) {
		params->fallocate = (enum fallocate)
			job_number(job, JOB_FALLOCATE);
		params->once = job_number(job, JOB_TIME_BASED) == 0;
	}
	if (job_is_sequential(job) && job_number(job, JOB_NRFILES) > 1)
		faults_add(script, job_line(job, JOB_NRFILES), "nrfiles: done "
			   "for random offsets only; numjobs has that many "
			   "files, each with requests of its own");
	if (job_has_map(job)) {
		params->pattern = PATTERN_PERMUTATION;
	} else if (has_law(job)) {
		params->pattern = PATTERN_ZIPF;
		params->theta_milli = (uint32_t)job_number(job, law);
		if (job_has_sizes(job))
			faults_add(script, job_line(job, law), "%s: not done "
				   "together with several block sizes; give "
				   "one of them", jobfile_key(law));
	}
	params->cache = CACHE_CACHED;
	if (job_number(job, JOB_DIRECT) != 0)
		params->cache = CACHE_DIRECT;
	else if (job_number(job, JOB_INVALIDATE) != 0)
		params->cache = CACHE_BUFFERED;
}

/* Set the block, the mean of them where there are several. Refuse those that
 * direct I/O can't take on any disk. */
static void
set_block(struct script *script, const struct section *job,
	  struct params *params)
{
	enum job_key key = block_key(job);
	uint64_t pct = read_pct(job), bytes;

	params->block_bytes = sizes_of(job, params->sizes);
	if (params->block_bytes > 0) {
		memset(params->sizes, 0, sizeof(params->sizes));
	} else {
		bytes = pct * sizes_mean(&params->sizes[OP_READ]) +
			(100 - pct) * sizes_mean(&params->sizes[OP_WRITE]);
		params->block_bytes = (uint32_t)((bytes + 50) / 100);
	}
	if (job_gives(job, JOB_BS) && key == JOB_BSSPLIT)
		faults_add(script, job_line(job, key), "bssplit: not done "
			   "together with bs; give one of them");
	else if (job_number(job, JOB_DIRECT) != 0 &&
		 !params_is_multiple(params, PARAMS_SECTOR))
		faults_add(script, job_line(job, key), "%s: direct I/O takes "
			   "multiples of %d bytes only; give one, or direct=0",
			   jobfile_key(key), PARAMS_SECTOR);
}

/* Leave a job that only reads as it is: it has nothing to flush. */
static void
set_sync(struct script *script, const struct section *job,
	 struct params *params)
{
	uint64_t fsync = job_number(job, JOB_FSYNC);
	uint64_t fdatasync = job_number(job, JOB_FDATASYNC);
	uint64_t every = amount_max(fsync, fdatasync);

	if (!job_writes(job))
		return;
	params->sync = (enum sync_mode)job_number(job, JOB_SYNC);
	if (params->sync != SYNC_NONE && every > 0)
		faults_add(script, job_line(job, JOB_SYNC), "sync: not done "
			   "together with fsync or fdatasync; one of them puts "
			   "each write on the disk");
	else if (fsync > 0 && fdatasync > 0 && fsync != fdatasync)
		faults_add(script, job_line(job, JOB_FSYNC), "fsync: not done "
			   "together with another fdatasync; give one of them");
	else if (fsync > 0)
		params->sync = SYNC_FSYNC;
	else if (fdatasync > 0)
		params->sync = SYNC_FDATASYNC;
	if (every > 1)
		params->sync_every = (uint32_t)every;
}

/* Set the rate of all copies. Uneven mixes are refused, since fio holds each
 * direction to the rate by itself. */
static void
set_rate(struct script *script, const struct section *job,
	 struct params *params)
{
	enum job_key key = job_gives(job, JOB_RATE) ? JOB_RATE : JOB_RATE_IOPS;
	uint64_t rate = job_number(job, key), each = rate, apart = 0;
	uint64_t block = params->block_bytes;
	size_t line = job_line(job, key);
	const char *name = jobfile_key(key);

	if (!job_gives(job, key) || job->value[key].is_faulty)
		return;
	/* A rate in bytes is rounded to whole requests, as a note says. */
	if (key == JOB_RATE)
		each = (rate + block / 2) / block;
	if (key == JOB_RATE && each < PARAMS_MAX_RATE)
		apart = amount_max(rate, each * block) -
			amount_min(rate, each * block);
	each = amount_min(each, PARAMS_MAX_RATE) *
	       job_number(job, JOB_NUMJOBS);
	if (params->action == ACTION_MIX)
		each *= 2;
	if (key == JOB_RATE && job_gives(job, JOB_RATE_IOPS))
		faults_add(script, line, "rate: not done together with "
			   "rate_iops; give one");
	else if (params_has_sizes(params))
		faults_add(script, line, "%s: not done together with several "
			   "block sizes; give one of them", name);
	else if (apart > rate / 20)
		faults_add(script, line, "rate: over 5 %% from a whole number "
			   "of requests a second at this bs; give such a one, "
			   "or rate_iops");
	else if (params->action == ACTION_MIX && params->read_pct != 50)
		faults_add(script, line, "%s: holds reads and writes each to "
			   "this rate in fio, which makes the mix 50/50; give "
			   "rwmixread=50", name);
	else if (each > PARAMS_MAX_RATE)
		faults_add(script, line, "%s: over %d with all copies and "
			   "directions", name, PARAMS_MAX_RATE);
	params->rate_iops = (uint32_t)each;
	params->arrival = (enum arrival)job_number(job, JOB_RATE_PROCESS);
}

/* Append up to `max` characters of the text, others than plain as dashes. */
static void
append_plain(char *id, const char *text, size_t max)
{
	size_t used = strlen(id), i;

	for (i = 0; i < max && text[i] != '\0'; i++) {
		id[used + i] = text[i];
		if (strchr(PLAIN, text[i]) == NULL)
			id[used + i] = '-';
	}
	id[used + i] = '\0';
}

/*
 * The id is BASENAME:JOB. It keeps the .fio where BASENAME is a test or a
 * suite, for `rand-read-q32:JOB` would pass for a variant of that test.
 */
void
job_write_base(char *id, const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *base = slash != NULL ? slash + 1 : path;
	size_t length = strlen(base);

	id[0] = '\0';
	if (length > 4 && strcmp(base + length - 4, ".fio") == 0)
		length -= 4;
	append_plain(id, base, amount_min(length, MAX_BASE));
	if (test_by_id(id) != NULL || suite_by_name(id) != NULL)
		strcat(id, ".fio");
}

/* Return the name that the job gives itself, or that of its section if another
 * has it, too. */
static const char *
job_name(const struct script *script, const struct section *job)
{
	const struct value *own = &job->value[JOB_NAME];

	if (own->line <= job->line || own->is_faulty ||
	    strlen(own->text) > SCRIPT_MAX_NAME)
		return job->name;
	for (size_t i = 0; i < script->n_jobs; i++) {
		const struct section *other = &script->job[i];

		if (other != job && (strcmp(other->name, own->text) == 0 ||
		    value_is_same(&other->value[JOB_NAME], own)))
			return job->name;
	}
	return own->text;
}

/* Write the title, which ends in "..." if it is too long. */
static void
write_title(struct test *test, const struct section *job, const char *name)
{
	const char *given = job->value[JOB_DESCRIPTION].text;
	char *title;

	test_write_title(test);
	title = given != NULL ? xstrdup(given) :
		xprintf("%s: %s", name, test->title);
	if (snprintf(test->title, TEST_TITLE, "%s", title) >= TEST_TITLE)
		strcpy(test->title + TEST_TITLE - 4, "...");
	free(title);
}

void
job_make_test(struct script *script, const struct section *job,
	      struct test *test)
{
	struct params *params = &test->params;
	const char *name = job_name(script, job);

	memset(test, 0, sizeof(*test));
	test->category = CATEGORY_JOB;
	test->unit = UNIT_IOPS;
	test->workload = "random";
	test->engine = job->value[JOB_IOENGINE].text;
	params->depth = 1;
	if (job_has_depth(job))
		params->depth = (uint32_t)job_number(job, JOB_IODEPTH);
	/* A test has an amount of its own where jobs differ. */
	if (job_size(job) < script->most_bytes)
		params->span_bytes = job_size(job);
	if (job_number(job, JOB_NUMJOBS) < script->most_copies)
		test->copies = (unsigned)job_number(job, JOB_NUMJOBS);
	if (job_number(job, JOB_RUNTIME) < script->most_ns)
		test->time_ns = job_number(job, JOB_RUNTIME);
	test->start_ns = job_number(job, JOB_STARTDELAY) -
			 script->least_delay_ns;
	set_access(script, job, params);
	set_block(script, job, params);
	set_sync(script, job, params);
	set_rate(script, job, params);
	memcpy(test->expects, job->expects, sizeof(test->expects));
	test->is_load = job->is_load;
	job_write_base(test->id, script->reader.path);
	strcat(test->id, ":");
	append_plain(test->id, name, strlen(name));
	write_title(test, job, name);
}
