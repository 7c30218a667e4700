#!/usr/bin/env python3
"""Looks at HTML reports in a headless Chromium, in light and in dark: the page must be painted, and the tree that
the browser builds must answer the first questions. Usage: page_in_a_browser.py FPCHECK SOURCE_DIR WORK_DIR. Exit code 77: no Chromium."""
import os, shutil, struct, subprocess, sys, zlib

fpcheck, source, work = sys.argv[1:4]
browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
if browser is None:
    print("skipped: there is no chromium to look at the page with (Debian's package is called chromium)")
    sys.exit(77)
os.makedirs(work, exist_ok=True)
failures = []


def check(condition, what):
    if not condition:
        failures.append(what)


def browse(*arguments):
    common = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run", "--disable-extensions", "--disable-dev-shm-usage",
              "--user-data-dir=" + os.path.join(work, "profile"), "--virtual-time-budget=2000"]
    return subprocess.run([browser, *common, *arguments], capture_output=True, text=True, timeout=240)


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
        for x in range(stride):
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
    scheme = "--blink-settings=preferredColorScheme=" + ("0" if dark else "1")
    done = browse("--window-size=1280,900", "--screenshot=" + picture, scheme, "file://" + page)
    if not os.path.exists(picture):
        check(False, f"no picture of {name}: {done.stderr[-500:]}")
        return
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


def main():
    page = os.path.join(work, "page.html")
    environment = dict(os.environ, FPCHECK_NVCC="")
    subprocess.run([fpcheck, "run", "examples/01_first_run/naive_variance.cu", "-o", "html:" + page], cwd=source, env=environment, capture_output=True)
    look(page, "light", False)
    look(page, "dark", True)
    tree = browse("--dump-dom", "file://" + page).stdout
    for text in ("Which line", "naive_variance.cu:26", "How wrong", "cancellation", "What to do", "<svg class=\"map\"", "<svg class=\"histogram\"", "% of", "fpcheck run"):
        check(text in tree, f"'{text}' is not in the page that the browser built")


main()
print("\n".join(failures) or "the page is what it should be")
sys.exit(1 if failures else 0)
