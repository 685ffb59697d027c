/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Several hosts: the command merge, which puts their records together, and a
 * run with --hosts, which launches, saves and merges theirs.
 */
#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "diskidx/alloc.h"
#include "diskidx/commands.h"
#include "diskidx/hosts.h"
#include "diskidx/message.h"
#include "diskidx/random.h"
#include "diskidx/utf8.h"
#include "launch.h"
#include "output.h"
#include "records.h"
#include "run-list.h"

struct merging {
	const struct options *options;
	const struct carrier *carrier;	/* of a launch */
	const struct baseline *baseline;
	struct hosts hosts;
	uint64_t skew_ns;	/* of a launch; and where its records are: */
	char *path;		/* owned, NULL: not saved yet */
	int status;
};

/* Check the options. False after a message. */
static bool
merging_begin(struct merging *m)
{
	if (output_check(m->options) &&
	    output_check_kind(m->options, CONTENT_HOSTS))
		m->baseline = run_list_baseline(m->options->baseline);
	return m->baseline != NULL;
}

/* Print what was merged, and free it. Return the exit status. */
static int
merging_end(struct merging *m)
{
	struct hosts *hosts = &m->hosts;

	if (m->baseline == NULL ||
	    (hosts->n_runs == 0 && !m->options->dry_run)) {
		m->status = 2;
	} else if (hosts->n_runs > 0) {
		hosts_merge(hosts);
		m->status |= output_render((struct rendered){
			.options = m->options,
			.content = { CONTENT_HOSTS, .hosts = hosts },
		});
		for (size_t i = 0; i < hosts->n && m->options->strict; i++)
			m->status |= hosts->host[i].is_slow;
		if (m->path != NULL)
			message_progress("the records are in %s", m->path);
	}
	hosts_free(hosts);
	free(m->path);
	baseline_free(m->baseline);
	return m->status;
}

static void
merging_take(void *context, struct record *run)
{
	struct merging *m = context;

	hosts_take(&m->hosts, run, m->baseline);
}

/* Merge all that can be read; a record that can't be has a note. */
int
command_merge(const struct options *options)
{
	struct merging m = { .options = options };
	bool good = merging_begin(&m);

	for (size_t i = 0; i < options->operand.n && good; i++) {
		const char *path = options->operand.list[i];

		if (run_list_each(path, merging_take, &m))
			continue;
		texts_take(&m.hosts.notes, xprintf("%s can't be read", path));
		m.status = 1;
	}
	return merging_end(&m);
}

/* Append a word of a shell. */
static char *
append_quoted(char *text, const char *word)
{
	text = xappend(text, "", " '");
	for (; *word != '\0'; word++)
		text = xappend(text, "", *word == '\'' ? "'\\''" : "%c", *word);
	return xappend(text, "", "'");
}

/* Return the shell's line for a host: it runs the diskidx there, or one of so
 * many bytes that is pushed. */
static char *
script_of(const struct options *o, const char *name, uint64_t set,
	  uint64_t push_bytes)
{
	char *text, *barrier = xprintf("--barrier=%016" PRIx64 "/%s", set,
				       name);

	if (o->push == NULL)
		text = xstrdup("echo here; exec diskidx -q");
	else
		text = xprintf("d=$(mktemp -d) || exit; trap 'rm -r \"$d\"' 0; "
			       "trap 'exit 1' HUP INT TERM; echo here; "
			       "head -c %" PRIu64 " >\"$d/diskidx\"; "
			       "chmod +x \"$d/diskidx\"; \"$d/diskidx\" -q",
			       push_bytes);
	text = append_quoted(text, barrier);
	for (size_t i = 0; i < o->passed.n; i++)
		text = append_quoted(text, o->passed.list[i]);
	for (size_t i = 0; i < o->operand.n; i++)
		text = append_quoted(text, o->operand.list[i]);
	free(barrier);
	return xappend(text, "; ", "exit");
}

/* Return the command that starts a shell on a host, on the heap. */
static char *
command_of(const char *rsh, const char *name)
{
	const char *host = strstr(rsh, "%h");

	if (host == NULL)
		return xprintf("%s %s sh", rsh, name);
	return xprintf("%.*s%s%s sh", (int)(host - rsh), rsh, name, host + 2);
}

/* Save a run, with the longest skew, and merge it. */
static void
merging_save(void *context, struct record *run)
{
	struct merging *m = context;
	const struct options *o = m->options;
	char error[RECORD_ERROR];

	if (facts_get(&run->plan, FACT_BARRIER) != NULL)
		facts_set_number(&run->plan, FACT_SKEW_NS, m->skew_ns);
	if (m->path == NULL && !o->no_save)
		m->path = o->output != NULL ? xstrdup(o->output) :
			  records_new_path(run);
	if (m->path != NULL &&
	    record_save(run, m->path, false, error) != 0) {
		message_error("%s", error);
		m->status = 1;
	}
	merging_take(m, run);
}

/* Take the records of a host, or note why there are none. */
static void
take_node(struct merging *m, const struct node *node)
{
	char error[RECORD_ERROR];

	snprintf(error, sizeof(error), "%s: it did not end", node->name);
	if (node->why == NULL && !node->is_open &&
	    record_each(node->name, text_or(node->text, ""), false,
			merging_save, m, error) > 0 && error[0] == '\0')
		return;
	m->status = 1;
	if (node->why == NULL)
		message_error("%s", error);
	texts_take(&m->hosts.notes, node->why != NULL ?
		   xprintf("%s was dropped: %s", node->name, node->why) :
		   xprintf("%s sent no whole record", node->name));
}

/* Launch, or print the commands with -n; and take what came. */
static void
launch_all(struct merging *m, struct node *node, size_t n)
{
	for (size_t i = 0; i < n && m->options->dry_run; i++) {
		utf8_put(node[i].command, stdout);
		fputs(": ", stdout);
		utf8_put(node[i].script, stdout);
		putchar('\n');
	}
	if (m->options->dry_run)
		return;
	m->skew_ns = launch_run(m->carrier, node, n, m->options);
	for (size_t i = 0; i < n; i++)
		take_node(m, &node[i]);
}

int
command_hosts(const struct options *options, const struct carrier *carrier)
{
	struct merging m = { .options = options, .carrier = carrier };
	struct texts names = { NULL, 0 };
	bool good = hosts_names(options->hosts, &names);
	struct node *node = xmalloc((names.n + 1) * sizeof(*node));
	char error[RECORD_ERROR];
	uint64_t set = random_fresh_seed();
	struct stat st = { 0 };

	if (!good)
		message_error("--hosts: '%.80s' is no list of hosts, each "
			      "once, as n[01-16],m1 is", options->hosts);
	else if (options->push != NULL && stat(options->push, &st) != 0)
		message_error("--push: %s can't be read", options->push);
	else if (options->output != NULL &&
		 record_check(options->output, names.n, error) != 0)
		message_error("-o: %s", error);
	else
		merging_begin(&m);
	for (size_t i = 0; i < names.n; i++)
		node[i] = (struct node){
			.name = names.text[i],
			.command = command_of(options->rsh, names.text[i]),
			.script = script_of(options, names.text[i], set,
					    (uint64_t)st.st_size),
		};
	if (m.baseline != NULL)
		launch_all(&m, node, names.n);
	for (size_t i = 0; i < names.n; i++) {
		free(node[i].command);
		free(node[i].script);
		free(node[i].text);
	}
	free(node);
	texts_free(&names);
	return merging_end(&m);
}
