"""The table of theorems in README.md."""
import re

from .process import PROOFS, Outcome
from .registry import load

PATH = PROOFS / "README.md"
ENGINES = {"coq": "Coq", "smt": "SMT on the code", "exhaustive": "exhaustive", "identity": "random identity", "test": "random identity, in `make test`"}


def table():
    rows = ["| id | claim | by | proof |", "|---|---|---|---|"]
    for e in load()["theorem"]:
        where = f"`coq/{e['file']}.v`: {e['name']}" if e["engine"] == "coq" else ", ".join(f"`{s}`" for s in e["spec"])
        rows.append(f"| {e['id']} | {e['claim']} | {ENGINES[e['engine']]} | {where} |")
    return "\n".join(rows) + "\n"


def check(rewrite):
    text = PATH.read_text()
    wanted = re.sub(r"(<!-- table: .*? -->\n).*(<!-- end -->)", lambda m: m[1] + table() + m[2], text, flags=re.S)
    if rewrite:
        PATH.write_text(wanted)
    ok = rewrite or text == wanted
    return [Outcome("readme", "README.md", ok, 0, "" if ok else "the table is stale: proofs/check --readme")]
