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
#include "diskidx/suggest.h"
#include "diskidx/suite.h"
#include "diskidx/units.h"
#include "../support/dry-run.h"
#include "../support/planned.h"
#include "../support/test.h"

#define JOBFILE "unit-options.fio"
#define LINE 4096

AFTER_EACH(clean_up)
{
	remove(JOBFILE);
	plan_forget();
	return 0;
}

/* Facts as one text of KEY=VALUE with blanks around them. */

static char facts[LINE];

static void
tell(const char *format, ...)
{
	size_t used = strlen(facts);
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(facts + used, sizeof(facts) - used, format, arguments);
	va_end(arguments);
}

static void
tell_numbers(const char *name, const struct numbers *numbers)
{
	tell("%s=", name);
	for (size_t i = 0; i < numbers->n; i++)
		tell("%s%llu", i > 0 ? "," : "",
		     (unsigned long long)numbers->list[i]);
	tell(" ");
}

static void
tell_texts(const char *name, const struct texts *texts)
{
	tell("%s=", name);
	for (size_t i = 0; i < texts->n; i++)
		tell("%s%s", i > 0 ? "," : "", texts->list[i]);
	tell(" ");
}

static void
tell_number(const char *name, uint64_t number)
{
	if (number == UINT64_MAX)
		tell("%s=none ", name);
	else
		tell("%s=%llu ", name, (unsigned long long)number);
}

/* All that was set. */
static void
tell_options(void)
{
	const struct options *o = &options;

	tell("command=%d ", o->command);
	tell_texts("d", &o->directory);
	tell_numbers("c", &o->copies);
	tell_number("s", o->size_bytes);
	tell_number("t", o->time_ns);
	tell_number("i", o->rounds);
	tell_numbers("b", &o->block_bytes);
	tell_numbers("Q", &o->depth);
	tell_numbers("m", &o->mix_pct);
	tell_numbers("rate", &o->rate_iops);
	tell_numbers("random", &o->random_pct);
	tell_numbers("permutation", &o->permutation);
	tell_numbers("theta", &o->theta_milli);
	tell_numbers("cache", &o->cache);
	tell_numbers("sync", &o->sync);
	tell_numbers("arrival", &o->arrival);
	tell_numbers("by", &o->by);
	tell_number("w", o->warm_up_ns);
	tell_number("D", o->delay_ns);
	tell_number("max-write", o->max_write_bytes);
	tell_number("max-time", o->max_time_ns);
	tell("seed=%d,%llu ", o->seed_given, (unsigned long long)o->seed);
	tell("e=%s B=%s f=%s o=%s until=%g threshold=%g fail=%g ",
	     o->engine != NULL ? o->engine : "", o->baseline, o->format,
	     o->output != NULL ? o->output : "", o->until_pct,
	     o->threshold_pct, o->fail_if_slower_pct);
	tell("flags=%d%d%d%d%d%d%d%d%d%d ", o->help, o->version, o->no_save,
	     o->dry_run, o->strict, o->quick, o->full, o->si, o->quiet,
	     o->verbose);
	tell_texts("words", &o->operand);
}

/* Return the samples of the least number of rounds. */
static size_t
samples_of_plan(void)
{
	return plan.n_tests * plan.n_targets * plan.n_copies * plan.rounds;
}

static void
tell_plan(void)
{
	uint64_t bytes = 0;

	tell("time=%g i=%u..%u ", clock_seconds(plan.time_ns), plan.rounds,
	     plan.max_rounds);
	tell_number("size", plan.size_bytes);
	tell_number("max-write", plan.max_write_bytes);
	tell_number("max-time", plan.max_time_ns == UINT64_MAX ? UINT64_MAX :
		    plan.max_time_ns / NS_PER_MS);
	tell_number("seed", plan.seed);
	tell("until=%g given=%d bounded=%d scores=%d ", plan.until_pct,
	     plan.size_given, plan.bounded, plan.scores);
	tell("tests=%zu targets=%zu copies=%zu most=%u directory=%s "
	     "engine=%s samples=%zu ", plan.n_tests, plan.n_targets,
	     plan.n_copies, plan.max_copies, plan.directory[0],
	     plan.test[0].engine->name, samples_of_plan());
	tell("takes=%g first=%g last=%g ",
	     clock_seconds(budget_duration_ns(&plan)),
	     clock_seconds(budget_sample_ns(&plan, &plan.test[0])),
	     clock_seconds(budget_sample_ns(&plan,
					    &plan.test[plan.n_tests - 1])));
	tell_number("limit", budget_write_limit(&plan));
	tell_number("space", budget_space_bytes(&plan, plan.size_bytes));
	tell_number("written", budget_written_bytes(&plan, plan.max_rounds,
						    &bytes) ? bytes :
		    UINT64_MAX);
}

/* A command line, and some of the facts that follow. */
struct good {
	const char *line, *facts;
};

