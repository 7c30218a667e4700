#!/usr/bin/env python3
"""make_data.py FOLDER [NAME...]: compiles and runs the launches of kernels.py on a card and writes, for each, NAME.ptx, NAME.json (Triton's
metadata), NAME.ttir, and NAME.npz: every buffer before and after, as bytes of its type; launch.json says how each was launched.

Needs a card of compute capability 9.0, torch and Triton 3.6.
"""
import json
import os
import re
import sys
import traceback

import numpy as np
import torch
import triton

import kernels

CODES = {torch.bfloat16: torch.uint16, torch.float8_e4m3fn: torch.uint8, torch.float8_e5m2: torch.uint8}
NAMES = {torch.float32: "f32", torch.float16: "f16", torch.bfloat16: "bf16", torch.float8_e4m3fn: "e4m3fn", torch.float8_e5m2: "e5m2",
         torch.int8: "i8", torch.int32: "i32", torch.int64: "i64", torch.uint8: "u8"}


def codes(t):
    t = t.detach().contiguous()
    return (t.view(CODES[t.dtype]) if t.dtype in CODES else t).cpu().numpy()


def scrub(text):
    """Paths of the machine that made them."""
    return re.sub(r'"[^"\n]*/kernels\.py"', '"kernels.py"', re.sub(r'"/[^"\n]*/(site|dist)-packages/', '"', text))


def record(name, folder):
    kernel, grid, arguments, options = kernels.LAUNCHES[name]()
    pointed = options.pop("pointed", [])
    triton.set_allocator(lambda size, align, stream: torch.zeros(size, dtype=torch.int8, device="cuda"))
    before, words = {}, {}
    for key, value in arguments.items():
        base = getattr(value, "base", value)
        if isinstance(base, torch.Tensor):
            before[key] = codes(base)
            words[key] = {"dtype": NAMES[base.dtype], "shape": list(base.shape)}
            if base is not value:
                words[key]["block"] = list(value.block_shape)
            if base.dtype == torch.int64 and pointed:
                words[key]["pointers"] = True
        elif isinstance(value, (int, float)):
            words[key] = value
        else:
            words[key] = str(value)
    before.update({f"pointed{i}": codes(t) for i, t in enumerate(pointed)})
    compiled = kernel[grid](**arguments, **options)
    torch.cuda.synchronize()
    after = {f"{key}.after": codes(getattr(v, "base", v)) for key, v in arguments.items() if isinstance(getattr(v, "base", v), torch.Tensor)}
    after.update({f"pointed{i}.after": codes(t) for i, t in enumerate(pointed)})
    changed = [k for k in before if before[k].tobytes() != after[k + ".after"].tobytes()]
    np.savez_compressed(os.path.join(folder, name + ".npz"), **before, **{k: v for k, v in after.items() if k[:-6] in changed})
    for kind in ("ptx", "ttir"):
        with open(os.path.join(folder, f"{name}.{kind}"), "w") as f:
            f.write(scrub(compiled.asm[kind]))
    meta = compiled.metadata._asdict() if hasattr(compiled.metadata, "_asdict") else dict(compiled.metadata)
    with open(os.path.join(folder, name + ".json"), "w") as f:
        text = json.dumps(meta, default=lambda o: vars(o) if hasattr(o, "__dict__") else str(o), indent=1, sort_keys=True)
        f.write(re.sub(r'"/[^"\n]*/libdevice', '"libdevice', text) + "\n")
    try:
        signature = {str(k): str(v) for k, v in compiled.src.signature.items()}
        constants = {str(k): str(v) for k, v in compiled.src.constants.items()}
    except Exception as e:
        signature, constants = {"error": repr(e)}, {}
    named = [n for n in kernel.arg_names if signature.get(n) != "constexpr"]
    return {"kernel": kernel.__name__, "parameters": named, "grid": list(grid), "warps": meta.get("num_warps"), "shared": meta.get("shared"), "arguments": words,
            "signature": signature, "constants": constants, "written": changed}


def main():
    folder, names = sys.argv[1], sys.argv[2:] or list(kernels.LAUNCHES)
    os.makedirs(folder, exist_ok=True)
    launches = {}
    for name in names:
        try:
            launches[name] = record(name, folder)
            print(name, "ok, written:", launches[name]["written"], "shared", launches[name]["shared"], flush=True)
        except Exception:
            print(name, "FAILED", traceback.format_exc()[-700:], flush=True)
    with open(os.path.join(folder, "launches.json"), "w") as f:
        json.dump({"card": torch.cuda.get_device_name(), "triton": triton.__version__, "torch": torch.__version__, "launches": launches}, f, indent=1, sort_keys=True)
    print(len(launches), "of", len(names))


main()
