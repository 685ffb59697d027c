/* What --dry-run prints of a plan, for tests; see dry-run.h. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "diskidx/budget.h"
#include "dry-run.h"

const char *
dry_run(const struct plan *plan)
{
	static char text[8192];
	FILE *file = tmpfile();
	size_t n;

	assert_non_null(file);
	budget_print(plan, file);
	rewind(file);
	n = fread(text, 1, sizeof(text) - 1, file);
	text[n] = '\0';
	fclose(file);
	return text;
}
