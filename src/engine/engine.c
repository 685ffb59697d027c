/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The table of engines. */
#include <config.h>

#include <errno.h>
#include <signal.h>
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
 * Return true unless a policy kills a child process that tries the engine. If
 * no child can be started, return true. Reset SIGCHLD: if the caller ignored
 * it, the child's status would be lost.
 */
static bool
is_survived(const struct engine *engine)
{
	const struct rlimit none = { 0, 0 };
	unsigned tries = 0;
	int status = 0;
	pid_t pid;

	signal(SIGCHLD, SIG_DFL);
	pid = fork();
	if (pid == 0) {
		setrlimit(RLIMIT_CORE, &none);
		engine->unusable();
		_exit(0);
	}
	while (pid > 0 && waitpid(pid, &status, 0) < 0 &&
	       is_interrupted(errno, &tries))
		;
	return WIFEXITED(status);
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
	size_t i = (size_t)(engine->traits - engine_traits);

	if (!engine_is_of_system(engine))
		return "this system has no such engine";
	if (engine->na_reason != NULL || engine->unusable == NULL)
		return engine->na_reason;
	if (!tried[i].is_known)
		tried[i].why = is_survived(engine) ? engine->unusable() :
			"a security policy (seccomp?) kills its users";
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
