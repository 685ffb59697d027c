/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * HTML: a document as one page that needs nothing else, for a screen of any
 * width, by day and by night.
 */
#include <config.h>

#include "diskidx/format/format.h"
#include "diskidx/report/document.h"
#include "html.h"

/* The style, by day and by night. Each colour of a series has a contrast of at
 * least 4.5 to the paper; lines differ in their dashes as well. */

static const char by_day[] =
	":root{color-scheme:light dark;"
	"--ink:#1b1f24;--paper:#fff;--soft:#57606a;--grid:#d8dee4;"
	"--strong:#9a4a00;--good:#157347;--bad:#b3261e}\n"
	".s0{color:#0a58ca;stroke-dasharray:none}"
	".s1{color:#b3400a;stroke-dasharray:6 3}"
	".s2{color:#157347;stroke-dasharray:2 3}\n"
	".s3{color:#7b2fbe;stroke-dasharray:9 3 2 3}"
	".s4{color:#5c6200;stroke-dasharray:4 5}"
	".s5{color:#b0135f;stroke-dasharray:1 4}\n";

static const char by_night[] =
	"@media (prefers-color-scheme:dark){:root{"
	"--ink:#e6edf3;--paper:#12161c;--soft:#9da7b1;--grid:#30363d;"
	"--strong:#ffb454;--good:#5fd08f;--bad:#ff8a80}\n"
	".s0{color:#6ea8fe}.s1{color:#ff9f5a}.s2{color:#5fd08f}"
	".s3{color:#c99bff}.s4{color:#d2d45c}.s5{color:#ff8ac2}}\n";

static const char of_words[] =
	"body{margin:0 auto;max-width:78rem;padding:1rem;"
	"font:1rem/1.5 system-ui,sans-serif;"
	"color:var(--ink);background:var(--paper)}\n"
	"h1{font-size:1.5rem}h2{font-size:1.25rem}h3{font-size:1rem}"
	"h1,h2,h3,li,.answer{overflow-wrap:anywhere}"
	".answer{font-size:1.25rem;font-weight:600}\n"
	/* A shade at an edge tells that there is more to scroll to. */
	".wide{overflow-x:auto;margin:1rem 0;background:"
	"linear-gradient(90deg,var(--paper) 50%,#0000)0/3rem 100% local,"
	"linear-gradient(270deg,var(--paper) 50%,#0000)100%/3rem 100% local,"
	"linear-gradient(90deg,var(--grid),#0000)0/.75rem 100%,"
	"linear-gradient(270deg,var(--grid),#0000)100%/.75rem 100%;"
	"background-repeat:no-repeat}\n"
	"table{border-collapse:collapse;font-size:.875rem;"
	"font-variant-numeric:tabular-nums}"
	"caption{text-align:left;font-weight:600;padding:.25rem 0}\n"
	"th,td{text-align:left;font-weight:normal;white-space:nowrap;"
	"padding:.2rem 1rem .2rem 0;border-bottom:1px solid var(--grid)}"
	"thead th,th[scope=rowgroup]{font-weight:600}.r{text-align:right}\n";

static const char of_plots[] =
	".plots{display:grid;gap:1.5rem;align-items:start;margin:1rem 0;"
	"grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr))}"
	"figure{margin:0}"
	"figcaption{font-size:.875rem;color:var(--soft)}\n"
	"svg{display:block;width:100%;height:auto}"
	"text{font:11px system-ui,sans-serif;fill:var(--ink);"
	"paint-order:stroke;stroke:var(--paper);stroke-width:3px;"
	"stroke-linejoin:round;stroke-dasharray:none}"
	".title{font-weight:bold;font-size:12px}.soft{fill:var(--soft)}\n"
	".grid{stroke:var(--grid)}"
	".mark{stroke:var(--soft);stroke-dasharray:3 2}"
	".error{stroke:var(--ink);stroke-width:2;stroke-dasharray:none}\n"
	".line{fill:none;stroke:currentColor;stroke-width:1.5;"
	"stroke-linecap:round;stroke-linejoin:round}"
	".dot,.bar{stroke:currentColor;stroke-dasharray:none}"
	".dot{stroke-width:4.4;stroke-linecap:round}.bar{stroke-width:9}\n"
	".strong{stroke:var(--strong);stroke-width:12}\n"
	/* A picture alone is as wide as the page, and its letters no larger. */
	"@media (min-width:50rem){figure:only-child "
	"text{font-size:5px;stroke-width:2px}"
	"figure:only-child .bar{stroke-width:5}"
	"figure:only-child :is(.line,.error){stroke-width:.8}"
	"figure:only-child .grid{stroke-width:.4}"
	"figure:only-child .dot{stroke-width:2.4}}\n"
	".good{stroke:var(--good)}"
	".bad{stroke:var(--bad)}\n";

/* Print a block; `heading` is the element of those below the last title. */
static void
html_put_block(FILE *out, const struct block *block, const char **heading)
{
	switch (block->kind) {
	case BLOCK_TITLE:
	case BLOCK_PART:
		if (block->text == NULL)
			break;
		html_element(out, "h2", block->text);
		*heading = "h3";
		break;
	case BLOCK_HEADING:
		html_element(out, *heading, block->text);
		break;
	case BLOCK_ANSWER:
		html_element(out, "p class=\"answer\"", block->text);
		break;
	case BLOCK_LINE:
	case BLOCK_FACT:
		html_element(out, "p", block->text);
		break;
	case BLOCK_TABLE:
		html_table(out, &block->table);
		if (block->table.remark != NULL)
			html_element(out, "p", block->table.remark);
		break;
	case BLOCK_NOTES:
		html_element(out, *heading, block->text);
		fputs("<ul>\n", out);
		for (size_t i = 0; i < block->notes.n; i++)
			html_element(out, "li", block->notes.list[i].text);
		fputs("</ul>\n", out);
		break;
	case BLOCK_PICTURE:
		html_plots(out, &block->plots);
		break;
	default:
		break;
	}
}

/* The first title is the title of the page. */
static void
html_put(FILE *out, const struct document *document, bool color)
{
	const char *heading = "h2", *title = document->block[0].text;

	(void)color;
	fputs("<!DOCTYPE html>\n<html lang=\"en\"><head>\n"
	      "<meta charset=\"utf-8\"/>\n<meta name=\"viewport\" "
	      "content=\"width=device-width, initial-scale=1\"/>\n", out);
	html_element(out, "title", title);
	fprintf(out, "<style>\n%s%s%s%s</style></head>\n<body><main>\n",
		by_day, by_night, of_words, of_plots);
	html_element(out, "h1", title);
	for (size_t i = 1; i < document->n; i++)
		if (block_is_shown(&document->block[i], IN_HTML))
			html_put_block(out, &document->block[i], &heading);
	fputs("</main></body></html>\n", out);
}

const struct format format_html = {
	.name = "html",
	.summary = "one page with tables and pictures, for a browser",
	.put = html_put,
};
