"""The pytest plugin, on pytest itself, and the hypothesis strategies."""
import os
import pathlib
import shutil
import subprocess
import sys

import fpcheck
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from fpcheck import strategies

HERE = pathlib.Path(__file__).resolve().parent
EXAMPLES = HERE.parents[1] / "examples"
has_nvcc = shutil.which("nvcc") or pathlib.Path("/usr/local/cuda/bin/nvcc").exists()


def inner(folder, *options):
    return subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "fpcheck.pytest_plugin", "-p", "no:cacheprovider", *options, str(folder)],
                          capture_output=True, text=True, cwd=folder, env={**os.environ, "PYTHONPATH": str(pathlib.Path(fpcheck.__file__).parents[1])})


@pytest.mark.skipif(not has_nvcc, reason="no nvcc here")
def test_a_folder_of_cuda_kernels(tmp_path):
    shutil.copy(HERE / "kernels" / "scaled.cu", tmp_path)
    page = tmp_path / "report.html"
    run = inner(tmp_path, "--fpcheck", f"--fpcheck-html={page}")
    assert run.returncode == 1, run.stdout + run.stderr
    assert "1 failed, 1 passed" in run.stdout
    line = next(n for n, text in enumerate((tmp_path / "scaled.cu").read_text().splitlines(), 1) if "loses 20 bits" in text)
    (said,) = [text for text in run.stdout.splitlines() if text.startswith("scaled.cu::moved_down: ")]
    assert f"scaled.cu:{line}: error: [" in said or f"scaled.cu:{line - 1}: error: [" in said, said
    assert page.read_text().count("<iframe") == 2


def test_without_the_option_kernels_are_left_alone(tmp_path):
    shutil.copy(HERE / "kernels" / "scaled.cu", tmp_path)
    assert "no tests ran" in inner(tmp_path).stdout


def test_the_fixture_and_the_marker(tmp_path):
    (tmp_path / "test_kernels.py").write_text(f'''
import fpcheck, numpy as np, pytest
PTX = {str(EXAMPLES / "01_first_run" / "two_pass_variance.ptx")!r}
NAIVE = {str(EXAMPLES / "01_first_run" / "naive_variance.ptx")!r}
X = (1000 + np.random.default_rng(0).random((4, 256))).astype(np.float32)

@pytest.mark.fpcheck(shadow="dd")
def test_good(fpcheck_run):
    r = fpcheck_run(PTX, 4, X, fpcheck.out(np.empty(4, np.float32)), 256, block=256)
    assert r.document["cases"][0]["shadow"] == "dd"

def test_bad(fpcheck_run):
    fpcheck_run(NAIVE, 4, X, fpcheck.out(np.empty(4, np.float32)), 256, block=256)

def test_expected(fpcheck_run):
    fpcheck_run(NAIVE, 4, X, fpcheck.out(np.empty(4, np.float32)), 256, block=256, expect="cancellation")
''')
    run = inner(tmp_path)
    assert "1 failed, 2 passed" in run.stdout, run.stdout + run.stderr
    assert "[cancellation]" in run.stdout


@settings(max_examples=200, deadline=None)
@given(strategies.related(3))
def test_related_numbers_are_finite(parts):
    assert parts.dtype == np.float32 and np.isfinite(parts).all()


def test_related_numbers_break_associativity_at_once():
    tried = 0

    @settings(max_examples=20, deadline=None, database=None, derandomize=True)
    @given(strategies.related(3))
    def associative(parts):
        nonlocal tried
        tried += 1
        a, b, c = parts
        assert (a + b) + c == a + (b + c)

    with pytest.raises(AssertionError):
        associative()


@settings(max_examples=300, deadline=None)
@given(strategies.bits("f16", finite=False), st.data())
def test_bits_of_every_kind(value, _):
    assert value.dtype == np.float16


def test_bits_draw_subnormals_and_zeros():
    seen = set()

    @settings(max_examples=400, deadline=None, database=None, derandomize=True)
    @given(strategies.bits("f32", finite=False))
    def look(x):
        seen.add("nan" if np.isnan(x) else "inf" if np.isinf(x) else "zero" if x == 0 else "subnormal" if abs(x) < np.finfo(np.float32).tiny else "normal")

    look()
    assert seen == {"nan", "inf", "zero", "subnormal", "normal"}


@settings(max_examples=20, deadline=None)
@given(strategies.arrays((3, 50), "f32"))
def test_arrays(x):
    assert x.shape == (3, 50) and np.isfinite(x).all() and fpcheck.diff(x, x, "bitwise")
