#!/usr/bin/env python3
"""Writes the page evidence's table of what is proved, tested, measured and judged, and checks that all of its evidence exists.

Usage: evidence.py SOURCE_DIR [--write]. Without --write: exit code 1 if the table of src/pages/evidence.md is another one, or if a theorem, a test or a section
that a row names is gone."""
import os, re, sys

PROVED, EXHAUSTIVE, RANDOM, DEVICE, JUDGED = "proved", "exhaustive", "random", "on a GPU", "heuristic"

# What is claimed, how it is known, and the evidence: theorem ids, "file#text in that file".
ROWS = [
    ("integers in floats, conversions, sums and products without error, double rounding", PROVED, ["INT-1", "INT-2", "INT-3", "GRID-1", "CVT-1", "RTO-1", "DR-1", "EFT-1", "PROD-1", "SUM-1", "SUM-2", "SCALE-1"]),
    ("interval operations enclose; exp2 and softmax bounds; gradients; tolerances", PROVED, ["INTV-1", "INTV-2", "EXP2-1", "SMX-1", "GRAD-1", "TOL-1"]),
    ("rounding of every binary32 to 16 bits and fewer; narrow intervals are the tightest", EXHAUSTIVE, ["tests/formats/exhaustive_test.cpp#all_floats", "tests/interval/tightness_exhaustive_test.cpp#all_pairs"]),
    ("the multifunction unit: 17 approximate forms, every binary32 input", DEVICE, ["tests/gpu/RESULTS.md#The multifunction unit"]),
    ("PTX instruction forms, 2^20 inputs each, against recorded results", DEVICE, ["tests/gpu/RESULTS.md#Instruction forms"]),
    ("binary32 arithmetic against the CPU's, in four modes; shadows enclose", RANDOM, ["tests/formats/softfloat_test.cpp#is_the_machine_s_arithmetic", "tests/exec/shadow_test.cpp#arithmetic_encloses_in_every_domain"]),
    ("what is too large an error (32 half-ulps, 2 sqrt(depth)); which line is blamed (first order)", JUDGED, ["include/fpcheck/base/judgement.def#excess_limit", "src/exec/domains/blame_domain.hpp#culprits = 4"]),
]
BEGIN, END = "<!-- evidence: tests/cli/evidence.py -->\n", "<!-- end of evidence -->\n"


def table():
    lines = ["| claim | known by | evidence |", "|---|---|---|"]
    for claim, kind, evidence in ROWS:
        shown = [e.split("#")[0] for e in evidence]
        lines.append(f"| {claim} | {kind} | {', '.join(e if re.fullmatch(r'[A-Z0-9]+-[0-9]+', e) else '`' + e + '`' for e in dict.fromkeys(shown))} |")
    return BEGIN + "\n".join(lines) + "\n" + END


def missing(source):
    theorems = set(re.findall(r'^id = "([^"]+)"', open(os.path.join(source, "proofs/registry.toml")).read(), re.M))
    for _, kind, evidence in ROWS:
        for e in evidence:
            if kind == PROVED:
                if e not in theorems:
                    yield f"no theorem {e} is registered"
                continue
            file, text = e.split("#")
            path = os.path.join(source, file)
            if not os.path.exists(path) or text not in open(path).read():
                yield f"'{text}' is not in {file}"


source = sys.argv[1]
path = os.path.join(source, "src/pages/evidence.md")
page = open(path).read()
head, rest = page.split(BEGIN)
wanted = head + table() + rest.split(END)[1]
if "--write" in sys.argv:
    open(path, "w").write(wanted)
problems = list(missing(source))
if wanted != page and "--write" not in sys.argv:
    problems.append("src/pages/evidence.md: the table is not what tests/cli/evidence.py --write makes")
print("\n".join(problems) or "all evidence exists")
sys.exit(1 if problems else 0)
