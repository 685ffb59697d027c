/* The position: see position.h. */
#include <config.h>

#include <math.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/baseline.h"
#include "position.h"

/* The nearest devices on both sides, and how many times as fast we are. */
struct position {
	const struct baseline *slower, *faster;
	double to_slower, to_faster;
};

/* Return how many times as fast as the device the category is; 0: unknown. */
static double
times_of(const struct section *section, const char *category,
	 const struct baseline *device)
{
	const struct result *result;
	size_t at = 0, n = 0;
	double logs = 0, value;

	while ((result = view_result(section, &at)) != NULL) {
		if (!result->scored ||
		    strcmp(result->category, category) != 0 ||
		    !baseline_value(device, result->id, NULL, &value))
			continue;
		logs += log(result->value / value);
		n++;
	}
	return n > 0 ? exp(logs / (double)n) : 0;
}

static void
consider(struct position *position, const struct baseline *device,
	 double times)
{
	if (times >= 1 && (position->slower == NULL ||
			   times < position->to_slower)) {
		position->slower = device;
		position->to_slower = times;
	}
	if (times > 0 && times < 1 && (position->faster == NULL ||
				       times > position->to_faster)) {
		position->faster = device;
		position->to_faster = times;
	}
}

static char *
name_of(const struct baseline *device)
{
	return xprintf("%s (%s)", device->name, device->summary);
}

char *
position_of(const struct section *section, const char *category)
{
	struct position position = { NULL, NULL, 0, 0 };
	const struct baseline *device;

	for (size_t i = 0; (device = reference_at(i)) != NULL &&
	     section->copies == 1; i++)
		consider(&position, device,
			 times_of(section, category, device));
	if (position.slower != NULL && position.faster != NULL)
		return xjoin(xjoin(xprintf("%s lies between", category), " ",
				   name_of(position.slower)), " and ",
			     name_of(position.faster));
	if (position.slower != NULL)
		return xjoin(xprintf("%s lies above", category), " ",
			     name_of(position.slower));
	if (position.faster != NULL)
		return xjoin(xprintf("%s lies below", category), " ",
			     name_of(position.faster));
	return NULL;
}
