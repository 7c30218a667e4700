"""A pytest file on the kernels of the first example; run by itself it calls its tests one after the other."""
import json
import pathlib

import fpcheck
import numpy as np

FIRST_RUN = pathlib.Path(__file__).resolve().parent.parent / "01_first_run"
ROWS, C = 4, 1024


def variance(name, x):
    out = np.empty(ROWS, np.float32)
    result = fpcheck.run(FIRST_RUN / f"{name}.cu", f"{ROWS}, 256", "--ref", "var(x, 1)", "--tol", "4ulp",
                         x=x, C=C, outputs={"variance": out})
    return out, result


def data(mean):
    return (mean + np.random.default_rng(0).random((ROWS, C))).astype(np.float32)


def test_two_pass_is_right():
    out, result = variance("two_pass_variance", data(1000))
    assert result, result
    exact = data(1000).astype(np.float64).var(axis=1)
    assert fpcheck.diff(out, exact, "4ulp")


def test_naive_loses_everything():
    out, result = variance("naive_variance", data(1000))
    assert result.code == 1
    assert "[cancellation]" in result.report and "[mismatch]" in result.report
    exact = data(1000).astype(np.float64).var(axis=1)
    assert fpcheck.diff(out, exact, "4ulp").code == 1


def test_diff_sees_what_allclose_lets_pass():
    actual = np.array([1, 2, np.nan, 4], np.float32)
    assert fpcheck.diff(actual, np.array([1, 2, 3, 4], np.float32), "rtol=1,atol=1").code == 1
    assert fpcheck.diff(actual, actual)
    strided = np.arange(24, dtype=np.float32).reshape(4, 6)
    assert fpcheck.diff(strided.T, np.ascontiguousarray(strided.T), "bitwise")
    assert not fpcheck.diff(strided.T, strided.reshape(6, 4), "bitwise")
    codes = np.array([0x3f80, 0x4000], np.uint16)  # 1 and 2 in bf16
    assert fpcheck.diff(codes, codes, dtype="bf16")
    assert fpcheck.diff(codes, codes + np.uint16(1), dtype="bf16").code == 1


def test_bad_input_is_one_line():
    x = data(0)
    assert fpcheck.diff(x, x[:2]).code == 2
    assert fpcheck.diff(x, x, "a bit").code == 2
    wrong = fpcheck.run(FIRST_RUN / "two_pass_variance.cu", "4, 256", x=x, V=C, outputs={"variance": np.empty(ROWS, np.float32)})
    assert wrong.code == 2 and "error:" in wrong.report
    assert fpcheck.run("no_such_file.cu", "1, 1").code == 2


def test_reports_are_data():
    x = data(0)
    result = fpcheck.run(FIRST_RUN / "two_pass_variance.cu", "4, 256", x=x, C=C, format="json",
                         outputs={"variance": np.empty(ROWS, np.float32)})
    assert json.loads(result.report)["schema"] == "fpcheck/1"


if __name__ == "__main__":
    for name, test in list(globals().items()):
        if name.startswith("test_"):
            test()
            print("passed", name)
