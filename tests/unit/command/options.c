/*
 * The way from the command line to the plan: options, the suggestion for a
 * name that is unknown, the plan, and what it takes.
 */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/budget.h"
#include "diskidx/clock.h"
#include "diskidx/commands.h"
#include "diskidx/options.h"
#include "diskidx/plan.h"
#include "diskidx/suggest.h"
#include "diskidx/suite.h"
#include "diskidx/units.h"
#include "../support/dry-run.h"
#include "../support/test.h"

#define MOST_WORDS 24
#define LINE 4096

static struct options options;
static struct plan plan;
static char error[OPTIONS_ERROR], plan_error[PLAN_ERROR];

#define JOBFILE "unit-options.fio"

/* The words must outlive the options that were parsed from them. */
static char words[LINE], *word[MOST_WORDS + 1];

static void
forget(void)
{
	options_free(&options);
	plan_free(&plan);
	memset(&options, 0, sizeof(options));
	memset(&plan, 0, sizeof(plan));
}

AFTER_EACH(clean_up)
{
	remove(JOBFILE);
	forget();
	return 0;
}

static int
parse_words(int n)
{
	forget();
	error[0] = '\0';
	return options_parse(n, word, &options, error);
}

/* The command line in one string, with blanks between the words. */
static int
parse(const char *line)
{
	int n = 0;
	char *at;

	assert_true(strlen(line) < sizeof(words));
	strcpy(words, line);
	for (at = strtok(words, " "); at != NULL; at = strtok(NULL, " ")) {
		assert_true(n < MOST_WORDS);
		word[n++] = at;
	}
	word[n] = NULL;
	return parse_words(n);
}

/* Fails with one line that names what is wrong, and how to do better. */
static void
assert_refused(const char *line, const char *name, const char *remedy)
{
	if (parse(line) != -EINVAL)
		fail_msg("accepted: %s", line);
	if (strstr(error, name) == NULL || strstr(error, remedy) == NULL ||
	    strchr(error, '\n') != NULL)
		fail_msg("%s: %s", line, error);
}

static int
build(const char *line)
{
	if (parse(line) != 0)
		fail_msg("%s: %s", line, error);
	plan_error[0] = '\0';
	return plan_build(&options, &plan, plan_error);
}

static void
assert_built(const char *line)
{
	if (build(line) != 0)
		fail_msg("%s: %s", line, plan_error);
}

static void
assert_not_built(const char *line, const char *name, const char *remedy)
{
	if (build(line) != -EINVAL)
		fail_msg("planned: %s", line);
	if (strstr(plan_error, name) == NULL ||
	    strstr(plan_error, remedy) == NULL ||
	    strchr(plan_error, '\n') != NULL)
		fail_msg("%s: %s", line, plan_error);
}

/* A row of --help. */
struct row {
	char letter, name[32], argument[16];
};

/* "  -s, --size=SIZE   text" or "      --strict   text"; false: another. */
static bool
read_row(const char *line, struct row *row)
{
	const char *dashes = strstr(line, "--");
	size_t length;

	if (dashes == NULL || strspn(line, " ") < 2)
		return false;
	memset(row, 0, sizeof(*row));
	if (line[2] == '-' && line[3] != '-')
		row->letter = line[3];
	length = strcspn(dashes + 2, "= \n");
	assert_true(length > 0 && length < sizeof(row->name));
	memcpy(row->name, dashes + 2, length);
	dashes += 2 + length;
	if (*dashes != '=')
		return true;
	length = strcspn(dashes + 1, " \n");
	assert_true(length > 0 && length < sizeof(row->argument));
	memcpy(row->argument, dashes + 1, length);
	return true;
}

static const char *
value_of(const struct row *row)
{
	static const char *const values[][2] = {
		{ "DIR", "." }, { "SIZE", "4k" }, { "SECONDS", "1.5" },
		{ "N", "3" }, { "NAME", "word" }, { "FILE", "word" },
		{ "SIZE,...", "4k,8k" }, { "N,...", "3,5" },
		{ "PERCENT,...", "70,0" }, { "IOPS,...", "100,200" },
		{ "WHERE", "zipf:1.2" }, { "cache", "direct" },
		{ "sync", "dsync" }, { "arrival", "poisson" },
		{ "PERCENT", "2.5" }, { "by", "hour" },
	};
	size_t i;

	for (i = 0; i < LENGTH(values); i++)
		if (strcmp(row->argument, values[i][0]) == 0 ||
		    strcmp(row->name, values[i][0]) == 0)
			return values[i][1];
	fail_msg("--%s=%s: no value is known", row->name, row->argument);
	return NULL;
}

static const char *
or_none(const char *text)
{
	return text != NULL ? text : "";
}

/* "4096,8192" into `text`. */
static const char *
join(char text[64], const struct numbers *numbers)
{
	size_t used = 0, i;

	text[0] = '\0';
	for (i = 0; i < numbers->n; i++)
		used += (size_t)snprintf(text + used, 64 - used, "%s%llu",
					 i > 0 ? "," : "",
					 (unsigned long long)numbers->list[i]);
	return text;
}

/* All that was set, as one line. */
static void
describe(char *text, size_t size)
{
	const struct options *o = &options;
	char copies[64], block[64], depth[64], mix[64], rate[64], random[64];
	char permutation[64], theta[64], cache[64], sync[64], arrival[64];
	char by[64];

	snprintf(text, size, "%d%d d=%s c=%s s=%llu t=%llu i=%llu b=%s "
		 "Q=%s w=%llu D=%llu M=%llu m=%s e=%s B=%s f=%s o=%s "
		 "S=%d,%llu r=%s,%s,%s C=%s Y=%s R=%s A=%s u=%g T=%llu h=%g "
		 "g=%g y=%s %d%d%d%d%d%d%d%d n=%zu",
		 o->help, o->version,
		 o->directory.n > 0 ? o->directory.list[0] : "",
		 join(copies, &o->copies), (unsigned long long)o->size_bytes,
		 (unsigned long long)o->time_ns,
		 (unsigned long long)o->rounds, join(block, &o->block_bytes),
		 join(depth, &o->depth), (unsigned long long)o->warm_up_ns,
		 (unsigned long long)o->delay_ns,
		 (unsigned long long)o->max_write_bytes,
		 join(mix, &o->mix_pct), or_none(o->engine), o->baseline,
		 o->format, or_none(o->output), o->seed_given,
		 (unsigned long long)o->seed, join(random, &o->random_pct),
		 join(permutation, &o->permutation),
		 join(theta, &o->theta_milli), join(cache, &o->cache),
		 join(sync, &o->sync), join(rate, &o->rate_iops),
		 join(arrival, &o->arrival),
		 o->until_pct, (unsigned long long)o->max_time_ns,
		 o->threshold_pct, o->fail_if_slower_pct, join(by, &o->by),
		 o->no_save, o->dry_run, o->strict, o->quick, o->full, o->si,
		 o->quiet, o->verbose, o->operand.n);
}

/* What an option doesn't go without. */
static const char *
context_of(const struct row *row)
{
	static const char *const of_compare[] = {
		"threshold", "fail-if-slower", "by"
	};
	size_t i;

	for (i = 0; i < LENGTH(of_compare); i++)
		if (strcmp(row->name, of_compare[i]) == 0)
			return "x compare a b";
	return strcmp(row->name, "arrival") == 0 ? "x --rate=9" : "x";
}

