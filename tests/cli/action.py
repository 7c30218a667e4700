#!/usr/bin/env python3
"""The GitHub action: its form, and its scripts run here as a runner would run them. Usage: action.py FPCHECK SOURCE_FOLDER"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

try:
    import yaml
except ImportError:
    print("no yaml module for python3 here")
    sys.exit(77)

fpcheck, source = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
failures = []


def check(condition, what):
    if not condition:
        failures.append(what)
        print("action:", what)


action = yaml.safe_load((source / ".ci/action/action.yml").read_text())
steps = action["runs"]["steps"]
check(action["runs"]["using"] == "composite" and action["name"] and action["description"], "it is no composite action")
check(all("description" in row and "default" in row for row in action["inputs"].values()), "an input lacks its description or default")
for step in steps:
    check(("uses" in step) != ("run" in step) and ("run" not in step or step["shell"] == "bash"), f"a step does not say what it is: {step}")
    check("${{" not in step.get("run", ""), f"text of a user gets into a script: {step.get('name')}")
    check(re.fullmatch(r"[\w.-]+/[\w./-]+@v\d+", step.get("uses", "a/b@v1")), f"uses {step.get('uses')}")
ids = [step["id"] for step in steps if "id" in step]
for name in re.findall(r"steps\.([\w-]+)\.", json.dumps(action)):
    check(name in ids, f"there is no step {name}")
for name in re.findall(r"inputs\.([\w-]+)", json.dumps(action)):
    check(name in action["inputs"], f"there is no input {name}")
scripts = {step["id"]: step["run"] for step in steps if "run" in step}


def run(script, folder, **environment):
    """A step in a runner: its exit status, and what it left for later steps."""
    files = {name: folder / name for name in ("GITHUB_OUTPUT", "GITHUB_PATH")}
    for file in files.values():
        file.write_text("")
    done = subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", scripts[script]], cwd=folder, capture_output=True, text=True,
                          env=dict(os.environ, FPCHECK_NVCC="", **{k: str(v) for k, v in files.items()}, **environment))
    return done, dict(row.split("=", 1) for row in files["GITHUB_OUTPUT"].read_text().splitlines()), files["GITHUB_PATH"].read_text().strip()


with tempfile.TemporaryDirectory() as name:
    here = pathlib.Path(name)
    done, outputs, _ = run("sources", here, ACTION=str(source / ".ci/action"))
    check(done.returncode == 0 and outputs["root"] == str(source) and re.fullmatch("[0-9a-f]{24}", outputs["digest"]), f"sources: {done} {outputs}")

    # With a package, as an installer that only notes what it is asked for sees it; a name is no command.
    tools, bin_folder = here / "tools", here / "bin"
    tools.mkdir()
    for tool in ("apt-get", "sudo"):
        (tools / tool).write_text('#!/bin/sh\necho "$@" >> "$NOTES"\n')
        (tools / tool).chmod(0o755)
    package = here / "$(touch stolen).deb"
    package.write_text("package")
    done, _, path = run("install", here, PACKAGE=str(package), ROOT="", BIN=str(bin_folder), NOTES=str(here / "notes"), PATH=f"{tools}:{os.environ['PATH']}")
    check(done.returncode == 0 and path == str(bin_folder) and (bin_folder / "fpcheck.deb").read_text() == "package", f"install: {done}")
    check("install -qy" in (here / "notes").read_text() and not (here / "stolen").exists(), "install: the package is not installed")

    for file in ("naive_variance.cu", "naive_variance.ptx", "two_pass_variance.cu", "two_pass_variance.ptx"):
        shutil.copy(source / "examples/01_first_run" / file, here)
    with_fpcheck = f"{fpcheck.resolve().parent}:{os.environ['PATH']}"
    done, outputs, _ = run("check", here, WORDS="run\nnaive_variance.cu\n", SARIF="a.sarif", PATH=with_fpcheck)
    check(done.returncode == 1 and outputs["exit-code"] == "1", f"check: {done}")
    check("::error file=naive_variance.cu,line=26" in done.stdout, f"check: no annotation of the line: {done.stdout}")
    results = json.loads((here / "a.sarif").read_text())["runs"][0]["results"]
    check(results[0]["ruleId"] == "cancellation", f"check: SARIF: {results}")
    done, outputs, _ = run("check", here, WORDS="run\n\ntwo_pass_variance.cu", SARIF="b.sarif", PATH=with_fpcheck)
    check(done.returncode == 0 and outputs["exit-code"] == "0", f"check: {done}")
    run("check", here, WORDS="run\n$(touch stolen)\n`touch stolen`; touch stolen", SARIF="c.sarif", PATH=with_fpcheck)
    check(not (here / "stolen").exists(), "a word of the workflow was executed")

print("action:", "all as expected" if not failures else f"{len(failures)} failed")
sys.exit(bool(failures))
