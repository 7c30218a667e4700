"""What PyTorch needs to read the same tensors: a hash where it has one, and a sum. The L2 cache is filled with other
data before each run, as in hash.cu."""
import torch

flush = torch.empty(256 << 20, dtype=torch.uint8, device="cuda")


def rate(size, run):
    times = []
    for i in range(11):
        flush.fill_(i)
        start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        start.record()
        run()
        end.record()
        end.synchronize()
        times.append(start.elapsed_time(end))
    return size * 1e-6 / sorted(times[1:])[5]


print(f"torch {torch.__version__} on {torch.cuda.get_device_name()}")
for mib in (256, 1024, 4096):
    size = mib << 20
    words = torch.randint(-(2**31), 2**31 - 1, (size // 4,), dtype=torch.int32, device="cuda")
    floats = words.view(torch.float32).nan_to_num()
    peers = {"int32 sum": lambda: words.sum(), "float32 sum": lambda: floats.sum()}
    if hasattr(torch, "hash_tensor"):
        peers["hash_tensor (xor of words)"] = lambda: torch.hash_tensor(words)
    for name, run in peers.items():
        try:
            print(f"  {mib:5d} MiB {name:28s} {rate(size, run):8.1f} GB/s")
        except RuntimeError as error:
            print(f"  {mib:5d} MiB {name:28s} {str(error).splitlines()[0]}")
    if mib == 256:  # what a xor of words cannot see: two elements that changed places
        swapped = words.clone()
        swapped[0], swapped[1] = words[1].clone(), words[0].clone()
        if hasattr(torch, "hash_tensor"):
            same = bool((torch.hash_tensor(words) == torch.hash_tensor(swapped)).all())
            print(f"  two swapped elements: hash_tensor {'the same' if same else 'another'}")
    del words, floats
for dtype in (torch.float32, torch.float16, torch.bfloat16):
    ones = sum(int((torch.rand(1 << 28, dtype=dtype, device="cuda") == 1).sum()) for _ in range(4))
    print(f"  torch.rand {str(dtype):15s} {ones} of 2^30 are 1, the excluded end")
