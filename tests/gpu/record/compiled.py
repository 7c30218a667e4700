import torch
@torch.compile
def f(x, w):
    h = x * torch.sigmoid(x)
    return (h - h.mean(1, keepdim=True)) * torch.rsqrt(h.var(1, keepdim=True) + 1e-5) * w
torch.manual_seed(1)
x, w = torch.randn(64, 1000, device="cuda"), torch.randn(1000, device="cuda")
print(f(x, w).sum().item())
torch.cuda.synchronize()