/* Every spelling sets something, and the same. */
static void
check_row(const struct row *row)
{
	const char *value = row->argument[0] != '\0' ? value_of(row) : NULL;
	const char *x = context_of(row);
	char spelling[4][64], nothing[768], first[768], again[768];
	int n = 0, i;

	if (value != NULL) {
		snprintf(spelling[n++], 64, "%s --%s=%s", x, row->name, value);
		snprintf(spelling[n++], 64, "%s --%s %s", x, row->name, value);
	} else {
		snprintf(spelling[n++], 64, "%s --%s", x, row->name);
	}
	if (row->letter != 0 && value != NULL)
		snprintf(spelling[n++], 64, "%s -%c%s", x, row->letter, value);
	if (row->letter != 0)
		snprintf(spelling[n++], 64, "%s -%c %s", x, row->letter,
			 value != NULL ? value : "");
	assert_int_equal(parse(x), 0);
	describe(nothing, sizeof(nothing));
	for (i = 0; i < n; i++) {
		if (parse(spelling[i]) != 0)
			fail_msg("%s: %s", spelling[i], error);
		describe(i == 0 ? first : again, sizeof(first));
		if (i > 0)
			assert_string_equal(again, first);
	}
	assert_string_not_equal(first, nothing);
}

TEST(every_row_of_the_help_parses_in_every_spelling)
{
	FILE *file = tmpfile();
	char line[LINE];
	struct row row;
	unsigned rows = 0;

	assert_non_null(file);
	options_help(file);
	rewind(file);
	while (fgets(line, sizeof(line), file) != NULL) {
		assert_true(strlen(line) <= 80 + 1);
		if (!read_row(line, &row))
			continue;
		check_row(&row);
		rows++;
	}
	fclose(file);
	assert_true(rows >= 20);
}

TEST(every_row_of_the_help_refuses_too_much_and_too_little)
{
	FILE *file = tmpfile();
	char line[LINE], text[64], option[40];
	struct row row;

	assert_non_null(file);
	options_help(file);
	rewind(file);
	while (fgets(line, sizeof(line), file) != NULL) {
		if (!read_row(line, &row))
			continue;
		snprintf(option, sizeof(option), "--%s", row.name);
		snprintf(text, sizeof(text), "%s %s%s", context_of(&row),
			 option, row.argument[0] != '\0' ? "" : "=1");
		assert_refused(text, option, row.argument[0] != '\0' ?
			       "needs a value" : "takes no value");
		if (row.argument[0] == '\0' || row.letter == 0)
			continue;
		snprintf(option, sizeof(option), "-%c", row.letter);
		snprintf(text, sizeof(text), "x %s", option);
		assert_refused(text, option, row.argument);
	}
	fclose(file);
}

TEST(nothing_given_is_nothing_set)
{
	assert_int_equal(parse("x"), 0);
	assert_int_equal(options.command, COMMAND_RUN);
	assert_string_equal(options.baseline, "george");
	assert_string_equal(options.format, "text");
	assert_true(options.directory.n == 0 && options.copies.n == 0);
	assert_true(options.block_bytes.n == 0 && options.depth.n == 0);
	assert_true(options.mix_pct.n == 0 && options.rate_iops.n == 0);
	assert_true(options.operand.n == 0);
	assert_true(options.size_bytes == 0 && options.time_ns == 0);
	assert_true(options.rounds == 0 && options.random_pct.n == 0);
	assert_true(options.permutation.n == 0 && options.theta_milli.n == 0);
	assert_true(options.cache.n == 0 && options.sync.n == 0);
	assert_true(options.arrival.n == 0);
	assert_true(options.engine == NULL && !options.seed_given);
	assert_true(options.until_pct == 0 && options.max_time_ns == 0);
	assert_true(options.threshold_pct == 1 && options.by.n == 0);
	assert_true(options.fail_if_slower_pct == 0);
}

TEST(values_arrive_in_their_units)
{
	assert_int_equal(parse("x -s64m -t 0.25 -i 3 -b 4k -Q16 -m 0 -w 0 "
			       "-D 1 --max-write=2g --seed=0"), 0);
	assert_true(options.size_bytes == 64 * MIB);
	assert_true(options.time_ns == NS_PER_S / 4);
	assert_true(options.rounds == 3);
	assert_true(options.block_bytes.n == 1 && options.depth.n == 1);
	assert_true(options.block_bytes.list[0] == 4 * KIB);
	assert_true(options.depth.list[0] == 16);
	assert_true(options.mix_pct.n == 1 && options.mix_pct.list[0] == 0);
	assert_true(options.warm_up_ns == 0);
	assert_true(options.delay_ns == NS_PER_S);
	assert_true(options.max_write_bytes == 2 * GIB);
	assert_true(options.seed_given && options.seed == 0);
	assert_int_equal(parse("x --seed=18446744073709551615 -w 0.00 "
			       "-D .0"), 0);
	assert_true(options.seed == UINT64_MAX);
}

static void
assert_one(const struct numbers *numbers, uint64_t expected)
{
	assert_int_equal(numbers->n, 1);
	assert_true(numbers->list[0] == expected);
}

TEST(what_repeats_is_kept_in_order_and_else_the_last_counts)
{
	assert_int_equal(parse("x -d a -d b -c 4 --copies=1 -s 1m -s 2m"), 0);
	assert_true(options.directory.n == 2 && options.copies.n == 2);
	assert_string_equal(options.directory.list[0], "a");
	assert_string_equal(options.directory.list[1], "b");
	assert_true(options.copies.list[0] == 4);
	assert_true(options.copies.list[1] == 1);
	assert_true(options.size_bytes == 2 * MIB);
	assert_int_equal(parse("x --rate=5 --random=30 --random=permutation "
			       "--cache=direct --cache=buffered --sync=none "
			       "--sync=fdatasync --arrival=poisson "
			       "--arrival=constant"), 0);
	assert_true(options.random_pct.n == 0 && options.permutation.n == 1);
	assert_one(&options.cache, CACHE_BUFFERED);
	assert_one(&options.sync, SYNC_FDATASYNC);
	assert_one(&options.arrival, ARRIVAL_CONSTANT);
}

static void
assert_numbers(const struct numbers *numbers, const char *expected)
{
	char text[64];

	assert_string_equal(join(text, numbers), expected);
}

/* With commas, or by giving the option again. */
TEST(lists_are_kept_in_order)
{
	assert_int_equal(parse("x -b 4k,512,1m -Q1,2,32 -m 100,0,50 "
			       "--rate=500,100 -c 2,1"), 0);
	assert_numbers(&options.block_bytes, "4096,512,1048576");
	assert_numbers(&options.depth, "1,2,32");
	assert_numbers(&options.mix_pct, "100,0,50");
	assert_numbers(&options.rate_iops, "500,100");
	assert_numbers(&options.copies, "2,1");
	assert_int_equal(parse("x -Q 8 --depth=4,4 --depth 2 -m 0 --mix=0"),
			 0);
	assert_numbers(&options.depth, "8,4,4,2");
	assert_numbers(&options.mix_pct, "0,0");
}

/* "FIRST,FIRST+STEP,..." of n values. */
static const char *
series(char text[640], unsigned first, unsigned step, unsigned n)
{
	size_t used = 0;
	unsigned i;

	for (i = 0; i < n; i++)
		used += (size_t)snprintf(text + used, 640 - used, "%s%u",
					 i > 0 ? "," : "", first + i * step);
	return text;
}

