/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Keys: what makes up their list in script.h, and the words of some values. */
#include <config.h>

#include <inttypes.h>
#include <string.h>

#include "diskidx/base/printf.h"
#include "diskidx/base/say.h"
#include "diskidx/base/suggest.h"
#include "diskidx/base/units.h"
#include "diskidx/base/utf8.h"
#include "diskidx/test/params.h"
#include "script.h"

static const struct word rw_words[] = {
	{ "read", .number = ACTION_READ | RW_SEQUENTIAL },
	{ "write", .number = ACTION_WRITE | RW_SEQUENTIAL },
	{ "rw", .number = ACTION_MIX | RW_SEQUENTIAL, .others = "readwrite" },
	{ "randread", .number = ACTION_READ },
	{ "randwrite", .number = ACTION_WRITE },
	{ "randrw", .number = ACTION_MIX },
	{ "trim", .others = "randtrim trimwrite randtrimwrite",
	  .advice = "use a job that writes, which is nearest; there is no "
		    "trim" },
	{ .name = NULL },
};

static const struct word engine_words[] = {
	{ "libaio", .others = "linuxaio aio", .number = ENGINE_NO_FLUSH,
	  .text = "libaio" },
	{ "io_uring", .others = "libblkio", .number = ENGINE_NO_FLUSH,
	  .text = "uring" },
	{ "posixaio", .text = "threads" },
	{ "psync", .others = "pvsync pvsync2", .text = "sync" },
	{ "sync", .text = "sync" },
	{ "null", .others = "cpp_null", .text = "null" },
	{ "vsync", .others = "splice",
	  .advice = "use psync, which is nearest" },
	{ "io_uring_cmd", .advice = "use io_uring, which is nearest" },
	{ "solarisaio", .others = "windowsaio",
	  .advice = "use posixaio, which is nearest" },
	{ "sg", .advice = "use libaio with direct=1, which is nearest" },
	{ "mmap", .others = "libpmem dev-dax",
	  .advice = "use psync with direct=0 invalidate=0, which is nearest" },
	{ "net", .others = "netsplice cpuio rbd rados rdma http nbd libiscsi "
		"external",
	  .advice = "use another ioengine; only files in a directory are "
		    "measured" },
	{ .name = NULL },
};

static const struct word sync_words[] = {
	{ "0", .number = SYNC_NONE, .others = "none" },
	{ "1", .number = SYNC_SYNC, .others = "sync" },
	{ "dsync", .number = SYNC_DSYNC },
	{ .name = NULL },
};

static const struct word fallocate_words[] = {
	{ "native", .number = FALLOCATE_NATIVE, .others = "posix 1" },
	{ "keep", .number = FALLOCATE_KEEP },
	{ "truncate", .number = FALLOCATE_TRUNCATE },
	{ "none", .number = FALLOCATE_NONE, .others = "0" },
	{ .name = NULL },
};

static const struct word process_words[] = {
	{ "linear", .number = ARRIVAL_CONSTANT },
	{ "poisson", .number = ARRIVAL_POISSON },
	{ .name = NULL },
};

static const struct word memory_words[] = {
	{ "malloc", .others = "shm mmap mmapshared" },
	{ "mmaphuge", .others = "shmhuge", .number = MEMORY_LARGE_PAGES },
	{ "cudamalloc", .advice = "use malloc, which is nearest" },
	{ .name = NULL },
};

static const struct word hint_words[] = {
	{ "0", .number = HINT_NONE },
	{ "1", .number = HINT_ORDER },
	{ "random", .number = HINT_RANDOM },
	{ "sequential", .number = HINT_SEQUENTIAL },
	{ .name = NULL },
};

#define RULE(...) .rule = { __VA_ARGS__, .is_fio = true }
#define FLAG(otherwise_) \
	RULE(VALUE_COUNT, .max = 1, .wanted = "0 or 1"), \
	.otherwise = otherwise_, .alone = "1"
#define COUNT(otherwise_, min_, max_) \
	RULE(VALUE_COUNT, .min = min_, .max = max_), .otherwise = otherwise_
#define BYTES(min_) RULE(VALUE_SIZE, .min = min_, VALUE_ANY_SIZE)
#define BLOCKS(kind_, wanted_) \
	RULE(kind_, .min = 64, .max = PARAMS_MAX_BLOCK_MIB * MIB, \
	     .wanted = wanted_)
#define TIME(min_, range) \
	RULE(VALUE_TIME, .min = min_, \
	     VALUE_ANY_TIME(range, "a whole number as in 90, 250ms or 2h"))
#define PAUSE TIME(0, "from 0 to")
#define WORDS(words) RULE(VALUE_WORD, .word = words)
#define TEXT RULE(VALUE_TEXT)
#define LOG TEXT, .alone = ""

#define ROW(id, ...) [JOB_##id] = { __VA_ARGS__ },
static const struct key keys[JOB_KEYS] = { JOB_LIST(ROW) };

const char *
jobfile_key(size_t i)
{
	return i < JOB_KEYS ? keys[i].name[NAME] : NULL;
}

enum job_key
keys_find(const char *name)
{
	for (size_t i = 0; i < JOB_KEYS * NAMES; i++) {
		const char *other = keys[i / NAMES].name[i % NAMES];

		if (other != NULL && strcmp(other, name) == 0)
			return (enum job_key)(i / NAMES);
	}
	return JOB_KEYS;
}

