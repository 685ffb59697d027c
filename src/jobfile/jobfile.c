/*
 * Job files: a file's sections made into tests and settings of the run. They
 * are read in jobfile-read.c, their keys are in jobfile-keys.c, a section
 * becomes a test in jobfile-test.c.
 */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/jobfile.h"
#include "script.h"

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

#define MAX_BYTES ((size_t)1 << 20)
#define FIO_SEED 0x89	/* fio's own, which randrepeat=1 repeats */

/* `base` is first, so that its address is the whole's. */
struct loaded {
	struct jobfile base;
	struct script script;
	char *path;
};

/* False if there is none: unlike fio's, our default differs each run. */
static bool
get_seed(const struct section *job, uint64_t *seed)
{
	bool repeat = job_number(job, JOB_RANDREPEAT) != 0;

	*seed = job_gives(job, JOB_RANDSEED) ?
		job_number(job, JOB_RANDSEED) : repeat ? FIO_SEED : 0;
	return repeat || job_gives(job, JOB_RANDSEED);
}

static bool
agree(const struct section *a, const struct section *b, enum job_key key)
{
	const struct value *v = &a->value[key], *w = &b->value[key];
	uint64_t seed_a, seed_b;

	if (key == JOB_RANDREPEAT)
		return get_seed(a, &seed_a) == get_seed(b, &seed_b) &&
			seed_a == seed_b;
	if (key == JOB_RANDSEED && job_gives(a, key) != job_gives(b, key))
		return false;
	if (v->text == NULL || w->text == NULL)
		return v->text == w->text && v->number == w->number;
	return strcmp(v->text, w->text) == 0;
}

/* Blames the later job, on the key's line if it has the key. */
static bool
check_agreement(struct script *script, const struct section *job)
{
	static const enum job_key shared[] = {
		JOB_IOENGINE, JOB_RANDSEED, JOB_RANDREPEAT, JOB_SIZE,
		JOB_RUNTIME, JOB_RAMP_TIME, JOB_STARTDELAY, JOB_NUMJOBS,
		JOB_DIRECTORY,
	};
	const struct section *first = &script->job[0];

	for (size_t i = 0; i < LENGTH(shared); i++)
		if (!agree(first, job, shared[i]))
			return script_fail(script, job_line(job, shared[i]),
					   "%s: not as in [%s], but it holds "
					   "for the whole run; put it into "
					   "[global], or [%s] into a file of "
					   "its own", jobfile_key(shared[i]),
					   first->name, job->name);
	return true;
}

static bool
check_id(struct loaded *loaded, const struct section *job, const char *id)
{
	for (size_t i = 0; i < loaded->base.n_tests; i++)
		if (strcmp(loaded->base.test[i].id, id) == 0)
			return script_fail(&loaded->script, job->line, "[%s]: "
					   "has the id of [%s], %s; rename "
					   "one", job->name,
					   loaded->script.job[i].name,
					   strrchr(id, ':') + 1);
	return true;
}

static bool
make_tests(struct loaded *loaded)
{
	struct script *script = &loaded->script;
	struct jobfile *jobfile = &loaded->base;

	jobfile->test = xmalloc(script->n_jobs * sizeof(*jobfile->test));
	for (size_t i = 0; i < script->n_jobs; i++) {
		struct section *job = &script->job[i];
		struct test *test = &jobfile->test[i];

		if (!check_agreement(script, job) ||
		    !job_make_test(script, job, test) ||
		    !check_id(loaded, job, test->id))
			return false;
		jobfile->n_tests++;
	}
	return true;
}

static bool
any_gives(const struct script *script, enum job_key key)
{
	for (size_t i = 0; i < script->n_jobs; i++)
		if (job_gives(&script->job[i], key))
			return true;
	return false;
}