TEST(bad_lists_are_refused)
{
	static const char *const bad[][2] = {
		{ "x -Q 1,,2", "''" }, { "x -Q ,1", "''" },
		{ "x -Q 1,", "''" }, { "x -Q ,", "''" },
		{ "x -Q 1,x,2", "'x'" }, { "x -Q 1;2", "'1;2'" },
		{ "x -Q 1,0", "'0'" }, { "x -Q 1,4097", "'4097'" },
		{ "x -b 4k,", "''" }, { "x -b 4k,-1", "'-1'" },
		{ "x -b 0,4k", "'0'" }, { "x -m 50,101", "'101'" },
		{ "x -m ,", "''" }, { "x -m 5,5%", "'5%'" },
		{ "x --rate=100,0", "'0'" }, { "x --rate=1k", "'1k'" },
		{ "x --rate=nan", "'nan'" }, { "x --rate=inf", "'inf'" },
		{ "x --rate=0.5", "'0.5'" }, { "x --rate=-1", "'-1'" },
		{ "x --rate=1000000001", "from 1 to 1000000000" },
		{ "x -c 1,1025", "'1025'" }, { "x -i 1,2", "'1,2'" },
		{ "x -s 1m,2m", "'1m,2m'" },
	};
	char line[LINE], list[640], option[16];
	size_t i;

	for (i = 0; i < LENGTH(bad); i++) {
		snprintf(option, sizeof(option), "%.*s",
			 (int)strcspn(bad[i][0] + 2, " ="), bad[i][0] + 2);
		assert_refused(bad[i][0], option, bad[i][1]);
	}
	snprintf(line, sizeof(line), "x -Q %s", series(list, 1, 1, 64));
	assert_int_equal(parse(line), 0);
	assert_true(options.depth.n == 64);
	snprintf(line, sizeof(line), "x -Q %s", series(list, 1, 1, 65));
	assert_refused(line, "-Q", "too long a list");
	snprintf(line, sizeof(line), "x -Q 1 -Q %s", series(list, 1, 1, 64));
	assert_refused(line, "-Q", "too long a list");
	snprintf(line, sizeof(line), "x -b %0100d", 512);
	assert_refused(line, "-b", "too long a list");
}

TEST(words_are_checked)
{
	static const char *const good[] = {
		"x --cache=direct", "x --cache=buffered", "x --sync=none",
		"x --sync=dsync", "x --sync=fdatasync",
		"x --rate=1 --arrival=constant",
		"x --arrival=poisson --rate=1", "x --random=0",
		"x --random=100", "x --random=permutation",
		"x --random=zipf:1.2", "x --random=zipf:10",
		"x --random=zipf:0.001",
	};
	static const char *const bad_random[] = {
		"101", "-1", "50%", "0.5", "random", "uniform", "zipf",
		"zipf:", "zipf:0", "zipf:0.0009", "zipf:-1", "zipf:10.001",
		"zipf:1,2", "zipf:1.2x", "zipf:nan", "zipf:inf", "Zipf:1.2",
		"permutations", "50,100"
	};
	char line[LINE];
	size_t i;

	for (i = 0; i < LENGTH(good); i++)
		if (parse(good[i]) != 0)
			fail_msg("%s: %s", good[i], error);
	for (i = 0; i < LENGTH(bad_random); i++) {
		snprintf(line, sizeof(line), "x --random=%s", bad_random[i]);
		assert_refused(line, "--random", bad_random[i]);
		assert_refused(line, "--random", "zipf:1.2");
	}
	assert_refused("x --cache=cached", "'cached'", "direct nor buffered");
	assert_refused("x --cache=Direct", "--cache", "'Direct'");
	assert_refused("x --cache=direct,buffered", "--cache", "direct nor");
	assert_refused("x --sync=fsync", "'fsync'", "dsync and fdatasync");
	assert_refused("x --sync=1", "--sync", "none, dsync");
	assert_refused("x --rate=1 --arrival=uniform", "'uniform'",
		       "constant nor poisson");
}

TEST(an_arrival_goes_with_a_rate)
{
	assert_refused("x --arrival=poisson", "--arrival", "--rate");
	assert_refused("x --arrival=constant -Q 4", "--arrival", "--rate");
	assert_refused("x report --rate=5 a", "--rate", "report");
	assert_refused("x list --random=5", "--random", "list");
}

TEST(where_offsets_fall_is_a_share_or_a_pattern)
{
	assert_int_equal(parse("x --random=30"), 0);
	assert_one(&options.random_pct, 30);
	assert_true(options.permutation.n == 0 && options.theta_milli.n == 0);
	assert_int_equal(parse("x --random=permutation"), 0);
	assert_int_equal(options.permutation.n, 1);
	assert_true(options.random_pct.n == 0 && options.theta_milli.n == 0);
	assert_int_equal(parse("x --random=permutation --random=zipf:1.25"),
			 0);
	assert_one(&options.theta_milli, 1250);
	assert_true(options.random_pct.n == 0 && options.permutation.n == 0);
	assert_int_equal(parse("x --random=zipf:2"), 0);
	assert_one(&options.theta_milli, 2000);
	assert_refused("x --random=", "--random", "zipf:1.2");
	assert_refused("x --random=zipf", "--random", "zipf:1.2");
}

TEST(flags_can_be_joined_with_a_value_at_the_end)
{
	assert_int_equal(parse("x -qvns 8m -ni5"), 0);
	assert_true(options.quiet && options.verbose && options.dry_run);
	assert_true(options.size_bytes == 8 * MIB && options.rounds == 5);
	assert_refused("x -qZ", "-Z", "--help");
}

TEST(operands_and_options_mix_and_two_dashes_end_options)
{
	assert_int_equal(parse("x disk -q seq-read -- -n --size"), 0);
	assert_true(options.quiet && !options.dry_run);
	assert_true(options.operand.n == 4);
	assert_string_equal(options.operand.list[0], "disk");
	assert_string_equal(options.operand.list[1], "seq-read");
	assert_string_equal(options.operand.list[2], "-n");
	assert_string_equal(options.operand.list[3], "--size");
	assert_int_equal(parse("x -"), 0);
	assert_true(options.operand.n == 1);
}

TEST(a_command_comes_first_and_takes_its_own_options)
{
	assert_int_equal(parse("x report -f json -B george --si a b"), 0);
	assert_int_equal(options.command, COMMAND_REPORT);
	assert_true(options.operand.n == 2);
	assert_int_equal(parse("x list engines"), 0);
	assert_int_equal(options.command, COMMAND_LIST);
	assert_int_equal(parse("x report --help"), 0);
	assert_int_equal(parse("x compare --si a b -f csv"), 0);
	assert_int_equal(options.command, COMMAND_COMPARE);
	assert_true(options.operand.n == 2);
	assert_int_equal(parse("x compare --help vs"), 0);
	assert_refused("x compare -s 1m a b", "-s", "compare");
	assert_refused("x --threshold=2", "--threshold", "run");
	assert_refused("x report", "report", "diskidx list records");
	assert_refused("x report -s 1m a", "-s", "report");
	assert_refused("x report --size=1m a", "--size", "report");
	assert_refused("x list -fjson", "-f", "list");
	assert_refused("x list tests suites", "list", "one");
}

TEST(compare_takes_two_sides)
{
	static const char *const good[] = {
		"x compare", "x compare a", "x compare a b",
		"x compare a vs b", "x compare a b vs c d e",
		"x compare --by=hour a", "x compare --by=hour a b c",
	};
	size_t i;

	for (i = 0; i < LENGTH(good); i++)
		if (parse(good[i]) != 0)
			fail_msg("%s: %s", good[i], error);
	assert_refused("x compare a b c", "compare", "OLD... vs NEW...");
	assert_refused("x compare vs", "vs", "between");
	assert_refused("x compare a vs", "vs", "between");
	assert_refused("x compare vs a b", "vs", "between");
	assert_refused("x compare a vs b vs c", "one vs", "./vs");
	assert_refused("x compare --by=hour", "--by", "record");
	assert_refused("x compare --by=hour a vs b", "--by", "no vs");
	assert_refused("x compare --by=day a", "--by", "hour");
}

