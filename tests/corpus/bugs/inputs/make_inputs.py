#!/usr/bin/env python3
"""Writes the input and reference tensors of the corpus as .npy files beside this script (standard library only)."""
import math
import os
import random
import struct

HERE = os.path.dirname(os.path.abspath(__file__))


def f32(x):
    return struct.unpack("<f", struct.pack("<f", x))[0]


def save(name, values, shape, descr="<f4", code="f"):
    header = "{'descr': '%s', 'fortran_order': False, 'shape': (%s), }" % (descr, "".join("%d, " % n for n in shape))
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    with open(os.path.join(HERE, name), "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        file.write(struct.pack("<%d%s" % (len(values), code), *values))


def short_probabilities():
    """Twelve positive probabilities whose f32 running sum ends below one, then four zeros."""
    rng = random.Random(35)
    while True:
        weights = [rng.random() + 0.1 for _ in range(12)]
        p = [f32(w / sum(weights)) for w in weights]
        total = 0.0
        for v in p:
            total = f32(total + v)
        if total < 1.0:
            return p + [0.0] * 4


save("28_scales.npy", [448.0, 464.0, 465.0, 1000.0], [4])
rng = random.Random(31)
v = [f32(rng.gauss(0, 1)) for _ in range(32 * 64)]
save("31_v.npy", v, [32, 64])
save("31_out.npy", [math.fsum(v[64 * r:64 * r + 64]) for r in range(32)], [32], "<f8", "d")
save("35_prob.npy", short_probabilities(), [16])
save("44_x.npy", [math.nan, 1.0, 2.0, 3.0], [2, 2])
save("44_out.npy", [math.nan, 3.0], [2])
nans = [struct.unpack("<f", struct.pack("<I", 0x7FFFFFFF))[0] if k % 16 == 3 else f32(rng.gauss(0, 1)) for k in range(64)]
save("220_some_nans.npy", nans, [64])
