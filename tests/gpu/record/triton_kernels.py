import torch, triton, triton.language as tl

@triton.jit
def softmax(x, y, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    k = tl.arange(0, BLOCK)
    v = tl.load(x + row * columns + k, mask=k < columns, other=-float("inf"))
    e = tl.exp(v - tl.max(v, 0))
    tl.store(y + row * columns + k, e / tl.sum(e, 0), mask=k < columns)

@triton.jit
def matmul(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    i, j = tl.program_id(0) * BM + tl.arange(0, BM), tl.program_id(1) * BN + tl.arange(0, BN)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K, BK):
        kk = k + tl.arange(0, BK)
        acc += tl.dot(tl.load(a + i[:, None] * K + kk[None, :]), tl.load(b + kk[:, None] * N + j[None, :]))
    tl.store(c + i[:, None] * N + j[None, :], acc.to(tl.bfloat16))

@triton.jit
def gelu(x, y, n, BLOCK: tl.constexpr):
    k = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + k, mask=k < n).to(tl.float32)
    tl.store(y + k, 0.5 * v * (1 + tl.erf(v * 0.70710678)), mask=k < n)

torch.manual_seed(2)
x = torch.randn(32, 200, device="cuda")
y = torch.empty_like(x)
softmax[(32,)](x, y, 200, BLOCK=256)
a, b = torch.randn(64, 96, device="cuda").bfloat16(), torch.randn(96, 64, device="cuda").bfloat16()
c = torch.empty(64, 64, device="cuda", dtype=torch.bfloat16)
matmul[(2, 2)](a, b, c, 64, 64, 96, BM=32, BN=32, BK=32)
h = torch.randn(1000, device="cuda").half()
g = torch.empty_like(h)
gelu[(4,)](h, g, 1000, BLOCK=256)
torch.cuda.synchronize()
print(y.sum().item(), c.float().sum().item(), g.float().sum().item())