TEST(shares_are_over_0_and_bounded)
{
	static const char *const bad[] = {
		"0", "0.0", "-1", "x", "1%", "1e1", "nan", "inf", "1001", "1,2"
	};
	char line[LINE];
	size_t i;

	assert_int_equal(parse("x compare --threshold=0.25 a b "
			       "--fail-if-slower=100"), 0);
	assert_true(options.threshold_pct == 0.25);
	assert_true(options.fail_if_slower_pct == 100);
	assert_int_equal(parse("x --until=1000"), 0);
	assert_true(options.until_pct == 1000);
	for (i = 0; i < LENGTH(bad); i++) {
		snprintf(line, sizeof(line), "x compare a b --threshold=%s",
			 bad[i]);
		assert_refused(line, "--threshold", "up to 1000 per cent");
		snprintf(line, sizeof(line), "x --until=%s", bad[i]);
		assert_refused(line, "--until", "up to 1000 per cent");
	}
	assert_refused("x compare a b --fail-if-slower=100.5",
		       "--fail-if-slower", "up to 100 per cent");
}

TEST(what_contradicts_itself_is_refused)
{
	assert_refused("x --quick --full", "--quick", "--full");
	assert_refused("x --full -q --quick", "--quick", "--full");
	assert_refused("x -o file --no-save", "-o", "--no-save");
	assert_refused("x --no-save -o file", "-o", "--no-save");
}

TEST(an_unknown_option_brings_the_nearest)
{
	assert_refused("x --iteration=3", "--iteration",
		       "did you mean --iterations?");
	assert_refused("x --engin sync", "--engin", "did you mean --engine?");
	assert_refused("x --sise=4k", "--sise", "did you mean --size?");
	assert_refused("x --fulll", "--fulll", "did you mean --full?");
	assert_refused("x --xyzzy", "--xyzzy", "--help");
	assert_refused("x --=3", "--", "--help");
	assert_refused("x -Z", "-Z", "--help");
	assert_refused("x -1", "-1", "--help");
	assert_refused("x --a-name-that-is-longer-than-all-the-names-there-"
		       "are-and-then-some", "--a-name-that", "--help");
}

TEST(bad_sizes_are_refused)
{
	static const char *const bad[] = {
		"0", "0k", "-1", "-4k", "16777216t", "8388608t",
		"9223372036854775808", "99999999999999999999", "k", "4x",
		"4kk", "1.5g", "0x10", "+4k", "4k;", "four"
	};
	char line[LINE];
	size_t i;

	for (i = 0; i < LENGTH(bad); i++) {
		snprintf(line, sizeof(line), "x -s %s", bad[i]);
		assert_refused(line, "-s", bad[i]);
		snprintf(line, sizeof(line), "x --max-write=%s", bad[i]);
		assert_refused(line, "--max-write", bad[i]);
		snprintf(line, sizeof(line), "x -b%s", bad[i]);
		assert_refused(line, "-b", bad[i]);
	}
	assert_refused("x -s 0", "-s", "over 0");
	assert_refused("x -s 8388608t", "-s", "under 8 EiB");
	assert_refused("x -s many", "-s", "512m");
	assert_int_equal(parse("x -s 9223372036854775807"), 0);
}

TEST(bad_times_are_refused)
{
	static const char *const bad[] = {
		"-1", "-0.5", "1s", "1.2.3", "1,5", ".", "1.", "1e3", "two",
		"1000001", "18446744074", "99999999999999999999", "0.0.0"
	};
	char line[LINE];
	size_t i;

	for (i = 0; i < LENGTH(bad); i++) {
		snprintf(line, sizeof(line), "x -t %s", bad[i]);
		assert_refused(line, "-t", bad[i]);
		snprintf(line, sizeof(line), "x -w%s", bad[i]);
		assert_refused(line, "-w", bad[i]);
		snprintf(line, sizeof(line), "x --delay=%s", bad[i]);
		assert_refused(line, "--delay", bad[i]);
	}
	assert_refused("x -t 0", "-t", "over 0");
	assert_refused("x -t 0.0", "-t", "over 0");
	assert_refused("x -t soon", "-t", "0.5");
	assert_int_equal(parse("x -t 1000000"), 0);
}

TEST(bad_counts_are_refused)
{
	static const char *const bad[] = {
		"0", "-1", "1.5", "3x", "99999999999999999999",
		"1000000000k", "ten", "+1"
	};
	static const char *const option[] = { "-i", "-c", "-Q", "--rate" };
	char line[LINE];
	size_t i, j;

	for (i = 0; i < LENGTH(bad); i++)
		for (j = 0; j < LENGTH(option); j++) {
			snprintf(line, sizeof(line), "x %s %s", option[j],
				 bad[i]);
			assert_refused(line, option[j], bad[i]);
		}
	assert_refused("x -i 10001", "-i", "from 1 to 10000");
	assert_refused("x -c 1025", "-c", "from 1 to 1024");
	assert_refused("x -Q 4097", "-Q", "from 1 to 4096");
	assert_refused("x -m 101", "-m", "from 0 to 100");
	assert_refused("x -m -1", "-m", "from 0 to 100");
	assert_refused("x --seed=-1", "--seed", "from 0 to");
	assert_refused("x --seed=18446744073709551616", "--seed", "from 0");
	assert_int_equal(parse("x -i 10000 -c 1024 -Q 4096 -m 100"), 0);
}

/* Words that strtok can't make. */
TEST(empty_values_are_refused)
{
	static const char *const option[] = {
		"--size=", "--time=", "--delay=", "--iterations=", "--copies=",
		"--mix=", "--seed=", "--engine=", "--baseline=", "--format=",
		"--output=", "--directory=", "--block=", "--depth=",
		"--rate=", "--random=", "--cache=", "--sync=", "--arrival="
	};
	size_t i;

	for (i = 0; i < LENGTH(option); i++) {
		strcpy(words, option[i]);
		word[0] = word[1] = words;
		word[2] = NULL;
		assert_int_equal(parse_words(2), -EINVAL);
		words[strlen(words) - 1] = '\0';
		assert_non_null(strstr(error, words));
	}
}

/* Return the samples of the least number of rounds. */
static size_t
samples_of(const struct plan *p)
{
	return p->n_tests * p->n_targets * p->n_copies * p->rounds;
}

static const char *
suggest(const char *typed, const char *const *names, size_t n)
{
	struct suggestion s = { .word = typed };
	size_t i;

	for (i = 0; i < n; i++)
		suggest_offer(&s, names[i]);
	return s.nearest;
}

TEST(the_nearest_name_is_suggested_if_any_is_near)
{
	static const char *const names[] = {
		"seq-read", "seq-write", "rand-read-q1", "disk", "sync"
	};
	struct suggestion s = { .word = "x" };
	char longest[80];

	assert_string_equal(suggest("seq-raed", names, 5), "seq-read");
	assert_string_equal(suggest("seqwrite", names, 5), "seq-write");
	assert_string_equal(suggest("disks", names, 5), "disk");
	assert_string_equal(suggest("rand", names, 5), "rand-read-q1");
	assert_string_equal(suggest("sync", names, 5), "sync");
	assert_null(suggest("banana", names, 5));
	assert_null(suggest("", names, 5));
	assert_null(suggest("seq-read", names, 0));
	memset(longest, 'a', sizeof(longest));
	longest[79] = '\0';
	assert_null(suggest(longest, names, 5));
	assert_string_equal(suggest_end(&s, "", "; see all"), "; see all");
	s.nearest = "disk";
	assert_string_equal(suggest_end(&s, "", ""), "; did you mean disk?");
	assert_string_equal(suggest_end(&s, "--", ""),
			    "; did you mean --disk?");
}

