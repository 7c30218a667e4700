"""run, diff and check."""
from __future__ import annotations

import dataclasses
from typing import Any, Callable, Iterable, Mapping, Optional, Sequence, Union

from . import library
from .kernels import Compiled, compile_kernel, is_triton
from .results import Difference, Result
from .tensors import Lent, is_tensor, lend

Extent = Union[int, Sequence[int]]


@dataclasses.dataclass(frozen=True)
class Argument:
    """A tensor with what the kernel does with it."""
    value: Any
    role: str = "in"
    dtype: Optional[str] = None


def out(tensor: Any, dtype: Optional[str] = None) -> Argument:
    """An output: undefined before the launch, filled with what the kernel wrote after it."""
    return Argument(tensor, "out", dtype)


def inout(tensor: Any, dtype: Optional[str] = None) -> Argument:
    """A tensor that the kernel reads and writes; what it left is copied back."""
    return Argument(tensor, "inout", dtype)


def codes(tensor: Any, dtype: str) -> Argument:
    """An input whose unsigned integers are codes of `dtype`: "bf16", "e4m3fn", "e5m2" ..."""
    return Argument(tensor, "in", dtype)


def _extent(value: Extent) -> str:
    if isinstance(value, int):
        return str(value)
    return "(" + ", ".join(str(int(v)) for v in value) + ")"


def _launch(grid: Extent, block: Optional[Extent], shared: int, compiled: Compiled) -> str:
    threads = block if block is not None else compiled.block
    if threads is None:
        raise TypeError("the number of threads is missing: give block=")
    bytes_ = shared or compiled.shared
    return f"<<<{_extent(grid)}, {_extent(threads)}{f', {bytes_}' if bytes_ else ''}>>>"


class _Words:
    """Arguments turned into the command line's words and the tensors that they mean."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.lent: list[tuple[str, Lent, str]] = []

    def add(self, name: str, value: Any) -> None:
        argument = value if isinstance(value, Argument) else Argument(value)
        if not is_tensor(argument.value):
            if argument.role != "in":
                raise TypeError(f"{name}: only a tensor can be written")
            self.words.append(f"{name}={'null' if argument.value is None else argument.value}")
            return
        lent = lend(argument.value, argument.dtype)
        self.lent.append((name, lent, argument.role))
        if argument.role == "out":
            self.words.append(f"{name}=empty:{'x'.join(map(str, lent.shape)) or 1}:{lent.dtype}")
        else:
            self.words.append(f"{name}={'inout:' if argument.role == 'inout' else ''}@{name}")

    def tensors(self) -> list[library.NamedTensor]:
        return [library.NamedTensor(name.encode(), lent.tensor, int(role != "in")) for name, lent, role in self.lent]


def _references(ref: Union[None, str, Mapping[str, str]]) -> Iterable[str]:
    if ref is None:
        return
    if isinstance(ref, str):
        yield from ("--ref", ref)
        return
    for output, expression in ref.items():
        yield from ("--ref", f"{output}={expression}")


def run(kernel: Any, grid: Extent, *arguments: Any, block: Optional[Extent] = None, shared: int = 0, name: Optional[str] = None,
        ref: Union[None, str, Mapping[str, str]] = None, tol: Optional[str] = None, shadow: Optional[str] = None, options: Sequence[str] = (),
        warps: int = 4, **named: Any) -> Result:
    """Runs a kernel without a GPU, every value with its certified shadow.

    kernel: a .cu or .ptx file, CUDA or PTX text, a `triton.jit` function, a CuPy RawKernel or a Numba kernel.
    grid, block: extents as in a launch; a Triton function has its own block of 32 * warps threads.
    arguments: by position, or by the parameter's name. Tensors are inputs; `out(t)` and `inout(t)` are written back.
    ref: an expression of fpcheck's language, or one for each output; tol, shadow and options as in `fpcheck run`.

        y = np.empty_like(x)
        assert fpcheck.run("softmax.cu", 4, x, fpcheck.out(y), 1024, block=256, ref="softmax(x, 1)")
    """
    triton = is_triton(kernel)
    compiled = compile_kernel(kernel, arguments, named, {"warps": warps} if triton else {})
    words = _Words()
    words.words.append(_launch(grid, block, shared, compiled))
    given: dict[str, Any] = {str(i): a for i, a in enumerate(arguments)}
    if triton:
        by_name = dict(zip(kernel.arg_names, arguments))
        by_name.update(named)
        positions = {n: str(i) for i, n in enumerate(compiled.parameters or [])}
        given = {positions[n]: v for n, v in by_name.items() if n in positions}
    else:
        given.update(named)
    for key, value in given.items():
        words.add(key, value)
    said = [*words.words, *compiled.more, *_references(ref), *compiled.options]
    if tol is not None:
        said += ["--tol", tol]
    if shadow is not None:
        said += ["--shadow", shadow]
    code, text = library.run(compiled.file, name or compiled.kernel, [*said, *options], words.tensors(), "json")
    for _, lent, role in words.lent:
        if role != "in":
            lent.give_back()
    return Result(code, text)


def diff(actual: Any, reference: Any, tol: str = "0ulp", dtype: Optional[str] = None) -> Difference:
    """Compares two tensors in ulps of the first one's type; NaN passes against nothing but NaN. `dtype` says what codes in both mean."""
    a, b = lend(actual, dtype), lend(reference, dtype)
    return Difference(*library.diff(a.tensor, b.tensor, tol))


