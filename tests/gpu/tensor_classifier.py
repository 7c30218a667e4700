"""The loss of a linear classifier and both gradients on tensor cores (fpcheck/kernels/tensor_classifier.hpp) beside torch: errors against
binary64, bits over chunks, the filter's account, time and memory. Argument: the shared library made from tensor_classifier.cu."""
import ctypes
import sys

import torch

library = ctypes.CDLL(sys.argv[1])
library.workspace_bytes.restype = ctypes.c_size_t
failures = 0


def pointer(t):
    return ctypes.c_void_p(0 if t is None else t.data_ptr())


def check(holds, text):
    global failures
    failures += not holds
    print(("" if holds else "FAILED: ") + text)


class Ours:
    """Results, and the memory that is neither input nor result."""

    def __init__(self, rows, columns, inner, chunk):
        self.shape, self.chunk = (rows, columns, inner), chunk
        self.loss = torch.empty(rows, device="cuda")
        self.hidden = torch.empty(rows, inner, device="cuda")
        self.weights = torch.empty(columns, inner, device="cuda")
        self.dropped = torch.empty(rows, device="cuda")
        bytes_ = library.workspace_bytes(ctypes.c_int32(rows), ctypes.c_int32(columns), ctypes.c_int32(chunk))
        self.room = torch.empty(bytes_, dtype=torch.uint8, device="cuda")

    def __call__(self, hidden, weights, targets, upstream, threshold=0.0, drops=True):
        code = library.tensor_classifier(pointer(hidden), pointer(weights), pointer(targets), pointer(self.loss), pointer(upstream), pointer(self.hidden),
                                         pointer(self.weights), pointer(self.dropped if drops else None), pointer(self.room), ctypes.c_float(threshold),
                                         *map(ctypes.c_int32, self.shape), ctypes.c_int32(self.chunk), ctypes.c_void_p(torch.cuda.current_stream().cuda_stream))
        if code != 0:
            raise RuntimeError(f"CUDA error {code}")
        return self


