/* Faults: all that is wrong with a job file, each once and with its line. */
#include <config.h>

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "script.h"

#define MOST 20			/* more are counted, not shown */
#define MOST_OUTSIDE 5		/* likewise, before any section */

void
faults_begin(struct script *script, char *text, size_t size)
{
	memset(text, 0, size);
	script->faults = text;
	script->room = size;
	script->reader.error = script->message;
	script->reader.error_size = sizeof(script->message);
}

/* Return true if a word of fio's command line begins the message. */
static bool
begins_with_key(const char *why)
{
	size_t length = strcspn(why, ": '");

	return why[length] == ':' && islower((unsigned char)why[0]);
}

/* Name the option instead of the path and the line. */
static void
write_fault(const struct script *script, char *text)
{
	const char *why = script->message + strlen(script->reader.path) + 1;

	if (!script->is_words) {
		snprintf(text, SCRIPT_MESSAGE, "%s", script->message);
		return;
	}
	why += strspn(why, "0123456789");
	why += strspn(why, ": ");
	snprintf(text, SCRIPT_MESSAGE, "%s%s%s", script->reader.path,
		 begins_with_key(why) ? " --" : ": ", why);
}

/* Add a fault while there are few; leave room for the number of the others. */
static void
add_fault(struct script *script, const char *text, size_t most, size_t spare)
{
	size_t size = strlen(text) + 1;
	char *at = script->faults;

	/* An empty string is behind all faults. */
	for (; *at != '\0'; at += strlen(at) + 1)
		if (strcmp(at, text) == 0)
			return;
	if (script->n_faults == most || size + spare >= script->room) {
		script->n_hidden++;
		return;
	}
	memcpy(at, text, size);
	script->room -= size;
	script->n_faults++;
}

void
faults_keep(struct script *script, int rc)
{
	bool is_outside = script->n_jobs == 0 && !script->is_lost &&
			  script->global.name == NULL;
	char text[SCRIPT_MESSAGE];

	if (rc == 0)
		return;
	write_fault(script, text);
	add_fault(script, text, is_outside ? MOST_OUTSIDE : MOST, sizeof(text));
}

bool
faults_end(struct script *script)
{
	char text[SCRIPT_MESSAGE];

	if (script->n_hidden > 0) {
		snprintf(text, sizeof(text), "%.300s: and %zu more faults",
			 script->reader.path, script->n_hidden);
		add_fault(script, text, SIZE_MAX, 0);
	}
	return script->n_faults > 0;
}