void
keys_default(struct section *section)
{
	for (size_t i = 0; i < JOB_KEYS; i++)
		section->value[i] = (struct value){ .number =
						    keys[i].otherwise };
	section->value[JOB_IOENGINE].text = "sync";
}

void
fault_put(struct script *script, uint64_t line, const char *key,
	  const char *why)
{
	const char *path = script->reader.path;
	char *text = NULL;

	if (script->faults->n >= SCRIPT_FAULTS) {
		script->n_hidden++;
		return;
	}
	if (line > 0)
		text = script->is_words ? say("%s", path) :
			say("%s:%" PRIu64, path, line);
	if (key != NULL)
		text = say_more(text, script->is_words ? " --" : ": ", "%.60s",
				key);
	text = say_join(text, ": ", why);
	texts_add(script->faults, utf8_clean(text));
}

/* Keep a key and its value as a text, instead of an earlier value. */
static void
keep_words(struct script *script, struct section *section, const char *name,
	   const char *text)
{
	struct texts kept = { 0 }, *words = &section->words;
	size_t length = strlen(name);

	if (section == &script->global && script->n_jobs > 0)
		words = &script->later;
	for (size_t i = 0; i < words->n; i++)
		if (strncmp(words->text[i], name, length) != 0 ||
		    (words->text[i][length] != '=' &&
		     words->text[i][length] != '\0'))
			texts_add(&kept, words->text[i]);
	texts_print(&kept, "%s%s%s", name, text != NULL ? "=" : "",
		    text_or(text, ""));
	texts_free(words);
	*words = kept;
}

/* Parse the value of a key, and keep it unless it gets a fault. */
static void
set_key(struct script *script, struct section *section, enum job_key key,
	const char *name, const char *text)
{
	struct value *value = &section->value[key], parsed = { .number = 0 };
	const char *const *names = keys[key].name, *own = name;
	struct value_rule rule = keys[key].rule;
	bool is_range = strstr(name, "range") != NULL;
	const char *why = "needs a value";

	section->given[key] = script->line;
	section->is_faulty[key] = true;
	if (text != NULL && strchr(text, '$') != NULL) {
		text = variables_expand(text, rule.kind <= VALUE_TIME, &why);
		if (text == NULL) {
			fault_put(script, script->line, name, why);
			return;
		}
	}
	for (int i = ALIAS; i <= RANGE_ALIAS; i += RANGE_ALIAS - ALIAS)
		if (names[i] != NULL && strcmp(name, names[i]) == 0)
			own = names[i - 1];
	keep_words(script, section, own, text);
	if (text == NULL)
		text = keys[key].alone;
	else if (*text == '\0')
		text = NULL;
	if (is_range) {
		rule.kind = VALUE_RANGE;
		rule.wanted = "LEAST-MOST, up to 16 times the least";
	}
	if (text != NULL)
		why = value_parse(&rule, text, &parsed);
	if (why != NULL) {
		fault_put(script, script->line, name, why);
		return;
	}
	section->is_faulty[key] = false;
	if (names[REST] != NULL && strcmp(names[REST], name) == 0)
		parsed.number = rule.max - parsed.number;
	/* As in fio, a range counts before another bs; for other keys the last
	 * value, except that all named files are used, also those in
	 * [global]. */
	if (key == JOB_BS && !is_range &&
	    strchr(text_or(value->text, ""), '-') != NULL)
		return;
	if (key == JOB_FILENAME && value->text != NULL &&
	    strcmp(value->text, parsed.text) != 0) {
		text = say("%s:%s", value->text, parsed.text);
		parsed = (struct value){ .number = 0 };
		why = strlen(text) <= SCRIPT_LINE ?
			value_parse(&rule, text, &parsed) :
			"more files than fit in a line; name fewer";
	}
	section->is_faulty[key] = why != NULL;
	if (why != NULL)
		job_fault(script, section, key, "%s", why);
	else
		*value = parsed;
}

void
keys_set(struct script *script, struct section *section, const char *name,
	 const char *text)
{
	const struct advice *advice = advice_for(name, script->is_fio);
	const char *value = text_or(text, "1");
	const char *end = "; see diskidx-jobfile(5) for the keys of a job file";
	struct suggestion s = { .word = name };
	enum job_key key = keys_find(name);

	if (script->is_words)
		end = "; put an option of diskidx before the word fio";
	if (key != JOB_KEYS) {
		set_key(script, section, key, name, text);
	} else if (advice == NULL) {
		for (size_t i = 0; i < JOB_KEYS * NAMES; i++) {
			const char *known = keys[i / NAMES].name[i % NAMES];

			if (known != NULL)
				suggest_offer(&s, known);
		}
		fault_add(script, script->line, NULL, "unknown key '%.60s'%s",
			  name, suggest_end(&s, "", end));
	} else if (advice->same == NULL ||
		   !value_is_word(advice->same, value, strlen(value))) {
		fault_add(script, script->line, name, "not supported by "
			  "diskidx; %s", advice->text);
	} else {	/* without effect here */
		keep_words(script, section, name, text);
		if (strcmp(name, "exitall") == 0)
			script->exits_all = strcmp(value, "0") != 0;
		texts_add(&script->ignored, name);
	}
}
