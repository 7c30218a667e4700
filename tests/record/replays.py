#!/usr/bin/env python3
"""Captures made on a card run here with its bits; altered ones are told; a program's launches go through a capture and back.
Usage: replays.py FPCHECK SOURCE_FOLDER NVCC_OR_EMPTY"""
import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

fpcheck, source, nvcc = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else ""
captures = source / "tests/record/captures"
failures = []


def check(condition, what):
    if not condition:
        failures.append(what)
        print("replays:", what)


def run(*words, cwd=None):
    done = subprocess.run([fpcheck, *map(str, words)], cwd=cwd, capture_output=True, text=True, timeout=200, env=dict(os.environ, FPCHECK_NVCC=nvcc))
    return done.returncode, done.stdout + done.stderr


def parts(file):
    data, at, out = file.read_bytes(), 8, []
    while at < len(data):
        plain, kept, _, how = struct.unpack_from("<QQII", data, at)
        body = data[at + 24:at + 24 + kept]
        out.append(zlib.decompress(body) if how else body)
        at += 24 + kept
    return out


def write(file, all_parts):
    file.write_bytes(b"FPCAPT\0\1" + b"".join(struct.pack("<QQII", len(b), len(b), zlib.crc32(b), 0) + b for b in all_parts))


def altered(name, into, change):
    """A copy of a capture with its header and parts changed."""
    all_parts = parts(captures / f"{name}.fpcap")
    header = json.loads(all_parts[0])
    change(header, all_parts)
    all_parts[0] = json.dumps(header).encode()
    file = into / f"{name}.fpcap"
    write(file, all_parts)
    return file


def on_a_card():
    names = sorted(p.stem for p in captures.glob("*.fpcap"))
    check(len(names) >= 3, f"captures: {names}")
    code, text = run("run", captures)
    check(code == 0, f"captures: exit code {code}\n{text}")
    check(text.count("have the bits that were recorded on the NVIDIA H200") == len(names), f"captures: not all bits\n{text}")
    gelu, reference = captures / "triton_gelu.fpcap", "y=0.5 * x * (1 + erf(x / sqrt(2)))"
    code, text = run("run", gelu, "--ref", reference, "--tol", "auto")
    check(code == 0 and "all elements within the tolerance" in text, f"a reference by Triton's names: {text}")
    code, text = run("run", gelu, "--ref", reference.replace("sqrt(2)", "2"), "--tol", "auto")
    check(code == 1, f"a wrong reference: {text}")
    code, text = run("run", captures / "row_norms.fpcap", "--source", source / "tests/gpu/record/launches.cu", "--what-if", "all: f64")
    check(code == 0 and "norms" in text and "f64" in text, f"--source and --what-if: {text}")


def other_bits(folder):
    def one_bit(header, all_parts):
        at = header["memory"][1]["changed"]
        all_parts[at] = bytes([all_parts[at][0] ^ 1]) + all_parts[at][1:]

    code, text = run("run", altered("row_norms", folder, one_bit))
    check(code == 1 and "1 of 64 elements have other bits" in text and "on the NVIDIA H200" in text, f"another bit: {code} {text}")

    def no_code(header, _):
        header["code"] = []

    file = altered("triton_gelu", folder, no_code)
    code, text = run("run", file)
    check(code == 3 and "machine code only" in text and "CUPY_COMPILE_WITH_PTX" in text, f"no code: {code} {text}")
    all_parts = parts(captures / "triton_gelu.fpcap")
    file.with_suffix(".ptx").write_bytes(all_parts[json.loads(all_parts[0])["code"][0]])
    code, text = run("run", file)
    check(code == 0 and "have the bits" in text, f"PTX beside it: {code} {text}")

    def hole(header, _):
        header["holes"] = [[0x7F0000000000, 1 << 30]]

    code, text = run("run", altered("row_norms", folder, hole))
    check(code == 3 and "--limit" in text, f"a hole: {code} {text}")


def hostile(folder):
    """Names of a stranger's capture reach no file and no case."""
    for name in ("x ref=1", "../x", "x\n// fpcheck: y", "", "x" * 5000, "k'\"$(touch stolen)"):
        def rename(header, _):
            header["kernel"] = name

        code, text = run("run", altered("row_norms", folder, rename), cwd=folder)
        check(code == 2 and "no name that PTX can hold" in text, f"kernel {name[:20]!r}: {code} {text[:300]}")

        def variable(header, all_parts):
            header["variables"] = [{"name": name, "address": 4096, "before": header["memory"][0]["before"]}]

        code, text = run("run", altered("row_norms", folder, variable), cwd=folder)
        check(code == 2 and "no name that PTX can hold" in text, f"variable {name[:20]!r}: {code} {text[:300]}")
    check(not (folder / "stolen").exists() and not (folder.parent / "x.ptx").exists(), "a name of a capture was executed")
    empty = folder / "empty"
    empty.mkdir()
    code, text = run("run", empty)
    check(code == 2 and "no capture in the folder" in text, f"empty folder: {code} {text}")


def there_and_back(folder):
    """Launches of our own runtime."""
    runtime = pathlib.Path(fpcheck).parent.parent / "lib/fpcheck/libcudart.so.13"
    if not nvcc or not os.access(nvcc, os.X_OK) or not runtime.exists():
        print("skipped: no nvcc or no runtime, programs are not recorded here")
        return
    for name, launches in (("launches", 4), ("two_kernels", 2), ("sound", 3)):
        text = source / ("tests/gpu/record" if name == "launches" else "tests/runtime") / f"{name}.cu"
        program, kept = folder / name, folder / f"{name}.captures"
        subprocess.run([nvcc, "-cudart", "shared", "-lineinfo", "-gencode", "arch=compute_90,code=compute_90", *(["-DMANY=10"] if name == "launches" else []), "-o", program, text], check=True)
        run("app", "--launches", "1,2,3,4", "--record", kept, program)
        check(len(list(kept.glob("*.fpcap"))) == launches, f"{name}: {sorted(p.name for p in kept.glob('*'))}")
        code, text = run("run", kept)
        check(code == 0 and "other bits" not in text and text.count("have the bits that were recorded") >= launches - 1, f"{name}: {code} {text}")


with tempfile.TemporaryDirectory() as work:
    here = pathlib.Path(work).resolve() / "in"
    here.mkdir()
    on_a_card()
    other_bits(here)
    hostile(here)
    there_and_back(here)
    code, text = run("record", "--", "/bin/true")
    check(code in (2, 3) and ("no launch was saved" in text or "no recorder" in text), f"record without CUDA: {code} {text}")
    code, text = run("record", "--most", "3", "--", "/bin/echo", "a", "--", "-b")
    check("no recorder" in text or "a -- -b" in text, f"the program's own dashes: {code} {text}")
    code, text = run("record", "/bin/echo", "a", "--", "-b")
    check("no recorder" in text or "a -- -b" in text, f"the program's own dashes, without ours: {code} {text}")
    code, text = run("record", "--launches", "last", "--", "/bin/true")
    check(code == 2, f"record --launches last: {code} {text}")
print("replays:", "all as expected" if not failures else f"{len(failures)} failed")
sys.exit(bool(failures))