static void
assert_parsed(const struct good *row)
{
	if (options_of(row->line) != 0)
		fail_msg("%s: %s", row->line, options_error);
	facts[0] = '\0';
	tell_options();
	if (row->facts != NULL)
		assert_has_words(facts, row->facts);
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

/* Return the words that an option doesn't go without. */
static const char *
context_of(const char *name)
{
	static const char *const of_compare[] = {
		"threshold", "fail-if-slower", "by"
	};

	for (size_t i = 0; i < LENGTH(of_compare); i++)
		if (strcmp(name, of_compare[i]) == 0)
			return "compare a b";
	return strcmp(name, "arrival") == 0 ? "--rate=9" : "";
}

/* Every spelling sets something, and the same. */
static void
check_spellings(const struct row *row)
{
	const char *value = row->argument[0] != '\0' ? value_of(row) : NULL;
	const char *context = context_of(row->name);
	char spelling[4][64], nothing[LINE], first[LINE];
	int n = 0;

	if (value != NULL) {
		snprintf(spelling[n++], 64, "%s --%s=%s", context, row->name,
			 value);
		snprintf(spelling[n++], 64, "%s --%s %s", context, row->name,
			 value);
	} else {
		snprintf(spelling[n++], 64, "%s --%s", context, row->name);
	}
	if (row->letter != 0 && value != NULL)
		snprintf(spelling[n++], 64, "%s -%c%s", context, row->letter,
			 value);
	if (row->letter != 0)
		snprintf(spelling[n++], 64, "%s -%c %s", context, row->letter,
			 value != NULL ? value : "");
	assert_parsed(&(struct good){ context, NULL });
	strcpy(nothing, facts);
	for (int i = 0; i < n; i++) {
		assert_parsed(&(struct good){ spelling[i], NULL });
		if (i == 0)
			strcpy(first, facts);
		assert_string_equal(facts, first);
	}
	assert_string_not_equal(first, nothing);
}

/* Fail unless the options are refused so; a * stands for any rest. */
static void
assert_refused(const char *line, const char *expected)
{
	if (options_of(line) != -EINVAL)
		fail_msg("accepted: %s", line);
	assert_message(options_error, expected);
}

/* Too much for a flag, and too little for an option with a value. */
static void
check_refusals(const struct row *row)
{
	char text[96], expected[96];
	bool is_flag = row->argument[0] == '\0';

	snprintf(text, sizeof(text), "%s --%s%s", context_of(row->name),
		 row->name, is_flag ? "=1" : "");
	snprintf(expected, sizeof(expected), is_flag ? "--%s: '1' is too much: "
		 "the option takes no value" : "--%s needs a value: %s",
		 row->name, row->argument);
	assert_refused(text, expected);
	if (is_flag || row->letter == 0)
		return;
	snprintf(text, sizeof(text), "-%c", row->letter);
	snprintf(expected, sizeof(expected), "-%c needs a value: %s",
		 row->letter, row->argument);
	assert_refused(text, expected);
}

TEST(every_row_of_the_help_parses_and_is_refused_in_every_spelling)
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
		check_spellings(&row);
		check_refusals(&row);
		rows++;
	}
	fclose(file);
	assert_true(rows >= 20);
}

TEST(options_arrive_in_their_units_and_order)
{
	static const struct good rows[] = {
		{ "", "command=0 d= c= s=0 t=0 i=0 b= Q= m= rate= random= "
		  "permutation= theta= cache= sync= arrival= by= w=none "
		  "D=none max-write=0 max-time=0 seed=0,0 e= B=george f=text "
		  "o= until=0 threshold=1 fail=0 flags=0000000000 words=" },
		{ "-s64m -t 0.25 -i 3 -b 4k -Q16 -m 0 -w 0 -D 1",
		  "s=67108864 t=250000000 i=3 b=4096 Q=16 m=0 w=0 "
		  "D=1000000000" },
		{ "--max-write=2g --seed=0", "max-write=2147483648 seed=1,0" },
		{ "--seed=18446744073709551615 -w 0.00 -D .0",
		  "seed=1,18446744073709551615 w=0 D=0" },
		/* The largest of each. */
		{ "-s 9223372036854775807 -t 1000000 -i 10000 -c 1024 -Q 4096 "
		  "-m 100 --rate=1000000000", "s=9223372036854775807 "
		  "t=1000000000000000 i=10000 c=1024 Q=4096 m=100" },
		/* A list keeps what repeats; else the last counts. */
		{ "-d a -d b -c 4 --copies=1 -s 1m -s 2m",
		  "d=a,b c=4,1 s=2097152" },
		{ "--random=30 --random=permutation --cache=direct "
		  "--cache=buffered", "random= permutation=0 cache=1" },
		{ "--sync=none --sync=fdatasync", "sync=1" },
		{ "--sync=dsync --cache=direct", "sync=2 cache=2" },
		{ "--rate=5 --arrival=poisson --arrival=constant",
		  "rate=5 arrival=0" },
		{ "-b 4k,512,1m -Q1,2,32 -m 100,0,50 --rate=500,100 -c 2,1",
		  "b=4096,512,1048576 Q=1,2,32 m=100,0,50 rate=500,100 "
		  "c=2,1" },
		{ "-Q 8 --depth=4,4 --depth 2 -m 0 --mix=0",
		  "Q=8,4,4,2 m=0,0" },
		{ "--random=30", "random=30 permutation= theta=" },
		{ "--random=0", "random=0" },
		{ "--random=100", "random=100" },
		{ "--random=permutation", "random= permutation=0 theta=" },
		{ "--random=permutation --random=zipf:1.25",
		  "random= permutation= theta=1250" },
		{ "--random=zipf:10", "theta=10000" },
		{ "--random=zipf:0.001", "theta=1" },
		{ "--until=1000", "until=1000" },
		{ "compare --threshold=0.25 a b --fail-if-slower=100",
		  "threshold=0.25 fail=100" },
		/* Flags can be joined, with a value at the end. */
		{ "-qvns 8m -ni5", "flags=0001000011 s=8388608 i=5" },
		{ "disk -q seq-read -- -n --size", "flags=0000000010 "
		  "words=disk,seq-read,-n,--size" },
		{ "-", "words=-" },
		/* A command comes first and takes its own options. */
		{ "report -f json -B george --si a b",
		  "command=2 f=json words=a,b" },
		{ "report --help", "command=2" },
		{ "list engines", "command=3 words=engines" },
		{ "compare --si a b -f csv", "command=1 words=a,b" },
		{ "compare --help vs", "command=1" },
		{ "compare", "command=1" },
		{ "compare a", "words=a" },
		{ "compare a vs b", "words=a,vs,b" },
		{ "compare a b vs c d e", "words=a,b,vs,c,d,e" },
		{ "compare --by=hour a", "by=0" },
		{ "compare --by=hour a b c", "words=a,b,c" },
	};

	for (size_t i = 0; i < LENGTH(rows); i++)
		assert_parsed(&rows[i]);
}

