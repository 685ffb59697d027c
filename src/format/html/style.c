/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * The style of a page: by day and by night, on paper, and as cards where it is
 * narrow. Colors of text have a contrast of at least 4.9 to the paper; lines
 * of series differ in their dashes as well. Paper has the colors of the day.
 */
#include <config.h>

#include "html.h"

const char *const html_style[] = {
	":root{color-scheme:light dark;--paper:#fff;--panel:#f5f6f8;"
	"--ink:#16191d;--soft:#566070;--rule:#d9dde3;--grid:#e8ebef;\n"
	"--a:#1d5fbf;--b:#96600a;--c:#0b7285;--d:#7a3db8;--e:#5d6300;"
	"--f:#b0205f;--up:#0a7558;--down:#bd3517;--doubt:#8a5800}\n"
	"@media screen and (prefers-color-scheme:dark){:root{"
	"--paper:#0f1318;--panel:#181d25;--ink:#e7eaee;--soft:#a2adba;"
	"--rule:#353d49;--grid:#262d37;\n"
	"--a:#7db0ff;--b:#e6a743;--c:#5cc8dc;--d:#c79bff;--e:#cfd25a;"
	"--f:#ff8ac0;--up:#4fd0a4;--down:#ff8d70;--doubt:#f0b450}}\n",

	/* Text. */
	"*{box-sizing:border-box}"
	"body{margin:0;background:var(--paper);color:var(--ink);"
	"font:.875rem/1.45 system-ui,sans-serif;overflow-wrap:anywhere;"
	"font-variant-numeric:tabular-nums;-webkit-text-size-adjust:100%}\n"
	"main{max-width:72rem;margin:0 auto;padding:1.5rem 1rem 3rem}"
	"h1{font-size:1.25rem;line-height:1.3;margin:0}"
	"h2{font-size:1rem;margin:2.5rem 0 .25rem}"
	"h3{font-size:.8125rem;margin:1rem 0 .25rem}\n"
	"p{margin:.25rem 0 .5rem;max-width:46rem}"
	".soft,small,caption p,figcaption,dt{color:var(--soft)}"
	".hero{display:flow-root;background:var(--panel);border-radius:.5rem;"
	"padding:1.25rem 1.5rem;margin:1.25rem 0 0;font-size:.8125rem}\n"
	".big{font-size:3.5rem;line-height:1.05;font-weight:650;"
	"letter-spacing:-.02em;margin:0}"
	".verdict{font-size:1.25rem;line-height:1.35;font-weight:600}\n"
	".hero:has(.big) :is(.lanes,.verdict){float:right;clear:right;"
	"width:calc(100% - 20rem);margin:0 0 .5rem}"
	".trust{width:max-content;display:flex;gap:.2rem;align-items:end;"
	"font-weight:600;border:1px solid;border-radius:1rem;"
	"padding:.1rem .7rem}.trust i{width:.2rem;height:.3rem;"
	"background:currentColor;margin-bottom:.3rem}"
	".trust i+i{height:.5rem}.trust i+i+i{height:.7rem;margin-right:.3rem}"
	".doubt i+i+i,.bad i+i{opacity:.25}\n"
	".good,.up{color:var(--up)}.doubt{color:var(--doubt)}"
	".bad,.down{color:var(--down)}.same{color:var(--soft)}\n"
	".lanes{display:grid;gap:0 .75rem;"
	"grid-template-columns:fit-content(9rem) auto minmax(0,1fr)}"
	".lanes b{font-size:1rem;text-align:right}"
	".lanes small,.lanes .axis{grid-column:3}.lanes small{margin:-.125rem 0 .375rem}\n"
	".counts,.counts+ul{grid-column:1/-1}.counts{display:flex;"
	"gap:.25rem;margin:0}.counts i{height:.875rem;"
	"background:currentColor}.counts .rest{background:none;"
	"border:1px dashed}\n"
	"ul{padding:0;list-style:none;margin:.5rem 0}"
	".notes{columns:2 26rem;column-gap:2rem}"
	".notes li{margin:0 0 .5rem;break-inside:avoid}"
	".key{display:flex;flex-wrap:wrap;gap:0 1rem;font-size:.75rem}"
	"dl{display:grid;grid-template-columns:6rem 1fr;gap:1rem;"
	"font-size:.8125rem;margin:2rem 0 0}dl+dl{margin:.2rem 0}"
	"dd{margin:0}h1+p{color:var(--soft)}\n",

	/* Tables. */
	"table{border-collapse:collapse;width:100%;font-size:.8125rem}"
	"caption{text-align:left;padding:0 0 .5rem}"
	"th,td{text-align:left;font-weight:400;border-top:1px solid "
	"var(--grid);padding:.2rem .75rem .2rem 0;overflow-wrap:normal}"
	"th:last-child,td:last-child{padding-right:0}\n"
	"thead th{border:0;color:var(--soft);vertical-align:bottom}"
	".g th,.g td{font-weight:650;border-top-color:var(--rule);padding-top:.6rem}"
	".g .s0{color:var(--ink)}small{font-size:.75rem;font-weight:400}"
	"th small{display:block;line-height:1.2}"
	".r{text-align:right;white-space:nowrap}.drawn{width:26%;min-width:5rem}"
	"table:has(.sky) .drawn{width:15%}"
	".sky{width:9%;min-width:4rem}"
	".wide{overflow-x:auto}",

	/* Drawings. */
	"svg{display:block;overflow:visible;max-width:none}"
	"td:has(.word){white-space:nowrap}.word{display:inline-block;"
	"vertical-align:-2px;margin-right:.3rem}"
	"text{font:.6875rem system-ui,sans-serif;fill:var(--ink)}"
	"text.soft{fill:var(--soft)}.end{text-anchor:end}"
	".mid{text-anchor:middle}text.t{fill:currentColor;font-weight:600}\n"
	".grid{stroke:var(--grid)}"
	".base{stroke:var(--soft);stroke-dasharray:2 2}"
	".w,.w1{stroke:currentColor;stroke-width:2}.w1{stroke-width:1.25}"
	".dot{fill:currentColor}.ring{fill:var(--paper);"
	"stroke:currentColor;stroke-width:1.75}"
	".cut{fill:none;stroke:var(--paper);stroke-width:1.8}\n"
	".fill{fill:currentColor;fill-opacity:.18}"
	".bar{fill:currentColor;fill-opacity:.38}"
	".band{fill:currentColor;fill-opacity:.13}"
	".rest{fill:none;stroke:currentColor;stroke-dasharray:3 2}"
	".line{fill:none;stroke:currentColor;stroke-width:1.75;"
	"stroke-linejoin:round}.outline{fill:currentColor;fill-opacity:.18;"
	"stroke:currentColor}\n"
	".line,.outline{vector-effect:non-scaling-stroke}"
	".ink{color:var(--ink)}.s0{color:var(--a)}.s1{color:var(--b)}"
	".s2{color:var(--c)}.s3{color:var(--d)}.s4{color:var(--e)}"
	".s5{color:var(--f)}.s1 .line{stroke-dasharray:6 3}"
	".s2 .line{stroke-dasharray:2 3}.s3 .line{stroke-dasharray:9 3 2 3}"
	".s4 .line{stroke-dasharray:4 5}.s5 .line{stroke-dasharray:1 3}\n"
	".charts{display:grid;gap:1.25rem 2rem;margin:.75rem 0 0;"
	"grid-template-columns:repeat(auto-fill,"
	"minmax(min(100%,20rem),1fr))}.charts.small{grid-template-columns:"
	"repeat(auto-fill,minmax(min(100%,15rem),1fr))}"
	"figure{margin:0;min-width:0;display:flex;flex-direction:column}"
	"figcaption{font-size:.75rem}"
	".chart{display:grid;margin-top:auto;"
	"grid-template-columns:3.25rem minmax(0,1fr)}\n",

	/* Narrow, a row becomes a card. */
	"@media (max-width:44rem){.hero{padding:1rem}.big{font-size:2.75rem}"
	".hero{display:flex;flex-direction:column}.hero .lanes{order:1}"
	".hero:has(.big) :is(.lanes,.verdict){width:auto}"
	".lanes{grid-template-columns:1fr auto}"
	".lanes .axis,.lanes svg,.lanes small{grid-column:1/-1}\n"
	"thead{display:none}table,tbody,caption{display:block}"
	"tr{display:grid;grid-template-columns:repeat(6,1fr);gap:.2rem .5rem;"
	"padding:.5rem 0;border-top:1px solid var(--grid)}"
	"th,td{border:0;padding:0;grid-column:span 2}th,.g td{grid-column:1/-1;"
	"padding:0}th+td{grid-column:span 4}.r{text-align:left;"
	"white-space:normal}\n"
	"td.drawn{grid-column:span 4;width:auto}td.sky{width:auto}"
	"td:empty{display:none}"
	"td[data-n]::before{content:attr(data-n) \" \";color:var(--soft)}}\n",

	/* Paper. */
	"@media print{@page{size:A4;margin:10mm 12mm}html{font-size:11.5px}"
	"main{padding:0;max-width:none}*{print-color-adjust:exact;"
	"-webkit-print-color-adjust:exact}"
	"figure,tr,li,dl,.hero{break-inside:avoid}"
	"h2,h3,h2+p,.key,caption{break-after:avoid}h2{margin-top:1rem}"
	".hero{background:none;border:1px solid var(--rule)}\n"
	"th,td{padding-top:.09rem;padding-bottom:.09rem}td svg{margin:-3px 0}"
	".wide{overflow:visible}.notes{columns:3 12rem;font-size:.75rem}}\n",
	NULL
};
