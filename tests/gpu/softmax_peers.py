"""Row kernels beside torch (eager and compiled) and Triton: speed with a cold L2 cache as a fraction of a copy, and the largest
error over the derived bound. Arguments: the shared libraries made from softmax_library.cu for f32 and bf16;
`classifier` leaves only that."""
import ctypes
import math
import sys

import torch
import triton
import triton.language as tl

U = 2.0**-24
DTYPES = {"f32": torch.float32, "bf16": torch.bfloat16}
libraries = {name: ctypes.CDLL(path) for name, path in zip(DTYPES, sys.argv[1:3])}
for library in libraries.values():
    library.row_workspace.restype = ctypes.c_size_t
flush = torch.empty(192 << 20, dtype=torch.int8, device="cuda")


def pointer(t):
    return ctypes.c_void_p(t.data_ptr())


def call(function, *arguments):
    code = function(*arguments, ctypes.c_void_p(torch.cuda.current_stream().cuda_stream))
    if code != 0:
        raise RuntimeError(f"CUDA error {code}")


def workspace(library, rows, columns):
    words = library.row_workspace(ctypes.c_int64(rows), ctypes.c_int32(columns))
    return torch.empty(max(1, words), dtype=torch.int64, device="cuda")


def ours(x, y=None, space=None):
    library = libraries["f32" if x.dtype == torch.float32 else "bf16"]
    rows, columns = x.shape
    y = torch.empty_like(x) if y is None else y
    space = workspace(library, rows, columns) if space is None else space
    call(library.softmax, pointer(x), pointer(y), ctypes.c_int64(rows), ctypes.c_int32(columns), pointer(space))
    return y


