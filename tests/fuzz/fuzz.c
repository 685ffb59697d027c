/* The fuzzer; see fuzz.h. */
#include <config.h>

#include <ctype.h>
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/random.h"
#include "diskidx/units.h"
#include "fuzz.h"

#define SEED 20130607
#define MOST 65536	/* bytes of an input that is mutated */
#define MAX_INPUTS 1024

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

bool
fuzz_is_printable(const char *text)
{
	for (; *text != '\0'; text++)
		if (*text < ' ' || *text > '~')
			return false;
	return true;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *what = fuzz_target.wrong((const char *)data, size);

	if (what == NULL)
		return 0;
	fprintf(stderr, "%s: wrong: %s\n", fuzz_target.noun, what);
	abort();
}

#ifndef FUZZER

struct input {
	char *data;
	size_t size;
};

static struct input input[MAX_INPUTS];	/* written by add_input */
static size_t n_inputs;
static unsigned count;			/* of TAP, written by tell */

static void
tell(const char *sentence, const char *what)
{
	printf("%sok %u - %s: %s\n", what == NULL ? "" : "not ", ++count,
	       fuzz_target.noun, sentence);
	if (what != NULL)
		printf("# wrong: %s\n", what);
}

/* So that a failure can be made again. */
static void
show(const char *data, size_t size)
{
	printf("# the input, in hexadecimal:");
	for (size_t i = 0; i < size; i++)
		printf("%s%02x", i % 32 == 0 ? "\n# " : "",
		       (unsigned)(unsigned char)data[i]);
	printf("\n");
}

/* What is wrong with the answer to a copy, which ends where it ends. */
static const char *
try(const char *data, size_t size)
{
	char *copy = xmalloc(size + 1);
	const char *what;

	memcpy(copy, data, size);
	copy = xrealloc(copy, size > 0 ? size : 1);
	what = fuzz_target.wrong(copy, size);
	free(copy);
	if (what != NULL)
		show(data, size);
	return what;
}

/* What there is in tests/data. */

static void
add_input(const char *data, size_t size)
{
	if (n_inputs == MAX_INPUTS)
		return;
	input[n_inputs].data = xmalloc(size + 1);
	memcpy(input[n_inputs].data, data, size);
	input[n_inputs++].size = size;
}

static void
add_file(const char *path, char *bytes)
{
	FILE *stream = fopen(path, "rb");

	if (stream == NULL)
		return;
	add_input(bytes, fread(bytes, 1, 2 * MIB, stream));
	fclose(stream);
}

static void
add_line(char *line)
{
	char *to = line, *from;

	for (from = line; *from != '\0' && *from != '\n'; from++)
		if (from[0] == '\\' && (from[1] == 'n' || from[1] == 't'))
			*to++ = *++from == 'n' ? '\n' : '\t';
		else
			*to++ = *from;
	add_input(line, (size_t)(to - line));
}

static void
add_lines(const char *path, char *bytes)
{
	FILE *stream = fopen(path, "rb");

	while (stream != NULL && fgets(bytes, 2 * MIB, stream) != NULL)
		if (bytes[0] != '#' && bytes[0] != '\n' &&
		    strncmp(bytes, "== ", 3) != 0)
			add_line(bytes);
	if (stream != NULL)
		fclose(stream);
}

static void
add_directory(const char *path, const char *end, char *bytes)
{
	DIR *directory = opendir(path);
	struct dirent *entry;

	if (directory == NULL)
		return;
	while ((entry = readdir(directory)) != NULL) {
		size_t length = strlen(entry->d_name);
		char *name;

		if (length < strlen(end) ||
		    strcmp(entry->d_name + length - strlen(end), end) != 0)
			continue;
		name = xprintf("%s/%s", path, entry->d_name);
		add_file(name, bytes);
		free(name);
	}
	closedir(directory);
}

static int
by_bytes(const void *a, const void *b)
{
	const struct input *x = a, *y = b;

	if (x->size != y->size)
		return x->size < y->size ? -1 : 1;
	return memcmp(x->data, y->data, x->size);
}

