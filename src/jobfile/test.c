/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Test: a section of a job file as a test of the workload `random`, with its
 * own id and title. */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/amount.h"
#include "diskidx/base/say.h"
#include "diskidx/test/name.h"
#include "diskidx/test/suite.h"
#include "script.h"

#define MAX_BASE 56	/* leaves room for .fio and the job in an id */
#define LEAST_RATE 0.001	/* with gaps of arrivals that fit */
#define NO_SIZES "not supported together with several block sizes; " \
	"give one of them"
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
	uint64_t bytes = amount_times(job_number(job, JOB_FILESIZE),
				      job_files(job));
	uint64_t pct = job->value[JOB_SIZE].second;

	if (!job_gives(job, JOB_FILESIZE))
		return job_number(job, JOB_SIZE);
	if (pct > 0)
		bytes = bytes / 100 * pct + bytes % 100 * pct / 100;
	return bytes;
}

bool
job_gives(const struct section *job, enum job_key key)
{
	return job->given[key] > 0;
}

uint64_t
job_line(const struct section *job, enum job_key key)
{
	return job_gives(job, key) ? job->given[key] : job->line;
}

uint64_t
job_files(const struct section *job)
{
	return amount_max(job_number(job, JOB_FILENAME),
			  job_number(job, JOB_NRFILES));
}

/* Set the block, or the mean of several. Refuse sizes that direct I/O cannot
 * have on any disk. */
static void
set_block(struct script *script, const struct section *job,
	  struct params *params)
{
	enum job_key key = JOB_BS;
	struct sizes *sizes = params->sizes;
	uint64_t pct = params->read_pct, bytes;
	const char *text;

	if (job_gives(job, JOB_BSSPLIT) && !job->is_faulty[JOB_BSSPLIT])
		key = JOB_BSSPLIT;
	text = job->value[key].text;
	params->block_bytes = (uint32_t)job_number(job, key);
	if (text != NULL && sizes_parse(text, sizes) == 0) {
		if (pct == 100)
			sizes[OP_WRITE] = sizes[OP_READ];
		if (pct == 0)
			sizes[OP_READ] = sizes[OP_WRITE];
		bytes = pct * sizes_mean(&sizes[OP_READ]) +
			(100 - pct) * sizes_mean(&sizes[OP_WRITE]);
		params->block_bytes = (uint32_t)((bytes + 50) / 100);
		if (sizes_only(sizes) > 0)
			memset(sizes, 0, sizeof(params->sizes));
	}
	if (job_gives(job, JOB_BS) && key == JOB_BSSPLIT)
		job_fault(script, job, key, "not supported together with bs; "
			  "give one of them");
	else if (job_number(job, JOB_DIRECT) != 0 &&
		 !params_is_multiple(params, PARAMS_SECTOR))
		job_fault(script, job, key, "direct I/O needs a multiple of %d "
			  "bytes; give one, or direct=0", PARAMS_SECTOR);
}

static void
set_random(struct script *script, const struct section *job,
	   struct params *params)
{
	enum job_key law = JOB_RANDOM_DISTRIBUTION, align = JOB_BLOCKALIGN;
	uint64_t bytes = job_number(job, align);
	bool has_sizes = params_has_sizes(params);

	if (job_number(job, law) > RANDOM_PERMUTATION) {
		params->pattern = PATTERN_ZIPF;
		params->theta_milli = (uint32_t)job_number(job, law) -
				      RANDOM_PERMUTATION;
		if (has_sizes)
			job_fault(script, job, law, NO_SIZES);
	} else if (job->value[law].text != NULL) {
		params->pattern = PATTERN_ZONED;
		strcpy(params->zones, job->value[law].text);
	} else if (!has_sizes && job_number(job, JOB_NORANDOMMAP) == 0) {
		params->pattern = PATTERN_PERMUTATION;
	}
	/* As in fio, a block that was used in sequence may be used again;
	 * another share than in fio would then come from memory. */
	if (params->sequential_pct > 0 &&
	    (has_sizes || (job_number(job, JOB_NORANDOMMAP) == 0 &&
			   job_number(job, JOB_DIRECT) == 0)))
		job_fault(script, job, JOB_PERCENTAGE_RANDOM, "supported only "
			  "with one block size, and direct=1 or norandommap");
	if (has_sizes)
		params->align_bytes = (uint32_t)bytes;
	else if (bytes > params->block_bytes)
		bytes = 1;	/* a range wider than the blocks */
	if (bytes % params_least_block(params) != 0 ||
	    (job_size(job) > 0 && bytes > job_size(job)))
		job_fault(script, job, align, "supported only as bs or, with "
			  "several block sizes, as a multiple of the least, "
			  "within the size");
}