TEST(lines_that_make_no_sense_are_refused)
{
	static const struct {
		const char *line, *error;
	} rows[] = {
		{ "--arrival=poisson", "--arrival goes with --rate" },
		{ "--arrival=constant -Q 4", "--arrival goes with --rate" },
		{ "report --rate=5 a", "--rate does not go with report" },
		{ "list --random=5", "--random does not go with list" },
		{ "-qZ", "unknown option -Z; see diskidx --help" },
		{ "compare -s 1m a b", "-s does not go with compare" },
		{ "compare -B george a b", "-B does not go with compare" },
		{ "--threshold=2", "--threshold does not go with run" },
		{ "report", "report needs a record; see diskidx list records" },
		{ "report -s 1m a", "-s does not go with report" },
		{ "list -fjson", "-f does not go with list" },
		{ "list tests suites", "list takes one word" },
		{ "compare a b c", "compare takes two records, or vs between "
		  "the old and the new ones: OLD... vs NEW..." },
		{ "compare vs", "vs stands between records: OLD... vs NEW..." },
		{ "compare a vs", "vs stands between records: OLD... vs*" },
		{ "compare vs a b", "vs stands between records: OLD... vs*" },
		{ "compare a vs b vs c", "compare takes one vs; a file of that "
		  "name is ./vs" },
		{ "compare --by=hour", "--by needs a record; see diskidx list "
		  "records" },
		{ "compare --by=hour a vs b", "--by takes records of one side, "
		  "and no vs" },
		{ "--quick --full", "--quick and --full exclude each other" },
		{ "-o file --no-save", "-o and --no-save exclude each other" },
		{ "--no-save -o file", "-o and --no-save exclude each other" },
		{ "--xyzzy", "unknown option --xyzzy; see diskidx --help" },
		{ "--=3", "unknown option --; see diskidx --help" },
		{ "-Z", "unknown option -Z; see diskidx --help" },
		{ "-1", "unknown option -1; see diskidx --help" },
	};

	for (size_t i = 0; i < LENGTH(rows); i++)
		assert_refused(rows[i].line, rows[i].error);
}

/* Fail unless the option refuses "VALUE" or "VALUE=WRONG" with the reason. */
static void
assert_value_refused(const char *option, const char *reason, char *value)
{
	char expected[256], *wrong = strchr(value, '=');

	if (wrong != NULL)
		*wrong++ = '\0';
	if (options_of_words(context_of(option + 2)[0] == 'c' ? "compare" :
			     NULL, option, value) != -EINVAL)
		fail_msg("accepted: %s '%s'", option, value);
	snprintf(expected, sizeof(expected), "%s: '%s' %s", option,
		 wrong != NULL ? wrong : value, reason);
	assert_message(options_error, expected);
}

static void
assert_values_refused(const char *options_list, const char *reason,
		      const char *values)
{
	char option[32], value[64];

	for (const char *o = options_list; *o != '\0';
	     o += strcspn(o, " "), o += strspn(o, " ")) {
		snprintf(option, sizeof(option), "%.*s",
			 (int)strcspn(o, " "), o);
		for (const char *v = values; v != NULL; ) {
			snprintf(value, sizeof(value), "%.*s",
				 (int)strcspn(v, "|"), v);
			assert_value_refused(option, reason, value);
			v = strchr(v, '|');
			if (v != NULL)
				v++;
		}
	}
}

/*
 * Values with | between them that each of the options refuses with the reason.
 * Of a list the value behind a = is named.
 */
TEST(bad_values_are_refused_with_the_reason)
{
	static const struct {
		const char *options, *reason, *values;
	} rows[] = {
		{ "-s --max-write -b", "is not a size; give digits with k, m, "
		  "g or t, as in 512m", "|k|x|4x|4kk|1.5g|0x10|+4k|4k;|four|"
		  " 4m|4 m|1e9" },
		{ "-s --max-write -b", "is out of range; a size is over 0 and "
		  "under 8 EiB", "0|0k|-1|-4k|16777215t|16777216t|8388608t|"
		  "9223372036854775808|99999999999999999999" },
		{ "-s --max-write", "is not a size; *", "1m,2m" },
		{ "-b", "is not a size; *", "4k,=|,4k=|4k,,8k=|4k, 8k= 8k|"
		  "4k,x=x" },
		{ "-b", "is out of range; *", "4k,-1=-1|0,4k=0" },
		{ "-t --max-time -w -D", "is not a number of seconds, as in 2 "
		  "or 0.5", "|x|1s|1.2.3|1,5|.|1.|1e3|two|0.0.0|nan|inf" },
		{ "-t --max-time -w -D", "is out of range; a time is over 0 "
		  "and up to 1000000 seconds",
		  "-1|-0.5|1000001|18446744074|99999999999999999999" },
		{ "-t --max-time", "is out of range; *", "0|0.0|0.000" },
		{ "-i", "is not a whole number from 1 to 10000",
		  "|0|-1|1.5|3x|99999999999999999999|1000000000k|ten|+1|10001|"
		  "1,2" },
		{ "-c", "is not a whole number from 1 to 1024",
		  "|0|-1|1.5|3x|99999999999999999999|+1|1025|1,1025=1025" },
		{ "-Q", "is not a whole number from 1 to 4096",
		  "|0|-1|1.5|3x|99999999999999999999|+1|4097|1,,2=|,1=|1,=|"
		  ",=|1,x,2=x|1;2|1-32|1,0=0|1,4097=4097" },
		{ "--rate", "is not a whole number from 1 to 1000000000",
		  "|0|-1|0.5|1k|nan|inf|1e3|1000000001|100,0=0|100,nan=nan" },
		{ "-m", "is not a whole number from 0 to 100",
		  "|-1|101|half|50%|,=|50,101=101|5,5%=5%|0,,100=" },
		{ "--seed", "is not a whole number from 0 to "
		  "18446744073709551615", "|x|-1|18446744073709551616" },
		{ "--random", "is neither a share from 0 to 100 nor "
		  "permutation nor zipf:THETA, as in zipf:1.2",
		  "|101|-1|50%|0.5|random|uniform|zipf|zipf:|zipf:0|"
		  "zipf:0.0009|zipf:-1|zipf:10.001|zipf:1,2|zipf:1.2x|"
		  "zipf:nan|zipf:inf|zipf:99999999999999999999|Zipf:1.2|"
		  "permutations|50,100" },
		{ "--cache", "is neither direct nor buffered",
		  "|cached|Direct|direct,buffered" },
		{ "--sync", "is none of none, dsync and fdatasync",
		  "|fsync|1|dsync,none" },
		{ "--arrival", "is neither constant nor poisson",
		  "|uniform|evenly" },
		{ "--until --threshold", "is not a share over 0 and up to "
		  "1000 per cent",
		  "|0|0.0|-1|x|1%|1e1|nan|inf|1000.5|1001|1,2" },
		{ "--fail-if-slower", "is not a share over 0 and up to 100 "
		  "per cent", "|0|-5|100.5|101|all" },
		{ "--by", "is not hour", "|day" },
		{ "-d -e -B -f -o", "is empty", "" },
	};

	for (size_t i = 0; i < LENGTH(rows); i++)
		assert_values_refused(rows[i].options, rows[i].reason,
				      rows[i].values);
}

