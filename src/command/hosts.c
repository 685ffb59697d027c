/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* A run on several hosts (--hosts): launched, saved, merged and printed. */
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "diskidx/alloc.h"
#include "diskidx/amount.h"
#include "diskidx/commands.h"
#include "diskidx/launch.h"
#include "diskidx/message.h"
#include "diskidx/random.h"
#include "diskidx/signals.h"
#include "merge.h"
#include "output.h"
#include "records.h"
#include "run-list.h"

#define COLUMNS 80		/* of the live line */

struct launched {
	const struct options *options;
	const struct baseline *baseline;
	struct hosts hosts;
	struct launch launch;
	char *path;		/* of the records; owned, NULL: not saved yet */
	uint64_t set;		/* that tells this launch from others */
	int status;
};

/* Append a word of a shell. */
static char *
append_quoted(char *text, const char *word)
{
	text = xappend(text, "", " '");
	for (; *word != '\0'; word++)
		text = xappend(text, "", *word == '\'' ? "'\\''" : "%c", *word);
	return xappend(text, "", "'");
}

static char *
command_script(void *context, const char *name)
{
	const struct launched *c = context;
	const struct options *o = c->options;
	char *text, *barrier = xprintf("--barrier=%016" PRIx64 "/%s", c->set,
				       name);

	if (o->push == NULL)
		text = xstrdup("echo here; exec diskidx -q");
	else
		text = xprintf("d=$(mktemp -d) || exit; trap 'rm -r \"$d\"' 0; "
			       "trap 'exit 1' HUP INT TERM; echo here; "
			       "head -c %" PRIu64 " >\"$d/diskidx\"; "
			       "chmod +x \"$d/diskidx\"; \"$d/diskidx\" -q",
			       c->launch.push_bytes);
	text = append_quoted(text, barrier);
	for (size_t i = 0; i < o->passed.n; i++)
		text = append_quoted(text, o->passed.list[i]);
	for (size_t i = 0; i < o->operand.n; i++)
		text = append_quoted(text, o->operand.list[i]);
	free(barrier);
	return xappend(text, "; ", "exit");
}

static void
command_say(void *context, const char *name, const char *text)
{
	struct launched *c = context;

	message_error("%s: %s", name, text);
	if (strncmp(text, "dropped", 7) == 0) {
		hosts_note(&c->hosts, "%s was %s", name, text);
		c->status = 1;
	}
}

static void
command_show(void *context, const size_t states[NODE_STATES])
{
	char *text = xprintf("%zu starting, %zu preparing, %zu ready, "
			     "%zu running, %zu ended, %zu lost",
			     states[NODE_STARTING], states[NODE_PREPARING],
			     states[NODE_READY], states[NODE_RUNNING],
			     states[NODE_ENDED], states[NODE_LOST]);

	(void)context;
	message_live(COLUMNS, text);
	free(text);
}

/* Save a run, with the longest skew, and merge it. */
static void
command_take_run(void *context, struct record *run)
{
	struct launched *c = context;
	const struct options *o = c->options;
	char error[RECORD_ERROR];

	if (facts_get(&run->plan, FACT_BARRIER) != NULL)
		facts_set_number(&run->plan, FACT_SKEW_NS, c->launch.skew_ns);
	if (c->path == NULL && !o->no_save)
		c->path = o->output != NULL ? xstrdup(o->output) :
			  records_new_path(run);
	if (c->path != NULL && record_save(run, c->path, false, error) != 0) {
		message_error("%s", error);
		c->status = 1;
	}
	hosts_take(&c->hosts, run, c->baseline);
}

static void
command_take(void *context, const char *name, const char *text)
{
	struct launched *c = context;
	char error[RECORD_ERROR];

	if (record_each(name, text, false, command_take_run, c, error) > 0 &&
	    error[0] == '\0')
		return;
	message_error("%s", error);
	hosts_note(&c->hosts, "%s sent no whole record", name);
	c->status = 1;
}

/* Launch, or print the commands with -n; then show what came. */
static void
command_launch(struct launched *c, char *const *names, size_t n)
{
	for (size_t i = 0; i < n && c->options->dry_run; i++) {
		char *script = command_script(c, names[i]);
		char *word = launch_command(c->launch.rsh, names[i]);

		printf("%s: %s\n", word, script);
		free(script);
		free(word);
	}
	if (c->options->dry_run)
		return;
	launch_run(&c->launch, names, n);
	message_live_end();
	if (signals_caught() != 0)
		return;
	if (c->hosts.n_runs == 0)
		c->status = 2;
	else
		c->status |= merge_show(&c->hosts, c->options);
	if (c->path != NULL && c->hosts.n_runs > 0)
		message_progress("the records are in %s", c->path);
}

int
command_hosts(const struct options *options)
{
	struct launched c = {
		.options = options, .set = random_fresh_seed(),
		.launch = {
			.rsh = options->rsh, .push = options->push,
			.wait_ns = options->wait_ns, .script = command_script,
			.say = command_say, .show = command_show,
			.take = command_take,
		},
	};
	char error[RECORD_ERROR], **names = NULL;
	size_t n = launch_names(options->hosts, &names);
	struct stat st = { 0 };

	c.launch.context = &c;
	if (n == 0)
		message_error("--hosts: '%.80s' is no list of hosts, each "
			      "once, as n[01-16],m1 is", options->hosts);
	else if (options->push != NULL && stat(options->push, &st) != 0)
		message_error("--push: %s can't be read", options->push);
	else if (options->output != NULL && !options->streams &&
		 record_check(options->output, n, error) != 0)
		message_error("-o: %s", error);
	else if (output_check(options) &&
		 output_check_kind(options, CONTENT_HOSTS))
		c.baseline = run_list_baseline(options->baseline);
	c.launch.push_bytes = (uint64_t)st.st_size;
	if (c.baseline != NULL)
		command_launch(&c, names, n);
	else
		c.status = 2;
	for (size_t i = 0; i < n; i++)
		free(names[i]);
	free(names);
	free(c.path);
	hosts_free(&c.hosts);
	baseline_free(c.baseline);
	return c.status;
}