/* Set how far back reads in sequence begin, or the gap between zones. */
static void
set_steps(struct script *script, const struct section *job,
	  struct params *params)
{
	uint64_t bytes = job->value[JOB_RW].second, size = job_size(job);
	uint64_t zone = job_number(job, JOB_ZONESIZE);
	uint64_t skip = job_number(job, JOB_ZONESKIP);

	params->back_bytes = bytes;
	params->zone_bytes = zone;
	if (zone > 0)
		params->skip_bytes = skip;
	if (bytes > 0 &&
	    (params_has_sizes(params) || bytes % params->block_bytes != 0 ||
	     (size > 0 && bytes > size)))
		job_fault(script, job, JOB_RW, "a step back is supported only "
			  "with one block size, as a multiple of it within the "
			  "size");
	else if (zone > 0 &&
		 (job_number(job, JOB_RW) != (ACTION_READ | RW_SEQUENTIAL) ||
		  bytes > 0 || params_has_sizes(params) ||
		  zone % params->block_bytes != 0 ||
		  skip % params->block_bytes != 0))
		job_fault(script, job, JOB_ZONESIZE, "supported only for "
			  "rw=read with one block size, of which it and "
			  "zoneskip are multiples");
}

static void
set_access(struct script *script, const struct section *job,
	   struct params *params)
{
	enum job_key files = JOB_FILENAME;

	/* Append, as in fio; a job that also reads has a written file. */
	if (job_number(job, JOB_RW) == (ACTION_WRITE | RW_SEQUENTIAL) &&
	    job_number(job, JOB_OVERWRITE) == 0)
		params->fallocate = (enum fallocate)
			job_number(job, JOB_FALLOCATE);
	if (job_number(job, JOB_NRFILES) > 1)
		files = JOB_NRFILES;
	params->sequential_pct = 100;
	if ((job_number(job, JOB_RW) & RW_SEQUENTIAL) == 0)
		params->sequential_pct -= (uint32_t)
			job_number(job, JOB_PERCENTAGE_RANDOM);
	params->apart = params->sequential_pct > 0 &&
			params->action == ACTION_MIX;
	if (params->sequential_pct < 100)
		set_random(script, job, params);
	if (params->sequential_pct > 0 && job_files(job) > 1)
		job_fault(script, job, files, "several are supported only for "
			  "random offsets; use numjobs for that many files, "
			  "each with its own requests");
	params->cache = CACHE_CACHED;
	if (job_number(job, JOB_DIRECT) != 0)
		params->cache = CACHE_DIRECT;
	else if (job_number(job, JOB_INVALIDATE) != 0)
		params->cache = CACHE_BUFFERED;
	if (params->cache != CACHE_BUFFERED || !params_reads(params))
		return;
	/* fio's hint 1 asks for sequential reads, too. */
	params->hint = (enum hint)job_number(job, JOB_FADVISE_HINT);
	if (params->hint == HINT_ORDER && params->sequential_pct == 100)
		params->hint = HINT_SEQUENTIAL;
}

/* Set the amount that ends it, as in fio, which moves no more than the size,
 * even if files are larger; a load does not end. */
static void
set_end(struct script *script, const struct section *job,
	struct params *params)
{
	uint64_t loops = amount_max(job_number(job, JOB_LOOPS), 1);
	uint64_t bytes = job_number(job, JOB_IO_SIZE), size = job_size(job);
	uint64_t ios = amount_times(job_number(job, JOB_NUMBER_IOS), loops);
	uint64_t end_bytes = UINT64_MAX, block = params->block_bytes;

	/* As in fio, time_based has no effect without a runtime. */
	if ((job_number(job, JOB_TIME_BASED) != 0 &&
	     job_gives(job, JOB_RUNTIME)) || job->is_load)
		return;
	if (bytes == 0 && job_number(job, JOB_SIZE) < size)
		bytes = job_number(job, JOB_SIZE);
	/* Loops over the size move more than that. */
	if (bytes <= size || size == 0)
		bytes = amount_times(bytes, loops);
	else
		bytes = amount_max(bytes, amount_times(size, loops));
	if (bytes > 0)
		end_bytes = amount_times((bytes - 1) / block + 1, block);
	else
		params->once = (uint32_t)loops;
	if (ios > 0)
		end_bytes = amount_min(end_bytes, amount_times(ios, block));
	if (end_bytes != UINT64_MAX)
		params->end_bytes = end_bytes;
	if (ios > 0 && params_has_sizes(params))
		job_fault(script, job, JOB_NUMBER_IOS, NO_SIZES);
}