/* "FIRST,FIRST+STEP,..." of n values. */
static const char *
series(char text[640], unsigned first, unsigned step, unsigned n)
{
	size_t used = 0;

	for (unsigned i = 0; i < n; i++)
		used += (size_t)snprintf(text + used, 640 - used, "%s%u",
					 i > 0 ? "," : "", first + i * step);
	return text;
}

TEST(a_list_has_64_values_at_most)
{
	char line[LINE], list[640];

	snprintf(line, sizeof(line), "-Q %s", series(list, 1, 1, 64));
	assert_int_equal(options_of(line), 0);
	assert_int_equal(options.depth.n, 64);
	snprintf(line, sizeof(line), "-Q %s", series(list, 1, 1, 65));
	assert_refused(line, "-Q: '1,2,3,*");
	assert_has(options_error, "' is too long a list");
	snprintf(line, sizeof(line), "-Q 1 -Q %s", series(list, 1, 1, 64));
	assert_refused(line, "-Q: '1,2,3,*");
	snprintf(line, sizeof(line), "-b %0100d", 512);
	assert_refused(line, "-b: '000*");
	assert_has(options_error, "' is too long a list");
}

static const char *
suggest(const char *typed, const char *const *names, size_t n)
{
	struct suggestion s = { .word = typed };

	for (size_t i = 0; i < n; i++)
		suggest_offer(&s, names[i]);
	return s.nearest != NULL ? s.nearest : "none";
}

TEST(the_nearest_name_is_suggested_if_any_is_near)
{
	static const char *const names[] = {
		"seq-read", "seq-write", "rand-read-q1", "disk", "sync"
	};
	static const char *const typed[][2] = {
		{ "seq-raed", "seq-read" }, { "seqwrite", "seq-write" },
		{ "disks", "disk" }, { "rand", "rand-read-q1" },
		{ "sync", "sync" }, { "banana", "none" }, { "", "none" },
		{ "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
		  "aaaaaaaaaaaaaaaaaaaaa", "none" },
	};
	struct suggestion s = { .word = "x" };

	for (size_t i = 0; i < LENGTH(typed); i++)
		assert_string_equal(suggest(typed[i][0], names,
					    LENGTH(names)), typed[i][1]);
	assert_string_equal(suggest("seq-read", names, 0), "none");
	assert_string_equal(suggest_end(&s, "", "; see all"), "; see all");
	s.nearest = "disk";
	assert_string_equal(suggest_end(&s, "", ""), "; did you mean disk?");
	assert_string_equal(suggest_end(&s, "--", ""),
			    "; did you mean --disk?");
}

/* Plans. */

TEST(without_words_the_first_suite_is_planned)
{
	const struct suite *suite = suite_at(0);
	const struct test *test;
	size_t i;

	assert_planned("");
	for (i = 0; (test = suite_test(suite, i)) != NULL; i++) {
		const struct plan_test *t = &plan.test[i];

		assert_string_equal(t->test.id, test->id);
		assert_non_null(t->workload);
		assert_null(engine_na_reason(t->engine));
		assert_true(t->test.params.depth <= t->engine->max_depth);
	}
	assert_int_equal(plan.n_tests, i);
	assert_true(plan.time_ns == suite->time_ns);
	assert_int_equal(plan.rounds, suite->rounds);
	assert_true(plan.size_bytes == suite->size_bytes);
	assert_int_equal(samples_of_plan(), i * suite->rounds);
}

/*
 * In a round of the default suite seven tests of the disk write 2 x size, and
 * File Copy its files.
 */
#define COPIED (2 * (500 + 2000 + 8000) * KIB)
#define ROUND(size) (7 * 2 * (size) + COPIED)

