"""The errors that `fpcheck run --what-if` predicts, against those of kernels that are really edited so.

Usage: what_if.py FPCHECK FOLDER [FILTER]. Exit 77: no nvcc.
Each kernel of the folder says in its comments what it is launched with and what its edits are. The root mean square of the error, over
all outputs, must be within a factor of two of the prediction.
"""
import json, math, pathlib, re, shlex, shutil, struct, subprocess, sys, tempfile


def read_npy(path):
    data = pathlib.Path(path).read_bytes()
    end = 10 + struct.unpack_from("<H", data, 8)[0]
    header = data[10:end].decode()
    size = 8 if "f8" in header else 4
    return struct.unpack("<%d%s" % ((len(data) - end) // size, "d" if size == 8 else "f"), data[end:])


def rms(values, exact):
    return math.sqrt(sum((v - e) ** 2 for v, e in zip(values, exact)) / len(values))


def run(arguments):
    done = subprocess.run(arguments, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode not in (0, 1, 3):  # undecided is a run all the same
        sys.exit("exit code %d of %s\n%s%s" % (done.returncode, shlex.join(arguments), done.stdout, done.stderr))
    return done.stdout


def edits_of(text):
    lines = {m.group(1): str(n) for n, line in enumerate(text.splitlines(), 1) for m in [re.search(r"// @(\w+)$", line)] if m}
    out = re.findall(r"^// edit \d+: (.*)$", text, re.M)
    return [re.sub(r"@(\w+)", lambda m: lines[m.group(1)], e) for e in out]


def check(tool, source, scratch):
    text = source.read_text()
    words = shlex.split(re.search(r"^// words: (.*)$", text, re.M).group(1))
    launch, words = words[0], words[1:]
    output = next(w.split("=")[0] for w in words if "=empty:" in w)
    edits = edits_of(text)
    case = [tool, "run", str(source), "-l", launch, *words]
    shadow = scratch / "shadow.npy"
    asked = [x for e in edits for x in ("--what-if", e)]
    report = json.loads(run([*case, "--shadow", "dd", "--save-shadow", "%s=%s" % (output, shadow), *asked, "--format", "json"]))
    rows = report["cases"][0]["what_if"]
    exact = read_npy(shadow)[: len(read_npy(shadow)) // 2]
    failed = 0
    for k, row in enumerate(rows):
        saved = scratch / "edited.npy"
        run([*case, "--nvcc", "-DEDIT=%d" % k, "--no-lines", "--save", "%s=%s" % (output, saved)])
        measured, predicted = rms(read_npy(saved), exact), float(row["outputs"][0]["rms"])
        good = predicted == measured if measured == 0 else 0.5 <= predicted / measured <= 2
        failed += not good
        print("%s %s: %s: predicted %.3g, measured %.3g" % ("ok  " if good else "FAIL", source.stem, row["what"], predicted, measured))
    return len(rows) - 1, failed


def main():
    tool, folder, only = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else ""
    if shutil.which("nvcc") is None:
        print("skipped: no nvcc on PATH")
        sys.exit(77)
    kernels = variants = failed = 0
    with tempfile.TemporaryDirectory() as scratch:
        for source in sorted(folder.glob("*.cu")):
            if only in source.stem:
                n, f = check(tool, source, pathlib.Path(scratch))
                kernels, variants, failed = kernels + 1, variants + n, failed + f
    print("%d kernels, %d variants, %d outside a factor of two" % (kernels, variants, failed))
    sys.exit(1 if failed or not variants else 0)


main()
