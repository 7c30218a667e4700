"""hypothesis strategies that draw what breaks kernels: every class of binary number, related magnitudes, near-cancelling neighbours."""
from __future__ import annotations

import math
from typing import Any, Sequence, Union

import numpy as np
from hypothesis import strategies as st

_FORMATS = {"f16": (np.uint16, np.float16, 5, 10), "f32": (np.uint32, np.float32, 8, 23), "f64": (np.uint64, np.float64, 11, 52)}


def bits(form: str = "f32", finite: bool = True) -> st.SearchStrategy[Any]:
    """One number of the format, drawn by its fields: subnormals, powers of two and their neighbours, the largest numbers and both zeros
    are as likely as ordinary ones. With finite=False infinities and NaNs too."""
    unsigned, kind, exponent_bits, fraction_bits = _FORMATS[form]
    top = (1 << exponent_bits) - 1
    middle = top // 2
    exponent = st.one_of(st.integers(middle - 12, middle + 12), st.integers(0, top - 1), st.sampled_from([0, 1, top - 1] + ([] if finite else [top])))
    largest = (1 << fraction_bits) - 1
    fraction = st.one_of(st.integers(0, largest), st.sampled_from([0, 1, 1 << (fraction_bits - 1), largest - 1, largest]),
                         st.integers(0, fraction_bits - 1).map(lambda k: 1 << k))

    def build(sign: int, e: int, f: int) -> Any:
        code = (sign << (exponent_bits + fraction_bits)) | (e << fraction_bits) | f
        return np.array([code], dtype=unsigned).view(kind)[0]

    return st.builds(build, st.integers(0, 1), exponent, fraction)


def related(count: int, form: str = "f32") -> st.SearchStrategy[Any]:
    """`count` finite numbers whose magnitudes are near one another, so that sums round, cancel and absorb: an equation that holds for
    most independent numbers, such as (a + b) + c == a + (b + c), fails at once."""
    _, kind, exponent_bits, fraction_bits = _FORMATS[form]
    least, most = 2 - (1 << (exponent_bits - 1)), (1 << (exponent_bits - 1)) - 1

    def build(base: int, parts: Sequence[tuple[int, int, bool]]) -> Any:
        values = [math.ldexp((1 << fraction_bits) + f, max(least, min(most - 1, base + shift)) - fraction_bits) * (-1 if minus else 1) for shift, f, minus in parts]
        return np.array(values, dtype=kind)

    part = st.tuples(st.integers(-fraction_bits - 2, 3), st.integers(0, (1 << fraction_bits) - 1), st.booleans())
    quarter = (most - least) // 4
    return st.builds(build, st.integers(-quarter, quarter), st.lists(part, min_size=count, max_size=count))


def arrays(shape: Union[int, tuple[int, ...]], form: str = "f32") -> st.SearchStrategy[Any]:
    """An array whose elements are related in magnitude, spiked (a few large elements), or near-cancelling pairs."""
    extents = (shape,) if isinstance(shape, int) else shape
    n = math.prod(extents)
    kind = _FORMATS[form][1]

    def make(seed: int, style: str) -> Any:
        rng = np.random.default_rng(seed)
        x = rng.standard_normal(n)
        if style == "spiked":
            x[rng.integers(0, n, size=max(1, n // 64))] *= 1e4 if form != "f16" else 1e3
        elif style == "cancelling":
            x[1::2] = -x[: 2 * (n // 2) : 2] * (1 + 2.0 ** -rng.integers(4, 20, size=n // 2))
        elif style == "wide":
            x *= 2.0 ** rng.integers(-12, 12, size=n)
        elif style == "shifted":
            x += 1000
        return x.astype(kind).reshape(extents)

    return st.builds(make, st.integers(0, 2**32 - 1), st.sampled_from(["plain", "spiked", "cancelling", "wide", "shifted"]))