TEST(a_plan_follows_from_the_options)
{
	static const struct good rows[] = {
		{ "", "max-write=none max-time=none i=8..8 until=0 given=0 "
		  "bounded=1 scores=1 targets=1 copies=1 most=1 directory=. "
		  "limit=2147483648 space=2147483648" },
		/* Given figures win over --quick and --full. */
		{ "--quick", "time=0.5 i=5..5 bounded=1" },
		{ "--full", "time=10 i=10..10 bounded=0 written=none" },
		{ "--quick -t 3", "time=3 i=5..5 bounded=0" },
		{ "-i 2 --quick", "time=0.5 i=2..2" },
		{ "--full -i 1 -t 0.5", "time=0.5 i=1..1" },
		{ "-s 64m --seed=42 --max-write=1g -d a -d b", "size=67108864 "
		  "given=1 seed=42 max-write=1073741824 targets=2 "
		  "directory=a" },
		{ "--seed=0", "seed=0" },
		{ "-c 2 -c 1 -c 2", "copies=2 most=2" },
		{ "-e sync rand-read-q1 seq-read", "engine=sync scores=1" },
		{ "-e null", "scores=0" },
		/* A size is rounded down to whole blocks. */
		{ "-s 5000000", "size=4194304" },
		{ "-s 10000 rand-read-q1", "size=8192" },
		{ "-s 8192 rand-read-q1", "size=8192" },
		{ "-s 3m -b 2560k seq-read rand-read-q1 fsdisk -s 7m",
		  "size=5242880" },
		{ "-b 512 seq-read", "tests=1" },
		{ "-b 64m seq-read", "tests=1" },
		/* Warm-up is for direct tests only, a pause for all. */
		{ "-t 2 -i 3 seq-read rand-read-q1", "takes=12" },
		{ "-t 2 -i 3 -w 1 -D 0.5 seq-read rand-read-q1",
		  "first=2 last=3 takes=18" },
		{ "-t 2 -i 3 -c 1 -c 4 -d a -d b seq-read",
		  "takes=24 samples=12" },
		/* A given time is not cut; what only reads needs no bound. */
		{ "-t 2", "limit=none written=none" },
		{ "-t 2 -c 2 -s 64m seq-read rand-read-q1",
		  "written=134217728" },
		{ "-c 1 -c 3 -s 64m seq-write", "space=402653184" },
		{ "-s 64m seq-read seq-write-direct rand-write-q32",
		  "space=67108864" },
		{ "-s 1m fsdisk rand-read-q1", "space=17432576" },
		/* The largest that can be asked for don't come out small. */
		{ "-s 9223372036854775807 -c 1024 -i 10000 rand-write-q32 "
		  "--max-write=1", "limit=18446744073709543424 space=none "
		  "written=none" },
		{ "-s 4194304t -c 2 seq-write", "space=none" },
		/* Until the intervals are narrow: five rounds or more. */
		{ "-i 3", "i=3..3 until=0 max-time=none" },
		{ "--until=2.5", "i=5..100 until=2.5 max-time=3600000" },
		{ "--until=2 -i 3", "i=5..100" },
		{ "--until=2 -i 7 --max-time=60.5",
		  "i=7..100 max-time=60500" },
		{ "--until=2 -i 200", "i=200..200" },
		{ "--until=2 --full", "i=5..100 time=10" },
		{ "--max-time=60 -i 4", "i=4..4 max-time=60000" },
	};

	for (size_t i = 0; i < LENGTH(rows); i++) {
		assert_planned(rows[i].line);
		facts[0] = '\0';
		tell_plan();
		assert_has_words(facts, rows[i].facts);
	}
}

TEST(a_plan_writes_a_bounded_amount)
{
	static const struct {
		const char *line;
		uint64_t bytes;
	} rows[] = {
		{ "", 8 * ROUND(GIB) + GIB },
		{ "-c 1 -c 3 -d a -d b",
		  2 * (8 * 4 * ROUND(GIB) + 3 * GIB) },
		{ "--quick -s 64m seq-read rand-write-q32",
		  5 * 2 * 64 * MIB + 64 * MIB },
		{ "-s 64m --until=2 rand-write-q32",
		  100 * 128 * MIB + 64 * MIB },
		{ "-s 9223372036854775807 -c 1024 -i 10000", UINT64_MAX },
	};

	for (size_t i = 0; i < LENGTH(rows); i++) {
		uint64_t bytes = 0;

		assert_planned(rows[i].line);
		assert_true(budget_written_bytes(&plan, plan.max_rounds,
						 &bytes));
		assert_true(bytes == rows[i].bytes);
	}
}

/* Fail unless the ids of the plan, with blanks between them, are those. */
static void
assert_ids(const char *line, const char *expected)
{
	static char ids[64 * TEST_ID];
	size_t used = 0;

	assert_planned(line);
	for (size_t i = 0; i < plan.n_tests && used < sizeof(ids); i++)
		used += (size_t)snprintf(ids + used, sizeof(ids) - used,
					 "%s%s", i > 0 ? " " : "",
					 plan.test[i].test.id);
	if (strcmp(ids, expected) != 0)
		fail_msg("%s: %s", line, ids);
}

TEST(words_and_parameters_make_the_tests)
{
	static const char *const rows[][2] = {
		{ "seq-read commit", "seq-read commit" },
		{ "disk:commit", "commit" },
		{ "seq-read seq-read disk:seq-read", "seq-read" },
		{ "-b 256k -Q 4 -m 50 rand-read-q32",
		  "rand-read-q32:b=256k,q=4,m=50" },
		{ "-b 64k seq-copy", "seq-copy:b=64k" },
		{ "-b 4k -Q 32 rand-read-q32", "rand-read-q32" },
		{ "-b 8k -Q 2 -m 0 fstime seq-write commit rand-read-q1 "
		  "rand-write-q32", "fstime seq-write:b=8k commit:b=8k "
		  "rand-read-q1:b=8k,q=2,m=0 rand-write-q32:b=8k,q=2" },
		/* A sweep is every combination, in order. */
		{ "-b 4k,8k -Q 1,32 -m 0,100 rand-read-q32",
		  "rand-read-q32:q=1,m=0 rand-read-q32:q=1 "
		  "rand-read-q32:m=0 rand-read-q32 "
		  "rand-read-q32:b=8k,q=1,m=0 rand-read-q32:b=8k,q=1 "
		  "rand-read-q32:b=8k,m=0 rand-read-q32:b=8k" },
		/* One test after the other, and the values as given. */
		{ "-Q 4,2 --rate=90,80 --arrival=poisson rand-write-q32 "
		  "rand-read-q1", "rand-write-q32:q=4,rate=90,a=poisson "
		  "rand-write-q32:q=4,rate=80,a=poisson "
		  "rand-write-q32:q=2,rate=90,a=poisson "
		  "rand-write-q32:q=2,rate=80,a=poisson "
		  "rand-read-q1:q=4,rate=90,a=poisson "
		  "rand-read-q1:q=4,rate=80,a=poisson "
		  "rand-read-q1:q=2,rate=90,a=poisson "
		  "rand-read-q1:q=2,rate=80,a=poisson" },
		{ "-Q 1,32,1 -Q 32 rand-read-q32 rand-read-q32",
		  "rand-read-q32:q=1 rand-read-q32" },
		{ "-b 8k,8192 --rate=5,5 rand-read-q1",
		  "rand-read-q1:b=8k,rate=5" },
		/* Tests without an axis stay as they are. */
		{ "-Q 2,3 fsdisk rand-read-q1 seq-read commit", "fsdisk "
		  "rand-read-q1:q=2 rand-read-q1:q=3 seq-read commit" },
		{ "-Q 2,3 -b 8k,16k seq-read rand-read-q1",
		  "seq-read:b=8k seq-read:b=16k rand-read-q1:b=8k,q=2 "
		  "rand-read-q1:b=8k,q=3 rand-read-q1:b=16k,q=2 "
		  "rand-read-q1:b=16k,q=3" },
		{ "--random=25 rand-read-q1 seq-read",
		  "rand-read-q1:r=25 seq-read" },
		{ "--random=100 rand-read-q1", "rand-read-q1" },
		{ "--random=zipf:0.9 rand-read-q1",
		  "rand-read-q1:r=zipf:0.9" },
		{ "--random=permutation rand-read-q1",
		  "rand-read-q1:r=permutation" },
		{ "--cache=buffered fsdisk seq-read-direct seq-read commit "
		  "rand-read-q1", "fsdisk seq-read-direct:c=buffered "
		  "seq-read commit rand-read-q1:c=buffered" },
		{ "--sync=dsync rand-read-q1 rand-write-q32 seq-write "
		  "seq-copy commit", "rand-read-q1 rand-write-q32:s=dsync "
		  "seq-write:s=dsync seq-copy commit:s=dsync" },
		/* Only those combinations that write have a sync. */
		{ "-m 0,50,100 --sync=dsync rand-read-q1",
		  "rand-read-q1:m=0,s=dsync rand-read-q1:m=50,s=dsync "
		  "rand-read-q1" },
	};
	char line[LINE];

	for (size_t i = 0; i < LENGTH(rows); i++) {
		snprintf(line, sizeof(line), "-e null %s", rows[i][0]);
		assert_ids(line, rows[i][1]);
	}
	assert_int_equal(plan.test[0].test.params.read_pct, 0);
	assert_planned("-e null -Q 1,2,4,8,16,32 -b 4k,256k -m 100,0,50 "
		       "rand-read-q32");
	assert_int_equal(plan.n_tests, 6 * 2 * 3);
	assert_planned("commit disk disk");
	assert_string_equal(plan.test[0].test.id, "commit");
	for (size_t i = 1; i < plan.n_tests; i++)
		assert_string_not_equal(plan.test[i].test.id, "commit");
}

