"""Triton kernels of the kinds that people write, each with a small launch. make_data.py compiles and runs them on a card."""
import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def add_kernel(x_ptr, y_ptr, out_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    tl.store(out_ptr + at, tl.load(x_ptr + at, mask=inside) + tl.load(y_ptr + at, mask=inside), mask=inside)


@triton.jit
def softmax_kernel(x_ptr, out_ptr, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * columns + at, mask=at < columns, other=-float("inf"))
    e = tl.exp(x - tl.max(x, axis=0))
    tl.store(out_ptr + row * columns + at, e / tl.sum(e, axis=0), mask=at < columns)


@triton.jit
def online_softmax_kernel(x_ptr, out_ptr, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    largest = -float("inf")
    total = 0.0
    for start in range(0, columns, BLOCK):
        at = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * columns + at, mask=at < columns, other=-float("inf"))
        now = tl.maximum(largest, tl.max(x, axis=0))
        total = total * tl.exp(largest - now) + tl.sum(tl.exp(x - now), axis=0)
        largest = now
    for start in range(0, columns, BLOCK):
        at = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * columns + at, mask=at < columns, other=-float("inf"))
        tl.store(out_ptr + row * columns + at, tl.exp(x - largest) / total, mask=at < columns)


@triton.jit
def layer_norm_kernel(x_ptr, w_ptr, b_ptr, y_ptr, mean_ptr, rstd_ptr, columns, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    inside = at < columns
    x = tl.load(x_ptr + row * columns + at, mask=inside, other=0.0).to(tl.float32)
    mean = tl.sum(x, axis=0) / columns
    centred = tl.where(inside, x - mean, 0.0)
    rstd = 1 / tl.sqrt(tl.sum(centred * centred, axis=0) / columns + eps)
    tl.store(mean_ptr + row, mean)
    tl.store(rstd_ptr + row, rstd)
    w = tl.load(w_ptr + at, mask=inside).to(tl.float32)
    b = tl.load(b_ptr + at, mask=inside).to(tl.float32)
    tl.store(y_ptr + row * columns + at, centred * rstd * w + b, mask=inside)


@triton.jit
def layer_norm_backward_kernel(dy_ptr, x_ptr, w_ptr, mean_ptr, rstd_ptr, dx_ptr, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    inside = at < columns
    x = tl.load(x_ptr + row * columns + at, mask=inside, other=0.0).to(tl.float32)
    dy = tl.load(dy_ptr + row * columns + at, mask=inside, other=0.0).to(tl.float32)
    w = tl.load(w_ptr + at, mask=inside, other=0.0).to(tl.float32)
    mean = tl.load(mean_ptr + row)
    rstd = tl.load(rstd_ptr + row)
    hat = tl.where(inside, (x - mean) * rstd, 0.0)
    wdy = w * dy
    c1 = tl.sum(hat * wdy, axis=0) / columns
    c2 = tl.sum(wdy, axis=0) / columns
    tl.store(dx_ptr + row * columns + at, (wdy - (hat * c1 + c2)) * rstd, mask=inside)


@triton.jit
def rms_norm_kernel(x_ptr, w_ptr, y_ptr, columns, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    inside = at < columns
    x = tl.load(x_ptr + row * columns + at, mask=inside, other=0.0).to(tl.float32)
    scale = tl.rsqrt(tl.sum(x * x, axis=0) / columns + eps)
    tl.store(y_ptr + row * columns + at, x * scale * tl.load(w_ptr + at, mask=inside), mask=inside)


@triton.jit
def dropout_kernel(x_ptr, out_ptr, n, p, seed, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    x = tl.load(x_ptr + at, mask=inside)
    keep = tl.rand(seed, at) > p
    tl.store(out_ptr + at, tl.where(keep, x / (1 - p), 0.0), mask=inside)


@triton.jit
def randn_kernel(out_ptr, n, seed, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + at, tl.randn(seed, at), mask=at < n)


@triton.jit
def gelu_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    x = tl.load(x_ptr + at, mask=inside)
    tl.store(out_ptr + at, 0.5 * x * (1 + libdevice.erf(x * 0.7071067811865476)), mask=inside)


@triton.jit
def tanh_gelu_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    x = tl.load(x_ptr + at, mask=inside)
    tl.store(out_ptr + at, 0.5 * x * (1 + libdevice.tanh(0.7978845608 * (x + 0.044715 * x * x * x))), mask=inside)


@triton.jit
def swiglu_kernel(gate_ptr, up_ptr, out_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    g = tl.load(gate_ptr + at, mask=inside).to(tl.float32)
    u = tl.load(up_ptr + at, mask=inside).to(tl.float32)
    tl.store(out_ptr + at, g * tl.sigmoid(g) * u, mask=inside)


@triton.jit
def cross_entropy_kernel(logits_ptr, labels_ptr, loss_ptr, grad_ptr, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    inside = at < columns
    z = tl.load(logits_ptr + row * columns + at, mask=inside, other=-float("inf")).to(tl.float32)
    label = tl.load(labels_ptr + row)
    largest = tl.max(z, axis=0)
    e = tl.exp(z - largest)
    total = tl.sum(e, axis=0)
    chosen = tl.sum(tl.where(at == label, z, 0.0), axis=0)
    tl.store(loss_ptr + row, tl.log(total) + largest - chosen)
    tl.store(grad_ptr + row * columns + at, e / total - tl.where(at == label, 1.0, 0.0), mask=inside)


@triton.jit
def rope_kernel(q_ptr, cos_ptr, sin_ptr, out_ptr, HEAD: tl.constexpr):
    row = tl.program_id(0)
    half = tl.arange(0, HEAD // 2)
    c = tl.load(cos_ptr + row * (HEAD // 2) + half)
    s = tl.load(sin_ptr + row * (HEAD // 2) + half)
    a = tl.load(q_ptr + row * HEAD + half).to(tl.float32)
    b = tl.load(q_ptr + row * HEAD + HEAD // 2 + half).to(tl.float32)
    tl.store(out_ptr + row * HEAD + half, a * c - b * s)
    tl.store(out_ptr + row * HEAD + HEAD // 2 + half, b * c + a * s)


@triton.jit
def int8_quantise_kernel(x_ptr, q_ptr, scale_ptr, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    inside = at < columns
    x = tl.load(x_ptr + row * columns + at, mask=inside, other=0.0)
    scale = tl.max(tl.abs(x), axis=0) / 127.0
    q = libdevice.rint(x / scale)
    tl.store(q_ptr + row * columns + at, tl.clamp(q, -127.0, 127.0).to(tl.int8), mask=inside)
    tl.store(scale_ptr + row, scale)


@triton.jit
def fp8_quantise_kernel(x_ptr, q_ptr, scale_ptr, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    inside = at < columns
    x = tl.load(x_ptr + row * columns + at, mask=inside, other=0.0).to(tl.float32)
    scale = tl.max(tl.abs(x), axis=0) / 448.0
    tl.store(q_ptr + row * columns + at, (x / scale).to(tl.float8e4nv), mask=inside)
    tl.store(scale_ptr + row, scale)


@triton.jit
def fp8_dequantise_kernel(q_ptr, scale_ptr, x_ptr, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    inside = at < columns
    q = tl.load(q_ptr + row * columns + at, mask=inside).to(tl.float32)
    tl.store(x_ptr + row * columns + at, q * tl.load(scale_ptr + row), mask=inside)


@triton.jit
def cumsum_kernel(x_ptr, out_ptr, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    tl.store(out_ptr + row * BLOCK + at, tl.cumsum(tl.load(x_ptr + row * BLOCK + at), axis=0))


@triton.jit
def argmax_kernel(x_ptr, index_ptr, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * columns + at, mask=at < columns, other=-float("inf"))
    tl.store(index_ptr + row, tl.argmax(x, axis=0))


@triton.jit
def sort_kernel(x_ptr, out_ptr, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.store(out_ptr + at, tl.sort(tl.load(x_ptr + at)))


@triton.jit
def histogram_kernel(x_ptr, bins_ptr, n, BINS: tl.constexpr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    x = tl.load(x_ptr + at, mask=inside, other=0.0)
    tl.atomic_add(bins_ptr + (x * BINS).to(tl.int32), 1, mask=inside)


@triton.jit
def atomic_sum_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.atomic_add(out_ptr, tl.sum(tl.load(x_ptr + at, mask=at < n, other=0.0), axis=0))


@triton.jit
def embedding_kernel(ids_ptr, table_ptr, out_ptr, width, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    chosen = tl.load(ids_ptr + row)
    tl.store(out_ptr + row * width + at, tl.load(table_ptr + chosen * width + at, mask=at < width), mask=at < width)


@triton.jit
def adam_kernel(p_ptr, g_ptr, m_ptr, v_ptr, n, rate, beta1, beta2, eps, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    g = tl.load(g_ptr + at, mask=inside, other=0.0)
    m = beta1 * tl.load(m_ptr + at, mask=inside, other=0.0) + (1 - beta1) * g
    v = beta2 * tl.load(v_ptr + at, mask=inside, other=0.0) + (1 - beta2) * g * g
    tl.store(m_ptr + at, m, mask=inside)
    tl.store(v_ptr + at, v, mask=inside)
    tl.store(p_ptr + at, tl.load(p_ptr + at, mask=inside, other=0.0) - rate * m / (tl.sqrt(v) + eps), mask=inside)


@triton.jit
def matmul_kernel(a_ptr, b_ptr, c_ptr, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, PRECISION: tl.constexpr, ACC: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    total = tl.zeros((BM, BN), dtype=ACC)
    for start in range(0, k, BK):
        inner = start + tl.arange(0, BK)
        a = tl.load(a_ptr + rows[:, None] * k + inner[None, :], mask=(rows[:, None] < m) & (inner[None, :] < k), other=0.0)
        b = tl.load(b_ptr + inner[:, None] * n + columns[None, :], mask=(inner[:, None] < k) & (columns[None, :] < n), other=0.0)
        total = tl.dot(a, b, total, input_precision=PRECISION, out_dtype=ACC)
    tl.store(c_ptr + rows[:, None] * n + columns[None, :], total.to(c_ptr.dtype.element_ty), mask=(rows[:, None] < m) & (columns[None, :] < n))


@triton.jit
def grouped_matmul_kernel(a_ptr, b_ptr, c_ptr, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    pid = tl.program_id(0)
    tiles_m = tl.cdiv(m, BM)
    tiles_n = tl.cdiv(n, BN)
    group = pid // (GROUP * tiles_n)
    first = group * GROUP
    size = min(tiles_m - first, GROUP)
    tile_m = first + (pid % (GROUP * tiles_n)) % size
    tile_n = (pid % (GROUP * tiles_n)) // size
    rows = (tile_m * BM + tl.arange(0, BM)) % m
    columns = (tile_n * BN + tl.arange(0, BN)) % n
    inner = tl.arange(0, BK)
    a_at = a_ptr + rows[:, None] * k + inner[None, :]
    b_at = b_ptr + inner[:, None] * n + columns[None, :]
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for step in range(0, tl.cdiv(k, BK)):
        a = tl.load(a_at, mask=inner[None, :] < k - step * BK, other=0.0)
        b = tl.load(b_at, mask=inner[:, None] < k - step * BK, other=0.0)
        total = tl.dot(a, b, total)
        a_at += BK
        b_at += BK * n
    out_rows = tile_m * BM + tl.arange(0, BM)
    out_columns = tile_n * BN + tl.arange(0, BN)
    tl.store(c_ptr + out_rows[:, None] * n + out_columns[None, :], total.to(tl.float16), mask=(out_rows[:, None] < m) & (out_columns[None, :] < n))


@triton.jit
def persistent_matmul_kernel(a_ptr, b_ptr, c_ptr, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, PROGRAMS: tl.constexpr):
    tiles_n = tl.cdiv(n, BN)
    tiles = tl.cdiv(m, BM) * tiles_n
    for tile in range(tl.program_id(0), tiles, PROGRAMS):
        rows = (tile // tiles_n) * BM + tl.arange(0, BM)
        columns = (tile % tiles_n) * BN + tl.arange(0, BN)
        total = tl.zeros((BM, BN), dtype=tl.float32)
        for start in range(0, k, BK):
            inner = start + tl.arange(0, BK)
            a = tl.load(a_ptr + rows[:, None] * k + inner[None, :])
            b = tl.load(b_ptr + inner[:, None] * n + columns[None, :])
            total = tl.dot(a, b, total)
        tl.store(c_ptr + rows[:, None] * n + columns[None, :], total.to(tl.bfloat16))


@triton.jit
def descriptor_matmul_kernel(a_ptr, b_ptr, c_ptr, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    a = tl.make_tensor_descriptor(a_ptr, shape=[m, k], strides=[k, 1], block_shape=[BM, BK])
    b = tl.make_tensor_descriptor(b_ptr, shape=[k, n], strides=[n, 1], block_shape=[BK, BN])
    c = tl.make_tensor_descriptor(c_ptr, shape=[m, n], strides=[n, 1], block_shape=[BM, BN])
    row = tl.program_id(0) * BM
    column = tl.program_id(1) * BN
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for start in range(0, k, BK):
        total = tl.dot(a.load([row, start]), b.load([start, column]), total)
    c.store([row, column], total.to(tl.float16))


@triton.jit
def descriptor_copy_kernel(x, y, BM: tl.constexpr, BN: tl.constexpr):
    row = tl.program_id(0) * BM
    y.store([row, 0], x.load([row, 0]) * 2)


@triton.jit
def split_k_kernel(a_ptr, b_ptr, c_ptr, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, SPLIT: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for start in range(tl.program_id(2) * BK, k, BK * SPLIT):
        inner = start + tl.arange(0, BK)
        total = tl.dot(tl.load(a_ptr + rows[:, None] * k + inner[None, :]), tl.load(b_ptr + inner[:, None] * n + columns[None, :]), total)
    tl.atomic_add(c_ptr + rows[:, None] * n + columns[None, :], total)


@triton.jit
def group_gemm_kernel(a_ptrs, b_ptrs, c_ptrs, sizes, groups, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    for g in range(groups):
        m = tl.load(sizes + 3 * g)
        n = tl.load(sizes + 3 * g + 1)
        k = tl.load(sizes + 3 * g + 2)
        a_ptr = tl.load(a_ptrs + g).to(tl.pointer_type(tl.float16))
        b_ptr = tl.load(b_ptrs + g).to(tl.pointer_type(tl.float16))
        c_ptr = tl.load(c_ptrs + g).to(tl.pointer_type(tl.float16))
        tiles_n = tl.cdiv(n, BN)
        for tile in range(tl.program_id(0), tl.cdiv(m, BM) * tiles_n, tl.num_programs(0)):
            rows = (tile // tiles_n) * BM + tl.arange(0, BM)
            columns = (tile % tiles_n) * BN + tl.arange(0, BN)
            total = tl.zeros((BM, BN), dtype=tl.float32)
            for start in range(0, k, BK):
                inner = start + tl.arange(0, BK)
                a = tl.load(a_ptr + rows[:, None] * k + inner[None, :])
                b = tl.load(b_ptr + inner[:, None] * n + columns[None, :])
                total = tl.dot(a, b, total)
            tl.store(c_ptr + rows[:, None] * n + columns[None, :], total.to(tl.float16))


@triton.jit
def attention_kernel(q_ptr, k_ptr, v_ptr, out_ptr, lse_ptr, scale, length, HEAD: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, CAUSAL: tl.constexpr):
    base = tl.program_id(1) * length * HEAD
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    d = tl.arange(0, HEAD)
    q = tl.load(q_ptr + base + rows[:, None] * HEAD + d[None, :])
    largest = tl.full((BM,), -float("inf"), tl.float32)
    total = tl.zeros((BM,), tl.float32)
    out = tl.zeros((BM, HEAD), tl.float32)
    end = (tl.program_id(0) + 1) * BM if CAUSAL else length
    for start in range(0, end, BN):
        columns = start + tl.arange(0, BN)
        k = tl.load(k_ptr + base + columns[None, :] * HEAD + d[:, None])
        s = tl.dot(q, k) * (scale * 1.44269504)
        if CAUSAL:
            s = tl.where(rows[:, None] >= columns[None, :], s, -float("inf"))
        now = tl.maximum(largest, tl.max(s, axis=1))
        p = tl.exp2(s - now[:, None])
        shrink = tl.exp2(largest - now)
        total = total * shrink + tl.sum(p, axis=1)
        v = tl.load(v_ptr + base + columns[:, None] * HEAD + d[None, :])
        out = tl.dot(p.to(v.dtype), v, out * shrink[:, None])
        largest = now
    tl.store(out_ptr + base + rows[:, None] * HEAD + d[None, :], (out / total[:, None]).to(out_ptr.dtype.element_ty))
    tl.store(lse_ptr + tl.program_id(1) * length + rows, largest + tl.log2(total))


@triton.jit
def attention_backward_kernel(q_ptr, k_ptr, v_ptr, do_ptr, lse_ptr, delta_ptr, dq_ptr, dk_ptr, dv_ptr, scale, length, HEAD: tl.constexpr, BM: tl.constexpr,
                              BN: tl.constexpr):
    base = tl.program_id(1) * length * HEAD
    columns = tl.program_id(0) * BN + tl.arange(0, BN)
    d = tl.arange(0, HEAD)
    k = tl.load(k_ptr + base + columns[:, None] * HEAD + d[None, :])
    v = tl.load(v_ptr + base + columns[:, None] * HEAD + d[None, :])
    dk = tl.zeros((BN, HEAD), tl.float32)
    dv = tl.zeros((BN, HEAD), tl.float32)
    for start in range(0, length, BM):
        rows = start + tl.arange(0, BM)
        q = tl.load(q_ptr + base + rows[:, None] * HEAD + d[None, :])
        do = tl.load(do_ptr + base + rows[:, None] * HEAD + d[None, :])
        p = tl.exp2(tl.dot(q, tl.trans(k)) * (scale * 1.44269504) - tl.load(lse_ptr + tl.program_id(1) * length + rows)[:, None])
        dv = tl.dot(tl.trans(p.to(do.dtype)), do, dv)
        ds = p * (tl.dot(do, tl.trans(v)) - tl.load(delta_ptr + tl.program_id(1) * length + rows)[:, None]) * scale
        dk = tl.dot(tl.trans(ds.to(q.dtype)), q, dk)
        tl.atomic_add(dq_ptr + base + rows[:, None] * HEAD + d[None, :], tl.dot(ds.to(k.dtype), k))
    tl.store(dk_ptr + base + columns[:, None] * HEAD + d[None, :], dk.to(dk_ptr.dtype.element_ty))
    tl.store(dv_ptr + base + columns[:, None] * HEAD + d[None, :], dv.to(dv_ptr.dtype.element_ty))


def uniform(seed, *shape, dtype=torch.float32, low=-1.0, high=1.0):
    g = torch.Generator().manual_seed(seed)
    return (torch.rand(shape, generator=g) * (high - low) + low).to(dtype).cuda()


def normal(seed, *shape, dtype=torch.float32):
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed)).to(dtype).cuda()


def nothing(*shape, dtype=torch.float32):
    """An output: every byte 0x7b before the launch, so that what is not written shows."""
    return torch.full((int(torch.tensor(shape).prod()) * torch.empty((), dtype=dtype).element_size(),), 0x7B, dtype=torch.uint8).cuda().view(dtype).reshape(shape)


def zeros(*shape, dtype=torch.float32):
    return torch.zeros(shape, dtype=dtype).cuda()


def matmul(dtype, out, precision="ieee", acc=tl.float32, m=64, n=64, k=96, bk=32, **options):
    if dtype in (torch.float8_e4m3fn, torch.float8_e5m2):
        a, b = normal(1, m, k).to(dtype), normal(2, k, n).to(dtype)
    elif dtype == torch.int8:
        a, b = uniform(1, m, k, low=-128, high=127).to(dtype), uniform(2, k, n, low=-128, high=127).to(dtype)
    else:
        a, b = normal(1, m, k, dtype=dtype), normal(2, k, n, dtype=dtype)
    return matmul_kernel, (1, 1), dict(a_ptr=a, b_ptr=b, c_ptr=nothing(m, n, dtype=out), m=m, n=n, k=k, BM=64, BN=64, BK=bk, PRECISION=precision, ACC=acc), options


def attention(dtype, causal):
    shape = (2, 64, 64)
    return attention_kernel, (1, 2), dict(q_ptr=normal(1, *shape, dtype=dtype), k_ptr=normal(2, *shape, dtype=dtype), v_ptr=normal(3, *shape, dtype=dtype),
                                          out_ptr=nothing(*shape, dtype=dtype), lse_ptr=nothing(2, 64), scale=0.125, length=64, HEAD=64, BM=64, BN=32,
                                          CAUSAL=causal), {}


def attention_backward():
    t = torch.float16
    q, k, v, do = (normal(s, 1, 64, 64, dtype=t) for s in (1, 2, 3, 4))
    s = (q.float() @ k.float().transpose(1, 2)) * 0.125
    o = torch.softmax(s, -1) @ v.float()
    return attention_backward_kernel, (2, 1), dict(q_ptr=q, k_ptr=k, v_ptr=v, do_ptr=do, lse_ptr=torch.logsumexp(s, -1) * 1.44269504, delta_ptr=(do.float() * o).sum(-1).contiguous(),
                                                   dq_ptr=zeros(1, 64, 64), dk_ptr=nothing(1, 64, 64, dtype=t), dv_ptr=nothing(1, 64, 64, dtype=t), scale=0.125,
                                                   length=64, HEAD=64, BM=32, BN=32), {}


def group_gemm():
    a = [normal(10 + g, 64, 64, dtype=torch.float16) for g in range(2)]
    b = [normal(20 + g, 64, 64, dtype=torch.float16) for g in range(2)]
    c = [nothing(64, 64, dtype=torch.float16) for _ in range(2)]
    table = lambda ts: torch.tensor([t.data_ptr() for t in ts], dtype=torch.int64).cuda()
    sizes = torch.tensor([[64, 64, 64]] * 2, dtype=torch.int32).cuda()
    return group_gemm_kernel, (2,), dict(a_ptrs=table(a), b_ptrs=table(b), c_ptrs=table(c), sizes=sizes, groups=2, BM=64, BN=64, BK=32), {"pointed": a + b + c}


def descriptor_copy():
    from triton.tools.tensor_descriptor import TensorDescriptor
    x, y = normal(1, 64, 64, dtype=torch.float16), nothing(64, 64, dtype=torch.float16)
    return descriptor_copy_kernel, (2,), dict(x=TensorDescriptor.from_tensor(x, [32, 64]), y=TensorDescriptor.from_tensor(y, [32, 64]), BM=32, BN=64), {}


f16, bf16, f32 = torch.float16, torch.bfloat16, torch.float32
LAUNCHES = {
    "add": lambda: (add_kernel, (4,), dict(x_ptr=normal(1, 1000), y_ptr=normal(2, 1000), out_ptr=nothing(1000), n=1000, BLOCK=256), {}),
    "softmax": lambda: (softmax_kernel, (8,), dict(x_ptr=normal(1, 8, 1000), out_ptr=nothing(8, 1000), columns=1000, BLOCK=1024), {}),
    "online_softmax": lambda: (online_softmax_kernel, (4,), dict(x_ptr=normal(1, 4, 500), out_ptr=nothing(4, 500), columns=500, BLOCK=128), {}),
    "layer_norm": lambda: (layer_norm_kernel, (4,), dict(x_ptr=normal(1, 4, 300, dtype=bf16), w_ptr=normal(2, 300, dtype=bf16), b_ptr=normal(3, 300, dtype=bf16),
                                                         y_ptr=nothing(4, 300, dtype=bf16), mean_ptr=nothing(4), rstd_ptr=nothing(4), columns=300, eps=1e-5, BLOCK=512), {}),
    "layer_norm_backward": lambda: (layer_norm_backward_kernel, (4,), dict(dy_ptr=normal(1, 4, 300), x_ptr=normal(2, 4, 300), w_ptr=normal(3, 300),
                                                                           mean_ptr=uniform(4, 4, low=-0.1, high=0.1), rstd_ptr=uniform(5, 4, low=0.9, high=1.1),
                                                                           dx_ptr=nothing(4, 300), columns=300, BLOCK=512), {}),
    "rms_norm": lambda: (rms_norm_kernel, (4,), dict(x_ptr=normal(1, 4, 256), w_ptr=normal(2, 256), y_ptr=nothing(4, 256), columns=256, eps=1e-6, BLOCK=256), {}),
    "dropout": lambda: (dropout_kernel, (4,), dict(x_ptr=normal(1, 1000), out_ptr=nothing(1000), n=1000, p=0.25, seed=1234, BLOCK=256), {}),
    "randn": lambda: (randn_kernel, (2,), dict(out_ptr=nothing(500), n=500, seed=77, BLOCK=256), {}),
    "gelu": lambda: (gelu_kernel, (2,), dict(x_ptr=normal(1, 500), out_ptr=nothing(500), n=500, BLOCK=256), {}),
    "tanh_gelu": lambda: (tanh_gelu_kernel, (2,), dict(x_ptr=normal(1, 500), out_ptr=nothing(500), n=500, BLOCK=256), {}),
    "swiglu": lambda: (swiglu_kernel, (2,), dict(gate_ptr=normal(1, 500, dtype=bf16), up_ptr=normal(2, 500, dtype=bf16), out_ptr=nothing(500, dtype=bf16), n=500, BLOCK=256), {}),
    "cross_entropy": lambda: (cross_entropy_kernel, (4,), dict(logits_ptr=normal(1, 4, 500), labels_ptr=torch.tensor([3, 17, 499, 0], dtype=torch.int64).cuda(),
                                                               loss_ptr=nothing(4), grad_ptr=nothing(4, 500), columns=500, BLOCK=512), {}),
    "rope": lambda: (rope_kernel, (8,), dict(q_ptr=normal(1, 8, 64, dtype=f16), cos_ptr=uniform(2, 8, 32), sin_ptr=uniform(3, 8, 32), out_ptr=nothing(8, 64, dtype=f16), HEAD=64), {"num_warps": 1}),
    "int8_quantise": lambda: (int8_quantise_kernel, (4,), dict(x_ptr=normal(1, 4, 200), q_ptr=nothing(4, 200, dtype=torch.int8), scale_ptr=nothing(4), columns=200, BLOCK=256), {}),
    "fp8_quantise": lambda: (fp8_quantise_kernel, (4,), dict(x_ptr=normal(1, 4, 200, dtype=bf16), q_ptr=nothing(4, 200, dtype=torch.float8_e4m3fn), scale_ptr=nothing(4), columns=200, BLOCK=256), {}),
    "fp8_dequantise": lambda: (fp8_dequantise_kernel, (4,), dict(q_ptr=normal(1, 4, 200).to(torch.float8_e4m3fn), scale_ptr=uniform(2, 4, low=0.5, high=2.0), x_ptr=nothing(4, 200), columns=200, BLOCK=256), {}),
    "cumsum": lambda: (cumsum_kernel, (4,), dict(x_ptr=normal(1, 4, 256), out_ptr=nothing(4, 256), BLOCK=256), {}),
    "argmax": lambda: (argmax_kernel, (4,), dict(x_ptr=normal(1, 4, 200), index_ptr=nothing(4, dtype=torch.int32), columns=200, BLOCK=256), {}),
    "sort": lambda: (sort_kernel, (1,), dict(x_ptr=normal(1, 128), out_ptr=nothing(128), BLOCK=128), {}),
    "histogram": lambda: (histogram_kernel, (4,), dict(x_ptr=uniform(1, 1000, low=0.0, high=0.999), bins_ptr=zeros(64, dtype=torch.int32), n=1000, BINS=64, BLOCK=256), {}),
    "atomic_sum": lambda: (atomic_sum_kernel, (1,), dict(x_ptr=normal(1, 200), out_ptr=zeros(1), n=200, BLOCK=256), {}),
    "embedding": lambda: (embedding_kernel, (4,), dict(ids_ptr=torch.tensor([5, 0, 31, 7], dtype=torch.int64).cuda(), table_ptr=normal(1, 32, 96, dtype=f16), out_ptr=nothing(4, 96, dtype=f16), width=96, BLOCK=128), {}),
    "adam": lambda: (adam_kernel, (2,), dict(p_ptr=normal(1, 500), g_ptr=normal(2, 500), m_ptr=normal(3, 500), v_ptr=uniform(4, 500, low=0.0), n=500, rate=1e-3, beta1=0.9, beta2=0.999, eps=1e-8, BLOCK=256), {}),
    "matmul_f16": lambda: matmul(f16, f16),
    "matmul_bf16": lambda: matmul(bf16, bf16),
    "matmul_bf16_f32": lambda: matmul(bf16, f32),
    "matmul_f32": lambda: matmul(f32, f32, "ieee", bk=16, k=48),
    "matmul_tf32": lambda: matmul(f32, f32, "tf32"),
    "matmul_tf32x3": lambda: matmul(f32, f32, "tf32x3"),
    "matmul_e4m3": lambda: matmul(torch.float8_e4m3fn, f16, bk=64, k=128),
    "matmul_e5m2": lambda: matmul(torch.float8_e5m2, f16, bk=64, k=128),
    "matmul_int8": lambda: matmul(torch.int8, torch.int32, acc=tl.int32, bk=64, k=128),
    "matmul_f16_small": lambda: matmul(f16, f32, num_warps=2),
    "grouped_matmul": lambda: (grouped_matmul_kernel, (4,), dict(a_ptr=normal(1, 96, 80, dtype=f16), b_ptr=normal(2, 80, 96, dtype=f16), c_ptr=nothing(96, 96, dtype=f16), m=96, n=96, k=80, BM=64, BN=64, BK=32, GROUP=2), {}),
    "persistent_matmul": lambda: (persistent_matmul_kernel, (2,), dict(a_ptr=normal(1, 128, 64, dtype=bf16), b_ptr=normal(2, 64, 128, dtype=bf16), c_ptr=nothing(128, 128, dtype=bf16), m=128, n=128, k=64, BM=64, BN=64, BK=32, PROGRAMS=2), {}),
    "descriptor_matmul": lambda: (descriptor_matmul_kernel, (1, 1), dict(a_ptr=normal(1, 64, 64, dtype=f16), b_ptr=normal(2, 64, 64, dtype=f16), c_ptr=nothing(64, 64, dtype=f16), m=64, n=64, k=64, BM=64, BN=64, BK=32), {}),
    "descriptor_copy": descriptor_copy,
    "split_k": lambda: (split_k_kernel, (1, 1, 2), dict(a_ptr=normal(1, 64, 128, dtype=f16), b_ptr=normal(2, 128, 64, dtype=f16), c_ptr=zeros(64, 64), m=64, n=64, k=128, BM=64, BN=64, BK=32, SPLIT=2), {}),
    "group_gemm": group_gemm,
    "attention_f16": lambda: attention(f16, False),
    "attention_bf16_causal": lambda: attention(bf16, True),
    "attention_backward": attention_backward,
}
