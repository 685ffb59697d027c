/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The table of engines. */
#include <config.h>

#include <errno.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/error.h"
#include "diskidx/engine/engine.h"

#define ENTRY(name, ...) &engine_##name,
const struct engine *const engine_table[] = { ENGINE_LIST(ENTRY) NULL };

const struct engine *
engine_by_name(const char *name)
{
	for (size_t i = 0; engine_table[i] != NULL; i++)
		if (strcmp(engine_table[i]->traits->name, name) == 0)
			return engine_table[i];
	return NULL;
}

/*
 * Return true unless a policy kills a process that tries the engine. A child
 * tries it and answers through a pipe, since the caller may ignore SIGCHLD.
 * If no child can be started, return true.
 */
static bool
is_survived(const struct engine *engine)
{
	const struct rlimit none = { 0, 0 };
	bool survived = true;
	unsigned tries = 0;
	int ends[2];
	char byte = 0;
	pid_t pid;

	if (pipe(ends) != 0)
		return true;
	pid = fork();
	if (pid == 0) {
		setrlimit(RLIMIT_CORE, &none);
		close(ends[0]);
		engine->unusable();
		_exit(write(ends[1], &byte, 1) != 1);
	}
	close(ends[1]);
	if (pid > 0) {
		ssize_t n;

		do {
			n = read(ends[0], &byte, 1);
		} while (n < 0 && is_interrupted(errno, &tries));
		survived = n == 1;
		waitpid(pid, NULL, 0);
	}
	close(ends[0]);
	return survived;
}

bool
engine_is_of_system(const struct engine *engine)
{
	struct utsname name;

	return engine->system == NULL || uname(&name) < 0 ||
	       strcmp(name.sysname, engine->system) == 0;
}

/* Try each engine only once, since it may take a while. */
const char *
engine_na_reason(const struct engine *engine)
{
	static struct {
		bool is_known;
		const char *why;
	} tried[LENGTH(engine_table)];
	size_t i;

	if (!engine_is_of_system(engine))
		return "this system has no such engine";
	if (engine->na_reason != NULL || engine->unusable == NULL)
		return engine->na_reason;
	for (i = 0; engine_table[i] != NULL && engine_table[i] != engine; i++)
		;
	if (!tried[i].is_known)
		tried[i].why = is_survived(engine) ? engine->unusable() :
			"a security policy (seccomp?) kills what tries it";
	tried[i].is_known = true;
	return tried[i].why;
}

const struct engine *
engine_default(bool deep_buffered)
{
	size_t i;

	for (i = 0; engine_na_reason(engine_table[i]) != NULL ||
	     (deep_buffered && engine_table[i]->blocks_buffered); i++)
		;
	return engine_table[i];	/* threads and sync are never missing */
}
