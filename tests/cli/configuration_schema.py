"""The schema that fpcheck test --schema prints and the reader of fpcheck.toml take and refuse the same keys.

Usage: configuration_schema.py FPCHECK SOURCE_DIR WORK_DIR. Exit code 77: no python3-jsonschema, or a python3 without tomllib."""

import json
import pathlib
import subprocess
import sys

try:
    import jsonschema
    import tomllib
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

program, source, work = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
work.mkdir(parents=True, exist_ok=True)
kernel = source / "examples/01_first_run/two_pass_variance.ptx"
(work / "k.ptx").write_bytes(kernel.read_bytes())
schema = json.loads(subprocess.run([program, "test", "--schema"], capture_output=True, text=True, check=True).stdout)
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
run = 'run = "two_pass_variance <<<4, 256>>> 0=randn:4x8:f32 1=empty:4:f32 2=8"\n'
failures = 0


def reader_knows(text):
    """Whether the program finds no fault with the keys; their values may be nonsense."""
    path = work / "fpcheck.toml"
    path.write_text(text)
    done = subprocess.run([program, "test", "--config", str(path)], capture_output=True, text=True)
    said = done.stdout + done.stderr
    return not any(fault in said for fault in ("unknown key", "unknown option", "there is no option", "no option", "is a list of", "is a table"))


def both(text, wanted, what):
    global failures
    by_schema = validator.is_valid(tomllib.loads(text))
    by_reader = reader_knows(text)
    if (by_schema, by_reader) != (wanted, wanted):
        failures += 1
        print(f"{what}: the schema {'takes' if by_schema else 'refuses'} it, the reader {'takes' if by_reader else 'refuses'} it")


case = schema["properties"]["case"]["items"]["properties"]
tables = ("[[case]]\nfile = \"k.ptx\"\n" + run, "[defaults]\n")
count = 0
for key, rule in case.items():
    if key in ("file", "name", "run"):
        continue
    value = "true" if rule.get("type") == "boolean" else '"1"'
    both(f"{tables[0]}{key} = {value}\n", True, f"case.{key}")
    both(f"{tables[0]}{key}x = {value}\n", False, f"case.{key}x")
    if "anyOf" in rule:
        both(f'{tables[0]}{key} = ["1"]\n', True, f"case.{key} as a list")
    both(f'[[case]]\nfile = "k.ptx"\n{run}[defaults]\n{key} = {value}\n', True, f"defaults.{key}")
    count += 1
both('[[case]]\nfile = "k.ptx"\nname = "mine"\n' + run, True, "a named case")
both('[[cases]]\nfile = "k.ptx"\n' + run, False, "a misspelt table")
both('[[case]]\nfil = "k.ptx"\n' + run, False, "a misspelt file")
for configuration in sorted(source.glob("examples/**/fpcheck.toml")):
    for error in validator.iter_errors(tomllib.loads(configuration.read_text())):
        failures += 1
        print(f"{configuration}: {error.message}")
    count += 1
print(f"{count} keys and files, {failures} differ")
sys.exit(1 if failures or count < 20 else 0)