def data(rows, columns, inner, seed, spread=1.0):
    torch.manual_seed(seed)
    hidden = (torch.randn(rows, inner, device="cuda") * spread).bfloat16()
    weights = (torch.randn(columns, inner, device="cuda") / inner**0.5).bfloat16()
    targets = torch.randint(columns, (rows,), device="cuda")
    targets[rows // 3] = -100
    return hidden, weights, targets, torch.rand(rows, device="cuda") + 0.5


def exact(hidden, weights, targets, upstream, part=512):
    """In binary64, some rows at a time."""
    w, losses, of_hidden, of_weights = weights.double(), [], [], torch.zeros(weights.shape, dtype=torch.float64, device="cuda")
    for i in range(0, len(hidden), part):
        h, t = hidden[i : i + part].double(), targets[i : i + part]
        z = h @ w.T
        counts = (t >= 0) & (t < len(w))
        losses.append(torch.where(counts, torch.logsumexp(z, 1) - z.gather(1, t.clamp(min=0)[:, None])[:, 0], 0))
        g = torch.softmax(z, 1)
        g[torch.arange(len(h)), t.clamp(min=0)] -= 1
        g *= (upstream[i : i + part].double() * counts)[:, None]
        of_hidden.append(g @ w)
        of_weights += g.T @ h
    return torch.cat(losses), torch.cat(of_hidden), of_weights


def norm_error(x, truth):
    return ((x.double() - truth).norm() / truth.norm()).item()


for shape in [(1, 8, 8), (150, 520, 72), (129, 257 * 8, 264), (1000, 5000, 1016), (2048, 32768, 1024)]:
    inputs = data(*shape, seed=sum(shape), spread=2.0)
    loss, of_hidden, of_weights = exact(*inputs)
    ours = Ours(*shape, 4096)(*inputs)
    worst = (ours.loss.double() - loss).abs().max().item()
    of = [norm_error(ours.hidden, of_hidden) if shape[0] > 1 else 0, norm_error(ours.weights, of_weights) if shape[0] > 1 else 0]
    check(worst < 1e-4 and max(of) < 4e-3, f"{shape}: loss within {worst:.2e}, gradients within {of[0]:.2e}, {of[1]:.2e} of their norm")
    other = Ours(*shape, 256)(*inputs)
    check(all(torch.equal(a.view(torch.int32), b.view(torch.int32)) for a, b in [(ours.loss, other.loss), (ours.hidden, other.hidden), (ours.weights, other.weights)]),
          f"{shape}: the same bits by chunks of 256 and 4096 columns")

# Rows whose weight lies in a sixteenth of the columns: most tiles are left out, and what they weigh is told.
rows, columns, inner = shape = (2048, 32768, 1024)
hidden, weights, targets, upstream = data(*shape, seed=1)
axis = torch.zeros(inner, device="cuda")
axis[0] = 1
hidden = (hidden.float() + 16 * axis).bfloat16()
weights[:, 0] = torch.where(torch.arange(columns, device="cuda") < columns // 16, 1.0, 0.0).bfloat16()
targets = targets % (columns // 16)
whole = Ours(*shape, 4096)(hidden, weights, targets, upstream)
kept = [whole.hidden.clone(), whole.weights.clone()]
part = Ours(*shape, 4096)(hidden, weights, targets, upstream, threshold=2.0**-14 / 32)
check(0 < part.dropped.max().item() <= columns * 2.0**-19, f"filter: drops at most {part.dropped.max().item():.2e} of a row, stated {columns * 2.0**-19:.2e}")
bound = (part.dropped * upstream)[:, None].double() * weights.double().abs().max()
check(bool(((part.hidden - kept[0]).abs() <= bound * (1 + 2.0**-7) + 1e-6).all()), "filter: the inputs' gradient changes by no more than what was dropped times the largest weight")

rows, columns, inner = shape = (8192, 32768, 1024)
inputs = data(*shape, seed=2)
hidden, weights, targets, upstream = inputs
targets = targets.clamp(min=0)


def median_ms(work, runs=15):
    for _ in range(3):
        work()
    times = []
    for _ in range(runs):
        begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        begin.record()
        work()
        end.record()
        end.synchronize()
        times.append(begin.elapsed_time(end))
    return sorted(times)[runs // 2]


h, w = hidden.clone().requires_grad_(), weights.clone().requires_grad_()


def eager():
    h.grad = w.grad = None
    torch.nn.functional.cross_entropy(h @ w.T, targets, reduction="none").backward(upstream.bfloat16())


def peak_bytes(work, kept_bytes):
    torch.cuda.synchronize()
    torch.cuda.reset_peak_memory_stats()
    before = torch.cuda.memory_allocated()
    work()
    torch.cuda.synchronize()
    return torch.cuda.max_memory_allocated() - before - kept_bytes


eager()
h.grad = w.grad = None
of_torch = peak_bytes(eager, 2 * (h.numel() + w.numel()))
compiled = torch.compile(lambda h, w: torch.nn.functional.cross_entropy(h @ w.T, targets, reduction="none"))


def by_compiler():
    h.grad = w.grad = None
    compiled(h, w).backward(upstream.bfloat16())


floor = 8 * rows * columns * inner / 1e12
for chunk in (2048, 4096):
    ours = Ours(*shape, chunk)
    t, u = median_ms(eager), median_ms(lambda: ours(hidden, weights, targets, upstream, drops=False))
    print(f"{shape}, chunk {chunk}: torch eager {t:.2f} ms, ours {u:.2f} ms ({floor / u * 1e3:.0f} TFLOP/s over four products): {t / u:.2f} of its speed; "
          f"memory beside inputs and gradients {ours.room.numel() >> 20} MiB, torch {of_torch >> 20} MiB: 1/{of_torch / ours.room.numel():.1f}")
print(f"torch compiled {median_ms(by_compiler):.2f} ms; forward alone: ours {median_ms(lambda: ours(hidden, weights, targets, None)):.2f} ms")
ours(hidden, weights, targets, upstream)
loss, of_hidden, of_weights = exact(hidden, weights, targets, upstream)
eager()
print(f"errors of the gradients over their norm: ours {norm_error(ours.hidden, of_hidden):.2e}, {norm_error(ours.weights, of_weights):.2e}; "
      f"torch eager {norm_error(h.grad, of_hidden):.2e}, {norm_error(w.grad, of_weights):.2e}; of the loss: ours {(ours.loss - loss).abs().max().item():.1e}")
sys.exit(failures != 0)
