"""The registry: statements pinned by hashes that cover the definitions, axioms by an allow-list, C++ symbols both ways."""
import hashlib
import re
import tomllib

from .process import PROOFS, ROOT, Outcome

PATH = PROOFS / "registry.toml"


def load():
    with open(PATH, "rb") as file:
        return tomllib.load(file)


def coq_entries(registry):
    return [e for e in registry["theorem"] if e["engine"] == "coq"]


def full_name(entry):
    return "Fpcheck." + entry["file"].replace("/", ".") + "." + entry["name"]


def own_tokens(text, stems):
    """Names of the development that occur in a printed term: printed as File.name because nothing is imported."""
    return {m[0] for m in re.finditer(r"\b(\w+)\.([\w']+)", text) if m[1] in stems}


def statement_hash(name, answers, stems):
    """Hash of the printed statement and of every definition of the development it rests on."""
    todo, seen, parts = [name], set(), []
    while todo:
        n = todo.pop()
        if n in seen:
            continue
        seen.add(n)
        text = answers.get(n)
        if text is None:
            continue            # a lemma used inside a definition: proofs do not matter
        parts.append(" ".join(text.split()))
        todo += sorted(own_tokens(text, stems))
    return hashlib.sha256("\n".join(sorted(parts)).encode()).hexdigest()[:16]


def axioms_of(text):
    if "Closed under the global context" in text:
        return []
    return re.findall(r"^([\w.']+)\s*(?::|$)", text.split("Axioms:", 1)[1], re.M)


def specification_hash(entry):
    """Of an entry without a Coq statement: the files that say what is claimed."""
    h = hashlib.sha256()
    for name in entry["spec"]:
        h.update((PROOFS / name).read_bytes())
    return h.hexdigest()[:16]


def check_specifications(registry, pin):
    outcomes, hashes = [], {}
    for e in registry["theorem"]:
        if e["engine"] != "coq":
            digest = hashes[(e["engine"], e["name"])] = specification_hash(e)
            ok = pin or e.get("statement") == digest
            outcomes.append(Outcome(e["id"], e["name"], ok, 0, "" if ok else
                                    f"what is claimed changed: {', '.join(e['spec'])} (hash {digest}, registered {e.get('statement')})"))
    if pin:
        rewrite_hashes(hashes)
    return outcomes


def not_allowed(registry, groups, text):
    """Axioms of a Print Assumptions that no group allows; a name ending in a dot allows a module."""
    allowed = [a for g in groups for a in registry["axioms"][g]["names"]]
    return [a for a in axioms_of(text) if not any(a == w or w.endswith(".") and a.startswith(w) for w in allowed)]


def check_statements(registry, development, entries, pin, slow_axioms=True):
    """One outcome an entry; with `pin` the hashes are rewritten instead of compared. Without `slow_axioms` the axioms of
    the proofs by computation are left to the full run."""
    files = sorted({e["file"] for e in entries})
    loaded = development.closure(files)
    stems = {f.split("/")[-1] for f in loaded}
    short = lambda full: ".".join(full.split(".")[-2:])
    queries = {f"S {full_name(e)}": f"Check @{full_name(e)}." for e in entries}
    # vectors are data that the code may change at any time: what is claimed of them is not in their values
    queries |= {f"D {d}": f"Print {d}." for d in development.definitions([n for n in loaded if not n.endswith("Vectors")])}
    groups = {tuple(e["axioms"]): [] for e in entries}
    for e in entries:
        groups[tuple(e["axioms"])].append(e)
    if not slow_axioms:
        groups = {g: m for g, m in groups.items() if "machine_integers" not in g}
    for i, members in enumerate(groups.values()):     # one walk over the proofs a group: ten times faster than one each
        together = ", ".join("@" + full_name(e) for e in members)
        queries[f"A {i}"] = f"Definition together_{i} := ({together}).\nPrint Assumptions together_{i}."
    replies = development.ask(loaded, queries)
    answers = {short(k[2:]): v for k, v in replies.items() if k[0] in "DS"}
    outcomes, hashes = [], {}
    extra = {}
    for i, (group, members) in enumerate(groups.items()):
        found = not_allowed(registry, group, replies[f"A {i}"])
        if found:                                     # whose is it?
            single = development.ask(loaded, {e["name"]: f"Print Assumptions {full_name(e)}." for e in members})
            extra |= {full_name(e): not_allowed(registry, group, single[e["name"]]) for e in members}
    for e in entries:
        name = full_name(e)
        digest = hashes[(e["file"], e["name"])] = statement_hash(short(name), answers, stems)
        problems = [f"axiom {a} is not allowed" for a in extra.get(name, [])]
        if not pin and e.get("statement") != digest:
            problems.append(f"the statement or a definition under it changed (hash {digest}, registered {e.get('statement')})")
        outcomes.append(Outcome(e["id"], e["name"], not problems, 0, "; ".join(problems)))
    if pin:
        rewrite_hashes(hashes)
    return outcomes


def rewrite_hashes(hashes):
    blocks = re.split(r"(?m)^(?=\[\[theorem\]\]$)", PATH.read_text())
    for i, block in enumerate(blocks):
        file = re.search(r'^(?:file|engine) = "((?!coq).*)"$', block, re.M)   # a Coq file, or the engine of others
        name = re.search(r'^name = "(.*)"$', block, re.M)
        digest = file and name and hashes.get((file[1], name[1]))
        if digest:
            block = re.sub(r'(?m)^statement = .*\n', "", block)
            blocks[i] = re.sub(r'(?m)^(name = ".*"\n)', rf'\1statement = "{digest}"\n', block)
    PATH.write_text("".join(blocks))


def check_symbols(registry):
    """Each registered symbol's header names the theorem, and each theorem named in a header is registered for it."""
    outcomes, named = [], {}
    for header in sorted((ROOT / "include").rglob("*.[hd]*")):
        text, key = header.read_text(), header.relative_to(ROOT / "include").as_posix()
        for block in re.finditer(r"((?:^[ \t]*///.*\n)+)([^\n]*\n?[^\n]*)", text, re.M):
            for ids in re.findall(r"Proved:\s*([A-Z0-9]+-\d+(?:,\s*[A-Z0-9]+-\d+)*)", block[1]):
                for i in re.split(r",\s*", ids):
                    named.setdefault((i, key), []).append(block[2])
    registered = {}
    for e in registry["theorem"]:
        for s in e.get("symbols", []):
            header, symbol = s.split("#")
            registered.setdefault((e["id"], header), set()).add(symbol)
    for (i, header), symbols in sorted(registered.items()):
        declarations = named.get((i, header), [])
        for s in sorted(symbols):
            ok = any(re.search(rf"\b{re.escape(s)}\b", d) for d in declarations)
            outcomes.append(Outcome(i, f"{header}#{s}", ok, 0, "" if ok else "the declaration's comment does not say Proved: " + i))
    for (i, header), declarations in sorted(named.items()):
        symbols = registered.get((i, header), set())
        for d in declarations:
            if not any(re.search(rf"\b{re.escape(s)}\b", d) for s in symbols):
                outcomes.append(Outcome(i, header, False, 0, f"Proved: {i} stands before '{d.strip()[:70]}', which no entry registers"))
    return outcomes
