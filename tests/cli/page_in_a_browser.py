#!/usr/bin/env python3
"""Looks at HTML reports in a headless Chromium, in light and in dark: the page must be painted, and the tree that the browser builds must answer
the first questions. Then at a page made of hostile names and lines: nothing of them may become an element, an attribute or a script.
Usage: page_in_a_browser.py FPCHECK SOURCE_DIR WORK_DIR. Exit code 77: no Chromium."""
import html, html.parser, json, os, shutil, signal, struct, subprocess, sys, time, zlib

import hostile_report

fpcheck, source, work = sys.argv[1:4]
browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
if browser is None:
    print("skipped: there is no chromium to look at the page with (Debian's package is called chromium)")
    sys.exit(77)
os.makedirs(work, exist_ok=True)
failures = []
deadline = time.monotonic() + 540  # of all of it; the test's own limit is a minute later


def check(condition, what):
    if not condition:
        failures.append(what)


def start(arguments, seconds):
    """Runs the browser once. Its processes are a group of their own, so that none is left behind. Returns its standard output, or None."""
    profile = os.path.join(work, "profile")
    shutil.rmtree(profile, ignore_errors=True)
    common = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run", "--disable-extensions", "--disable-dev-shm-usage",
              "--disable-background-networking", "--disable-component-update", "--user-data-dir=" + profile]
    process = subprocess.Popen([browser, *common, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    try:
        out, err = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        print(f"no answer from {browser} after {seconds:.0f} s")
        return None
    if process.returncode != 0 or not out:
        print(f"{browser} ended with {process.returncode}: {err.decode(errors='replace')[-300:]}")
        return None
    return out.decode(errors="replace")


def browse(page, picture, *arguments):
    """The tree that the browser builds of `page`, and its picture. A browser that does not come up is started once more."""
    if os.path.exists(picture):
        os.remove(picture)
    for attempt in range(2):
        left = deadline - time.monotonic()
        if left < 5:
            break
        tree = start(["--window-size=1280,900", "--screenshot=" + picture, "--dump-dom", *arguments, "file://" + page], min(150, left))
        if tree is not None and os.path.exists(picture):
            return tree
    check(False, f"{browser} could not be started on {page}")
    return ""


def pixels(path):
    """Width, height and rows of RGB(A) bytes of a PNG with 8 bits a channel, unfiltered."""
    data = open(path, "rb").read()
    check(data[:8] == b"\x89PNG\r\n\x1a\n", f"{path} is no PNG")
    at, packed = 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", body[:10])
        if kind == b"IDAT":
            packed += body
        at += 12 + length
    channels = {2: 3, 6: 4}[colour]
    raw, stride, rows, previous = zlib.decompress(packed), width * channels, [], bytearray(width * channels)
    for y in range(height):
        kind, line = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for x in range(stride if kind else 0):
            left, up = line[x - channels] if x >= channels else 0, previous[x]
            corner = previous[x - channels] if x >= channels else 0
            if kind == 1:
                line[x] = line[x] + left & 255
            elif kind == 2:
                line[x] = line[x] + up & 255
            elif kind == 3:
                line[x] = line[x] + (left + up) // 2 & 255
            elif kind == 4:
                p = left + up - corner
                a, b, c = abs(p - left), abs(p - up), abs(p - corner)
                line[x] = line[x] + (left if a <= b and a <= c else up if b <= c else corner) & 255
        rows.append(line)
        previous = line
    return width, height, channels, rows


def look(page, name, dark):
    picture = os.path.join(work, name + ".png")
    tree = browse(page, picture, "--blink-settings=preferredColorScheme=" + ("0" if dark else "1"))
    if not tree:
        return tree
    width, height, channels, rows = pixels(picture)
    colours, sums = set(), 0
    for line in rows[::5]:
        for x in range(0, len(line), channels * 5):
            colours.add(bytes(line[x:x + 3]))
            sums += line[x] + line[x + 1] + line[x + 2]
    mean = sums / 3 / (len(rows[::5]) * len(range(0, len(rows[0]), channels * 5)))
    check((width, height) == (1280, 900), f"{name}: {width} x {height}")
    check(len(colours) > 20, f"{name}: only {len(colours)} colours: the page is blank")
    check(mean < 110 if dark else mean > 170, f"{name}: mean brightness {mean:.0f}")
    print(f"{picture}: {len(colours)} colours, mean brightness {mean:.0f}")
    return tree


class census(html.parser.HTMLParser):
    """Elements and attributes of a tree, and its text."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.elements, self.attributes, self.text = set(), set(), ""

    def handle_starttag(self, tag, attributes):
        self.elements.add(tag)
        self.attributes |= {name for name, _ in attributes}

    def handle_data(self, data):
        self.text += data


def taken(tree):
    out = census()
    out.feed(tree)
    return out


def intrusions(tree, honest):
    """What a tree has that the page of an honest kernel has not."""
    found = taken(tree)
    out = sorted(found.elements - honest.elements) + sorted(found.attributes - honest.attributes)
    return out + (["characters that act"] if hostile_report.CONTROLS.search(found.text) else [])


def main():
    page, saved = os.path.join(work, "page.html"), os.path.join(work, "page.json")
    environment = dict(os.environ, FPCHECK_NVCC="")
    run = lambda *arguments: subprocess.run([fpcheck, *arguments], cwd=source, env=environment, capture_output=True).returncode
    check(run("run", "examples/01_first_run/naive_variance.cu", "--ref", "var(x, 1)", "--tol", "2ulp", "-o", "html:" + page, "-o", "json:" + saved) == 1, "the suspect kernel was not run")
    tree = look(page, "light", False)
    for text in ("Which line", "naive_variance.cu:26", "How wrong", "cancellation", "What to do", "<svg class=\"map\"", "<svg class=\"histogram\"", "% of", "fpcheck run", "kappa"):
        check(text in tree, f"'{text}' is not in the page that the browser built")
    look(page, "dark", True)

    # One page with a case of each hostile text, and one of a kernel whose file and line are hostile.
    honest, document = taken(tree), json.load(open(saved))
    cases = [hostile_report.hostile_document(document, text) for text in hostile_report.HOSTILE.values()]
    combined = dict(document, cases=[c for d in cases for c in d["cases"]], sources=[s for d in cases for s in d["sources"]])
    json.dump(combined, open(os.path.join(work, "hostile.json"), "w"))
    hostile = os.path.join(work, "hostile.html")
    check(run("report", os.path.join(work, "hostile.json"), "-o", "html:" + hostile) == 1, "no page of the hostile document")
    real = os.path.join(work, "hostile_kernel.html")
    check(run("run", *hostile_report.hostile_kernel(source, work), "-o", "html:" + real) == 1, "the hostile kernel was not run")
    honest.elements |= {"h2", "nav", "ul", "li", "ol", "a"}  # of pages with several cases and inline stacks
    honest.attributes |= {"href", "id"}
    for path in (hostile, real):
        tree = browse(path, os.path.join(work, "hostile.png"))
        check(intrusions(tree, honest) == [], f"{path}: the page has {intrusions(tree, honest)}")
        check("setAttribute('data-owned'" in taken(tree).text, f"{path}: the hostile text is not shown as text")

    # The same text without escapes must be seen, or the above proves nothing.
    open(os.path.join(work, "owned.html"), "w").write("<!doctype html><meta charset=utf-8><pre>" + hostile_report.HOSTILE["markup"])
    found = intrusions(browse(os.path.join(work, "owned.html"), os.path.join(work, "owned.png")), honest)
    check("script" in found and hostile_report.OWNED in found, f"a script that ran was not noticed: {found}")


main()
print("\n".join(failures) or "the page is what it should be")
sys.exit(1 if failures else 0)
