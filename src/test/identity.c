/* Fingerprints: the text that two figures must share to be compared. */
#include <config.h>

#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/test.h"

/* The plan's size is no part of a test; a size of its own is. */
char *
test_fingerprint(const struct test *test, unsigned revision, unsigned copies)
{
	const char *sizeless = " file_bytes=0";
	char text[PARAMS_TEXT], *at;

	params_format(text, &test->params);
	at = strstr(text, sizeless);
	if (at != NULL && (at[strlen(sizeless)] == ' ' ||
			   at[strlen(sizeless)] == '\0'))
		memmove(at, at + strlen(sizeless),
			strlen(at + strlen(sizeless)) + 1);
	return xprintf("%s/%u %s copies=%u data=random", test->workload,
		       revision, text, copies);
}