TEST(without_operands_the_first_suite_is_planned)
{
	const struct suite *suite = suite_at(0);
	const struct test *test;
	size_t i;

	assert_built("x");
	for (i = 0; (test = suite_test(suite, i)) != NULL; i++)
		assert_string_equal(plan.test[i].test.id, test->id);
	assert_true(plan.n_tests == i);
	assert_true(plan.time_ns == suite->time_ns);
	assert_int_equal(plan.rounds, suite->rounds);
	assert_true(plan.size_bytes == suite->size_bytes);
	assert_false(plan.size_given);
	assert_true(plan.bounded && plan.scores);
	assert_true(plan.max_write_bytes == UINT64_MAX);
	assert_true(plan.n_targets == 1 && plan.n_copies == 1);
	assert_string_equal(plan.directory[0], ".");
	assert_int_equal(plan.max_copies, 1);
	assert_true(samples_of(&plan) == i * suite->rounds);
	for (i = 0; i < plan.n_tests; i++) {
		assert_non_null(plan.test[i].workload);
		assert_null(engine_na_reason(plan.test[i].engine));
		assert_true(plan.test[i].test.params.depth <=
			    plan.test[i].engine->max_depth);
	}
}

TEST(tests_suites_and_tests_of_suites_are_operands)
{
	assert_built("x seq-read commit");
	assert_true(plan.n_tests == 2);
	assert_string_equal(plan.test[0].test.id, "seq-read");
	assert_string_equal(plan.test[1].test.id, "commit");
	assert_built("x disk:commit");
	assert_true(plan.n_tests == 1);
	assert_string_equal(plan.test[0].test.id, "commit");
}

TEST(duplicates_collapse)
{
	size_t whole;

	assert_built("x seq-read seq-read disk:seq-read");
	assert_true(plan.n_tests == 1);
	assert_built("x");
	whole = plan.n_tests;
	assert_built("x commit disk disk");
	assert_true(plan.n_tests == whole);
	assert_string_equal(plan.test[0].test.id, "commit");
	assert_built("x -c 2 -c 1 -c 2");
	assert_true(plan.n_copies == 2 && plan.max_copies == 2);
	assert_true(plan.copies[0] == 2 && plan.copies[1] == 1);
}

TEST(an_unknown_name_brings_the_nearest)
{
	assert_not_built("x seq-raed", "'seq-raed'",
			 "did you mean seq-read?");
	assert_not_built("x dusk", "'dusk'", "did you mean disk?");
	assert_not_built("x seq-read banana", "'banana'",
			 "diskidx list tests");
	assert_not_built("x disk:banana", "'banana'", "diskidx list suites");
	assert_not_built("x banana:seq-read", "'banana:seq-read'", "diskidx");
	assert_not_built("x disk:", "''", "diskidx list suites");
	assert_not_built("x ./no-job.fio", "./no-job.fio: ",
			 "No such file");
	assert_not_built("x seq-read job.fio", "job.fio", "stands alone");
	assert_not_built("x -e snyc", "'snyc'", "did you mean sync?");
	assert_not_built("x -e banana", "'banana'", "diskidx list engines");
}

TEST(an_engine_must_be_deep_enough)
{
	size_t i;

	assert_not_built("x -e sync rand-read-q32", "rand-read-q32",
			 "depth of 1 at most; give -Q 1, or -e ");
	assert_not_built("x -e sync access:rand-write-4k",
			 "access:rand-write-4k:q=2", "give -Q 1, or -e ");
	assert_built("x -e sync -Q 1 access:rand-write-4k");
	assert_not_built("x -e threads -Q 257 rand-read-q1", "rand-read-q1",
			 "depth of 256 at most");
	assert_not_built("x -e threads -Q 1,257,2 rand-read-q1",
			 "rand-read-q1:q=257", "depth of 256 at most; give "
			 "-Q 256 or less");
	assert_built("x -e sync rand-read-q1 seq-read");
	assert_string_equal(plan.test[0].engine->name, "sync");
	assert_true(plan.scores);
	assert_built("x -e null");
	assert_false(plan.scores);
	for (i = 0; i < plan.n_tests; i++)
		assert_string_equal(plan.test[i].engine->name,
				    plan.test[i].workload->uses_engine ?
				    "null" : "sync");
}

/* Where no engine is offered, each refuses this command line. */
static void
assert_nobody_can(const char *words)
{
	const struct engine *engine;
	char line[LINE];
	size_t i;

	for (i = 0; (engine = engine_at(i)) != NULL; i++) {
		snprintf(line, sizeof(line), "x -e %s %s", engine->name,
			 words);
		if (engine->is_real && build(line) == 0)
			fail_msg("not offered: %s", line);
	}
}

/* The engine that a refusal offers can do the test, flushes and all. */
TEST(the_engine_that_is_offered_instead_will_do)
{
	static const char *const lines[] = {
		"-Q 4 rand-write-q32", "-Q 256 -c 4 rand-read-q1",
		"-Q 32 --sync=fdatasync rand-write-q32",
		"-Q 4096 rand-read-q1", "-Q 4096 -c 1024 rand-read-q1",
		"-Q 4096 --sync=fdatasync rand-write-q32",
	};
	char line[LINE], *offer, name[16];
	size_t i;

	for (i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		snprintf(line, sizeof(line), "x -e sync %s", lines[i]);
		assert_not_built(line, "depth of 1", "give -Q 1");
		offer = strstr(plan_error, ", or -e ");
		if (offer == NULL) {
			assert_nobody_can(lines[i]);
			continue;
		}
		snprintf(name, sizeof(name), "%s", offer + strlen(", or -e "));
		assert_non_null(engine_by_name(name));
		assert_true(engine_by_name(name)->is_real);
		snprintf(line, sizeof(line), "x -e %s %s", name, lines[i]);
		assert_built(line);
	}
}

static const struct test *
find(const char *id)
{
	size_t i;

	for (i = 0; i < plan.n_tests; i++)
		if (strcmp(plan.test[i].test.id, id) == 0)
			return &plan.test[i].test;
	fail_msg("not planned: %s", id);
	return NULL;
}

TEST(an_engine_must_be_able_to_flush)
{
	const struct engine *engine;
	char line[LINE];
	size_t i;

	for (i = 0; (engine = engine_at(i)) != NULL; i++) {
		if (engine_na_reason(engine) != NULL)
			continue;
		snprintf(line, sizeof(line), "x -e %s -Q 1 --sync=fdatasync "
			 "rand-write-q32", engine->name);
		if (engine->can_flush) {
			assert_built(line);
			continue;
		}
		assert_not_built(line, engine->name, "-e threads");
		assert_not_built(line, "fdatasync", "--sync=dsync");
		assert_non_null(strstr(plan_error,
				       "rand-write-q32:q=1,s=fdatasync"));
		snprintf(line, sizeof(line), "x -e %s -Q 1 --sync=dsync "
			 "rand-write-q32", engine->name);
		assert_built(line);
	}
	/* What goes through no engine flushes all the same. */
	assert_built("x -e null --sync=fdatasync seq-write commit");
}

/* Only as many requests as the system still grants, all copies together. */
TEST(an_engine_must_have_room)
{
	const struct engine *engine;
	char line[LINE];
	size_t i, n_bounded = 0;

	for (i = 0; (engine = engine_at(i)) != NULL; i++) {
		if (engine_na_reason(engine) != NULL || engine->room == NULL ||
		    engine->room() >= 1024 * (uint64_t)engine->max_depth)
			continue;
		n_bounded++;
		snprintf(line, sizeof(line), "x -e %s -c 1,1024 -Q %u "
			 "rand-read-q1", engine->name, engine->max_depth);
		assert_not_built(line, "rand-read-q1:q=", "-e threads");
		assert_not_built(line, "still grants", "smaller -Q or -c");
		/* Those that don't use it need none of it. */
		snprintf(line, sizeof(line), "x -e %s -c 1024 seq-read",
			 engine->name);
		assert_built(line);
	}
	if (n_bounded == 0)
		test_skip("limits", "every engine has room for all");
}