/* Read all, in the same order wherever it is. */
static void
read_corpus(void)
{
	const char *srcdir = getenv("srcdir");
	char *bytes = xmalloc(2 * MIB);
	size_t i;

	for (i = 0; i < LENGTH(fuzz_target.corpus) &&
	     fuzz_target.corpus[i].path != NULL; i++) {
		char *path = xprintf("%s/tests/data/%s", srcdir != NULL ?
				     srcdir : ".", fuzz_target.corpus[i].path);
		size_t n = n_inputs;

		if (fuzz_target.corpus[i].end == NULL)
			add_lines(path, bytes);
		else
			add_directory(path, fuzz_target.corpus[i].end, bytes);
		if (n_inputs == n) {
			fprintf(stderr, "no input in %s\n", path);
			exit(1);
		}
		free(path);
	}
	qsort(input, n_inputs, sizeof(*input), by_bytes);
	free(bytes);
}

/* Mutations. */

static void
insert(struct input *to, size_t at, const char *data, size_t size)
{
	if (to->size + size > MOST)
		return;
	memmove(to->data + at + size, to->data + at, to->size - at);
	memcpy(to->data + at, data, size);
	to->size += size;
}

static void
insert_token(struct input *to, size_t at, struct random *r)
{
	static size_t tokens;
	const char *token;

	while (fuzz_target.token(tokens) != NULL)
		tokens++;
	token = fuzz_target.token(random_below(r, tokens));
	insert(to, at, token, strlen(token));
}

/* Put another digit for one, which leaves most texts what they are. */
static void
change_number(struct input *to, struct random *r)
{
	size_t at = random_below(r, to->size + 1);

	while (at < to->size && !isdigit((unsigned char)to->data[at]))
		at++;
	if (at < to->size)
		to->data[at] = (char)('0' + random_below(r, 10));
}

static void
mutate(struct input *to, struct random *r)
{
	size_t at = random_below(r, to->size + 1);
	size_t length = random_below(r, to->size - at + 1) %
			(1 + random_below(r, 64));
	char part[64];

	switch (random_below(r, 6)) {
	case 0:
		if (at < to->size)
			to->data[at] = (char)random_next(r);
		break;
	case 1:
		memmove(to->data + at, to->data + at + length,
			to->size - at - length);
		to->size -= length;
		break;
	case 2:
		memcpy(part, to->data + at, length);
		insert(to, random_below(r, to->size + 1), part, length);
		break;
	case 3:
		insert_token(to, at, r);
		insert_token(to, at, r);
		break;
	case 4:
		insert_token(to, at, r);
		break;
	default:
		if (random_below(r, 8) == 0)
			to->size = at;
		break;
	}
}

static const char *
try_mutations(void)
{
	struct input one = { xmalloc(MOST), 0 };
	const char *what = NULL;
	struct random r;

	random_seed(&r, SEED);
	for (unsigned i = 0; i < fuzz_target.mutations && what == NULL; i++) {
		const struct input *from = &input[random_below(&r, n_inputs)];

		one.size = from->size < MOST ? from->size : MOST;
		memcpy(one.data, from->data, one.size);
		for (uint64_t n = random_below(&r, 8) + 1; n > 0; n--)
			if (i % 3 == 0)
				change_number(&one, &r);
			else
				mutate(&one, &r);
		what = try(one.data, one.size);
	}
	free(one.data);
	return what;
}

/* Cut each at every place, or at so many of a long one. */
static const char *
try_prefixes(void)
{
	const char *what = NULL;

	for (size_t i = 0; i < n_inputs && what == NULL; i++) {
		size_t step = input[i].size / fuzz_target.cuts + 1, size;

		for (size = 0; size < input[i].size && what == NULL;
		     size += step)
			what = try(input[i].data, size);
		if (what == NULL)
			what = try(input[i].data, input[i].size);
	}
	return what;
}

int
main(void)
{
	read_corpus();
	tell("there are some to start from",
	     n_inputs > 0 ? NULL : "tests/data has none");
	tell("each, whole or cut anywhere, is taken or refused in a line",
	     try_prefixes());
	tell("so is what seeded mutations make of them",
	     n_inputs > 0 ? try_mutations() : "nothing to mutate");
	printf("1..%u\n", count);
	for (size_t i = 0; i < n_inputs; i++)
		free(input[i].data);
	return 0;
}

#endif
