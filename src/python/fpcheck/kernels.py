"""Kernels as people have them: a file, CUDA or PTX text, a Triton function, a CuPy RawKernel, a Numba kernel."""
from __future__ import annotations

import dataclasses
import os
import pathlib
import tempfile
from typing import Any, Optional, Sequence


@dataclasses.dataclass
class Compiled:
    """What the command line can run."""
    file: str
    kernel: Optional[str] = None
    #: Names of the parameters by position, where the file does not say them.
    parameters: Optional[list[str]] = None
    block: Optional[int] = None
    shared: int = 0
    #: Words for parameters that the caller does not give.
    more: Sequence[str] = ()
    options: Sequence[str] = ()
    folder: Optional[tempfile.TemporaryDirectory[str]] = None  # lives as long as its file is needed


def _write(text: str, name: str) -> tuple[str, "tempfile.TemporaryDirectory[str]"]:
    folder: tempfile.TemporaryDirectory[str] = tempfile.TemporaryDirectory(prefix="fpcheck-")
    file = os.path.join(folder.name, name)
    with open(file, "w", encoding="utf-8") as f:
        f.write(text)
    return file, folder


def from_text(text: str) -> Compiled:
    """CUDA or PTX in a string: PTX begins with `.version`."""
    is_ptx = any(line.lstrip().startswith(".version") for line in text.splitlines()[:40])
    file, folder = _write(text, "kernel.ptx" if is_ptx else "kernel.cu")
    return Compiled(file, folder=folder)


def from_cupy(kernel: Any) -> Compiled:
    file, folder = _write(kernel.code, "kernel.cu")
    return Compiled(file, kernel.name, options=[w for o in kernel.options for w in ("--nvcc", o) if not o.startswith("-I")], folder=folder)


def from_numba(kernel: Any, arguments: Sequence[Any]) -> Compiled:
    """A `numba.cuda.jit` kernel, compiled for compute capability 9.0 with the types of the arguments. An array is seven parameters."""
    from numba import cuda, typeof
    ptx, _ = cuda.compile_ptx(kernel.py_func, tuple(typeof(a) for a in arguments), cc=(9, 0), device=False, lineinfo=True)
    file, folder = _write(ptx, "kernel.ptx")
    return Compiled(file, folder=folder)


def _triton_type(value: Any) -> str:
    from .tensors import is_tensor, lend
    names = {"f32": "fp32", "f16": "fp16", "f64": "fp64", "e4m3fn": "fp8e4nv", "e5m2": "fp8e5", "bool": "i1"}
    if is_tensor(value):
        dtype = lend(value).dtype
        return "*" + names.get(dtype, dtype)
    if isinstance(value, bool):
        return "i1"
    if isinstance(value, int):
        return "i32" if -(2**31) <= value < 2**31 else "i64"
    if isinstance(value, float):
        return "fp32"
    raise TypeError(f"a Triton kernel takes no {type(value).__name__}")


def from_triton(function: Any, arguments: dict[str, Any], warps: int = 4, **options: Any) -> Compiled:
    """Compiles a `triton.jit` function for compute capability 9.0; no GPU is needed. Constants are the `tl.constexpr` parameters."""
    import triton
    from triton.backends.compiler import GPUTarget
    from triton.compiler import ASTSource
    constant = {p.name for p in function.params if p.is_constexpr}
    signature = {n: "constexpr" if n in constant else _triton_type(arguments[n]) for n in function.arg_names}
    values = {n: arguments[n] for n in constant}
    source = ASTSource(fn=function, signature=signature, constexprs=values)
    compiled = triton.compile(source, target=GPUTarget("cuda", 90, 32), options={"num_warps": warps, **options})
    file, folder = _write(compiled.asm["ptx"], function.__name__ + ".ptx")
    names = [n for n in function.arg_names if n not in constant]
    scratch = [f"{len(names)}=null", f"{len(names) + 1}=null"]
    return Compiled(file, compiled.metadata.name, names, 32 * compiled.metadata.num_warps, compiled.metadata.shared, scratch, folder=folder)


def is_triton(kernel: Any) -> bool:
    return hasattr(kernel, "arg_names") and hasattr(kernel, "params") and hasattr(kernel, "fn")


def compile_kernel(kernel: Any, arguments: Sequence[Any], named: dict[str, Any], triton_options: dict[str, Any]) -> Compiled:
    if isinstance(kernel, os.PathLike) or isinstance(kernel, str) and "\n" not in kernel:
        return Compiled(os.fspath(pathlib.Path(kernel)))
    if isinstance(kernel, str):
        return from_text(kernel)
    if is_triton(kernel):
        bound = dict(zip(kernel.arg_names, arguments))
        bound.update(named)
        return from_triton(kernel, {k: getattr(v, "value", v) for k, v in bound.items()}, **triton_options)
    if hasattr(kernel, "code") and hasattr(kernel, "name"):
        return from_cupy(kernel)
    if hasattr(kernel, "py_func"):
        return from_numba(kernel, [getattr(a, "value", a) for a in arguments])
    raise TypeError(f"{type(kernel).__name__} is no kernel: give a .cu or .ptx file, their text, or a Triton, CuPy or Numba kernel")