TEST(block_depth_and_mix_make_other_tests)
{
	const struct test *test;

	assert_built("x -b 256k -Q 4 -m 50 rand-read-q32");
	test = find("rand-read-q32:b=256k,q=4,m=50");
	assert_string_equal(test->title, "Random 50/50 256K Q4 direct");
	assert_true(test->params.block_bytes == 256 * KIB);
	assert_true(test->params.depth == 4 && test->params.read_pct == 50);
	assert_int_equal(test->params.action, ACTION_MIX);
	assert_built("x -b 64k seq-copy");
	assert_string_equal(find("seq-copy:b=64k")->title,
			    "Sequential Copy 64K buffered");
	assert_built("x -b 4k -Q 32 rand-read-q32");
	assert_string_equal(find("rand-read-q32")->title,
			    "Random Read 4K Q32 direct");
}

TEST(block_depth_and_mix_touch_only_what_has_them)
{
	assert_built("x -b 8k -Q 2 -m 0");
	find("fsbuffer");
	find("fstime");
	find("fsdisk");
	find("seq-write:b=8k");
	find("commit:b=8k");
	find("rand-read-q1:b=8k,q=2,m=0");
	find("rand-write-q32:b=8k,q=2");
	assert_not_built("x -Q 2 seq-read", "-Q", "none of these tests");
	assert_not_built("x -m 50 commit", "-m", "none of these tests");
	assert_not_built("x -b 4k fstime", "-b", "none of these tests");
}

/* The ids of the plan, with blanks between them, are those. */
static void
assert_ids(const char *expected)
{
	static char text[64 * TEST_ID];
	size_t used = 0, i;

	text[0] = '\0';
	for (i = 0; i < plan.n_tests && used < sizeof(text); i++)
		used += (size_t)snprintf(text + used, sizeof(text) - used,
					 "%s%s", i > 0 ? " " : "",
					 plan.test[i].test.id);
	assert_string_equal(text, expected);
}

TEST(a_sweep_is_every_combination_in_order)
{
	assert_built("x -e null -b 4k,8k -Q 1,32 -m 0,100 rand-read-q32");
	assert_ids("rand-read-q32:q=1,m=0 rand-read-q32:q=1 "
		   "rand-read-q32:m=0 rand-read-q32 "
		   "rand-read-q32:b=8k,q=1,m=0 rand-read-q32:b=8k,q=1 "
		   "rand-read-q32:b=8k,m=0 rand-read-q32:b=8k");
	assert_true(samples_of(&plan) == 8 * plan.rounds);
	/* The tests one after the other, and the values as they were given. */
	assert_built("x -e null -Q 4,2 --rate=90,80 --arrival=poisson "
		     "rand-write-q32 rand-read-q1");
	assert_ids("rand-write-q32:q=4,rate=90,a=poisson "
		   "rand-write-q32:q=4,rate=80,a=poisson "
		   "rand-write-q32:q=2,rate=90,a=poisson "
		   "rand-write-q32:q=2,rate=80,a=poisson "
		   "rand-read-q1:q=4,rate=90,a=poisson "
		   "rand-read-q1:q=4,rate=80,a=poisson "
		   "rand-read-q1:q=2,rate=90,a=poisson "
		   "rand-read-q1:q=2,rate=80,a=poisson");
}

TEST(the_sweep_of_the_manual_has_one_test_a_combination)
{
	assert_built("x -e null -Q 1,2,4,8,16,32 -b 4k,256k -m 100,0,50 "
		     "rand-read-q32");
	assert_true(plan.n_tests == 6 * 2 * 3);
	find("rand-read-q32");
	find("rand-read-q32:b=256k,q=1,m=50");
	find("rand-read-q32:b=256k,m=0");
}

TEST(duplicates_of_a_sweep_collapse)
{
	assert_built("x -e null -Q 1,32,1 -Q 32 rand-read-q32 rand-read-q32");
	assert_ids("rand-read-q32:q=1 rand-read-q32");
	assert_built("x -e null -b 8k,8192 --rate=5,5 rand-read-q1");
	assert_ids("rand-read-q1:b=8k,rate=5");
}

TEST(tests_without_an_axis_stay_as_they_are)
{
	assert_built("x -e null -Q 2,3 fsdisk rand-read-q1 seq-read commit");
	assert_ids("fsdisk rand-read-q1:q=2 rand-read-q1:q=3 seq-read "
		   "commit");
	assert_built("x -e null -Q 2,3 -b 8k,16k seq-read rand-read-q1");
	assert_ids("seq-read:b=8k seq-read:b=16k rand-read-q1:b=8k,q=2 "
		   "rand-read-q1:b=8k,q=3 rand-read-q1:b=16k,q=2 "
		   "rand-read-q1:b=16k,q=3");
}

TEST(offsets_cache_and_sync_make_other_tests)
{
	assert_built("x -e null --random=25 rand-read-q1 seq-read");
	assert_ids("rand-read-q1:r=25 seq-read");
	assert_built("x -e null --random=100 rand-read-q1");
	assert_ids("rand-read-q1");
	assert_built("x -e null --random=zipf:0.9 rand-read-q1");
	assert_int_equal(find("rand-read-q1:r=zipf:0.9")->params.theta_milli,
			 900);
	assert_built("x -e null --random=permutation rand-read-q1");
	assert_ids("rand-read-q1:r=permutation");
	assert_built("x -e null --cache=buffered fsdisk seq-read-direct "
		     "seq-read commit rand-read-q1");
	assert_ids("fsdisk seq-read-direct:c=buffered seq-read commit "
		   "rand-read-q1:c=buffered");
	assert_built("x -e null --sync=dsync rand-read-q1 rand-write-q32 "
		     "seq-write seq-copy commit");
	assert_ids("rand-read-q1 rand-write-q32:s=dsync seq-write:s=dsync "
		   "seq-copy commit:s=dsync");
	/* Only those combinations that write have a sync. */
	assert_built("x -e null -m 0,50,100 --sync=dsync rand-read-q1");
	assert_ids("rand-read-q1:m=0,s=dsync rand-read-q1:m=50,s=dsync "
		   "rand-read-q1");
}

TEST(an_axis_that_no_test_has_is_refused)
{
	static const char *const bad[][2] = {
		{ "x --random=50 seq-read commit", "--random" },
		{ "x --rate=100 seq-read", "--rate" },
		{ "x --rate=100,200 --arrival=poisson commit", "--rate" },
		{ "x --cache=direct commit fsdisk", "--cache" },
		{ "x --sync=dsync rand-read-q1 seq-read", "--sync" },
		{ "x --sync=dsync seq-write-direct", "--sync" },
		{ "x -b 8k -Q 1,2 seq-read", "-Q" },
		{ "x -b 8k,16k fsdisk", "-b" },
		{ "x -m 1,2 seq-copy", "-m" },
		{ "x --cache=direct --sync=dsync seq-write", "--sync" },
	};
	size_t i;

	for (i = 0; i < LENGTH(bad); i++)
		assert_not_built(bad[i][0], bad[i][1], "none of these tests");
}

TEST(a_sweep_has_a_thousand_tests_at_most)
{
	char line[LINE], first[640], second[640];

	snprintf(line, sizeof(line), "x -e null -m %s -Q %s rand-read-q1",
		 series(first, 0, 1, 40), series(second, 1, 1, 25));
	assert_built(line);
	assert_true(plan.n_tests == 1000);
	snprintf(line, sizeof(line), "x -e null -m %s -Q %s rand-read-q1 "
		 "seq-read", first, second);
	assert_not_built(line, "1000", "fewer values");
}

