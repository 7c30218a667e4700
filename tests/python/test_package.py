"""The Python package on numpy arrays."""
import pathlib
import shutil

import fpcheck
import numpy as np
import pytest

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"
TWO_PASS = EXAMPLES / "01_first_run" / "two_pass_variance.cu"
NAIVE = EXAMPLES / "01_first_run" / "naive_variance.cu"
PTX = TWO_PASS.with_suffix(".ptx")

nvcc = pytest.mark.skipif(not shutil.which("nvcc") and not pathlib.Path("/usr/local/cuda/bin/nvcc").exists(), reason="no nvcc here")


def data(mean=0.0, rows=4, columns=256):
    return (mean + np.random.default_rng(3).random((rows, columns))).astype(np.float32)


def variance(file, x, **more):
    y = np.full(x.shape[0], np.nan, np.float32)
    return y, fpcheck.run(file, x.shape[0], x, fpcheck.out(y), x.shape[1], block=256, **more)


def test_a_good_kernel_passes_and_its_output_is_there():
    y, result = variance(PTX, data())
    assert result and result.verdict == "passed" and result.findings == []
    assert fpcheck.diff(y, data().astype(np.float64).var(axis=1), "4ulp")
    (output,) = [o for o in result.outputs if o.elements == 4]
    assert output.dtype == "f32" and output.shape == (4,) and output.certified == 4


@nvcc
def test_findings_are_objects_with_their_place():
    _, result = variance(NAIVE, data(1000))
    assert not result and result.verdict == "findings"
    finding = next(f for f in result.findings if f.rule == "cancellation")
    text = pathlib.Path(finding.file).read_text().splitlines()[finding.line - 1]
    assert "mean * mean" in text
    assert finding.level == "error" and finding.excess > 32 and "cancellation" in str(finding)


@nvcc
def test_names_and_references():
    y = np.empty(4, np.float32)
    result = fpcheck.run(TWO_PASS, 4, block=256, x=data(), variance=fpcheck.out(y), C=256, ref="var(x, 1)", tol="4ulp")
    assert result, result
    (comparison,) = result.comparisons
    assert comparison.verdict == "passed" and comparison.wrong == 0 and comparison.output == "variance"
    wrong = fpcheck.run(TWO_PASS, 4, block=256, x=data(), variance=fpcheck.out(y), C=256, ref={"variance": "2 * var(x, 1)"}, tol="4ulp")
    assert wrong.code == 1 and wrong.comparisons[0].wrong == 4


@nvcc
def test_cuda_text():
    x, y = data(rows=1, columns=32)[0], np.empty(32, np.float32)
    source = 'extern "C" __global__ void twice(const float* x, float* y) {\n  y[threadIdx.x] = 2 * x[threadIdx.x];\n}\n'
    assert fpcheck.run(source, 1, x, fpcheck.out(y), block=32)
    assert (y == 2 * x).all()


def test_ptx_text():
    y, result = variance(PTX.read_text(), data())
    assert result and np.isfinite(y).all()


@nvcc
def test_inout_is_read_and_written():
    y = np.arange(8, dtype=np.float32)
    source = 'extern "C" __global__ void next(float* y) {\n  y[threadIdx.x] += 1;\n}\n'
    assert fpcheck.run(source, 1, fpcheck.inout(y), block=8)
    assert (y == np.arange(8) + 1).all()


@nvcc
def test_codes_of_narrow_formats():
    x, y = np.array([0x3F80, 0xC000], np.uint16), np.empty(2, np.float32)  # 1 and -2 in bf16
    source = '#include <cuda_bf16.h>\nextern "C" __global__ void widen(const __nv_bfloat16* x, float* y) {\n  y[threadIdx.x] = __bfloat162float(x[threadIdx.x]);\n}\n'
    assert fpcheck.run(source, 1, fpcheck.codes(x, "bf16"), fpcheck.out(y), block=2)
    assert y.tolist() == [1, -2]
    assert fpcheck.diff(x, x, dtype="bf16") and not fpcheck.diff(x, x + np.uint16(1), dtype="bf16")


def test_reports_in_other_formats():
    _, result = variance(PTX, data())
    assert "passed" in result.report() and result.report("html").startswith("<!DOCTYPE html") and "<testsuite" in result.report("junit")
    assert repr(result) == result.report("text")


def test_bad_input_says_why():
    y = np.empty(4, np.float32)
    with pytest.raises(TypeError, match="block"):
        fpcheck.run(PTX, 4, data(), fpcheck.out(y), 256)
    with pytest.raises(TypeError, match="no kernel"):
        fpcheck.run(3.5, 4)
    with pytest.raises(TypeError, match="only a tensor"):
        fpcheck.run(PTX, 4, fpcheck.out(3), block=32)
    with pytest.raises(TypeError, match="unsigned integers of 16 bits"):
        fpcheck.diff(y, y, dtype="bf16")
    missing = fpcheck.run("nowhere.ptx", 1, block=32)
    assert missing.code == 2 and "nowhere.ptx" in repr(missing)
    assert fpcheck.diff(data(), data()[:2]).code == 2


def test_any_dlpack_producer_is_a_tensor():
    class Foreign:
        def __init__(self, array):
            self.array = array

        def __dlpack__(self, **named):
            return self.array.__dlpack__(**named)

        def __dlpack_device__(self):
            return self.array.__dlpack_device__()

    assert fpcheck.diff(Foreign(data()), data(), "bitwise")


def test_the_triple_of_practice():
    x = data(1000)
    golden = lambda v: v.var(axis=1)
    one_pass = lambda v: (v * v).mean(axis=1) - v.mean(axis=1) ** 2
    assert fpcheck.check(golden, [x], golden)
    wrong = fpcheck.check(one_pass, [x], golden)
    assert not wrong and wrong.target > 100 * wrong.allowed
    assert not fpcheck.check(lambda v: v.var(axis=1) * np.nan, [x], golden)
    assert not fpcheck.check(lambda v: v.var(axis=1) * np.inf, [x], golden)
    with pytest.raises(ValueError, match="gives"):
        fpcheck.check(lambda v: v, [x], golden)
