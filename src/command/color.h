/* Color: what matters most in a text report, on a terminal that has colors. */
#ifndef COMMAND_COLOR_H
#define COMMAND_COLOR_H

#include <stdbool.h>
#include <stdio.h>

/* Return true if standard output is to be colored: see command_begin. */
bool color_is_on(void);

/* Copy the text of a report from its start, with colors. */
void color_copy(FILE *from, FILE *to);

#endif
