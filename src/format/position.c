/* The position: see position.h. */
#include <config.h>

#include <math.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/baseline.h"
#include "position.h"

enum { SLOWER, FASTER, WAYS };

/* The nearest device on each side, and how far it is. */
struct nearest {
	const struct baseline *device;
	double distance;
};

/* Find the logarithm of how many times as fast as the device the category is.
 * Return false if the device has no figure of it. */
static bool
compare(double *lead, const struct section *section, const char *category,
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
	*lead = n > 0 ? logs / (double)n : 0;
	return n > 0;
}

static char *
name_of(const struct baseline *device)
{
	return xprintf("%s (%s)", device->name, device->summary);
}

char *
position_of(const struct section *section, const char *category)
{
	struct nearest nearest[WAYS] = { { NULL, 0 }, { NULL, 0 } }, *side;
	const struct baseline *device;
	double lead;

	for (size_t i = 0; (device = reference_at(i)) != NULL &&
	     section->copies == 1; i++) {
		if (!compare(&lead, section, category, device))
			continue;
		side = &nearest[lead < 0 ? FASTER : SLOWER];
		if (side->device == NULL || fabs(lead) < side->distance)
			*side = (struct nearest){ device, fabs(lead) };
	}
	if (nearest[SLOWER].device != NULL && nearest[FASTER].device != NULL)
		return xjoin(xjoin(xprintf("%s lies between", category), " ",
				   name_of(nearest[SLOWER].device)), " and ",
			     name_of(nearest[FASTER].device));
	for (int i = 0; i < WAYS; i++)
		if (nearest[i].device != NULL)
			return xjoin(xprintf("%s lies %s", category, i ==
					     SLOWER ? "above" : "below"), " ",
				     name_of(nearest[i].device));
	return NULL;
}
