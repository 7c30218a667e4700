"""What `fpcheck tune` proposes for the wrong kernels of the corpus whose fault is numeric, and whether the edited source is clean: with
the inputs that it was made for, with 8 seeds that it was not, and in 2 other shapes where the case is written with extents.

Usage: corpus_repairs.py FPCHECK CORPUS/bugs [FILTER]. Exit 77: no nvcc. Prints a line a kernel and the counts; by hand, minutes.
"""
import json, pathlib, re, shutil, subprocess, sys, tempfile

NUMERIC = {"cancellation", "absorption", "overflow", "underflow-flushed", "nan-born", "narrowing", "narrow-accumulator", "inaccurate", "ill-conditioned-step", "sensitivity", "branch-flip", "saturation"}


def cases(folder, only):
    for source in sorted(folder.glob("*.cu")):
        if only not in source.name:
            continue
        for m in re.finditer(r"^// expect: (\S+) rule=(\S+)", source.read_text(), re.M):
            if set(m.group(2).split("|")) & NUMERIC:
                yield source, m.group(1), m.group(2)


def repaired(tool, source, kernel, text, scratch, *words):
    """How the edited source does with more words: passed, no, or why there is no answer."""
    edited = pathlib.Path(scratch) / source.name
    edited.write_text(text)
    try:
        done = subprocess.run([tool, "run", "%s:%s" % (edited, kernel), "--nvcc", "-I%s" % source.parent.resolve(), *words, "--format", "json"],
                              capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return "time is up"
    return {0: "passed", 1: "no", 2: "fixed", 3: "undecided"}.get(done.returncode, "exit %d" % done.returncode)


def main():
    tool, folder, only = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else ""
    if shutil.which("nvcc") is None:
        print("skipped: no nvcc on PATH")
        sys.exit(77)
    count = proposed = clean = 0
    unseen, shaped, runs_of_all = [], [], []
    with tempfile.TemporaryDirectory() as scratch:
        for source, kernel, rule in cases(folder, only):
            count += 1
            name = "%-60s %-20s" % (source.stem + ":" + kernel, rule)
            try:
                done = subprocess.run([tool, "tune", "%s:%s" % (source, kernel), "--format", "json"], capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL)
                runs = json.loads(done.stdout)
            except (subprocess.TimeoutExpired, ValueError) as e:
                print(name, "no answer: %s" % (done.stderr.strip()[:200] if isinstance(e, ValueError) else "time is up"), flush=True)
                continue
            one = next((r for r in runs if r["repairs"]), runs[0])
            outcome = one.get("edited", {}).get("outcome", "no edit" if one["proposals"] else "no repair" if one["repairs"] else "within the bound")
            proposed += bool(one["proposals"]) and one["repairs"]
            runs_of_all.append(len(one["trials"]))
            more = ""
            if outcome == "passed":
                clean += 1
                unseen.append(repaired(tool, source, kernel, one["edited"]["source"], scratch, "--seed", "1001", "--seeds", "8"))
                shaped.append(repaired(tool, source, kernel, one["edited"]["source"], scratch, "--shapes", "2"))
                more = "; seeds: %s, shapes: %s" % (unseen[-1], shaped[-1])
            what = ", ".join("%d: %s" % (p["line"], p["change"]) for p in one["proposals"])
            print(name, "%s ulp -> %s ulp (%s), %d runs: %s%s" % (one["error_ulps"], one["proposed_error_ulps"], what, len(one["trials"]), outcome, more), flush=True)
    print("%d numeric kernels, %d with a proposal, %d of them clean when edited so; runs: median %d, most %d" %
          (count, proposed, clean, sorted(runs_of_all)[len(runs_of_all) // 2] if runs_of_all else 0, max(runs_of_all, default=0)))
    print("of these %d, with 8 unseen seeds: %d clean; in 2 other shapes: %d clean, %d of a fixed shape" % (clean, unseen.count("passed"), shaped.count("passed"), shaped.count("fixed")))


main()