TEST(an_unknown_word_brings_the_nearest)
{
	static const char *const rows[][2] = {
		{ "--iteration", "--iterations" }, { "--engin", "--engine" },
		{ "--sise", "--size" }, { "--direcotry", "--directory" },
		{ "--dryrun", "--dry-run" }, { "--no-sav", "--no-save" },
		{ "--fulll", "--full" }, { "seq-raed", "seq-read" },
		{ "dusk", "disk" }, { "seq-write-dirct", "seq-write-direct" },
		{ "rand-read-32", "rand-read-q32" }, { "fsbufer", "fsbuffer" },
		{ "comit", "commit" }, { "ddd:write", "dd:write" },
	};
	char expected[200];

	for (size_t i = 0; i < LENGTH(rows); i++) {
		bool is_option = rows[i][0][0] == '-';

		snprintf(expected, sizeof(expected), is_option ?
			 "unknown option %s; did you mean %s?" :
			 "unknown test or suite '%s'; did you mean %s?",
			 rows[i][0], rows[i][1]);
		if (is_option)
			assert_refused(rows[i][0], expected);
		else
			assert_not_planned(rows[i][0], expected);
	}
	assert_refused("--a-name-that-is-longer-than-all-the-names-there-are-"
		       "and-then-some", "unknown option --a-name-that-is-*");
}

/* Lines with | between them, whose first option is named with the reason. */
TEST(parameters_that_no_test_has_are_refused)
{
	static const char *const rows[][2] = {
		{ "none of these tests has that parameter",
		  "-Q 2 seq-read|-Q 4 dd sizes|-m 50 commit|-b 4k fstime|"
		  "-b 8k,16k fsdisk|-m 1,2 seq-copy|"
		  "--random=50 seq-read commit|"
		  "--random=permutation seq-read-direct|--rate=100 seq-read|"
		  "--rate=100,200 --arrival=poisson commit|"
		  "--cache=direct commit fsdisk|--sync=none fstime|"
		  "--sync=dsync rand-read-q1 seq-read|"
		  "--sync=dsync seq-write-direct|-Q 1,2 -b 8k seq-read|"
		  "--sync=dsync --cache=direct seq-write" },
		{ "a block is a multiple of 512 bytes, up to 64m",
		  "-b 1000|-b 256|-b 65m|-b 4g|-b 4k,1000,8k" },
	};
	char line[128], expected[128];

	for (size_t i = 0; i < LENGTH(rows); i++) {
		const char *at = rows[i][1];

		for (size_t length; *at != '\0'; at += length) {
			at += *at == '|';
			length = strcspn(at, "|");
			snprintf(line, sizeof(line), "%.*s", (int)length, at);
			snprintf(expected, sizeof(expected), "%.*s: %s",
				 (int)strcspn(line, " ="), line, rows[i][0]);
			assert_not_planned(line, expected);
		}
	}
}

