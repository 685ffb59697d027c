/* The places that reports go to; see output.h. */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diskidx/alloc.h"
#include "diskidx/commands.h"
#include "diskidx/message.h"
#include "diskidx/suggest.h"
#include "color.h"
#include "output.h"

#define NAME 32			/* room for the name of a format */

/* Return the format of an argument of -f, or NULL, and its file, or NULL. */
static const struct format *
parse(const char *text, const char **path)
{
	size_t length = strcspn(text, "=");
	char name[NAME] = "";

	*path = text[length] == '=' ? text + length + 1 : NULL;
	if (length < sizeof(name))
		memcpy(name, text, length);
	return format_by_name(name);
}

const struct format *
output_format(const struct options *options)
{
	const struct format *format = format_at(0), *other;
	const char *path;

	for (size_t i = 0; i < options->format.n; i++) {
		other = parse(options->format.list[i], &path);
		if (path == NULL)
			format = other;
	}
	return format;
}

bool
output_is_newest_in_full(const struct options *options)
{
	const char *path;

	for (size_t i = 0; i < options->format.n; i++)
		if (!parse(options->format.list[i], &path)->newest_in_full)
			return false;
	return output_format(options)->newest_in_full && !options->verbose;
}

bool
output_has_file(const struct options *options)
{
	const char *path = NULL;

	for (size_t i = 0; i < options->format.n && path == NULL; i++)
		parse(options->format.list[i], &path);
	return path != NULL;
}

static void
refuse_format(const char *text)
{
	char *name = xprintf("%.*s", (int)strcspn(text, "="), text);
	struct suggestion s = { .word = name };
	size_t i;

	for (i = 0; format_at(i) != NULL; i++)
		suggest_offer(&s, format_at(i)->name);
	message_error("-f: unknown format '%.80s'%s", name,
		      suggest_end(&s, "", "; see diskidx list formats"));
	free(name);
}

/* Return the reason why no file of that name can be made, or NULL. */
static const char *
refusal(const char *path)
{
	char *directory = xstrdup(path), *slash = strrchr(directory, '/');
	struct stat st;
	int error = 0;

	if (slash != NULL)
		slash[slash == directory] = '\0';
	if (access(slash != NULL ? directory : ".", W_OK | X_OK) != 0)
		error = errno;
	free(directory);
	if (path[0] == '\0')
		return "a file's name is missing behind the =";
	return error != 0 ? strerror(error) : lstat(path, &st) == 0 ?
	       "it is there already; name a new file" : NULL;
}

/* Return true if another output has that file, too. */
static bool
is_taken(const struct options *options, size_t at, const char *path)
{
	const char *other;

	for (size_t i = 0; i < at; i++) {
		parse(options->format.list[i], &other);
		if (other != NULL && strcmp(other, path) == 0)
			return true;
	}
	return options->output != NULL && strcmp(options->output, path) == 0;
}

bool
output_check(const struct options *options)
{
	for (size_t i = 0; i < options->format.n; i++) {
		const char *text = options->format.list[i], *path, *why;

		if (parse(text, &path) == NULL) {
			refuse_format(text);
			return false;
		}
		why = path == NULL ? NULL : is_taken(options, i, path) ?
		      "it is to have another output as well" : refusal(path);
		if (why != NULL) {
			message_error("-f: %s: %s", text, why);
			return false;
		}
	}
	return true;
}

bool
output_check_ranking(const struct options *options)
{
	for (size_t i = 0; i < options->format.n; i++) {
		const char *path;
		const struct format *format = parse(options->format.list[i],
						    &path);

		if (format->rank == NULL) {
			message_error("-f: %s has no ranking of several "
				      "records; text, json, markdown and html "
				      "have", format->name);
			return false;
		}
	}
	return true;
}

/* Make the file, which nobody can have made meanwhile, and fill it. */
static int
write_file(const char *path, const struct format *format,
	   void (*render)(const struct format *, const void *, FILE *),
	   const void *what)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	FILE *stream = fd >= 0 ? fdopen(fd, "w") : NULL;
	int error = stream == NULL ? errno : 0;

	if (stream != NULL) {
		render(format, what, stream);
		if (fflush(stream) != 0)
			error = errno;
		else if (ferror(stream))
			error = EIO;
		if (fclose(stream) != 0 && error == 0)
			error = errno;
		if (error != 0)
			unlink(path);
	}
	if (error == 0)
		return 0;
	message_error("cannot write %s: %s", path, strerror(error));
	return 2;
}

int
command_end(const char *what)
{
	int error = fflush(stdout) != 0 ? -errno : ferror(stdout) ? -EIO : 0;

	if (error == 0)
		return 0;
	message_error("cannot write %s: %s", what, strerror(-error));
	return 2;
}

/* Color the text for a terminal; other formats are for programs. */
static void
write_standard(const struct format *format,
	       void (*render)(const struct format *, const void *, FILE *),
	       const void *what)
{
	FILE *text = color_is_on() && format == format_at(0) ? tmpfile() : NULL;

	render(format, what, text != NULL ? text : stdout);
	if (text == NULL)
		return;
	if (fflush(text) == 0 && !ferror(text))
		color_copy(text, stdout);
	else
		render(format, what, stdout);	/* no room to color it */
	fclose(text);
}

int
output_write(const struct options *options,
	     void (*render)(const struct format *, const void *, FILE *),
	     const void *what)
{
	int status;

	write_standard(output_format(options), render, what);
	status = command_end("the report");
	for (size_t i = 0; i < options->format.n; i++) {
		const char *path;
		const struct format *format = parse(options->format.list[i],
						    &path);

		if (path != NULL && write_file(path, format, render,
					       what) != 0)
			status = 2;
	}
	return status;
}