/* 16 million combinations are refused without being looked at. */
TEST(a_sweep_without_end_is_refused_at_once)
{
	char line[LINE], block[640], depth[640], mix[640], rate[640];

	series(block, 512, 512, 64);
	series(depth, 1, 1, 64);
	series(mix, 0, 1, 64);
	series(rate, 1, 1, 64);
	snprintf(line, sizeof(line), "x -b %s -Q %s -m %s --rate=%s", block,
		 depth, mix, rate);
	assert_not_built(line, "1000", "fewer values");
	snprintf(line, sizeof(line), "x -Q %s -m %s --rate=%s -b 4k fsdisk",
		 depth, mix, rate);
	assert_not_built(line, "-b", "none of these tests");
}

TEST(a_block_is_whole_sectors_and_of_bounded_size)
{
	assert_not_built("x -b 1000", "-b", "multiple of 512");
	assert_not_built("x -b 256", "-b", "multiple of 512");
	assert_not_built("x -b 65m", "-b", "64m");
	assert_not_built("x -b 4g", "-b", "64m");
	assert_not_built("x -b 4k,1000,8k", "-b", "multiple of 512");
	assert_built("x -b 512 seq-read");
	assert_built("x -b 64m seq-read");
}

TEST(given_figures_win_over_quick_and_full)
{
	assert_built("x --quick");
	assert_true(plan.time_ns == NS_PER_S / 2 && plan.rounds == 5);
	assert_true(plan.bounded);
	assert_built("x --full");
	assert_true(plan.time_ns == 10 * NS_PER_S && plan.rounds == 10);
	assert_false(plan.bounded);
	assert_built("x --quick -t 3");
	assert_true(plan.time_ns == 3 * NS_PER_S && plan.rounds == 5);
	assert_false(plan.bounded);
	assert_built("x -i 2 --quick");
	assert_true(plan.time_ns == NS_PER_S / 2 && plan.rounds == 2);
	assert_built("x --full -i 1 -t 0.5");
	assert_true(plan.time_ns == NS_PER_S / 2 && plan.rounds == 1);
	assert_built("x -s 64m --seed=42 --max-write=1g -d a -d b");
	assert_true(plan.size_bytes == 64 * MIB && plan.size_given);
	assert_true(plan.seed == 42 && plan.max_write_bytes == GIB);
	assert_true(plan.n_targets == 2);
}

static void
write_jobfile(void)
{
	FILE *file = fopen(JOBFILE, "w");

	assert_non_null(file);
	fputs("[global]\nioengine=psync\nsize=64m\nruntime=7\nnumjobs=2\n"
	      "[one]\nrw=randread\nbs=8k\n[two]\nrw=randwrite\n", file);
	assert_int_equal(fclose(file), 0);
}

TEST(options_win_over_a_job_file_and_it_over_the_defaults)
{
	write_jobfile();
	assert_built("x " JOBFILE);
	assert_ids("unit-options:one unit-options:two");
	assert_true(plan.size_bytes == 64 * MIB && plan.size_given);
	assert_true(plan.time_ns == 7 * NS_PER_S && !plan.bounded);
	assert_true(plan.rounds == 1 && plan.max_copies == 2);
	assert_string_equal(plan.test[0].engine->name, "sync");
	assert_string_equal(plan.directory[0], ".");
	assert_built("x ./" JOBFILE " -s 32m -t 1 -i 3 -c 1,4 -e null -d x "
		     "--seed=5");
	assert_true(plan.size_bytes == 32 * MIB && plan.seed == 5);
	assert_true(plan.time_ns == NS_PER_S && plan.rounds == 3);
	assert_true(plan.n_copies == 2 && plan.max_copies == 4);
	assert_string_equal(plan.test[1].engine->name, "null");
	assert_string_equal(plan.directory[0], "x");
}

TEST(a_job_file_stands_alone_and_as_it_is)
{
	write_jobfile();
	assert_not_built("x " JOBFILE " seq-read", JOBFILE, "stands alone");
	assert_not_built("x " JOBFILE " " JOBFILE, JOBFILE, "stands alone");
	assert_not_built("x -Q 4 " JOBFILE, "-Q", "none of these tests");
	assert_not_built("x -b 4k,8k " JOBFILE, "-b", "none of these tests");
}

TEST(a_seed_that_is_not_given_is_fresh)
{
	uint64_t first;

	assert_built("x");
	first = plan.seed;
	assert_built("x");
	assert_true(plan.seed != first);
	assert_built("x --seed=0");
	assert_true(plan.seed == 0);
}

TEST(the_size_is_rounded_down_to_whole_blocks)
{
	assert_built("x -s 5000000");
	assert_true(plan.size_bytes == 4 * MIB);
	assert_built("x -s 10000 rand-read-q1");
	assert_true(plan.size_bytes == 8192);
	assert_built("x -s 3m -b 2560k seq-read rand-read-q1 fsdisk -s 7m");
	assert_true(plan.size_bytes == 2 * 2560 * KIB);
	assert_not_built("x -s 1m", "-s", "2 MiB");
	assert_not_built("x -s 8191 rand-read-q1", "-s", "8 KiB");
	assert_built("x -s 8192 rand-read-q1");
}

TEST(the_duration_adds_up)
{
	assert_built("x -t 2 -i 3 seq-read rand-read-q1");
	assert_true(budget_duration_ns(&plan) == 12 * NS_PER_S);
	/* Warm-up is for direct tests only, a pause for all. */
	assert_built("x -t 2 -i 3 -w 1 -D 0.5 seq-read rand-read-q1");
	assert_true(budget_sample_ns(&plan, &plan.test[0]) == 2 * NS_PER_S);
	assert_true(budget_sample_ns(&plan, &plan.test[1]) == 3 * NS_PER_S);
	assert_true(budget_duration_ns(&plan) == 18 * NS_PER_S);
	assert_built("x -t 2 -i 3 -c 1 -c 4 -d a -d b seq-read");
	assert_true(budget_duration_ns(&plan) == 24 * NS_PER_S);
	assert_true(samples_of(&plan) == 12);
}

/* Seven tests of the disk write 2 x size a sample, File Copy its files. */
TEST(the_default_writes_a_bounded_amount)
{
	uint64_t copied = 2 * (500 + 2000 + 8000) * KIB, bytes = 0;

	assert_built("x");
	assert_true(budget_write_limit(&plan) == 2 * GIB);
	assert_true(budget_written_bytes(&plan, plan.max_rounds, &bytes));
	assert_true(bytes == 8 * (7 * 2 * GIB + copied) + GIB);
	assert_built("x -c 1 -c 3 -d a -d b");
	assert_true(budget_written_bytes(&plan, plan.max_rounds, &bytes));
	assert_true(bytes == 2 * (8 * 4 * (7 * 2 * GIB + copied) + 3 * GIB));
	assert_built("x --quick -s 64m seq-read rand-write-q32");
	assert_true(budget_written_bytes(&plan, plan.max_rounds, &bytes));
	assert_true(bytes == 5 * 2 * 64 * MIB + 64 * MIB);
}

TEST(a_given_time_is_not_cut_by_a_bound)
{
	uint64_t bytes = 0;

	assert_built("x -t 2");
	assert_true(budget_write_limit(&plan) == UINT64_MAX);
	assert_false(budget_written_bytes(&plan, plan.max_rounds, &bytes));
	assert_built("x --full");
	assert_false(budget_written_bytes(&plan, plan.max_rounds, &bytes));
	/* What only reads needs no bound. */
	assert_built("x -t 2 -c 2 -s 64m seq-read rand-read-q1");
	assert_true(budget_written_bytes(&plan, plan.max_rounds, &bytes));
	assert_true(bytes == 128 * MIB);
}

