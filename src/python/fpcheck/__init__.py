"""fpcheck from Python: kernels run without a GPU, every value with a certified shadow; tensors compared in ulps.

    import fpcheck, numpy as np
    y = np.empty_like(x)
    result = fpcheck.run("softmax.cu", 4, x, fpcheck.out(y), 1024, block=256, ref="softmax(inp, 1)")
    for f in result.findings: print(f)

With pytest: `pytest --fpcheck kernels/` runs the cases that stand in .cu files; the fixture `fpcheck_run` is `run` that fails the test.
"""
from .library import version
from .results import Comparison, Difference, Finding, Output, Result
from .running import Argument, Triple, check, codes, diff, inout, out, run

__version__ = version()
__all__ = ["Argument", "Comparison", "Difference", "Finding", "Output", "Result", "Triple", "check", "codes", "diff", "inout", "out", "run", "version"]
