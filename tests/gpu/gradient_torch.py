"""What torch.autograd.gradcheck says about softmax(X W + b) and its wrong backwards, and how long it takes."""
import sys
import time

import torch
from torch.autograd import gradcheck

MUTANTS = ["right", "zero", "last row unwritten", "scale 1.003", "one element 1 % of row"]


class layer(torch.autograd.Function):
    mutant = 0

    @staticmethod
    def forward(ctx, x, w, b):
        p = torch.softmax(x @ w + b, 1)
        ctx.save_for_backward(x, w, p)
        return p

    @staticmethod
    def backward(ctx, upstream):
        x, w, p = ctx.saved_tensors
        dz = p * (upstream - (upstream * p).sum(1, keepdim=True))
        dw = x.t() @ dz
        if layer.mutant == 1:
            dw = torch.zeros_like(dw)
        elif layer.mutant == 2:
            dw[-1] = 0
        elif layer.mutant == 3:
            dw *= 1.003
        elif layer.mutant == 4:
            row = dw.shape[0] // 3
            dw[row, dw.shape[1] // 3] += 0.01 * dw[row].norm()
        return dz @ w.t(), dw, dz.sum(0)


def inputs(batch, rows, columns, device):
    g = torch.Generator().manual_seed(1)
    x = torch.rand(batch, rows, generator=g, dtype=torch.float64) * 2 - 1
    w = (torch.rand(rows, columns, generator=g, dtype=torch.float64) * 2 - 1) * 2 / rows**0.5
    b = torch.rand(columns, generator=g, dtype=torch.float64) - 0.5
    return [t.to(device).requires_grad_() for t in (x, w, b)]


def timed(arguments, fast, times):
    best, verdict = float("inf"), None
    for _ in range(times):
        if torch.cuda.is_available():
            torch.cuda.synchronize()
        start = time.perf_counter()
        verdict = gradcheck(layer.apply, arguments, fast_mode=fast, raise_exception=False)
        best = min(best, time.perf_counter() - start)
    return best, verdict


def line(device, shape, fast, times, mutants=range(1, 5)):
    layer.mutant = 0
    arguments = inputs(*shape, device)
    seconds, verdict = timed(arguments, fast, times)
    said = ["passes" if verdict else "FAILS"]
    for layer.mutant in mutants:
        said.append(f"{MUTANTS[layer.mutant]}: " + ("accepted" if timed(arguments, fast, 1)[1] else "caught"))
    layer.mutant = 0
    print(f"torch gradcheck {'fast' if fast else 'slow'} f64 {device:4} {'x'.join(map(str, shape)):12} {seconds * 1e3:10.1f} ms  " + ", ".join(said), flush=True)


devices = ["cuda", "cpu"] if torch.cuda.is_available() else ["cpu"]
print(f"torch {torch.__version__}, {torch.cuda.get_device_name() if devices[0] == 'cuda' else 'no device'}, {torch.get_num_threads()} CPU threads")
for device in devices:
    timed(inputs(4, 8, 8, device), True, 1)
    line(device, (32, 64, 64), False, 2)
    line(device, (32, 64, 64), True, 3)
for device in devices:
    line(device, (32, 1024, 1024), True, 3, range(1, 5) if device == "cuda" else ())
    line(device, (32, 4096, 4096), True, 2, range(1, 5) if device == "cuda" else ())
sys.exit(0)
