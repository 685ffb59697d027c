/* A strict check that a text is JSON. */
#ifndef DISKIDX_JSON_CHECK_H
#define DISKIDX_JSON_CHECK_H

#include <stdbool.h>

/* Whether the text is one object or array as RFC 8259 has it, and no more. */
bool json_is_valid(const char *text);

#endif
