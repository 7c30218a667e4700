"""fpcheck from Python, through its C interface and ctypes: `diff` and `run` on numpy arrays (a torch tensor: pass t.numpy()).

The shared library is the one that FPCHECK_LIBRARY names, or the installed libfpcheck.so.
"""
import ctypes
import os

import numpy as np


class Tensor(ctypes.Structure):
    """DLPack's DLTensor."""
    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32), ("ndim", ctypes.c_int32),
                ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
                ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)), ("byte_offset", ctypes.c_uint64)]


class NamedTensor(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("tensor", Tensor), ("write_back", ctypes.c_int32)]


_library = ctypes.CDLL(os.environ.get("FPCHECK_LIBRARY", "libfpcheck.so"))
_library.fpcheck_free.argtypes = [ctypes.c_void_p]
_library.fpcheck_free.restype = None
_library.fpcheck_version.restype = ctypes.c_char_p
_library.fpcheck_diff.argtypes = [ctypes.POINTER(Tensor), ctypes.POINTER(Tensor), ctypes.c_char_p, ctypes.POINTER(ctypes.c_void_p)]
_library.fpcheck_run.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.POINTER(ctypes.c_char_p), ctypes.c_size_t,
                                 ctypes.POINTER(NamedTensor), ctypes.c_size_t, ctypes.c_char_p, ctypes.POINTER(ctypes.c_void_p)]

_codes = {"i": 0, "u": 1, "f": 2, "b": 6}
# numpy has no names for these: their codes stand in arrays of unsigned integers.
_narrow = {"bf16": (4, 16), "e4m3fn": (10, 8), "e5m2": (12, 8)}


class Result:
    """What a call found: `code` is the exit code of the command line, `report` its text, `buffers` what a kernel left."""

    def __init__(self, code, report, buffers=None):
        self.code, self.report, self.buffers = code, report, buffers or {}

    @property
    def passed(self):
        return self.code == 0

    def __bool__(self):
        return self.passed

    def __repr__(self):
        return self.report


def _tensor(array, dtype=None):
    """The DLTensor that looks at `array`, and what must live as long as it."""
    n = array.ndim
    shape = (ctypes.c_int64 * n)(*array.shape)
    strides = (ctypes.c_int64 * n)(*[s // array.itemsize for s in array.strides])
    code, bits = _narrow[dtype] if dtype else (_codes[array.dtype.kind], 8 * array.itemsize)
    return Tensor(array.ctypes.data, 1, 0, n, code, bits, 1, shape, strides, 0), (array, shape, strides)


def _text(pointer):
    try:
        return ctypes.string_at(pointer).decode() if pointer.value else ""
    finally:
        _library.fpcheck_free(pointer)


def version():
    return _library.fpcheck_version().decode()


def diff(actual, reference, tol="0ulp", dtype=None):
    """Compares two arrays in ulps of the first one's type. `dtype` names what the codes in both mean: "bf16", "e4m3fn"."""
    a, keep_a = _tensor(np.asarray(actual), dtype)
    b, keep_b = _tensor(np.asarray(reference), dtype)
    report = ctypes.c_void_p()
    code = _library.fpcheck_diff(a, b, tol.encode(), report)
    return Result(code, _text(report))


def run(file, launch, *options, kernel=None, outputs=None, format="text", **arguments):
    """Runs a kernel under the emulator: `run("softmax.cu", "4, 128", "--ref", "softmax(inp, 1)", inp=x, C=128,
    outputs={"out": np.empty_like(x)})`. Arrays in `outputs` get what the kernel wrote."""
    words, tensors, keep = ["<<<" + launch + ">>>"], [], []
    for name, value in arguments.items():
        if isinstance(value, np.ndarray):
            tensor, alive = _tensor(value)
            tensors.append(NamedTensor(name.encode(), tensor, 0))
            keep.append(alive)
            words.append(f"{name}=@{name}")
        else:
            words.append(f"{name}={value}")
    for name, array in (outputs or {}).items():
        tensor, alive = _tensor(array)
        tensors.append(NamedTensor(name.encode(), tensor, 1))
        keep.append(alive)
        words.append(f"{name}=empty:{'x'.join(map(str, array.shape)) or 1}")
    words += options
    report = ctypes.c_void_p()
    code = _library.fpcheck_run(os.fsencode(file), kernel.encode() if kernel else None,
                                (ctypes.c_char_p * len(words))(*[w.encode() for w in words]), len(words),
                                (NamedTensor * len(tensors))(*tensors), len(tensors), format.encode(), report)
    return Result(code, _text(report), dict(outputs or {}))
