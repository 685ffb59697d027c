/* The default place of records: a path for a new one, and the existing ones. */
#include <config.h>

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diskidx/alloc.h"
#include "diskidx/clock.h"
#include "diskidx/message.h"
#include "saved.h"

#define MAX_A_DAY 99
#define SUFFIX ".diskidx"

/* Make a directory and its parents. Return 0 or -errno. */
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

/* Return the host's name for a file's: only letters, digits, dot and dash. */
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
saved_new_path(const struct record *record)
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

bool
saved_find(struct saved *saved, const char *advice)
{
	struct dirent *entry;
	DIR *dir;

	saved->directory = record_directory();
	saved->file = NULL;
	saved->n = 0;
	if (saved->directory == NULL) {
		message_error("HOME is not set, so there is no place for "
			      "records%s", advice);
		return false;
	}
	dir = opendir(saved->directory);
	while (dir != NULL && (entry = readdir(dir)) != NULL) {
		size_t length = strlen(entry->d_name);

		if (length <= strlen(SUFFIX) ||
		    strcmp(entry->d_name + length - strlen(SUFFIX), SUFFIX))
			continue;
		saved->file = xrealloc(saved->file, (saved->n + 1) *
				       sizeof(*saved->file));
		saved->file[saved->n++] = xprintf("%s/%s", saved->directory,
						  entry->d_name);
	}
	if (dir != NULL)
		closedir(dir);
	if (saved->n > 0)
		qsort(saved->file, saved->n, sizeof(*saved->file),
		      compare_names);
	return true;
}

void
saved_free(struct saved *saved)
{
	while (saved->n > 0)
		free(saved->file[--saved->n]);
	free(saved->file);
	free(saved->directory);
}
