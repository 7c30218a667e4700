import torch
x = torch.randn(64, 1000, device="cuda")
w, b = torch.randn(1000, device="cuda"), torch.randn(1000, device="cuda")
y = torch.nn.functional.layer_norm(x, (1000,), w, b)
z = torch.softmax(x, 1)
torch.cuda.synchronize()
print(y.sum().item(), z.sum().item())
