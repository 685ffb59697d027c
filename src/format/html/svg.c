/* Elements of SVG: see svg.h. */
#include <config.h>

#include "html.h"
#include "svg.h"

/* Colours of the series, of which each has a contrast of at least 4.5 to the
 * background, by day and by night. Lines differ in their dashes as well. */
static const struct {
	const char *light, *dark, *dash;
} colours[] = {
	{ "#0a58ca", "#6ea8fe", "none" },
	{ "#b3400a", "#ff9f5a", "6 3" },
	{ "#157347", "#5fd08f", "2 3" },
	{ "#7b2fbe", "#c99bff", "9 3 2 3" },
	{ "#5c6200", "#d2d45c", "4 5" },
	{ "#b0135f", "#ff8ac2", "1 4" },
};

#define N_COLOURS (sizeof(colours) / sizeof(colours[0]))

void
svg_style(FILE *out)
{
	size_t i;

	fputs("text{font:11px system-ui,sans-serif;fill:#1b1f24;"
	      "paint-order:stroke;stroke:#fff;stroke-width:3px;"
	      "stroke-linejoin:round}\n"
	      ".title{font-weight:bold;font-size:12px}.soft{fill:#57606a}\n"
	      ".grid{stroke:#d8dee4}.mark{stroke:#57606a;"
	      "stroke-dasharray:3 2}.error{stroke:#1b1f24}.paper{fill:#fff}\n"
	      ".line{fill:none;stroke:currentColor;stroke-width:1.5;"
	      "stroke-linecap:round;stroke-linejoin:round}"
	      ".bar,.dot{fill:currentColor}\n", out);
	for (i = 0; i < N_COLOURS; i++)
		fprintf(out, ".s%zu{color:%s;stroke-dasharray:%s}", i,
			colours[i].light, colours[i].dash);
	fputs("\n@media (prefers-color-scheme:dark){"
	      "text{fill:#e6edf3;stroke:#12161c}"
	      ".soft{fill:#9da7b1}.grid{stroke:#30363d}"
	      ".mark{stroke:#9da7b1}\n.error{stroke:#e6edf3}"
	      ".paper{fill:#12161c}", out);
	for (i = 0; i < N_COLOURS; i++)
		fprintf(out, ".s%zu{color:%s}", i, colours[i].dark);
	fputs("}\n", out);
}

/* The millionth has what lies between two tenths round up in any arithmetic. */
void
svg_place(FILE *out, const char *lead, double place)
{
	fprintf(out, "%s%.1f", lead, place + 1e-6);
}

void
svg_text(FILE *out, double x, double y, const char *attributes,
	 const char *text)
{
	svg_place(out, "<text x=\"", x);
	svg_place(out, "\" y=\"", y);
	fprintf(out, "\"%s>", attributes);
	html_text(out, text);
	fputs("</text>\n", out);
}

static void
put_line(FILE *out, const char *class, double x, double y, const char *command,
	 double to)
{
	fprintf(out, "<path class=\"%s\" d=\"", class);
	svg_place(out, "M", x);
	svg_place(out, " ", y);
	svg_place(out, command, to);
	fputs("\"/>\n", out);
}

void
svg_down(FILE *out, const char *class, double x, double y, double to)
{
	put_line(out, class, x, y, "V", to);
}

void
svg_across(FILE *out, const char *class, double x, double y, double to)
{
	put_line(out, class, x, y, "H", to);
}
