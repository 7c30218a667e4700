#!/usr/bin/env python3
"""Checks the machine-readable reports of every example: JSON by the published schema (closed, so that an undocumented key fails), SARIF by
what SARIF 2.1.0 requires of the objects that fpcheck writes, JUnit and HTML by being well-formed.

Usage: report_formats.py FPCHECK SOURCE_DIR WORK_DIR. Exit code 77: no python3-jsonschema."""
import copy, html.parser, json, os, re, subprocess, sys, xml.etree.ElementTree

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


def check_sarif(log):
    """SARIF 2.1.0, sections 3.13 to 3.58: properties that must be there, enumerations, indices and URIs of what is written here."""
    check(log.get("version") == "2.1.0" and "$schema" in log and isinstance(log.get("runs"), list), "sarif: log")
    for one in log["runs"]:
        driver = one["tool"]["driver"]
        check(isinstance(driver.get("name"), str) and driver["name"], "sarif: tool.driver.name")
        rules = driver.get("rules", [])
        check(len({r["id"] for r in rules}) == len(rules), "sarif: rule ids are not unique")
        for r in rules:
            check(set(r) <= {"id", "name", "shortDescription", "fullDescription", "help", "helpUri", "defaultConfiguration", "properties"}, f"sarif: rule keys {set(r)}")
            for key in ("shortDescription", "fullDescription", "help"):
                check(key not in r or isinstance(r[key].get("text"), str), f"sarif: {key}.text of {r['id']}")
        for invocation in one.get("invocations", []):
            check(isinstance(invocation.get("executionSuccessful"), bool), "sarif: executionSuccessful is required")
            for n in invocation.get("toolExecutionNotifications", []):
                check_message(n, "notification")
        for r in one.get("results", []):
            check_message(r, "result")
            check(r.get("ruleId") in {x["id"] for x in rules}, f"sarif: ruleId {r.get('ruleId')} is not among the rules")
            if "ruleIndex" in r:
                check(rules[r["ruleIndex"]]["id"] == r["ruleId"], "sarif: ruleIndex")
            for s in r.get("suppressions", []):
                check(s.get("kind") in ("inSource", "external"), "sarif: suppression.kind is required")
            for related in r.get("relatedLocations", []):
                check_location(related)


def check_message(r, what):
    check(isinstance(r.get("message", {}).get("text"), str), f"sarif: {what}.message.text is required")
    check(r.get("level", "warning") in ("none", "note", "warning", "error"), f"sarif: {what}.level")
    for where in r.get("locations", []):
        check_location(where)


def check_location(where):
    physical = where["physicalLocation"]
    uri = physical["artifactLocation"]["uri"]
    check(re.fullmatch(r"[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=%-]*", uri) is not None, f"sarif: '{uri}' is no URI reference")
    region = physical.get("region", {})
    check(region.get("startLine", 1) >= 1 and region.get("startColumn", 1) >= 1, "sarif: lines and columns count from 1")


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

    saved = {name: os.path.join(work, name + ".json") for name in ("test", "finding", "reference", "usage")}
    run("test", "--config", "examples/fpcheck.toml", "-o", "json:" + saved["test"], expected=0)
    first = "examples/01_first_run/"
    run("run", first + "naive_variance.cu", "-o", "json:" + saved["finding"], expected=1)
    run("run", first + "two_pass_variance.cu", "--ref", "var(x, 1)", "--tol", "2ulp", "-o", "json:" + saved["reference"], expected=0)
    run("run", first + "two_pass_variance.cu", "--tol", "nonsense", "-o", "json:" + saved["usage"], expected=2)
    codes = {"test": 0, "finding": 1, "reference": 0, "usage": 2}
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
        check_sarif(json.loads(run("report", path, "--format", "sarif", expected=codes[name])))
        xml.etree.ElementTree.fromstring(run("report", path, "--format", "junit", expected=codes[name]))
        page = balanced()
        page.feed(run("report", path, "--format", "html", expected=codes[name]))
        check(not page.open and "script" not in page.tags, f"html of {name}: {page.open}")
    cases = json.load(open(saved["test"]))["cases"]
    print(f"{len(cases)} cases, {len(failures)} failures")
    check(len(cases) >= 18, "examples are missing")


main()
print("\n".join(failures))
sys.exit(1 if failures else 0)