TEST(plans_that_cannot_be_are_refused)
{
	static const char *const rows[][2] = {
		{ "xyzzy", "unknown test or suite 'xyzzy'; see diskidx list "
		  "tests" },
		{ "disk:banana", "the suite disk has no test 'banana'; see "
		  "diskidx list suites" },
		{ "disk:seq-raed", "the suite disk has no test 'seq-raed'; did "
		  "you mean seq-read?" },
		{ "dd:wirte", "the suite dd has no test 'wirte'; did you mean "
		  "dd:write?" },
		{ "dd:commit", "the suite dd has no test 'commit'; see diskidx "
		  "list suites" },
		{ "banana:seq-read", "unknown test or suite*" },
		{ "disk:", "the suite disk has no test ''; see diskidx list*" },
		{ "-e snyc", "unknown engine 'snyc'; did you mean sync?" },
		{ "-e banana", "unknown engine 'banana'; see diskidx list "
		  "engines" },
		{ "./no-job.fio", "./no-job.fio: No such file or directory" },
		{ "seq-read job.fio", "job.fio: a job file stands alone*" },
		{ "-e sync rand-read-q32", "rand-read-q32: the engine sync "
		  "takes a depth of 1 at most; give -Q 1, or*" },
		{ "-e sync -Q 1,2 rand-read-q1", "rand-read-q1:q=2: the engine "
		  "sync takes a depth of 1 at most; give -Q 1, or*" },
		{ "-e sync access:rand-write-4k", "access:rand-write-4k:q=2: "
		  "the engine sync takes a depth of 1 at most; give -Q 1, "
		  "or*" },
		{ "-e threads -Q 257 rand-read-q1", "rand-read-q1:q=257: the "
		  "engine threads takes a depth of 256 at most; give -Q 256 or "
		  "less*" },
		{ "-s 1m", "-s: these tests need a work file of at least 2 "
		  "MiB" },
		{ "-s 8191 rand-read-q1", "-s: these tests need a work file of "
		  "at least 8 KiB" },
		{ "-s 512k dd:write", "-s: dd:write needs a file of at least 1 "
		  "MiB" },
		{ "-s 100 dd:read-400m", "-s: dd:read-400m needs a file of at "
		  "least 512 B" },
	};

	for (size_t i = 0; i < LENGTH(rows); i++)
		assert_not_planned(rows[i][0], rows[i][1]);
}

