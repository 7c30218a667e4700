#!/usr/bin/env python3
"""Every kernel of the corpus on a card with shadows, beside the engine's report of the same inputs: bits, findings, what is incomplete.

Usage: shadow_corpus.py FPCHECK CORPUS [--jobs N] [--list] [--set bugs|sound]. Each file is two processes: `fpcheck run`, and the same `--on gpu`. Left out by rule:
cases that the engine finds wrong by memory, race or barrier. Exit code 1 if bits differ or a sound kernel has a finding; 77 without a card."""
import collections, concurrent.futures, json, os, subprocess, sys

MEMORY = {"race", "out-of-bounds", "misaligned", "null-access", "read-only-write", "barrier-divergence", "uninitialised", "undefined-lane", "trap", "unwritten-output", "integer-division-by-zero"}
CAUSES = {"born", "cancelled", "absorbed", "flushed", "narrowed", "integer-lost"}
SECONDS = 30

fpcheck, corpus = sys.argv[1:3]
jobs = int(sys.argv[sys.argv.index("--jobs") + 1]) if "--jobs" in sys.argv else 4


def run(ptx, source, more):
    command = [fpcheck, "run", ptx, "--source", source, "--format", "json", "--no-lines", *more]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
        return json.loads(done.stdout)["cases"]
    except subprocess.TimeoutExpired:
        return "took too long"
    except (ValueError, KeyError):
        return (done.stdout + done.stderr)[-200:]


def both(name):
    ptx = os.path.join(corpus, name)
    source = ptx.replace(".fast.ptx", ".ptx").replace(".ptx", ".cu")
    return name, run(ptx, source, []), run(ptx, source, ["--on", "gpu"])


def places(case):
    """Rule and line of each finding that counts."""
    return {(f["rule"], f["stack"][-1]["line"] if f["stack"] else f["ptx_line"]) for f in case["findings"] if f["level"] == "error" and not f["suppressed"]}


def source_line(stack, ptx_line):
    """The innermost line of the case's own source."""
    return next((f["line"] for f in stack if f["file"].endswith(".cu")), ptx_line)


def told(case):
    """The lines at which the card saw something before any replay; none where all that it saw are causes without an effect."""
    whole = not case["incomplete"]
    lines = [l for l in case["device"]["lines"] if l["over"] + l["open"] + l["born"] + l["near"] or whole and l["unbounded"]]
    if all(l["event"] in CAUSES for l in lines):
        return set()
    return {source_line(l["stack"], l["ptx_line"]) for l in lines}


sets = [sys.argv[sys.argv.index("--set") + 1]] if "--set" in sys.argv else ["sound", "bugs"]
files = sorted(f"{s}/{f}" for s in sets for f in os.listdir(os.path.join(corpus, s)) if f.endswith(".ptx"))
count, reasons, wrong = collections.Counter(), collections.Counter(), []
with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
    for name, engine, card in pool.map(both, files):
        if isinstance(engine, str) or isinstance(card, str):
            count["files that were not compared"] += 1
            wrong.append(f"{name}: {engine if isinstance(engine, str) else ''} {card if isinstance(card, str) else ''}")
            continue
        for e, c in zip(engine, card):
            title = f"{name} {e['launch']}"
            rules = {r for r, _ in places(e)}
            if any("no device: " in x["message"] for x in c["errors"]):
                print(c["errors"][0]["message"])
                sys.exit(77)
            if rules & MEMORY:
                count["left out: memory, race or barrier"] += 1
                continue
            count["cases"] += 1
            if "device" not in c:
                count["not on the card"] += 1
                for x in c["errors"]:
                    reasons[x["message"][:100]] += 1
                continue
            count["bits compared"] += 1
            if not c["device"]["same_bits"]:
                unsteady = any("from run to run" in n for n in c["notes"])
                count["bits differ from run to run without shadows too" if unsteady else "OTHER BITS"] += 1
                if not unsteady:
                    wrong.append(f"{title}: other bits")
            gaps = [n for n in c["incomplete"] if n not in e["incomplete"]]
            for n in gaps:
                reasons[n["what"][:100]] += 1
            numeric = rules - {"mismatch", "vacuous-tolerance", "out-of-range", "order-sensitive", "contraction"}
            found, seen = places(c), told(c)
            if places(e):
                count["with findings"] += 1
                count["with findings: the same rules and lines after the replay"] += places(e) == found
                count["with findings: incomplete"] += bool(gaps)
                if places(e) != found:
                    wrong.append(f"{title}: engine {sorted(places(e))}, card {sorted(found)}{', incomplete' if gaps else ''}")
            else:
                count["without findings"] += 1
                count["without findings: none after the replay"] += not found
                count["without findings: nothing seen by the card"] += not seen
                count["without findings: incomplete"] += bool(gaps)
                if found:
                    wrong.append(f"{title}: found by the card alone {sorted(found)}")
            if numeric:
                count["with numeric findings"] += 1
                count["with numeric findings: seen by the card before the replay"] += bool(seen)
                lines = {source_line(f["stack"], f["ptx_line"]) for f in e["findings"] if f["rule"] in numeric and f["level"] == "error" and not f["suppressed"]}
                count["with numeric findings: seen at their lines before the replay"] += bool(seen) and lines <= seen
                if not seen:
                    wrong.append(f"{title}: not seen by the card: {sorted(numeric)}{', incomplete' if gaps else ''}")
for what in sorted(count):
    print(f"{count[what]:6d}  {what}")
print("incomplete, or not on the card, because of")
for why, n in reasons.most_common():
    print(f"{n:6d}  {why}")
if "--list" in sys.argv:
    print("\n".join(wrong))
sys.exit(1 if count["OTHER BITS"] or count["without findings"] != count["without findings: none after the replay"] else 0)