TEST(the_space_is_of_two_files_a_copy_at_most)
{
	assert_built("x");
	assert_true(budget_space_bytes(&plan, plan.size_bytes) == 2 * GIB);
	assert_built("x -c 1 -c 3 seq-write");
	assert_true(budget_space_bytes(&plan, 64 * MIB) == 384 * MIB);
	assert_built("x seq-read seq-write-direct rand-write-q32");
	assert_true(budget_space_bytes(&plan, 64 * MIB) == 64 * MIB);
	assert_built("x -s 1m fsdisk rand-read-q1");
	assert_true(budget_space_bytes(&plan, MIB) == 2 * 8000 * KIB + MIB);
}

/* The largest that can be asked for must not come out small. */
TEST(amounts_do_not_wrap_around)
{
	uint64_t bytes = 0;

	assert_built("x -s 9223372036854775807 -c 1024 -i 10000");
	assert_true(budget_write_limit(&plan) > INT64_MAX);
	assert_true(budget_space_bytes(&plan, plan.size_bytes) ==
		    UINT64_MAX);
	assert_true(budget_written_bytes(&plan, plan.max_rounds, &bytes));
	assert_true(bytes == UINT64_MAX);
	assert_built("x -s 4194304t -c 2 seq-write");
	assert_true(budget_space_bytes(&plan, plan.size_bytes) ==
		    UINT64_MAX);
}

TEST(a_plan_that_could_write_too_much_is_refused)
{
	assert_built("x -s 64m -i 1 rand-write-q32 --max-write=192m");
	assert_int_equal(budget_check_max_write(&plan, plan_error), 0);
	assert_built("x -s 64m -i 1 rand-write-q32 --max-write=191m");
	assert_int_equal(budget_check_max_write(&plan, plan_error), -EDQUOT);
	assert_non_null(strstr(plan_error, "--max-write=191 MiB"));
	assert_non_null(strstr(plan_error, "192 MiB"));
	assert_null(strchr(plan_error, '\n'));
	assert_built("x rand-write-q32");
	assert_int_equal(budget_check_max_write(&plan, plan_error), 0);
}

TEST(until_takes_five_rounds_or_more)
{
	assert_built("x -i 3");
	assert_true(plan.rounds == 3 && plan.max_rounds == 3);
	assert_true(plan.until_pct == 0 && plan.max_time_ns == UINT64_MAX);
	assert_built("x --until=2.5");
	assert_true(plan.rounds == 5 && plan.max_rounds == 100);
	assert_true(plan.until_pct == 2.5);
	assert_true(plan.max_time_ns == 3600 * NS_PER_S);
	assert_built("x --until=2 -i 3");
	assert_true(plan.rounds == 5 && plan.max_rounds == 100);
	assert_built("x --until=2 -i 7 --max-time=60.5");
	assert_true(plan.rounds == 7 && plan.max_rounds == 100);
	assert_true(plan.max_time_ns == 121 * NS_PER_S / 2);
	assert_built("x --until=2 -i 200");
	assert_true(plan.rounds == 200 && plan.max_rounds == 200);
	assert_built("x --until=2 --full");
	assert_true(plan.rounds == 5 && plan.time_ns == 10 * NS_PER_S);
	assert_built("x --max-time=60 -i 4");
	assert_true(plan.rounds == 4 && plan.max_rounds == 4);
	assert_true(plan.max_time_ns == 60 * NS_PER_S);
}

/* The bound is of the most rounds; what is refused, of the least. */
TEST(until_may_write_as_much_as_its_most_rounds)
{
	uint64_t bytes = 0;

	assert_built("x -s 64m --until=2 rand-write-q32 --max-write=704m");
	assert_true(budget_written_bytes(&plan, plan.max_rounds, &bytes));
	assert_true(bytes == 100 * 128 * MIB + 64 * MIB);
	assert_int_equal(budget_check_max_write(&plan, plan_error), 0);
	assert_built("x -s 64m --until=2 rand-write-q32 --max-write=703m");
	assert_int_equal(budget_check_max_write(&plan, plan_error), -EDQUOT);
}

TEST(a_plan_that_takes_too_long_is_refused)
{
	assert_built("x -t 2 -i 3 seq-read commit --max-time=12");
	assert_int_equal(budget_check_max_time(&plan, plan_error), 0);
	assert_built("x -t 2 -i 3 seq-read commit --max-time=11.9");
	assert_int_equal(budget_check_max_time(&plan, plan_error),
			 -ETIMEDOUT);
	assert_non_null(strstr(plan_error, "12 s"));
	assert_non_null(strstr(plan_error, "--max-time=11.9 s"));
	assert_non_null(strstr(plan_error, "-i"));
	assert_null(strchr(plan_error, '\n'));
	/* The least rounds count; nothing is refused that has no limit. */
	assert_built("x -t 2 --until=1 seq-read --max-time=10");
	assert_int_equal(budget_check_max_time(&plan, plan_error), 0);
	assert_built("x -t 2 --until=1 seq-read --max-time=9");
	assert_int_equal(budget_check_max_time(&plan, plan_error),
			 -ETIMEDOUT);
	assert_non_null(strstr(plan_error, "10 s at least"));
	assert_built("x -t 100000 -i 100 seq-read");
	assert_int_equal(budget_check_max_time(&plan, plan_error), 0);
}

TEST(a_default_size_shrinks_into_the_free_space)
{
	assert_built("x seq-read");
	assert_int_equal(budget_fit(&plan, 2 * GIB, plan_error), 0);
	assert_true(plan.size_bytes == GIB);
	assert_int_equal(budget_fit(&plan, 400 * MIB, plan_error), 1);
	assert_true(plan.size_bytes == 380 * MIB);
	assert_int_equal(budget_fit(&plan, 67 * MIB, plan_error), -ENOSPC);
	assert_non_null(strstr(plan_error, "-d"));
	assert_built("x -s 512m seq-read");
	assert_int_equal(budget_fit(&plan, 530 * MIB, plan_error), -ENOSPC);
	assert_non_null(strstr(plan_error, "512 MiB"));
	assert_non_null(strstr(plan_error, "-s"));
	assert_null(strchr(plan_error, '\n'));
	assert_true(plan.size_bytes == 512 * MIB);
}

TEST(the_dry_run_says_how_long_it_may_go_on)
{
	const char *text;

	assert_built("x --until=2 seq-read");
	text = dry_run(&plan);
	assert_non_null(strstr(text, "5 rounds or more of 2 s"));
	assert_non_null(strstr(text, "until every interval is within 2 %, "
			       "100 rounds or 1 h at most\n"));
	assert_non_null(strstr(text, "about 10 s or more"));
	assert_built("x --max-time=100 -i 2 seq-read");
	text = dry_run(&plan);
	assert_non_null(strstr(text, "1 min 40 s in all at most"));
	assert_null(strstr(text, "or more"));
	assert_built("x -i 2 seq-read");
	assert_null(strstr(dry_run(&plan), "at most (--max-time)"));
}

TEST(the_dry_run_names_every_test_and_directory)
{
	const char *text;
	size_t i;

	assert_built("x -d here -d there --seed=17");
	text = dry_run(&plan);
	for (i = 0; i < plan.n_tests; i++) {
		assert_non_null(strstr(text, plan.test[i].test.id));
		assert_non_null(strstr(text, plan.test[i].test.title));
	}
	assert_non_null(strstr(text, "here\n"));
	assert_non_null(strstr(text, "there\n"));
	assert_non_null(strstr(text, "1 GiB"));
	assert_non_null(strstr(text, "17\n"));
}
