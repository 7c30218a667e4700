"""What `fpcheck tune` lets be narrower in sound kernels: the share of the operations, the share of the tolerance, and the error of the edited source, run.

Usage: narrowings.py FPCHECK PROJECT [FILTER]. Exit 77: no nvcc.
The kernels are in binary32, and their outputs may be off by two ulps of bfloat16: 2^17 of binary32.
"""
import json, math, pathlib, shlex, shutil, struct, subprocess, sys, tempfile

BOUND = 1 << 17
KERNELS = [
    ("tests/cli/what_if/horner.cu", "'<<<8, 256>>>' 'x=uniform(0.5,1):2048' y=empty:2048"),
    ("tests/cli/what_if/log_sum_exp.cu", "'<<<8, 128>>>' 'x=uniform(-3,3):1024x50' y=empty:1024 C=50"),
    ("tests/cli/what_if/newton_root.cu", "'<<<8, 256>>>' 'x=uniform(1,4):2048' y=empty:2048"),
    ("tests/cli/what_if/relaxation.cu", "'<<<8, 256>>>' x=uniform:2048 y=empty:2048 steps=40"),
    ("tests/tune/pointwise.cu:blend", "'<<<8, 256>>>' a=uniform:2048 b=uniform:2048 t=uniform:2048 y=empty:2048"),
    ("tests/tune/pointwise.cu:luminance", "'<<<8, 256>>>' r=uniform:2048 g=uniform:2048 b=uniform:2048 y=empty:2048"),
    ("tests/tune/pointwise.cu:bilinear", "'<<<8, 256>>>' 'p=uniform(1,2):2200' u=uniform:2048 v=uniform:2048 y=empty:2048 w=64"),
    ("tests/tune/pointwise.cu:smooth_step", "'<<<8, 256>>>' 'x=uniform:2048' y=empty:2048"),
    ("tests/tune/pointwise.cu:five_points", "'<<<8, 256>>>' 'p=uniform(0.5,1):2200' y=empty:2048 w=64"),
    ("tests/tune/pointwise.cu:bezier", "'<<<8, 256>>>' 'a=uniform(0.5,1):2048' 'b=uniform(0.5,1):2048' 'c=uniform(0.5,1):2048' t=uniform:2048 y=empty:2048"),
    ("tests/tune/pointwise.cu:decayed_average", "'<<<8, 256>>>' m=uniform:2048 g=randn:2048 y=empty:2048"),
    ("tests/tune/pointwise.cu:length", "'<<<8, 256>>>' x=randn:2048 y=randn:2048 z=randn:2048 out=empty:2048"),
]


def read_npy(path):
    data = pathlib.Path(path).read_bytes()
    end = 10 + struct.unpack_from("<H", data, 8)[0]
    size = 8 if b"f8" in data[10:end] else 4
    return struct.unpack("<%d%s" % ((len(data) - end) // size, "d" if size == 8 else "f"), data[end:])


def ulps(value, exact):
    exponent = math.frexp(exact)[1] if exact else -126
    return abs(value - exact) / math.ldexp(1, max(exponent, -125) - 24)


def run(arguments, codes=(0, 1, 3)):
    done = subprocess.run(arguments, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode not in codes:
        sys.exit("exit code %d of %s\n%s%s" % (done.returncode, shlex.join(arguments), done.stdout, done.stderr))
    return done.stdout


def measured(tool, source, words, text, output, scratch):
    """The largest error of the edited source's output, in ulps of the exact one's."""
    file, _, kernel = str(source).partition(":")
    edited = scratch / pathlib.Path(file).name
    edited.write_text(text)
    shadow, saved = scratch / "shadow.npy", scratch / "edited.npy"
    run([tool, "run", str(source), *words, "--shadow", "dd", "--save-shadow", "%s=%s" % (output, shadow), "--format", "json"])
    run([tool, "run", str(edited) + (kernel and ":" + kernel), *words, "--nvcc", "-I%s" % pathlib.Path(file).parent.resolve(), "--no-lines", "--save", "%s=%s" % (output, saved)])
    exact = read_npy(shadow)
    return max(ulps(v, e) for v, e in zip(read_npy(saved), exact[: len(exact) // 2]))


def main():
    tool, project, only = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else ""
    if shutil.which("nvcc") is None:
        print("skipped: no nvcc on PATH")
        sys.exit(77)
    count = good = 0
    with tempfile.TemporaryDirectory() as scratch:
        for name, text in KERNELS:
            source = project / name
            if only not in name:
                continue
            words = ["-l", *shlex.split(text)]
            label = source.name.partition(":")[2] or source.stem
            count += 1
            one = json.loads(run([tool, "tune", str(source), *words, "--tol", "%dulp" % BOUND, "--format", "json"]))[0]
            share = one["proposed_operations"] / max(one["operations"], 1)
            proposals = ", ".join("%d: %s" % (p["line"], p["change"]) for p in one["proposals"])
            if "edited" not in one or one["edited"]["outcome"] != "passed":
                print("FAIL %s: %s: %s" % (label, proposals or "nothing may be narrower", one.get("edited", {}).get("outcome", "no edit")), flush=True)
                continue
            output = next(w.split("=")[0] for w in words if "=empty:" in w)
            error = measured(tool, source, words, one["edited"]["source"], output, pathlib.Path(scratch))
            fine = share >= 0.25 and BOUND / 4 <= error <= BOUND
            good += fine
            print("%s %s: %s: %.0f %% of the operations, %.0f %% of the tolerance predicted, %.0f %% in the edited source, %d runs" %
                  ("ok  " if fine else "FAIL", label, proposals, 100 * share, 100 * one["proposed_error_ulps"] / BOUND, 100 * error / BOUND, len(one["trials"])), flush=True)
    print("%d kernels, of %d at least a quarter of the operations and of the tolerance, in the edited source" % (count, good))
    sys.exit(0 if count and (only or good >= 10) else 1)


main()
