#!/usr/bin/env python3
"""Checks the machine-readable reports of every example, of runs that end in each way, and of documents whose every text is hostile: JSON by the published schema
(closed, so that an undocumented key fails), SARIF by a schema of the part of SARIF 2.1.0 that fpcheck writes and by what a schema cannot say, JUnit and HTML by
being well-formed, workflow commands and Markdown tables by line.

Usage: report_formats.py FPCHECK SOURCE_DIR WORK_DIR. Exit code 77: no python3-jsonschema."""
import copy, html.parser, json, os, re, subprocess, sys, xml.etree.ElementTree

import hostile_report

try:
    import jsonschema
except ImportError:
    print("skipped: python3-jsonschema is not installed")
    sys.exit(77)

fpcheck, source, work = sys.argv[1:4]
os.makedirs(work, exist_ok=True)
failures = []


def check(condition, what):
    if not condition:
        failures.append(what)


def run(*arguments, expected):
    environment = dict(os.environ, FPCHECK_NVCC="")  # the committed .ptx: the same on a machine with and without nvcc
    done = subprocess.run([fpcheck, *arguments], cwd=source, env=environment, capture_output=True, text=True)
    check(done.returncode == expected, f"exit code {done.returncode}, not {expected}: {' '.join(arguments)}\n{done.stdout[-2000:]}{done.stderr}")
    return done.stdout


def closed(schema):
    """The schema with every object closed to keys that it does not name."""
    if isinstance(schema, list):
        return [closed(s) for s in schema]
    if not isinstance(schema, dict):
        return schema
    out = {k: closed(v) for k, v in schema.items()}
    if out.get("type") == "object" and "properties" in out:
        out["additionalProperties"] = False
    return out


sarif_schema = json.load(open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "sarif-2.1.0.schema.json")))
jsonschema.Draft202012Validator.check_schema(sarif_schema)
sarif_validator = jsonschema.Draft202012Validator(sarif_schema)


def check_sarif(log, what):
    """By the schema, and what it cannot say: rules by identity and index."""
    for error in sarif_validator.iter_errors(log):
        check(False, f"sarif of {what}: {error.json_path}: {error.message[:300]}")
    for one in log.get("runs", []):
        rules = one["tool"]["driver"].get("rules", [])
        check(len({r["id"] for r in rules}) == len(rules), f"sarif of {what}: rule ids are not unique")
        for r in one.get("results", []):
            check(r.get("ruleId") in {x["id"] for x in rules}, f"sarif of {what}: ruleId {r.get('ruleId')} is not among the rules")
            if "ruleIndex" in r:
                check(rules[r["ruleIndex"]]["id"] == r["ruleId"], f"sarif of {what}: ruleIndex")


def check_sarif_schema(log):
    """A schema that accepts anything would pass above: each of these breaks a rule of the standard."""
    def breaks(change):
        other = copy.deepcopy(log)
        change(other["runs"][0])
        return any(True for _ in sarif_validator.iter_errors(other))
    location = lambda run: run["results"][0]["locations"][0]["physicalLocation"]
    changes = [lambda r: r.pop("tool"), lambda r: r["tool"]["driver"].pop("name"), lambda r: r["results"][0].pop("message"), lambda r: r["results"][0].update(level="fatal"),
               lambda r: r["results"][0].update(surprise=1), lambda r: location(r)["region"].update(startLine=0), lambda r: location(r)["artifactLocation"].update(uri="a b.cu"),
               lambda r: location(r)["artifactLocation"].update(uri="a%zz"), lambda r: location(r)["artifactLocation"].update(uri="k<1>.cu"), lambda r: location(r)["artifactLocation"].update(uri="k 2:3.cu"),
               lambda r: r["invocations"][0].pop("executionSuccessful"), lambda r: r["results"][0].update(suppressions=[{}]), lambda r: r["results"][0].update(message={}),
               lambda r: r["tool"]["driver"]["rules"].append(r["tool"]["driver"]["rules"][0]), lambda r: r["results"][0].update(kind="pass", level="error")]
    for k, change in enumerate(changes):
        check(breaks(change), f"the sarif schema accepts a broken log ({k})")


def check_github(text, what):
    for line in text.split("\n"):
        check(line == "" or re.match(r"::(error|warning|notice) file=[^,:\n]*(,line=\d+)?(,col=\d+)?,title=[^,:\n]*::", line), f"github of {what}: no workflow command: {line[:200]}")
        check(not hostile_report.CONTROLS.search(line), f"github of {what}: a character that acts")


def check_markdown(text, what):
    """Lines of tables have as many cells as their heads, and no cell holds HTML or a link."""
    columns = 0
    for line in text.split("\n"):
        if not line.startswith("|"):
            plain = re.fullmatch(r"|# fpcheck: [a-z-]+|\d+ of \d+ cases? pass(es)?\.|Run again:|<details><summary>\d+ passed</summary>|</details>", line)
            check(plain or line.startswith("    "), f"markdown of {what}: {line[:200]}") # four blanks: code, in which nothing is markup
            check(not hostile_report.CONTROLS.search(line), f"markdown of {what}: a character that acts")
            columns = 0
            continue
        code = re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "code", line.replace("\\\\", "").replace("\\`", ""))
        bars = len(re.findall(r"(?<!\\)\|", code))
        check(columns in (0, bars), f"markdown of {what}: {bars} bars, not {columns}: {line[:200]}")
        columns = bars
        check("<" not in code and not re.search(r"(?<!\\)\]\(", code), f"markdown of {what}: markup in {line[:200]}")
        check(not hostile_report.CONTROLS.search(line), f"markdown of {what}: a character that acts")


