"""The C interface, include/fpcheck/c.h, through ctypes."""
from __future__ import annotations

import ctypes
import os
import pathlib
import sys
from typing import Optional, Sequence


class DLTensor(ctypes.Structure):
    """DLPack's DLTensor."""
    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32), ("ndim", ctypes.c_int32),
                ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
                ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)), ("byte_offset", ctypes.c_uint64)]


class NamedTensor(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("tensor", DLTensor), ("write_back", ctypes.c_int32)]


def _find() -> str:
    named = os.environ.get("FPCHECK_LIBRARY")
    if named:
        return named
    beside = pathlib.Path(__file__).parent / "libfpcheck.so"
    return str(beside) if beside.exists() else "libfpcheck.so"


def _load() -> ctypes.CDLL:
    path = _find()
    try:
        library = ctypes.CDLL(path)
    except OSError as error:
        raise ImportError(f"fpcheck's shared library {path} cannot be loaded ({error}); FPCHECK_LIBRARY names another one") from None
    report = ctypes.POINTER(ctypes.c_void_p)
    library.fpcheck_free.argtypes = [ctypes.c_void_p]
    library.fpcheck_free.restype = None
    library.fpcheck_version.restype = ctypes.c_char_p
    library.fpcheck_diff.argtypes = [ctypes.POINTER(DLTensor), ctypes.POINTER(DLTensor), ctypes.c_char_p, report]
    library.fpcheck_run.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.POINTER(ctypes.c_char_p), ctypes.c_size_t,
                                    ctypes.POINTER(NamedTensor), ctypes.c_size_t, ctypes.c_char_p, report]
    library.fpcheck_report.argtypes = [ctypes.c_char_p, ctypes.c_char_p, report]
    return library


_library = _load()


def _text(pointer: ctypes.c_void_p) -> str:
    try:
        return ctypes.string_at(pointer).decode("utf-8", "replace") if pointer.value else ""  # type: ignore[arg-type]
    finally:
        _library.fpcheck_free(pointer)


def version() -> str:
    return _library.fpcheck_version().decode()


def diff(actual: DLTensor, reference: DLTensor, tolerance: Optional[str]) -> tuple[int, str]:
    report = ctypes.c_void_p()
    code = _library.fpcheck_diff(actual, reference, tolerance.encode() if tolerance else None, report)
    return code, _text(report)


def run(file: str, kernel: Optional[str], words: Sequence[str], tensors: Sequence[NamedTensor], form: str) -> tuple[int, str]:
    report = ctypes.c_void_p()
    code = _library.fpcheck_run(os.fsencode(file), kernel.encode() if kernel else None,
                                (ctypes.c_char_p * len(words))(*[w.encode() for w in words]), len(words),
                                (NamedTensor * len(tensors))(*tensors), len(tensors), form.encode(), report)
    return code, _text(report)


def report(document: str, form: str) -> tuple[int, str]:
    out = ctypes.c_void_p()
    code = _library.fpcheck_report(document.encode(), form.encode(), out)
    return code, _text(out)


if sys.byteorder != "little":
    raise ImportError("fpcheck knows little-endian machines only")