def check(function: Callable[..., Any], inputs: Sequence[Any], golden: Callable[..., Any], eager: Optional[Callable[..., Any]] = None,
          factor: float = 2.0) -> "Triple":
    """The triple of practice, for functions that no expression describes: `golden` in binary64, `eager` in the inputs' own type, and the
    function. Passes where no element errs by more than `factor` times the largest error of `eager`, plus one ulp; without `eager` the
    golden function is used on the inputs as they are. NaN passes only where the golden result is NaN."""
    return Triple.measure(function, inputs, golden, eager or golden, factor)


@dataclasses.dataclass(frozen=True)
class Triple:
    """Largest errors against the binary64 result, in units of its largest magnitude."""
    target: float
    eager: float
    allowed: float
    element: int
    nan: int

    @property
    def passed(self) -> bool:
        return self.nan == 0 and self.target <= self.allowed

    def __bool__(self) -> bool:
        return self.passed

    def __str__(self) -> str:
        gate = f"largest error {self.target:.3g} of the largest result at element {self.element}, eager has {self.eager:.3g}, allowed {self.allowed:.3g}"
        return gate + (f"; {self.nan} elements are NaN where the golden result is a number, or a number where it is NaN" if self.nan else "")

    @staticmethod
    def measure(function: Callable[..., Any], inputs: Sequence[Any], golden: Callable[..., Any], eager: Callable[..., Any], factor: float) -> "Triple":
        import numpy as np

        def wide(value: Any) -> Any:
            if not is_tensor(value):
                return value
            if isinstance(value, np.ndarray):
                return value.astype(np.float64) if value.dtype.kind == "f" else value
            return value.double() if value.is_floating_point() else value

        def host(value: Any) -> "np.ndarray[Any, Any]":
            if isinstance(value, np.ndarray):
                return value
            return np.asarray(value.detach().double().cpu().numpy() if hasattr(value, "detach") else value)

        y = host(golden(*[wide(v) for v in inputs])).astype(np.float64)
        produced = function(*inputs)
        got = host(produced)
        ulp = float(np.finfo(got.dtype).eps) if got.dtype.kind == "f" else 0.0
        if hasattr(produced, "dtype") and "bfloat16" in str(produced.dtype):
            ulp = 2.0**-7
        near = host(eager(*inputs)).astype(np.float64)
        finite = np.isfinite(y)
        scale = float(np.max(np.abs(y[finite]))) if finite.any() else 1.0
        scale = scale or 1.0
        got = got.astype(np.float64)
        if got.shape != y.shape:
            raise ValueError(f"the function gives {got.shape}, the golden one {y.shape}")
        with np.errstate(invalid="ignore"):
            off = np.where(got == y, 0.0, np.abs(got - y)) / scale
            eager_off = np.where(near == y, 0.0, np.abs(near - y)) / scale
        nan = int(np.sum(np.isnan(got) != np.isnan(y)))
        off = np.where(np.isnan(off), 0.0, off)
        eager_largest = float(np.nanmax(np.where(np.isfinite(eager_off), eager_off, 0.0), initial=0.0))
        at = int(np.argmax(off)) if off.size else 0
        return Triple(float(off.flat[at]) if off.size else 0.0, eager_largest, factor * eager_largest + ulp, at, nan)
