"""The stages of proofs/check, in order; each returns outcomes."""
from . import registry
from .coq import Development
from .generate import generate
from .process import Outcome


def wanted_entries(options, engine):
    return [e for e in registry.load()["theorem"] if e["engine"] == engine and not (options.fast and e.get("budget") == "full")]


def generated(options):
    generate(options.build)
    return [Outcome("generated", "constants and vectors", True, 0)]


def coq(options):
    development = Development(options.build)
    files = sorted({e["file"] for e in wanted_entries(options, "coq")})
    return development.forbidden() + development.compile(files, options.jobs)


def statements(options):
    return registry.check_statements(registry.load(), Development(options.build), wanted_entries(options, "coq"), options.pin)


def symbols(_options):
    return registry.check_symbols(registry.load())


def coqchk(options):
    if options.fast:
        return []
    development = Development(options.build)
    return [development.recheck(development.closure(sorted({e["file"] for e in wanted_entries(options, "coq")})))]


STAGES = {"generate": generated, "coq": coq, "statements": statements, "symbols": symbols, "coqchk": coqchk}
ORDER = list(STAGES)