static void
set_sync(struct script *script, const struct section *job,
	 struct params *params)
{
	uint64_t fsync = job_number(job, JOB_FSYNC);
	uint64_t fdatasync = job_number(job, JOB_FDATASYNC);
	uint64_t every = fsync > 0 ? fsync : fdatasync;

	if (!params_writes(params))
		return;
	params->sync = (enum sync_mode)job_number(job, JOB_SYNC);
	if (every > 0) {
		params->opened = params->sync;
		params->sync = fsync > 0 ? SYNC_FSYNC : SYNC_FDATASYNC;
	}
	/* fio does no fdatasync if an fsync is due. */
	if (fsync > 1 && fdatasync > 0 && fsync != fdatasync)
		job_fault(script, job, JOB_FSYNC, "not supported together with "
			  "another fdatasync; give one of them");
	if (every > 1)
		params->sync_every = (uint32_t)every;
}

/* Set how far written data compress and repeat. As in fio, data that do not
 * repeat are random then, whatever else is asked. */
static void
set_data(struct script *script, const struct section *job,
	 struct params *params)
{
	enum job_key key = JOB_BUFFER_COMPRESS_PERCENTAGE;

	if (!params_writes(params))
		return;
	params->repeat_pct = (uint32_t)job_number(job, JOB_DEDUPE_PERCENTAGE);
	params->compress_pct = (uint32_t)job_number(job, key);
	if (!params_shapes_data(params) &&
	    (job_gives(job, JOB_BUFFER_PATTERN) ||
	     job_number(job, JOB_ZERO_BUFFERS) != 0))
		params->compress_pct = 100;
	if (params->compress_pct > 0)
		params->fill_word = (uint32_t)job_number(job,
							 JOB_BUFFER_PATTERN);
	while (!job_gives(job, key) && key < JOB_DEDUPE_PERCENTAGE)
		key++;
	if (params_shapes_data(params) && params_has_sizes(params))
		job_fault(script, job, key, NO_SIZES);
}

/* Return a job's requests per second in one direction; 0: none, or no limit. */
static double
rate_of(const struct section *job, enum job_key key,
	const struct params *params, int op)
{
	const struct value *value = &job->value[key];
	uint64_t none_at[OP_COUNT] = { [OP_READ] = 0, [OP_WRITE] = 100 };
	double rate = (double)(op == OP_READ ? value->number : value->second);

	if (params->read_pct == none_at[op])
		return 0;
	return key == JOB_RATE ? rate / params->block_bytes : rate;
}

/* Set all copies' rate. As in fio, the rates of reads and writes make the
 * mix. */
static void
set_rate(struct script *script, const struct section *job,
	 struct params *params)
{
	enum job_key key = job_gives(job, JOB_RATE) ? JOB_RATE : JOB_RATE_IOPS;
	double reads = rate_of(job, key, params, OP_READ);
	double writes = rate_of(job, key, params, OP_WRITE);
	double sum = reads + writes, part;
	double all = sum * (double)job_number(job, JOB_NUMJOBS);

	if (!job_gives(job, key) || job->is_faulty[key])
		return;
	if (params->action == ACTION_MIX && sum > 0)
		params->read_pct = (uint32_t)(reads * 100 / sum + 0.5);
	part = sum * params->read_pct / 100;
	if (key == JOB_RATE && job_gives(job, JOB_RATE_IOPS))
		job_fault(script, job, key, "not supported together with "
			  "rate_iops; give one of them");
	else if (params_has_sizes(params))
		job_fault(script, job, key, NO_SIZES);
	else if (params->action == ACTION_MIX && (reads <= 0 || writes <= 0))
		job_fault(script, job, key, "limits only reads or writes; give "
			  "both rates, or a job for each");
	else if (fabs(part - reads) > reads / 20 ||
		 fabs(sum - part - writes) > writes / 20)
		job_fault(script, job, key, "more than 5 %% off with reads in "
			  "whole per cent; give another rate");
	else if (sum > 0 && sum < LEAST_RATE)
		job_fault(script, job, key, "less than one request in 1000 s; "
			  "give more");
	else if (all > PARAMS_MAX_RATE)
		job_fault(script, job, key, "more than %d with all copies and "
			  "directions; give less", PARAMS_MAX_RATE);
	else
		params->rate_iops = (uint32_t)ceil(all);
	if (all < params->rate_iops)
		params->rate_bytes = (uint64_t)(all * params->block_bytes +
						0.5);
	params->arrival = (enum arrival)job_number(job, JOB_RATE_PROCESS);
}

/* Set the directory, which may come from the file name; the copies of a job
 * take turns in a list. */
static void
set_directory(struct script *script, const struct section *job,
	      struct test *test)
{
	const struct value *files = &job->value[JOB_FILENAME];
	const struct value *paths = &job->value[JOB_DIRECTORY];

