"""Tensors of numpy, torch, CuPy and whatever else speaks DLPack, as the C interface wants them."""
from __future__ import annotations

import ctypes
from typing import Any, Optional

import numpy as np

from .library import DLTensor

#: DLPack's (type code, bits) of the types that numpy has no name for; numpy arrays hold their codes as unsigned integers.
NARROW = {"bf16": (4, 16), "e3m4": (7, 8), "e4m3b11fnuz": (9, 8), "e4m3fn": (10, 8), "e4m3fnuz": (11, 8), "e5m2": (12, 8), "e5m2fnuz": (13, 8),
          "e8m0fnu": (14, 8), "e2m3fn": (15, 8), "e3m2fn": (16, 8), "e2m1fn": (17, 8)}
_NUMPY_CODES = {"i": 0, "u": 1, "f": 2, "b": 6}
_NAMES = {(0, 8): "i8", (0, 16): "i16", (0, 32): "i32", (0, 64): "i64", (1, 8): "u8", (1, 16): "u16", (1, 32): "u32", (1, 64): "u64",
          (2, 16): "f16", (2, 32): "f32", (2, 64): "f64", (6, 8): "bool", **{v: k for k, v in NARROW.items()}}
#: torch's names of types that its DLPack export may not know; the codes travel as bytes.
_TORCH_NARROW = {"torch.bfloat16": "bf16", "torch.float8_e4m3fn": "e4m3fn", "torch.float8_e5m2": "e5m2", "torch.float8_e4m3fnuz": "e4m3fnuz",
                 "torch.float8_e5m2fnuz": "e5m2fnuz", "torch.float8_e8m0fnu": "e8m0fnu"}


class Lent:
    """A tensor in the CPU's memory that the C interface may look at as long as this object lives."""

    def __init__(self, tensor: DLTensor, keep: tuple[Any, ...], on_device: Any = None) -> None:
        self.tensor = tensor
        self._keep = keep
        self._on_device = on_device  # (where to copy to, the copy in the CPU's memory)

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self.tensor.shape[i] for i in range(self.tensor.ndim))

    @property
    def dtype(self) -> str:
        return _NAMES[(self.tensor.code, self.tensor.bits)]

    def give_back(self) -> None:
        """Copies what was written to the device that the tensor came from, if it came from one."""
        if self._on_device is not None:
            target, copy = self._on_device
            target.copy_(copy) if hasattr(target, "copy_") else target.set(copy)


def is_tensor(value: Any) -> bool:
    return isinstance(value, np.ndarray) or _is_torch(value) or _is_cupy(value) or hasattr(value, "__dlpack__")


def lend(value: Any, dtype: Optional[str] = None) -> Lent:
    """`dtype` says what the codes of an array of unsigned integers mean: "bf16", "e4m3fn" ..."""
    if _is_torch(value):
        return _lend_torch(value, dtype)
    if _is_cupy(value):
        copy = value.get()
        lent = _lend_numpy(copy, dtype)
        return Lent(lent.tensor, lent._keep, (value, copy))
    if isinstance(value, np.ndarray):
        return _lend_numpy(value, dtype)
    if hasattr(value, "__dlpack__"):
        return _lend_numpy(np.from_dlpack(value), dtype)
    return _lend_numpy(np.asarray(value), dtype)


def _is_torch(value: Any) -> bool:
    return type(value).__module__.split(".")[0] == "torch" and hasattr(value, "data_ptr")


def _is_cupy(value: Any) -> bool:
    return type(value).__module__.split(".")[0] == "cupy" and hasattr(value, "get")


def _lend_numpy(array: np.ndarray, dtype: Optional[str]) -> Lent:
    n = array.ndim
    if any(s % array.itemsize for s in array.strides):
        raise ValueError("the strides of the array are no multiples of its element size; copy it first")
    if dtype is None or dtype in _NAMES.values() and dtype not in NARROW:
        if array.dtype.kind not in _NUMPY_CODES:
            raise TypeError(f"elements of type {array.dtype} are not read")
        code, bits = _NUMPY_CODES[array.dtype.kind], 8 * array.itemsize
    elif dtype in NARROW:
        code, bits = NARROW[dtype]
        if array.dtype.kind != "u" or 8 * array.itemsize != bits:
            raise TypeError(f"codes of {dtype} are unsigned integers of {bits} bits, not {array.dtype}")
    else:
        raise TypeError(f"no element type is called {dtype!r}")
    shape = (ctypes.c_int64 * n)(*array.shape)
    strides = (ctypes.c_int64 * n)(*[s // array.itemsize for s in array.strides])
    return Lent(DLTensor(array.ctypes.data, 1, 0, n, code, bits, 1, shape, strides, 0), (array, shape, strides))


def _lend_torch(tensor: Any, dtype: Optional[str]) -> Lent:
    host = tensor.detach()
    if host.device.type != "cpu":
        host = host.cpu()
    narrow = _TORCH_NARROW.get(str(host.dtype))
    if narrow is not None:
        import torch
        code, bits = NARROW[narrow]
        as_codes = host.view(torch.uint8 if bits == 8 else torch.int16).numpy()
        lent = _lend_numpy(as_codes.view(np.uint8 if bits == 8 else np.uint16), narrow)
    else:
        lent = _lend_numpy(host.numpy(), dtype)
    target = (tensor.detach(), host) if tensor.device.type != "cpu" else None
    return Lent(lent.tensor, (*lent._keep, host), target)
