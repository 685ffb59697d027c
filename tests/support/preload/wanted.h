/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* What the environment asks a library that fails calls to do. */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static uint64_t
number(const char *variable, uint64_t otherwise)
{
	const char *text = getenv(variable);

	return text != NULL && *text != '\0' ? strtoull(text, NULL, 10) :
	       otherwise;
}

/* The error of that name, or EIO. */
static int
error_wanted(const char *variable)
{
	static const struct {
		const char *name;
		int number;
	} errors[] = {
		{ "EAGAIN", EAGAIN }, { "ECHILD", ECHILD },
		{ "EEXIST", EEXIST }, { "EINTR", EINTR },
		{ "EINVAL", EINVAL }, { "EMFILE", EMFILE },
		{ "ENOENT", ENOENT }, { "ENOMEM", ENOMEM },
		{ "ENOSPC", ENOSPC }, { "ENOTCONN", ENOTCONN },
		{ "EROFS", EROFS }, { "ESRCH", ESRCH },
#ifdef EDQUOT
		{ "EDQUOT", EDQUOT },
#endif
	};
	const char *name = getenv(variable);

	for (size_t i = 0; i < sizeof(errors) / sizeof(errors[0]); i++)
		if (name != NULL && strcmp(name, errors[i].name) == 0)
			return errors[i].number;
	return EIO;
}
