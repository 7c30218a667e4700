"""Triton kernels for test_triton.py; some of them wrong, where a comment says so."""
import triton
import triton.language as tl


@triton.jit
def softmax(X, Y, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    x = tl.load(X + row * n + at, mask=at < n, other=-float("inf"))
    e = tl.exp(x - tl.max(x, 0))
    tl.store(Y + row * n + at, e / tl.sum(e, 0), mask=at < n)


@triton.jit
def softmax_unshifted(X, Y, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    x = tl.load(X + row * n + at, mask=at < n, other=-float("inf"))
    e = tl.exp(x)  # overflows
    tl.store(Y + row * n + at, e / tl.sum(e, 0), mask=at < n)


@triton.jit
def variance_one_pass(X, Y, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    x = tl.load(X + row * n + at, mask=at < n, other=0.0)
    mean = tl.sum(x, 0) / n
    tl.store(Y + row, tl.sum(x * x, 0) / n - mean * mean)  # cancels


@triton.jit
def matmul(A, B, C, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, OUT: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    acc = tl.zeros((BM, BN), tl.float32)
    for k in range(0, K, BK):
        ks = k + tl.arange(0, BK)
        a = tl.load(A + rows[:, None] * K + ks[None, :], mask=(rows[:, None] < M) & (ks[None, :] < K), other=0.0)
        b = tl.load(B + ks[:, None] * N + columns[None, :], mask=(ks[:, None] < K) & (columns[None, :] < N), other=0.0)
        acc = tl.dot(a, b, acc)  # tf32, of float32 operands
    tl.store(C + rows[:, None] * N + columns[None, :], acc.to(OUT), mask=(rows[:, None] < M) & (columns[None, :] < N))
