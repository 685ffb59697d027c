# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
"""Look at pages in a browser: browser.py BROWSER SCRATCH FILE.html...

The browser is a Chromium, which starts once and is spoken to by its DevTools
protocol, over two pipes. Each page is shown at several widths, light and dark,
and printed. What is wrong is printed, a line a fault: the page, the check and
the fault, with tabs between. A page that has NAME.json beside it, what -f json
printed, must say all of these figures. It ends with a line "seen" and the
number of texts that were looked at, for each page.
"""
import base64
import fcntl
import json
import os
import re
import subprocess
import sys
import threading

WIDTHS = (360, 1100, 1600)
A4 = {"paperWidth": 8.27, "paperHeight": 11.69}
PRINTED = 703		# pixels: A4 without 12 mm at each side
PATIENCE_S = 120	# for one answer, on a busy machine




class Browser:
    """A browser with one tab."""

    def __init__(self, program, scratch):
        to_read, self.to = os.pipe()
        from_read, from_write = os.pipe()
        self.answers = os.fdopen(from_read, "rb")
        # It takes its commands at 3 and answers at 4.
        ends = [fcntl.fcntl(fd, fcntl.F_DUPFD, 10)
                for fd in (to_read, from_write)]
        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu",
             "--disable-quic", "--disable-dev-shm-usage", "--no-first-run",
             "--disable-background-networking", "--disable-component-update",
             "--disable-sync", "--remote-debugging-pipe",
             "--user-data-dir=" + os.path.join(scratch, "profile"),
             "about:blank"],
            preexec_fn=lambda: [os.dup2(fd, 3 + i)
                                for i, fd in enumerate(ends)],
            pass_fds=(3, 4), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=open(os.path.join(scratch, "browser.log"), "wb"))
        for fd in (*ends, to_read, from_write):
            os.close(fd)
        self.n_asked, self.events, self.rest, self.tab = 0, [], b"", {}
        target = self.ask("Target.createTarget", url="about:blank")
        self.tab = {"sessionId": self.ask(
            "Target.attachToTarget", flatten=True,
            targetId=target["targetId"])["sessionId"]}
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(domain + ".enable")
        self.ask("Emulation.setScrollbarsHidden", hidden=True)

    def until(self, wanted):
        """Return the first message that is wanted; keep all as events."""
        timer = threading.Timer(PATIENCE_S, self.process.kill)
        timer.start()
        while True:
            while b"\0" not in self.rest:
                part = self.answers.read1(1 << 20)
                if not part:
                    sys.exit("browser.py: the browser has ended")
                self.rest += part
            text, self.rest = self.rest.split(b"\0", 1)
            message = json.loads(text)
            if wanted(message):
                timer.cancel()
                return message
            self.events.append(message)

    def ask(self, method, **parameters):
        """Send a command and return its result."""
        self.n_asked += 1
        text = json.dumps({"id": self.n_asked, "method": method,
                           "params": parameters, **self.tab})
        data = text.encode() + b"\0"
        while data:
            data = data[os.write(self.to, data):]
        answer = self.until(lambda it: it.get("id") == self.n_asked)
        if "error" in answer:
            sys.exit(f"browser.py: {method}: {answer['error']['message']}")
        return answer["result"]

    def open(self, url):
        self.events.clear()
        self.ask("Page.navigate", url=url)
        if not any(it.get("method") == "Page.loadEventFired"
                   for it in self.events):
            self.until(lambda it: it.get("method") == "Page.loadEventFired")

    def complaints(self, url):
        """Return what the page asked for, and what went wrong."""
        for event in self.events:
            method, of = event.get("method"), event.get("params", {})
            if method == "Network.requestWillBeSent":
                if of["request"]["url"] != url:
                    yield "requests " + of["request"]["url"][:100]
            elif method == "Log.entryAdded":
                yield of["entry"]["text"]
            elif method in ("Runtime.exceptionThrown",
                            "Runtime.consoleAPICalled"):
                yield json.dumps(of)[:200]

    def measure(self, script, width, scheme="light", media="screen"):
        """Return what the script finds, at this width of the page."""
        self.ask("Emulation.setEmulatedMedia", media=media, features=[
            {"name": "prefers-color-scheme", "value": scheme}])
        for height in (1000, None):
            if height is None:
                height = min(found["height"], 30000)
            self.ask("Emulation.setDeviceMetricsOverride", width=width,
                     height=height, deviceScaleFactor=1, mobile=False)
            if height == 1000:
                found = {"height": self.value(
                    "document.documentElement.scrollHeight")}
        return self.value(script)

    def value(self, expression):
        answer = self.ask("Runtime.evaluate", expression=expression,
                          returnByValue=True)
        if "exceptionDetails" in answer:
            sys.exit("browser.py: " + json.dumps(answer["exceptionDetails"]))
        return answer["result"]["value"]

    def count_pages(self):
        self.ask("Emulation.clearDeviceMetricsOverride")
        self.ask("Emulation.setEmulatedMedia", media="", features=[])
        pdf = self.ask("Page.printToPDF", preferCSSPageSize=True,
                       paperWidth=8.27, paperHeight=11.69)["data"]
        return len(re.findall(rb"/Type\s*/Page\b", base64.b64decode(pdf)))

    def close(self):
        self.ask("Browser.close")
        self.process.wait(PATIENCE_S)