@triton.jit
def softmax_in_one_block(x, y, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    at = tl.arange(0, BLOCK)
    values = tl.load(x + row * columns + at, mask=at < columns, other=-float("inf")).to(tl.float32)
    weights = tl.exp(values - tl.max(values, axis=0))
    tl.store(y + row * columns + at, weights / tl.sum(weights, axis=0), mask=at < columns)


@triton.jit
def softmax_in_a_loop(x, y, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    most = tl.full([BLOCK], -float("inf"), tl.float32)
    total = tl.zeros([BLOCK], tl.float32)
    for start in range(0, columns, BLOCK):
        at = start + tl.arange(0, BLOCK)
        values = tl.load(x + row * columns + at, mask=at < columns, other=-float("inf")).to(tl.float32)
        higher = tl.maximum(most, values)
        reference = tl.where(higher == -float("inf"), 0.0, higher)
        total = total * tl.exp(most - reference) + tl.exp(values - reference)
        most = higher
    all_most = tl.max(most, axis=0)
    total = tl.sum(total * tl.exp(most - all_most), axis=0)
    for start in range(0, columns, BLOCK):
        at = start + tl.arange(0, BLOCK)
        values = tl.load(x + row * columns + at, mask=at < columns, other=-float("inf")).to(tl.float32)
        tl.store(y + row * columns + at, tl.exp(values - all_most) / total, mask=at < columns)


def in_triton(x):
    y = torch.empty_like(x)
    rows, columns = x.shape
    if columns <= 16384:
        block = triton.next_power_of_2(columns)
        softmax_in_one_block[(rows,)](x, y, columns, BLOCK=block, num_warps=4 if block <= 2048 else 8 if block <= 4096 else 16)
    else:
        softmax_in_a_loop[(rows,)](x, y, columns, BLOCK=4096, num_warps=8)
    return y


def naive(x):
    e = torch.exp(x.float())
    return (e / e.sum(-1, keepdim=True)).to(x.dtype)


eager = lambda x: torch.softmax(x, -1)
compiled = torch.compile(eager, dynamic=False)
gradient_formula = lambda y, dy: y * (dy - (y * dy).sum(-1, keepdim=True))
compiled_gradient = torch.compile(lambda y, dy: (y.float() * (dy.float() - (y.float() * dy.float()).sum(-1, keepdim=True))).to(y.dtype), dynamic=False)
loss = lambda x, t: torch.nn.functional.cross_entropy(x, t, reduction="none")
compiled_loss = torch.compile(loss, dynamic=False)


def seconds(work, bytes_moved):
    runs = 21 if bytes_moved < 1e9 else 5
    work()
    times = []
    for _ in range(runs):
        flush.zero_()
        begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        begin.record()
        work()
        end.record()
        end.synchronize()
        times.append(begin.elapsed_time(end) * 1e-3)
    return sorted(times)[runs // 2]


def report(title, bytes_moved, ceiling, works):
    speeds = {}
    for name, work in works.items():
        try:
            speeds[name] = bytes_moved / seconds(work, bytes_moved) * 1e-9
        except Exception as e:  # a peer that cannot do the shape is no reason to stop
            print(f"{title}: {name}: {type(e).__name__} {str(e).splitlines()[0][:80]}")
    best = speeds.get(ceiling, float("nan"))
    for name, speed in speeds.items():
        print(f"{title:34s} {name:16s} {speed:6.0f} GB/s  {speed / best:5.3f} of {ceiling}", flush=True)


def speed(name, rows, columns):
    dtype, library = DTYPES[name], libraries[name]
    x = torch.empty(rows, columns, dtype=dtype, device="cuda").uniform_(-8, 8)
    y = torch.empty_like(x)
    space = workspace(library, rows, columns)
    size = x.numel() * x.element_size()
    report(f"softmax {rows}x{columns} {name}", 2 * size, "copy",
           {"copy": lambda: y.copy_(x), "fpcheck": lambda: ours(x, y, space), "torch eager": lambda: eager(x), "torch compiled": lambda: compiled(x),
            "Triton": lambda: in_triton(x)})
    torch.cuda.empty_cache()
    dy, out = torch.empty_like(x).uniform_(-1, 1), torch.empty_like(x)
    y = eager(x)
    mix = lambda: torch.add(y, dy, out=out)
    mine = lambda: call(library.softmax_gradient, pointer(y), pointer(dy), pointer(out), ctypes.c_int64(rows), ctypes.c_int32(columns), pointer(space))
    report(f"softmax gradient {rows}x{columns} {name}", 3 * size, "2 reads 1 write",
           {"2 reads 1 write": mix, "fpcheck": mine, "torch eager": lambda: torch._softmax_backward_data(dy, y, -1, dtype),
            "torch compiled": lambda: compiled_gradient(y, dy)})
    del x, y, dy, out
    torch.cuda.empty_cache()


def loss_speed(rows, columns):
    x = torch.empty(rows, columns, dtype=torch.bfloat16, device="cuda").uniform_(-8, 8)
    t = torch.randint(0, columns, (rows,), device="cuda")
    out, states = torch.empty(rows, device="cuda"), torch.empty(2 * rows, device="cuda")
    gradient, ones = torch.empty_like(x), torch.ones(rows, device="cuda")
    library = libraries["bf16"]
    size = x.numel() * 2
    mine = lambda: call(library.cross_entropy, pointer(x), pointer(t), pointer(out), pointer(states), ctypes.c_int64(rows), ctypes.c_int32(columns))
    back = lambda: call(library.cross_entropy_gradient, pointer(x), pointer(t), pointer(states), pointer(ones), pointer(gradient), ctypes.c_int64(rows), ctypes.c_int32(columns))
    report(f"cross-entropy {rows}x{columns} bf16", size, "read (max)",
           {"read (max)": lambda: x.view(torch.int16).view(-1, 1024 * 64).amax(), "fpcheck": mine, "torch eager": lambda: loss(x, t), "torch compiled": lambda: compiled_loss(x, t)})
    exact = torch.logsumexp(x[:64].double(), -1) - x[:64].double().gather(1, t[:64, None])[:, 0]
    print(f"  largest error of 64 losses: fpcheck {float((out[:64] - exact).abs().max()):.2e}, torch eager {float((loss(x[:64], t[:64]).double() - exact).abs().max()):.2e}")
    report(f"cross-entropy gradient {rows}x{columns}", 2 * size, "copy", {"copy": lambda: gradient.copy_(x), "fpcheck": back})


def classifier(name, rows, columns, inner, chunk):
    """Loss of a linear classifier and the gradients of both factors: time beside torch's, and errors against float64."""
    dtype, library = DTYPES[name], libraries[name]
    h = torch.randn(rows, inner, device="cuda").mul_(inner**-0.5).to(dtype)
    w = torch.randn(columns, inner, device="cuda").to(dtype)
    t, ones = torch.randint(0, columns, (rows,), device="cuda"), torch.ones(rows, device="cuda")
    out, dh, dw = torch.empty(rows, device="cuda"), torch.empty(rows, inner, device="cuda"), torch.empty(columns, inner, device="cuda")
    room, states = torch.empty(chunk, columns, device="cuda"), torch.empty(2 * chunk, device="cuda")
    whole = [ctypes.c_int64(rows)] + [ctypes.c_int32(n) for n in (columns, inner, chunk)]
    mine = lambda: call(library.classifier_loss, *map(pointer, (h, w, t, out, ones, dh, dw, room, states)), *whole)

    def torchs(kind):
        a, b = h.detach().to(kind).requires_grad_(), w.detach().to(kind).requires_grad_()
        loss(a @ b.T, t).sum().backward()
        return a.grad.double(), b.grad.double()

    speeds = {"fpcheck": seconds(mine, 1e9), "torch": seconds(lambda: torchs(dtype), 1e9)}
    exact = torchs(torch.float64)
    error = lambda got: max(float((g.double() - e).norm() / e.norm()) for g, e in zip(got, exact))
    errors = {"fpcheck": error((dh, dw)), "torch": error(torchs(dtype))}
    flops = 6.0 * rows * columns * inner
    for peer in speeds:
        print(f"classifier {rows}x{columns}x{inner} {name:5s} {peer:16s} {speeds[peer] * 1e3:8.2f} ms  {flops / speeds[peer] * 1e-12:6.1f} TFLOP/s  gradient error {errors[peer]:.1e}", flush=True)


def inputs():
    g = torch.Generator(device="cuda").manual_seed(1)
    normal = lambda rows, columns: torch.randn(rows, columns, device="cuda", generator=g)
    half = lambda rows, columns: torch.rand(rows, columns, device="cuda", generator=g) < 0.5
    yield "normal x 8, 64 x 8192", 8 * normal(64, 8192)
    yield "large 1e4, 64 x 1000", 1e4 * normal(64, 1000)
    yield "largest 1.6e38, 64 x 1024", 1.6e38 * (2 * torch.rand(64, 1024, device="cuda", generator=g) - 1)
    yield "half masked, 64 x 4096", normal(64, 4096).masked_fill(half(64, 4096), -math.inf)
    yield "all masked, 8 x 4096", torch.full((8, 4096), -math.inf, device="cuda")
    yield "subnormal, 64 x 1024", 2.0**-127 * normal(64, 1024)
    yield "equal, 8 x 131072", torch.full((8, 131072), -5.0, device="cuda")
    yield "spread to -150, 64 x 1024", -150 * torch.rand(64, 1024, device="cuda", generator=g)
    yield "one column, 64 x 1", normal(64, 1)
    yield "odd, 33 x 50257", 4 * normal(33, 50257)
    yield "normal, 8 x 1048576", normal(8, 1 << 20)
    yield "one large, 8 x 1048576", torch.cat([normal(8, (1 << 20) - 1) - 12, torch.zeros(8, 1, device="cuda")], 1)


def worst_ratio(library, x, y, precision):
    exact_x, p = x.double(), torch.softmax(x.double(), -1)
    seen = torch.isfinite(exact_x).sum(-1, keepdim=True)
    if int(seen.max()) == 0:
        return 0.0 if bool((y == 0).all()) else math.inf
    below = torch.where(torch.isfinite(exact_x), exact_x.amax(-1, keepdim=True) - exact_x, 0)
    p = torch.where(torch.isfinite(exact_x), p, 0)
    bound = (ctypes.c_double * 3)()
    library.softmax_bound(ctypes.c_int32(x.shape[1]), ctypes.c_double(float(seen.max())), bound)
    e = bound[0] + bound[1] * below
    allowed = torch.where(p > 0, p * e / (1 - e).clamp_min(0.5), 0) + bound[2]
    ulp = 2.0 ** (torch.floor(torch.log2((p + allowed).clamp_min(2.0**-126))) - precision + 1)
    allowed = allowed + ulp / 2
    error = (y.double() - p).abs()
    ratio = torch.where(torch.isnan(error), math.inf, error / allowed)
    return float(ratio.max())


def accuracy(name, precision):
    print(f"\nlargest error over the derived bound, {name}: above 1 is outside; a fully masked row must be zeros")
    peers = {"fpcheck": ours, "torch eager": eager, "torch compiled": compiled, "Triton": in_triton, "naive": naive}
    print(f"{'':28s}" + "".join(f"{peer:>16s}" for peer in peers))
    outside = 0
    for title, x in inputs():
        x = x.to(DTYPES[name]).contiguous()
        row = {peer: worst_ratio(libraries[name], x, f(x), precision) for peer, f in peers.items()}
        outside += row["fpcheck"] > 1
        print(f"{title:28s}" + "".join(f"{v:16.3f}" for v in row.values()), flush=True)
    return outside


torch._dynamo.config.cache_size_limit = 64
print(torch.cuda.get_device_name(), "torch", torch.__version__, "triton", triton.__version__)
only_classifier = sys.argv[3:] == ["classifier"]
failures = 0 if only_classifier else accuracy("f32", 24) + accuracy("bf16", 8)
print()
if not only_classifier:
    for shape in ((4096, 1024), (8192, 8192), (16384, 131072)):
        for name in DTYPES:
            speed(name, *shape)
    loss_speed(8192, 131072)
for name in DTYPES:
    classifier(name, 1024, 32768, 1024, 512)
print("softmax_peers:", "ok" if failures == 0 else f"{failures} inputs outside the bound")
sys.exit(failures != 0)
