"""What `fpcheck tune` proposes for the wrong kernels of the corpus whose fault is numeric, and whether the edited source is clean.

Usage: corpus_repairs.py FPCHECK CORPUS/bugs [FILTER]. Exit 77: no nvcc. Prints a line a kernel and the counts; by hand, minutes.
"""
import json, pathlib, re, shutil, subprocess, sys

NUMERIC = {"cancellation", "absorption", "overflow", "underflow-flushed", "nan-born", "narrowing", "narrow-accumulator", "inaccurate", "ill-conditioned-step", "sensitivity", "branch-flip", "saturation"}


def cases(folder, only):
    for source in sorted(folder.glob("*.cu")):
        if only not in source.name:
            continue
        for m in re.finditer(r"^// expect: (\S+) rule=(\S+)", source.read_text(), re.M):
            if set(m.group(2).split("|")) & NUMERIC:
                yield source, m.group(1), m.group(2)


def main():
    tool, folder, only = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else ""
    if shutil.which("nvcc") is None:
        print("skipped: no nvcc on PATH")
        sys.exit(77)
    count = proposed = clean = 0
    for source, kernel, rule in cases(folder, only):
        try:
            done = subprocess.run([tool, "tune", "%s:%s" % (source, kernel), "--format", "json"], capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL)
            runs = json.loads(done.stdout)
        except (subprocess.TimeoutExpired, ValueError) as e:
            print("%-60s %-20s no answer: %s" % (source.stem + ":" + kernel, rule, done.stderr.strip()[:200] if isinstance(e, ValueError) else "time is up"))
            count += 1
            continue
        one = next((r for r in runs if r["repairs"]), runs[0])
        outcome = one.get("edited", {}).get("outcome", "no edit" if one["proposals"] else "no repair" if one["repairs"] else "within the bound")
        count += 1
        proposed += bool(one["proposals"]) and one["repairs"]
        clean += outcome == "passed"
        what = ", ".join("%d: %s" % (p["line"], p["change"]) for p in one["proposals"])
        print("%-60s %-20s %s ulp -> %s ulp (%s), %d runs: %s" % (source.stem + ":" + kernel, rule, one["error_ulps"], one["proposed_error_ulps"], what, len(one["trials"]), outcome))
    print("%d numeric kernels, %d with a proposal, %d of them clean when edited so" % (count, proposed, clean))


main()
