#!/usr/bin/env python3
"""Sound kernels of the corpus at large shapes on a card: no finding, over so many outputs in all.

Usage: shadow_scaled.py FPCHECK CORPUS [--jobs N] [--outputs N] [--seconds S]. A case is taken if its grid is one number in its comment, and all of its
shapes that have that factor, or a multiple of the threads that it makes, in their first extent grow with it by a power of two; the case as it is must pass by
the engine. Each grows until it has N / 64 outputs, or takes longer than S. Exit code 1 if one has a finding; 77 without a card."""
import concurrent.futures, json, os, re, subprocess, sys

fpcheck, corpus = sys.argv[1:3]


def option(name, default):
    return int(sys.argv[sys.argv.index(name) + 1]) if name in sys.argv else default


jobs, wanted, seconds = option("--jobs", 8), option("--outputs", 1 << 24), option("--seconds", 40)
most = wanted // 64
LAUNCH = re.compile(r"^// fpcheck: (\w+) <<<(\d+), (\d+)>>> (.*)$")


def run(words, more):
    try:
        done = subprocess.run([fpcheck, "run", *words, "--format", "json", "--no-lines", *more], capture_output=True, text=True, timeout=seconds)
        return json.loads(done.stdout)["cases"][0]
    except (subprocess.TimeoutExpired, ValueError, KeyError, IndexError):
        return None


def scaled(grid, block, words, factor):
    """The words at a grid `factor` times as large, and their number of outputs; None where they do not grow with it."""
    out, outputs, grown = [], 0, False
    for w in words:
        m = re.fullmatch(r"(\w+=(?:inout:)?[\w.+-]+(?:\([^)]*\))?:)(\d+)((?:x\d+)*)(:\w+)?", w)
        if not m:
            out.append(w)
            continue
        first, rest = int(m[2]), m[3]
        grows = first % grid == 0 and (first == grid or first % (grid * block) == 0 or first >= grid * 2)
        if grows:
            first, grown = first * factor, True
        size = first
        for e in rest.split("x")[1:]:
            size *= int(e)
        if "=empty" in w or "=inout" in w:
            if not grows:
                return None
            outputs += size
        out.append(f"{m[1]}{first}{rest}{m[4] or ''}")
    return (out, outputs) if grown and outputs else None


def cases():
    for f in sorted(os.listdir(os.path.join(corpus, "sound"))):
        if not f.endswith(".cu") or not os.path.exists(os.path.join(corpus, "sound", f[:-3] + ".ptx")):
            continue
        for line in open(os.path.join(corpus, "sound", f)):
            m = LAUNCH.match(line.rstrip("\n"))
            if m and "--" not in m[4] and "ref=" not in m[4] and "'" not in m[4]:
                yield os.path.join(corpus, "sound", f[:-3]), m[1], int(m[2]), int(m[3]), m[4].split(" ")


def look(case):
    stem, kernel, grid, block, words = case
    name = f"{os.path.basename(stem)}:{kernel}"
    factor, now = 1, scaled(grid, block, words, 1)
    if now is None:
        return name, 0, "does not grow", []
    while scaled(grid, block, words, factor)[1] < most and factor < 1 << 20:
        factor *= 2
    command = lambda k: [f"{stem}.ptx:{kernel}", f"<<<{grid * k}, {block}>>>", *scaled(grid, block, words, k)[0], "--source", stem + ".cu"]
    small = run(command(2), [])
    if small is None or any(f["level"] == "error" for f in small["findings"]) or small["errors"]:
        return name, 0, "does not pass at twice the shape", []
    r = run(command(factor), ["--on", "gpu"])
    if r is None:
        return name, 0, "took too long", []
    if any("no device" in e["message"] for e in r["errors"]):
        return name, 0, "no card", []
    if "device" not in r:
        return name, 0, "not on the card: " + (r["errors"][0]["message"] if r["errors"] else ""), []
    found = [f'{f["rule"]}:{f["stack"][-1]["line"] if f["stack"] else f["ptx_line"]}' for f in r["findings"] if f["level"] == "error" and not f["suppressed"]]
    return name, r["device"]["outputs"], "incomplete" if r["incomplete"] else "looked at", found if r["device"]["same_bits"] else found + ["other bits"]


total, counts, wrong = 0, {}, []
with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
    for name, outputs, how, found in pool.map(look, cases()):
        if how == "no card":
            print("no card")
            sys.exit(77)
        counts[how] = counts.get(how, 0) + 1
        total += outputs
        if found:
            wrong.append(f"{name}, {outputs} outputs: {' '.join(found)}")
print(f"{total} outputs = 2^24 x {total / 2**24:.2f}")
for how, n in sorted(counts.items()):
    print(f"{n:6d}  {how}")
print(f"{len(wrong):6d}  with findings")
print("\n".join(wrong))
sys.exit(1 if wrong else 0)
