/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Measures a page in a browser, as browser.py asks for it: an expression whose
 * value has the faults that it finds, lists of sentences by the name of the
 * check; and what the page says, as texts.
 */
(() => {
	const faults = {
		scroll: [], box: [], overlap: [], contrast: [], label: []
	};
	const root = document.documentElement;
	const width = root.clientWidth;
	const SLACK = 1;	/* pixels: edges are rounded */
	const style = element => getComputedStyle(element);
	const words = text => text.replace(/\s+/g, ' ').trim();

	/* Red, green, blue and alpha, from 0 to 1, of a color's notation. */
	const canvas = document.createElement('canvas');
	canvas.width = canvas.height = 1;
	const context = canvas.getContext('2d', { willReadFrequently: true });
	const known = new Map();
	function color(text)
	{
		if (!known.has(text)) {
			context.clearRect(0, 0, 1, 1);
			context.fillStyle = '#000';
			context.fillStyle = text;
			context.fillRect(0, 0, 1, 1);
			const { data } = context.getImageData(0, 0, 1, 1);
			known.set(text, [...data].map(value => value / 255));
		}
		return known.get(text);
	}
	function over(front, alpha, back)
	{
		return back.map((value, i) =>
			front[i] * alpha + value * (1 - alpha));
	}
	function luminance(rgb)
	{
		const [r, g, b] = rgb.map(value => value <= 0.04045 ?
			value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
		return 0.2126 * r + 0.7152 * g + 0.0722 * b;
	}
	function opacity(element)
	{
		let all = 1;
		for (; element instanceof Element; element = element.parentNode)
			all *= style(element).opacity;
		return all;
	}

	/* What a shape or a box paints at a point: a color and its alpha. */
	function paint(element, x, y)
	{
		const own = style(element);
		if (!(element instanceof SVGElement)) {
			const [r, g, b, a] = color(own.backgroundColor);
			return [[r, g, b], a];
		}
		if (!(element instanceof SVGGeometryElement) ||
		    own.fill === 'none')
			return [[0, 0, 0], 0];
		const at = new DOMPoint(x, y)
			.matrixTransform(element.getScreenCTM().inverse());
		const [r, g, b, a] = color(own.fill);
		return [[r, g, b],
			element.isPointInFill(at) ? a * own.fillOpacity : 0];
	}
	function background(element, x, y)
	{
		const stack = document.elementsFromPoint(x, y);
		const at = stack.indexOf(element);
		let all = [root, document.body].map(each => color(
			style(each).backgroundColor)).find(each => each[3] > 0);
		all = all ? all.slice(0, 3) : [1, 1, 1];
		for (const each of stack.slice(Math.max(at, 0)).reverse()) {
			const [rgb, alpha] = paint(each, x, y);
			if (alpha > 0)
				all = over(rgb, alpha * opacity(each), all);
		}
		return all;
	}

	/* What is around a text: the block it stands in. */
	function block(element)
	{
		while (/^(inline|contents)$/.test(style(element).display))
			element = element.parentElement;
		return element;
	}
	function scroller(element)
	{
		for (; element !== null && element !== document.body;
		     element = element.parentElement)
			if (/auto|scroll/.test(style(element).overflowX))
				return element;
		return null;
	}
	function picture(element)
	{
		while (element.ownerSVGElement)
			element = element.ownerSVGElement;
		return element;
	}
	/* How far a box is out of another one; up and down more is allowed. */
	const out = (inner, outer, above) => Math.max(
		outer.left - inner.left, inner.right - outer.right,
		outer.top - above - inner.top,
		inner.bottom - above - outer.bottom);

	/* Texts that are seen, with a box for each line. */
	const seen = [];
	const walker = document.createTreeWalker(document.body,
		NodeFilter.SHOW_TEXT);
	for (let node; (node = walker.nextNode()) !== null;) {
		const parent = node.parentElement;
		const text = words(node.data);
		if (text === '' ||
		    parent.closest('style,script,title,desc,defs') ||
		    style(parent).visibility !== 'visible')
			continue;
		const range = document.createRange();
		range.selectNodeContents(node);
		const boxes = [...range.getClientRects()]
			.filter(box => box.width > 1 && box.height > 1);
		if (boxes.length > 0)
			seen.push({ node, parent, text, boxes });
	}

	const sees = (where, text) => `${where}: "${text.slice(0, 60)}"`;
	for (const { parent, text, boxes } of seen) {
		const svg = parent instanceof SVGElement ?
			picture(parent) : null;
		const scrolls = scroller(parent) !== null;
		const cut = svg !== null && style(svg).overflow !== 'visible';
		const around = cut ? svg :
			block(svg !== null ? svg.parentElement : parent);
		const outer = around.getBoundingClientRect();
		const name = [around.localName, ...around.classList].join('.');
		for (const box of boxes) {
			/* A line may be lower than its letters' boxes. */
			const by = out(box, outer, box.height / 2);
			const far = `${by.toFixed(1)} px out of ${name}`;
			if (by > SLACK)
				faults.box.push(sees(far, text));
			else if (!scrolls && (box.left < -SLACK ||
					      box.right > width + SLACK))
				faults.box.push(sees('out of the page', text));
		}

		const own = style(parent);
		const [r, g, b, a] = color(svg !== null ? own.fill : own.color);
		const alpha = a * opacity(parent) *
			(svg !== null ? own.fillOpacity : 1);
		const box = boxes[0], y = box.top + box.height / 2;
		let least = 21;
		for (const x of [box.left + 2, box.left + box.width / 2,
				 box.right - 2]) {
			if (x < 0 || x >= width)
				continue;
			const back = background(parent, x, y);
			const pair = [luminance(over([r, g, b], alpha, back)),
				      luminance(back)].sort((m, n) => n - m);
			least = Math.min(least,
				(pair[0] + 0.05) / (pair[1] + 0.05));
		}
		if (least < 4.5)
			faults.contrast.push(sees(least.toFixed(2), text));
	}

	/* Letters on letters. */
	const lines = seen.flatMap(each => each.boxes.map(box =>
		({ box, text: each.text, parent: each.parent })))
		.sort((m, n) => m.box.top - n.box.top);
	lines.forEach((one, i) => {
		for (const other of lines.slice(i + 1)) {
			const p = one.box, q = other.box;
			const high = Math.min(p.bottom, q.bottom) - q.top;
			const wide = Math.min(p.right, q.right) -
				Math.max(p.left, q.left);
			if (q.top > p.bottom)
				break;
			if (wide > 2 && high > Math.min(p.height, q.height) / 2)
				faults.overlap.push(
					`"${one.text}" and "${other.text}"`);
		}
	});

	if (root.scrollWidth > width)
		faults.scroll.push(`${root.scrollWidth} of ${width} px`);
	if (matchMedia('print').matches)	/* where nobody can scroll */
		for (const each of document.querySelectorAll('body *'))
			if (style(each).overflowX !== 'visible' &&
			    each.scrollWidth > each.clientWidth + SLACK)
				faults.scroll.push(sees('cut',
					words(each.textContent)));
	for (const svg of document.querySelectorAll('svg'))
		if (!svg.ownerSVGElement &&
		    !svg.closest('[aria-hidden=true]') &&
		    !svg.closest('[role=img][aria-label]') &&
		    svg.querySelector(':scope > title') === null)
			faults.label.push(`a drawing in ${words(
				svg.parentElement.textContent).slice(0, 60)}`);
	/* Several lines have names in a key, for this chart or for all. */
	for (const chart of document.querySelectorAll('.chart')) {
		const figure = chart.parentElement;
		const lines = chart.querySelectorAll('.line:not([d=""])');
		const key = figure.querySelector('.key') ??
			figure.parentElement.previousElementSibling;
		if (lines.length > 1 && (key?.querySelectorAll('li .line')
				.length ?? 0) < lines.length)
			faults.label.push(`no key above ${words(
				figure.textContent).slice(0, 60)}`);
	}

	/* What an element says, with the names of drawings. */
	function said(element)
	{
		const parts = [];
		const all = document.createTreeWalker(element,
			NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
		for (let node = element; node !== null; node = all.nextNode()) {
			const text = node.data ??
				node.getAttribute('aria-label');
			/* A number goes on after .k. */
			if (text !== null)
				parts.push(text, node.parentElement
					.matches('.k') ? '' : ' ');
		}
		return words(parts.join(''));
	}
	return { faults, seen: seen.length, height: root.scrollHeight,
		 all: said(document.body),
		 rows: [...document.querySelectorAll('tr,figure')].map(said) };
})()