UNITS = {"ns": 1, "us": 1e3, "µs": 1e3, "ms": 1e6, "s": 1e9}
NUMBER = re.compile(r"(?<![\w.-])(\d+)(?:\.(\d+))?\s*(ns|us|µs|ms|s\b)?")


def says(text, value, is_time):
    """Return true if the text has this figure, rounded to what it prints."""
    for whole, fraction, unit in NUMBER.findall(text):
        if is_time and not unit:
            continue
        scale = UNITS[unit] if is_time else 1
        number = float(f"{whole}.{fraction}") * scale
        last = 10.0 ** -len(fraction) * scale
        if abs(number - value) <= 0.5001 * last and last <= 0.2 * value:
            return True
    return False


def figures(document):
    """Yield what a page must say: what it is, in which row, the figures, and
    if they are times."""
    for record in document.get("ranking", []):
        yield record["record"][0], None, record, False
    if "ranking" in document:
        # The tests are those of comparisons with the best record, but more
        # intervals hold at once.
        for comparison in document["comparisons"]:
            for row in comparison["tests"] + comparison["scores"]:
                name = row.get("id", row.get("name"))
                yield name, name, {**row, "ci95": []}, False
        return
    if len(document.get("runs", [])) > 1:
        for run in document["runs"]:
            for score in run["scores"]:
                if score["name"] == "Disk":
                    yield "Disk of " + run["time"], None, score, False
        return
    for score in document.get("scores", []):
        yield score["name"], None, score, False
    for test in document.get("tests", []):
        row = test["id"]
        if "=" in row:		# a point of a sweep, in a table of its own
            row, test = None, {**test, "index": None, "ci95": []}
        yield test["id"], row, test, False
        latencies = test.get("latency_ns", {})
        if len(latencies) == 1:		# a page shows both directions in one
            for latency in latencies.values():
                for name in ("50.000000", "99.000000"):
                    yield (f"{test['id']} p{name[:2]}", row,
                           {"value": latency["percentile"].get(name)}, True)
        for limit in test.get("expectations", []):
            if limit.get("figure"):
                yield (f"{limit['profile']}, {limit['expect']}", None,
                       {"value": limit["figure"], "ci95": limit["ci95"]},
                       False)
    for latency in document.get("latencies", []):
        if latency["percentile"] in (50, 99):
            if latency["verdict"] not in ("faster", "slower"):
                latency = {**latency, "ratio": None, "ci95": []}
            yield (f"{latency['id']} p{latency['percentile']}", latency["id"],
                   latency, True)
    for comparison in document.get("comparisons", []):
        yield from figures(comparison)


def unsaid(document, found):
    """Yield the figures of a document that a page does not say."""
    for name, row, of, is_time in figures(document):
        texts = [text for text in found["rows"]
                 if row and re.search(
                     rf"(?<![\w:-]){re.escape(row)}(?![\w:-])", text)]
        ends = of.get("ci95", [])
        # A difference of ten times is not ruled out: it says no more.
        if of.get("verdict") == "undecided" and ends and \
                (min(ends) < 0.1 or max(ends) > 10):
            ends = []
        numbers = [(key, of.get(key), is_time) for key in
                   ("value", "score", "index", "old", "new")]
        numbers += [("ratio", of.get("ratio"), False)]
        numbers += [("interval", end, False) for end in ends]
        for key, number, is_long in numbers:
            if number and not any(says(text, number, is_long)
                                  for text in texts or [found["all"]]):
                yield f"{name}: {key} {number:.6g}"


def look(browser, script, path):
    """Print the faults of a page."""
    url = "file://" + os.path.abspath(path)
    name = os.path.basename(path)[:-len(".html")]

    def fault(check, text):
        print(name, check, text, sep="\t")

    browser.open(url)
    views = [(width, scheme, "screen") for width in WIDTHS
             for scheme in ("light", "dark")]
    for view in views + [(PRINTED, "light", "print")]:
        found = browser.measure(script, *view)
        for check, texts in found["faults"].items():
            if view[1] == "light" or check == "contrast":
                for text in texts:
                    fault(check, f"{view[2]}, {view[0]} px, {view[1]}: {text}")
    fault("seen", found["seen"])
    fault("pages", browser.count_pages())
    for complaint in browser.complaints(url):
        fault("error", complaint)
    if os.path.exists(path[:-len("html")] + "json"):
        with open(path[:-len("html")] + "json", encoding="utf-8") as stream:
            document = json.load(stream)
        for text in unsaid(document, found):
            fault("unsaid", text)


def main():
    program, scratch, *paths = sys.argv[1:]
    with open(os.path.join(os.path.dirname(__file__), "page.js"),
              encoding="utf-8") as stream:
        script = stream.read()
    browser = Browser(program, scratch)
    for path in paths:
        look(browser, script, path)
    browser.close()


main()