def without_next(document):
    """What to do next is said anew of what stands in a document."""
    for case in document["cases"]:
        case.pop("next", None)
    return document


def check_others(path, what, code):
    """The reports of a saved document that have no schema."""
    tree = xml.etree.ElementTree.fromstring(run("report", path, "--format", "junit", expected=code))
    check(tree.tag == "testsuites" and {x.tag for x in tree.iter()} <= {"testsuites", "testsuite", "testcase", "failure", "error"}, f"junit of {what}: {sorted({x.tag for x in tree.iter()})}")
    for suite in [tree, *tree.findall("testsuite")]:
        for kind, tag in (("tests", "testcase"), ("failures", "failure"), ("errors", "error")):
            check(len(list(suite.iter(tag))) == int(suite.get(kind)), f"junit of {what}: {kind} and count")
    check_github(run("report", path, "--format", "github", expected=code), what)
    check_markdown(run("report", path, "--format", "markdown", expected=code), what)
    check(not hostile_report.CONTROLS.search(run("report", path, "--format", "text", expected=code)), f"text of {what}: a character that acts")
    page = balanced()
    page.feed(run("report", path, "--format", "html", expected=code))
    check(not page.open and "script" not in page.tags, f"html of {what}: {page.open}")


class balanced(html.parser.HTMLParser):
    void = {"meta", "br", "rect"}

    def __init__(self):
        super().__init__()
        self.open, self.tags = [], set()

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        if tag not in self.void:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag == "rect":
            return
        check(self.open and self.open.pop() == tag, f"html: </{tag}> closes nothing")


def main():
    text = run("report", "--schema", expected=0)
    check(text == open(os.path.join(source, "src/report/fpcheck-1.schema.json")).read(), "the program's schema is not the file's")
    schema = json.loads(text)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(closed(schema))

    names = ("test", "finding", "reference", "usage", "incomplete", "hostile_kernel")
    saved = {name: os.path.join(work, name + ".json") for name in names}
    codes = {"test": 0, "finding": 1, "reference": 0, "usage": 2, "incomplete": 3, "hostile_kernel": 1}
    first = "examples/01_first_run/"
    words = {"test": ["test", "--config", "examples/fpcheck.toml"],
             "finding": ["run", first + "naive_variance.cu"],
             "reference": ["run", first + "two_pass_variance.cu", "--ref", "var(x, 1)", "--tol", "2ulp"],
             "usage": ["run", first + "two_pass_variance.cu", "--tol", "nonsense"],
             "incomplete": ["run", first + "two_pass_variance.cu", "--budget", "1000"],
             "hostile_kernel": ["run", *hostile_report.hostile_kernel(source, work)]}
    for name, path in saved.items():
        direct = os.path.join(work, name + ".sarif")
        run(*words[name], "-o", "json:" + path, "-o", "sarif:" + direct, expected=codes[name])
        check_sarif(json.load(open(direct)), name)
    check_sarif_schema(json.load(open(os.path.join(work, "finding.sarif"))))
    for name, path in saved.items():
        document = json.load(open(path))
        for error in validator.iter_errors(document):
            check(False, f"{name}.json: {error.json_path}: {error.message[:300]}")
        # A schema that accepts anything would pass above.
        broken = copy.deepcopy(document)
        broken["cases"][0]["verdict"] = "fine"
        broken["surprise"] = 1
        check(len(list(validator.iter_errors(broken))) == 2, "the schema accepts a broken document")
        check(run("report", path, "--format", "json", expected=codes[name]) == open(path).read(), f"{name}.json read back is another document")
        check_sarif(json.loads(run("report", path, "--format", "sarif", expected=codes[name])), name + " read back")
        check_others(path, name, codes[name])
    check("conditioning" in json.load(open(saved["reference"]))["cases"][0]["comparisons"][0], "a reference that is an expression has no conditioning")
    for name, text in hostile_report.HOSTILE.items():
        for kind in ("finding", "usage"):
            path = os.path.join(work, f"hostile_{kind}.json")
            json.dump(hostile_report.hostile_document(json.load(open(saved[kind])), text), open(path, "w"))
            check_sarif(json.loads(run("report", path, "--format", "sarif", expected=codes[kind])), f"{kind} with {name}")
            check_others(path, f"{kind} with {name}", codes[kind])
            same = without_next(json.loads(run("report", path, "--format", "json", expected=codes[kind]))) == without_next(json.load(open(path)))
            check(same or text == "", f"{kind} with {name} read back is another document")  # what is empty is left out
    cases = json.load(open(saved["test"]))["cases"]
    print(f"{len(cases)} cases, {len(failures)} failures")
    check(len(cases) >= 18, "examples are missing")


main()
print("\n".join(failures))
sys.exit(1 if failures else 0)
