/* A strict check that a text is JSON, and what stands where in it. */
#ifndef DISKIDX_JSON_CHECK_H
#define DISKIDX_JSON_CHECK_H

#include <stdbool.h>

/* Whether the text is one object or array as RFC 8259 has it, and no more. */
bool json_is_valid(const char *text);

/*
 * Where in a valid text a value begins: "jobs/0/read/iops" is what jq calls
 * .jobs[0].read.iops. NULL if there is none.
 */
const char *json_find(const char *text, const char *path);

/* The number there; NAN if there is none. */
double json_number_at(const char *text, const char *path);

#endif
