/* Job file: a file's sections made into tests and settings of the run. */
#include <config.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/jobfile.h"
#include "script.h"

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

#define FIO_SEED 0x89	/* fio uses it for randrepeat=1 */

/* `base` is first, so that a pointer to it is one to all of this. */
struct loaded {
	struct jobfile base;
	struct script script;
};

/* Return false if the seed is to differ from run to run, as by default. */
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

/* Refuse a job whose setting of the whole run is not that of the first. */
static int
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
			return reader_fail_at(
				&script->reader, job_line(job, shared[i]),
				"%s: not as in [%s], but it holds for the "
				"whole run; put it into [global], or [%s] "
				"into a file of its own",
				jobfile_key(shared[i]), first->name,
				job->name);
	return 0;
}

static int
check_id(struct loaded *loaded, const struct section *job, const char *id)
{
	for (size_t i = 0; i < loaded->base.n_tests; i++)
		if (strcmp(loaded->base.test[i].id, id) == 0)
			return reader_fail_at(
				&loaded->script.reader, job->line,
				"[%s]: has the id of [%s], %s; rename one",
				job->name, loaded->script.job[i].name,
				strrchr(id, ':') + 1);
	return 0;
}

static int
make_tests(struct loaded *loaded)
{
	struct script *script = &loaded->script;
	struct jobfile *jobfile = &loaded->base;

	jobfile->test = xmalloc(script->n_jobs * sizeof(*jobfile->test));
	for (size_t i = 0; i < script->n_jobs; i++) {
		struct section *job = &script->job[i];
		struct test *test = &jobfile->test[i];

		if (check_agreement(script, job) != 0 ||
		    job_make_test(script, job, test) != 0 ||
		    check_id(loaded, job, test->id) != 0)
			return -EINVAL;
		jobfile->n_tests++;
	}
	return 0;
}

static void
set_run(struct jobfile *jobfile, const struct script *script)
{
	const struct section *job = &script->job[0];

	jobfile->size_bytes = job_number(job, JOB_SIZE);
	jobfile->time_ns = job_number(job, JOB_RUNTIME);
	jobfile->copies = job_number(job, JOB_NUMJOBS);
	jobfile->warm_up_ns = job_number(job, JOB_RAMP_TIME);
	jobfile->delay_ns = job_number(job, JOB_STARTDELAY);
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

/* Make a job file of the reader's lines, and take over the reader. */
static struct jobfile *
make(const struct reader *reader)
{
	struct loaded *loaded = xmalloc(sizeof(*loaded));

	memset(loaded, 0, sizeof(*loaded));
	loaded->script.reader = *reader;
	if (script_read(&loaded->script) == 0 && make_tests(loaded) == 0) {
		set_run(&loaded->base, &loaded->script);
		set_notes(&loaded->base, &loaded->script);
		return &loaded->base;
	}
	jobfile_free(&loaded->base);
	return NULL;
}

struct jobfile *
jobfile_load(const char *path, char *error, size_t error_size)
{
	struct reader reader;

	return reader_load(&reader, path, error, error_size) == 0 ?
	       make(&reader) : NULL;
}

struct jobfile *
jobfile_parse(const char *path, const char *text, size_t size, char *error,
	      size_t error_size)
{
	struct reader reader;

	return reader_load_text(&reader, path, text, size, error,
				error_size) == 0 ? make(&reader) : NULL;
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
	reader_close(&loaded->script.reader);
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