	if (paths->number > 0)
		test->directory = value_path(paths->text,
					     job->copy % paths->number);
	if (files->second == 0)
		return;
	if (test->directory != NULL)
		job_fault(script, job, JOB_FILENAME, "has a directory, and so "
			  "has directory; give one of them");
	test->path = value_path(files->text, 0);
	test->directory = value_path(say("%.*s", (int)files->second,
					 files->text), 0);
}

/* Append up to `max` characters of the text, with dashes for special ones. */
static void
append_plain(char *id, const char *text, size_t max)
{
	id += strlen(id);
	snprintf(id, max + 1, "%s", text);
	while (*(id += strspn(id, PLAIN)) != '\0')
		*id = '-';
}

/*
 * The id is BASENAME:JOB, or one of them if both are the same. If BASENAME is a
 * test or a suite, it keeps .fio, because `rand-read-q32:JOB` would look like a
 * variant of that test.
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

/* Return the name that the job gives itself, or its section's if another job
 * has the same. */
static const char *
job_name(const struct script *script, const struct section *job)
{
	const struct value *own = &job->value[JOB_NAME];

	if (job->given[JOB_NAME] <= job->line || job->is_faulty[JOB_NAME] ||
	    strlen(own->text) > SCRIPT_MAX_NAME)
		return job->name;
	for_each(const struct section, other, script->job, script->n_jobs)
		if (other->line != job->line &&
		    (strcmp(other->name, own->text) == 0 ||
		     value_is_same(&other->value[JOB_NAME], own)))
			return job->name;
	return own->text;
}

void
job_make_test(struct script *script, const struct section *job,
	      struct test *test)
{
	struct params *params = &test->params;
	uint64_t action = job_number(job, JOB_RW) & ~RW_SEQUENTIAL;
	uint32_t read_pct = action == ACTION_READ ? 100 : 0;
	const char *name = job_name(script, job);
	const char *title = job->value[JOB_DESCRIPTION].text;
	char list[TEST_ID], within[TEST_ID] = "";

	memset(test, 0, sizeof(*test));
	test->category = CATEGORY_JOB;
	test->unit = UNIT_IOPS;
	test->workload = "random";
	test->engine = job->value[JOB_IOENGINE].text;
	params->depth = 1;
	/* Without an engine, the job's was refused. */
	if (test->engine == NULL || strcmp(test->engine, "sync") != 0)
		params->depth = (uint32_t)job_number(job, JOB_IODEPTH);
	/* A test has its own amount if jobs differ. */
	if (job_size(job) < script->base.size_bytes)
		params->span_bytes = job_size(job);
	else if (job_size(job) == 0)	/* 100 % is all, as by default */
		test->size_pct = (unsigned)job->value[JOB_SIZE].second % 100;
	if (job_number(job, JOB_NUMJOBS) < script->base.copies)
		test->copies = (unsigned)job_number(job, JOB_NUMJOBS);
	if (job_number(job, JOB_RUNTIME) < script->base.time_ns)
		test->time_ns = job_number(job, JOB_RUNTIME);
	test->start_ns = job_number(job, JOB_STARTDELAY) -
			 script->base.delay_ns;
	if (action == ACTION_MIX)
		read_pct = (uint32_t)job_number(job, JOB_RWMIXREAD);
	params_set_mix(params, read_pct);
	set_block(script, job, params);
	set_access(script, job, params);
	/* With large pages, the disk would get fewer requests than from fio. */
	params->ordinary_pages = params_has_large_requests(params) &&
		job_number(job, JOB_IOMEM) != MEMORY_LARGE_PAGES;
	set_end(script, job, params);
	set_steps(script, job, params);
	set_sync(script, job, params);
	set_data(script, job, params);
	set_rate(script, job, params);
	/* One request at a time is the same there, and can be flushed. */
	if (params->depth == 1 && params_flushes(params) &&
	    job_number(job, JOB_IOENGINE) == ENGINE_NO_FLUSH)
		test->engine = "sync";
	memcpy(test->expects, job->expects, sizeof(test->expects));
	test->is_load = job->is_load;
	set_directory(script, job, test);
	test->job_name = name;
	test->given = &job->words;
	job_write_base(list, script->reader.path);
	if (job->copy > 0)
		name = say("%s-%u", name, job->copy + 1);
	append_plain(within, name, strlen(name));
	test_name_write(test->id, list, within);
	/* A title that is too long ends in "...". */
	test_write_title(test);
	if (title == NULL)
		title = say("%s: %s", name, test->title);
	if (snprintf(test->title, TEST_TITLE, "%s", title) >= TEST_TITLE)
		strcpy(test->title + TEST_TITLE - 4, "...");
}
