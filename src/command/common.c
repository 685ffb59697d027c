/* What run, compare, report and list have in common. */
#include <config.h>

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diskidx/alloc.h"
#include "diskidx/clock.h"
#include "diskidx/baseline.h"
#include "diskidx/commands.h"
#include "diskidx/message.h"
#include "diskidx/record.h"
#include "diskidx/suggest.h"
#include "diskidx/flags.h"
#include "common.h"

#define MAX_A_DAY 99
#define SUFFIX ".diskidx"

const struct baseline *
commands_baseline(const char *name, struct baseline **owned)
{
	const struct baseline *baseline = baseline_by_name(name);
	struct suggestion s = { .word = name };
	char error[320];
	size_t i;

	*owned = NULL;
	if (baseline != NULL)
		return baseline;
	if (strchr(name, '/') == NULL && access(name, F_OK) != 0) {
		for (i = 0; baseline_at(i) != NULL; i++)
			suggest_offer(&s, baseline_at(i)->name);
		message_error("-B: '%.80s' is neither a baseline nor a file%s",
			      name, suggest_end(&s, "", ""));
		return NULL;
	}
	*owned = record_is(name) ?
		 record_baseline(name, error, sizeof(error)) :
		 baseline_load(name, error, sizeof(error));
	if (*owned == NULL)
		message_error("%s", error);
	return *owned;
}

bool
commands_check_format(const char *name)
{
	struct suggestion s = { .word = name };
	size_t i;

	if (format_by_name(name) != NULL)
		return true;
	for (i = 0; format_at(i) != NULL; i++)
		suggest_offer(&s, format_at(i)->name);
	message_error("-f: unknown format '%.80s'%s", name,
		      suggest_end(&s, "", "; see diskidx list formats"));
	return false;
}

bool
commands_check_output(const char *path)
{
	int error = path == NULL ? 0 : record_check(path);

	if (error == 0)
		return true;
	message_error("-o: %s: %s", path, error == -EINVAL ?
		      "exists and is no record; it stays as it is" :
		      strerror(-error));
	return false;
}

/* mkdir -p; 0 or -errno. */
static int
make_directories(char *path)
{
	char *at;

	for (at = path + 1; *at != '\0'; at++)
		if (*at == '/') {
			*at = '\0';
			if (mkdir(path, 0777) != 0 && errno != EEXIST)
				return -errno;
			*at = '/';
		}
	return mkdir(path, 0777) != 0 && errno != EEXIST ? -errno : 0;
}

/* A host's name as a file's: nothing but letters, digits, dot and dash. */
static char *
host_name(const struct record *record)
{
	const char *fact = facts_get(&record->host, "hostname");
	char *name = xstrdup(fact != NULL && *fact != '\0' ? fact : "host");
	char *at;

	for (at = name; *at != '\0'; at++)
		if (strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUV"
			   "WXYZ0123456789.-", *at) == NULL ||
		    (at == name && *at == '.'))
			*at = '-';
	return name;
}

char *
commands_record_path(const struct record *record)
{
	char *directory = record_directory(), *host, *path = NULL;
	char day[CLOCK_DATE];
	int error, i;

	if (directory == NULL) {
		message_error("the record is not saved: HOME is not set; "
			      "use -o FILE or --no-save");
		return NULL;
	}
	error = make_directories(directory);
	if (error != 0) {
		message_error("the record is not saved: %s: %s; use -o FILE "
			      "or --no-save", directory, strerror(-error));
		free(directory);
		return NULL;
	}
	clock_date(day, "%Y-%m-%d", record->started_s, record->utc_offset_s);
	host = host_name(record);
	for (i = 1; i <= MAX_A_DAY; i++) {
		path = xprintf("%s/%s-%s-%02d" SUFFIX, directory, host, day,
			       i);
		if (access(path, F_OK) != 0 || i == MAX_A_DAY)
			break;
		free(path);
	}
	free(host);
	free(directory);
	return path;
}

static int
compare_names(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

size_t
commands_record_files(const char *directory, char ***files)
{
	DIR *dir = opendir(directory);
	struct dirent *entry;
	size_t n = 0;

	*files = NULL;
	while (dir != NULL && (entry = readdir(dir)) != NULL) {
		size_t length = strlen(entry->d_name);

		if (length <= strlen(SUFFIX) ||
		    strcmp(entry->d_name + length - strlen(SUFFIX), SUFFIX))
			continue;
		*files = xrealloc(*files, (n + 1) * sizeof(**files));
		(*files)[n++] = xprintf("%s/%s", directory, entry->d_name);
	}
	if (dir != NULL)
		closedir(dir);
	if (n > 0)
		qsort(*files, n, sizeof(**files), compare_names);
	return n;
}

static bool
any_invalid(const struct record *records, size_t n)
{
	size_t i, j;

	for (i = 0; i < n; i++)
		for (j = 0; j < records[i].n_results; j++)
			if (flags_invalidate(records[i].result[j].flags))
				return true;
	return false;
}

int
command_end(int error, const char *what)
{
	if (error == 0 && fflush(stdout) != 0)
		error = -errno;
	else if (error == 0 && ferror(stdout))
		error = -EIO;
	if (error == 0)
		return 0;
	message_error("cannot write %s: %s", what, strerror(-error));
	return 2;
}

int
commands_render(const struct record *records, size_t n,
		const struct options *options,
		const struct format_options *format_options)
{
	const struct format *format = format_by_name(options->format);
	int status = command_end(format->render(records, n, format_options,
						stdout), "the report");

	if (status != 0)
		return status;
	return options->strict && any_invalid(records, n) ? 1 : 0;
}

int
commands_render_comparisons(const struct comparison *comparisons, size_t n,
			    const struct options *options)
{
	const struct format *format = format_by_name(options->format);
	struct format_options how = { .si = options->si,
				      .verbose = options->verbose };

	return command_end(format->compare(comparisons, n, &how, stdout),
			   "the report");
}
