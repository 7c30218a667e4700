#!/usr/bin/env python3
"""replay.py FPCHECK [NAME...]: runs the PTX of data/ on the recorded inputs and compares every buffer, bit for bit, with what the card left.

Prints a line a kernel. A kernel of not_modelled.txt must end with exit code 3 or with other bits, any other must come to its end with the card's:
a kernel that is mended leaves the list.
--shadow DOMAIN: as in `fpcheck run`; with a shadow findings are printed too, and are not judged here.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
DATA = os.path.join(HERE, "data")


def words(launch, arrays, folder):
    """The command line's words for the launch, and which buffer is saved where. Names, types, the block, shared and scratch memory, and how tensor descriptors
    are mapped stand beside the .ptx. Tables of pointers point to the arrays `pointed0`, `pointed1` and so on, in order."""
    grid = launch["grid"]
    out = ["<<<%s>>>" % (grid[0] if len(grid) == 1 else "(%s)" % ", ".join(map(str, grid)))]
    saved = {}

    def tensor(name):
        given = os.path.join(folder, name + ".npy")
        np.save(given, arrays[name])
        if name in launch["written"]:
            saved[name] = os.path.join(folder, name + ".after.npy")
            return ["%s=inout:@%s" % (name, given), "--save", "%s=%s" % (name, saved[name])]
        return ["%s=@%s" % (name, given)]

    pointed = 0
    for name in launch["parameters"]:  # constants were specialised away
        value = launch["arguments"][name]
        if not isinstance(value, dict):
            out.append("%s=%s" % (name, repr(value)))
        elif value.get("pointers"):
            names = ["pointed%d" % (pointed + k) for k in range(value["shape"][0])]
            pointed += len(names)
            out += ["%s=[%s]" % (name, ", ".join(names))] + [word for n in names for word in tensor(n)]
        else:
            out += tensor(name)
    return out, saved


def replay(fpcheck, name, launch, shadow):
    arrays = np.load(os.path.join(DATA, name + ".npz"))
    with tempfile.TemporaryDirectory() as folder:
        said, saved = words(launch, arrays, folder)
        run = subprocess.run([fpcheck, "run", os.path.join(DATA, name + ".ptx"), *said, "--shadow", shadow, "--time", "60", "--format", "json"], capture_output=True, text=True)
        if run.returncode not in (0, 1):
            try:
                reasons = [n if isinstance(n, str) else n.get("what", str(n)) for c in json.loads(run.stdout)["cases"] for n in c["incomplete"]]
            except (ValueError, KeyError):
                reasons = [run.stderr.strip()[:300]]
            return run.returncode, "; ".join(reasons)[:300]
        for parameter, file in saved.items():
            card, here = arrays[parameter + ".after"], np.load(file)
            if here.tobytes() != card.tobytes():
                bits = np.dtype("u%d" % card.dtype.itemsize)
                differ = here.reshape(card.shape).view(bits) != card.view(bits)
                at = tuple(int(i) for i in np.argwhere(differ)[0])
                return -1, "%d of %d elements of %s differ from the card's, the first is %s: %s, the card has %s" % (
                    differ.sum(), differ.size, parameter, list(at), here.reshape(card.shape)[at], card[at])
        return run.returncode, "the card's bits in " + ", ".join(saved)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("fpcheck")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--shadow", default="ball")
    options = parser.parse_args()
    record = json.load(open(os.path.join(DATA, "launches.json")))
    known = {line.split()[0] for line in open(os.path.join(HERE, "not_modelled.txt")) if line.strip() and not line.startswith("#")}
    equal = failed = left = 0
    for name, launch in sorted(record["launches"].items()):
        if options.names and name not in options.names:
            continue
        code, why = replay(options.fpcheck, name, launch, options.shadow)
        good = code in (-1, 3) if name in known else code in (0, 1)
        equal += good and name not in known
        left += good and name in known
        failed += not good
        print("%s %s: %s" % ("ok  " if good else "FAIL", name, why))
    print("%d kernels with the card's bits, %d not modelled yet, %d failed" % (equal, left, failed))
    sys.exit(1 if failed else 0)


main()