/* Fail if an engine takes this line, for which none was offered. */
static void
assert_nobody_can(const char *words)
{
	const struct engine *engine;
	char line[LINE];

	for (size_t i = 0; (engine = engine_at(i)) != NULL; i++) {
		snprintf(line, sizeof(line), "-e %s %s", engine->name, words);
		if (engine->is_real && plan_of(line) == 0)
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

	for (size_t i = 0; i < LENGTH(lines); i++) {
		snprintf(line, sizeof(line), "-e sync %s", lines[i]);
		assert_int_equal(plan_of(line), -EINVAL);
		assert_has(plan_error, "depth of 1 at most; give -Q 1");
		offer = strstr(plan_error, ", or -e ");
		if (offer == NULL) {
			assert_nobody_can(lines[i]);
			continue;
		}
		snprintf(name, sizeof(name), "%s", offer + strlen(", or -e "));
		assert_non_null(engine_by_name(name));
		assert_true(engine_by_name(name)->is_real);
		snprintf(line, sizeof(line), "-e %s %s", name, lines[i]);
		assert_planned(line);
	}
	assert_planned("-e null");
	for (size_t i = 0; i < plan.n_tests; i++)
		assert_string_equal(plan.test[i].engine->name,
				    plan.test[i].workload->uses_engine ?
				    "null" : "sync");
}

TEST(an_engine_must_be_able_to_flush)
{
	const struct engine *engine;
	char line[LINE], expected[LINE];

	for (size_t i = 0; (engine = engine_at(i)) != NULL; i++) {
		if (engine_na_reason(engine) != NULL)
			continue;
		snprintf(line, sizeof(line), "-e %s -Q 1 --sync=fdatasync "
			 "rand-write-q32", engine->name);
		if (engine->can_flush) {
			assert_planned(line);
			continue;
		}
		snprintf(expected, sizeof(expected), "rand-write-q32:q=1,"
			 "s=fdatasync: the engine %s *", engine->name);
		assert_not_planned(line, expected);
		assert_has(plan_error, "--sync=dsync");
		assert_has(plan_error, "-e threads");
		snprintf(line, sizeof(line), "-e %s -Q 1 --sync=dsync "
			 "rand-write-q32", engine->name);
		assert_planned(line);
	}
	/* Tests without an engine flush all the same. */
	assert_planned("-e null --sync=fdatasync seq-write commit");
}

/* Only as many requests as the system still grants, all copies together. */
TEST(an_engine_must_have_room)
{
	const struct engine *engine;
	char line[LINE];
	size_t n_bounded = 0;

	for (size_t i = 0; (engine = engine_at(i)) != NULL; i++) {
		if (engine_na_reason(engine) != NULL || engine->room == NULL ||
		    engine->room() >= 1024 * (uint64_t)engine->max_depth)
			continue;
		n_bounded++;
		snprintf(line, sizeof(line), "-e %s -c 1,1024 -Q %u "
			 "rand-read-q1", engine->name, engine->max_depth);
		assert_not_planned(line, "rand-read-q1:q=*");
		assert_has(plan_error, "still grants");
		assert_has(plan_error, "smaller -Q or -c");
		assert_has(plan_error, "-e threads");
		/* Those that don't use it need none of it. */
		snprintf(line, sizeof(line), "-e %s -c 1024 seq-read",
			 engine->name);
		assert_planned(line);
	}
	if (n_bounded == 0)
		test_skip("limits", "every engine has room for all");
}

TEST(a_sweep_has_a_thousand_tests_at_most)
{
	static const char too_many[] = "the sweep has over 1000 tests; give "
		"fewer values";
	char line[LINE], block[640], depth[640], mix[640], rate[640];

	snprintf(line, sizeof(line), "-e null -m %s -Q %s rand-read-q1",
		 series(mix, 0, 1, 40), series(depth, 1, 1, 25));
	assert_planned(line);
	assert_int_equal(plan.n_tests, 1000);
	snprintf(line, sizeof(line), "-e null -m %s -Q %s rand-read-q1 "
		 "seq-read", mix, depth);
	assert_not_planned(line, too_many);
	/* 16 million combinations are refused without being looked at. */
	snprintf(line, sizeof(line), "-b %s -Q %s -m %s --rate=%s",
		 series(block, 512, 512, 64), series(depth, 1, 1, 64),
		 series(mix, 0, 1, 64), series(rate, 1, 1, 64));
	assert_not_planned(line, too_many);
	snprintf(line, sizeof(line), "-Q %s -m %s --rate=%s -b 4k fsdisk",
		 depth, mix, rate);
	assert_not_planned(line, "-b: none of these tests has that *");
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
	static const struct good rows[] = {
		{ JOBFILE, "size=67108864 given=1 time=7 bounded=0 i=1..1 "
		  "most=2 engine=sync directory=." },
		{ "./" JOBFILE " -s 32m -t 1 -i 3 -c 1,4 -e null -d x "
		  "--seed=5", "size=33554432 seed=5 time=1 i=3..3 copies=2 "
		  "most=4 engine=null directory=x" },
	};

	write_jobfile();
	for (size_t i = 0; i < LENGTH(rows); i++) {
		assert_ids(rows[i].line,
			   "unit-options:one unit-options:two");
		facts[0] = '\0';
		tell_plan();
		assert_has_words(facts, rows[i].facts);
	}
}

TEST(a_job_file_stands_alone_and_as_it_is)
{
	write_jobfile();
	assert_not_planned(JOBFILE " seq-read",
			   JOBFILE ": a job file stands alone*");
	assert_not_planned(JOBFILE " " JOBFILE,
			   JOBFILE ": a job file stands alone*");
	assert_not_planned("-Q 4 " JOBFILE, "-Q: none of these tests has*");
	assert_not_planned("-b 4k,8k " JOBFILE, "-b: none of these tests*");
}

TEST(a_seed_that_is_not_given_is_fresh)
{
	uint64_t first;

	assert_planned("");
	first = plan.seed;
	assert_planned("");
	assert_true(plan.seed != first);
}

/* The least rounds count; nothing is refused that has no limit. */
TEST(a_plan_that_writes_or_takes_too_much_is_refused)
{
	static const struct {
		const char *line, *error;
	} rows[] = {
		{ "-s 64m -i 1 rand-write-q32 --max-write=192m", NULL },
		{ "-s 64m -i 1 rand-write-q32 --max-write=191m", "this plan "
		  "could write 192 MiB, more than --max-write=191 MiB; give a "
		  "smaller -s, fewer rounds (-i) or fewer tests" },
		{ "rand-write-q32", NULL },
		{ "-t 2 -s 64m rand-write-q32 --max-write=1g", NULL },
		{ "-s 64m --until=2 rand-write-q32 --max-write=704m", NULL },
		{ "-s 64m --until=2 rand-write-q32 --max-write=703m", "this "
		  "plan could write 704 MiB, more than --max-write=703 MiB; "
		  "give a smaller -s, fewer rounds (-i) or fewer tests" },
		{ "--max-write=1m -s 64m dd", "this plan could write 3.2 GiB, "
		  "more than --max-write=1 MiB; give a smaller -s, fewer "
		  "rounds (-i) or fewer tests" },
		{ "-t 2 -i 3 seq-read commit --max-time=12", NULL },
		{ "-t 2 -i 3 seq-read commit --max-time=11.9", "this plan "
		  "takes 12 s, more than --max-time=11.9 s; give a larger --"
		  "max-time, fewer rounds (-i), shorter samples (-t) or fewer "
		  "tests" },
		{ "-t 2 --until=1 seq-read --max-time=10", NULL },
		{ "-t 2 --until=1 seq-read --max-time=9", "this plan takes 10 "
		  "s at least, more than --max-time=9 s; give a larger --max-"
		  "time, fewer rounds (-i), shorter samples (-t) or fewer "
		  "tests" },
		{ "-t 100000 -i 100 seq-read", NULL },
	};

	for (size_t i = 0; i < LENGTH(rows); i++) {
		int write, time;

		assert_planned(rows[i].line);
		write = budget_check_max_write(&plan, plan_error);
		assert_true(write == 0 || write == -EDQUOT);
		time = write != 0 ? 0 :
			budget_check_max_time(&plan, plan_error);
		assert_true(time == 0 || time == -ETIMEDOUT);
		assert_int_equal(write != 0 || time != 0,
				 rows[i].error != NULL);
		if (rows[i].error != NULL)
			assert_message(plan_error, rows[i].error);
	}
}

TEST(a_default_size_shrinks_into_the_free_space)
{
	static const struct {
		const char *line;
		uint64_t free_mib;
		int status;
		uint64_t size_mib;
		const char *error;
	} rows[] = {
		{ "seq-read", 2048, 0, 1024, "" },
		{ "seq-read", 400, 1, 380, "" },
		{ "seq-read", 67, -ENOSPC, 1024, "the test files need 64 MiB "
		  "and 63.7 MiB can be used (5 % of the free space is left "
		  "alone); give -s 63m or less, or another directory with "
		  "-d" },
		{ "-s 512m seq-read", 530, -ENOSPC, 512, "the test files need "
		  "512 MiB and 503.5 MiB can be used*" },
	};

	for (size_t i = 0; i < LENGTH(rows); i++) {
		assert_planned(rows[i].line);
		assert_int_equal(budget_fit(&plan, rows[i].free_mib * MIB,
					    plan_error), rows[i].status);
		assert_true(plan.size_bytes == rows[i].size_mib * MIB);
		assert_message(plan_error, rows[i].error);
	}
}

/* A dry run has the first two texts, and lacks the last. */
TEST(the_dry_run_says_what_is_planned)
{
	static const char *const rows[][4] = {
		{ "--until=2 seq-read", "5 rounds or more of 2 s",
		  "until every interval is within 2 %, 100 rounds or 1 h at "
		  "most\n", NULL },
		{ "--max-time=100 -i 2 seq-read", "about 4 s,",
		  "1 min 40 s in all at most (--max-time)", "or more" },
		{ "--until=2 seq-read", "about 10 s or more", "1 GiB", NULL },
		{ "-i 2 seq-read", "2 rounds of 2 s", "", "(--max-time)" },
		{ "-d here -d there --seed=17", "here\n", "there\n", NULL },
		{ "--seed=17", "17\n", "", "until" },
	};

	for (size_t i = 0; i < LENGTH(rows); i++) {
		const char *text;

		assert_planned(rows[i][0]);
		text = dry_run(&plan);
		assert_has(text, rows[i][1]);
		assert_has(text, rows[i][2]);
		if (rows[i][3] != NULL)
			assert_lacks(text, rows[i][3]);
		for (size_t k = 0; k < plan.n_tests; k++) {
			assert_has(text, plan.test[k].test.id);
			assert_has(text, plan.test[k].test.title);
		}
	}
}