static void
set_run(struct jobfile *jobfile, const struct script *script)
{
	const struct section *job = &script->job[0];

	jobfile->has_size = any_gives(script, JOB_SIZE);
	jobfile->size_bytes = job_number(job, JOB_SIZE);
	jobfile->has_time = any_gives(script, JOB_RUNTIME);
	jobfile->time_ns = job_number(job, JOB_RUNTIME);
	jobfile->has_copies = any_gives(script, JOB_NUMJOBS);
	jobfile->copies = job_number(job, JOB_NUMJOBS);
	jobfile->has_warm_up = any_gives(script, JOB_RAMP_TIME);
	jobfile->warm_up_ns = job_number(job, JOB_RAMP_TIME);
	jobfile->has_delay = any_gives(script, JOB_STARTDELAY);
	jobfile->delay_ns = job_number(job, JOB_STARTDELAY);
	jobfile->has_engine = any_gives(script, JOB_IOENGINE);
	jobfile->engine = job->value[JOB_IOENGINE].text;
	jobfile->directory = job->value[JOB_DIRECTORY].text;
	jobfile->has_seed = get_seed(job, &jobfile->seed);
}

static void
set_notes(struct jobfile *jobfile, const struct script *script)
{
	const char *note;

	for (size_t i = 0; (note = notes_at(script, i)) != NULL; i++) {
		if (*note == '\0')
			continue;
		jobfile->note = xrealloc(jobfile->note,
					 (jobfile->n_notes + 1) *
					 sizeof(*jobfile->note));
		jobfile->note[jobfile->n_notes++] = note;
	}
}

static struct loaded *
make_loaded(const char *path, char *error, size_t error_size)
{
	struct loaded *loaded = xmalloc(sizeof(*loaded));

	memset(loaded, 0, sizeof(*loaded));
	loaded->path = xstrdup(path);
	loaded->script.path = loaded->path;
	loaded->script.error = error;
	loaded->script.error_size = error_size;
	return loaded;
}

/* The whole file, with a zero after it; *size is its length. */
static bool
read_file(struct script *script, size_t *size)
{
	FILE *stream = fopen(script->path, "r");
	int error;

	if (stream == NULL)
		return script_fail(script, 0, "%s", strerror(errno));
	script->text = xmalloc(MAX_BYTES + 2);
	errno = 0;
	*size = fread(script->text, 1, MAX_BYTES + 1, stream);
	error = ferror(stream) ? errno : 0;
	fclose(stream);
	if (error != 0)
		return script_fail(script, 0, "%s", strerror(error));
	script->text = xrealloc(script->text, *size + 1);
	script->text[*size] = '\0';
	return true;
}

/* Frees it on failure. */
static struct jobfile *
complete(struct loaded *loaded, size_t size)
{
	struct script *script = &loaded->script;

	if (size > MAX_BYTES)
		script_fail(script, 0, "larger than 1 MiB");
	else if (script_read(script, size) && make_tests(loaded)) {
		set_run(&loaded->base, script);
		set_notes(&loaded->base, script);
		return &loaded->base;
	}
	jobfile_free(&loaded->base);
	return NULL;
}

struct jobfile *
jobfile_load(const char *path, char *error, size_t error_size)
{
	struct loaded *loaded = make_loaded(path, error, error_size);
	size_t size = 0;

	if (read_file(&loaded->script, &size))
		return complete(loaded, size);
	jobfile_free(&loaded->base);
	return NULL;
}

struct jobfile *
jobfile_parse(const char *path, const char *text, size_t size, char *error,
	      size_t error_size)
{
	struct loaded *loaded = make_loaded(path, error, error_size);

	loaded->script.text = xmalloc(size + 1);
	memcpy(loaded->script.text, text, size);
	loaded->script.text[size] = '\0';
	return complete(loaded, size);
}

void
jobfile_free(struct jobfile *jobfile)
{
	struct loaded *loaded = (struct loaded *)jobfile;

	if (loaded == NULL)
		return;
	free(jobfile->test);
	free(jobfile->note);
	free(loaded->script.job);
	free(loaded->script.text);
	free(loaded->path);
	free(loaded);
}

size_t
jobfile_line(const struct jobfile *jobfile, size_t test, const char *key)
{
	const struct loaded *loaded = (const struct loaded *)jobfile;
	const struct section *job = &loaded->script.job[test];
	enum job_key found = keys_find(key);

	return found == JOB_KEYS ? job->line : job_line(job, found);
}
