"""Real digits as .npy files: make_data.py FOLDER [digits.csv.gz].

They are the 1,797 images of 8 x 8 pixels of the UCI "optical recognition of handwritten digits" test set (E. Alpaydin,
C. Kaynak, 1998), which Debian packages with python3-sklearn. Only the file is read; nothing of the package is imported.
Writes batches x0.npy, y0.npy, ... of 32 images, pixels in [0, 1], and 256 further images as x_test.npy, y_test.npy.
Exit code 77 if the file is not there.
"""
import gzip
import os
import struct
import sys

PACKAGED = "/usr/lib/python3/dist-packages/sklearn/datasets/data/digits.csv.gz"


def save(path, code, shape, values):
    header = str({"descr": "<" + code, "fortran_order": False, "shape": tuple(shape)})
    header += " " * (63 - (len(header) + 10) % 64) + "\n"
    with open(path, "wb") as f:
        f.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        f.write(struct.pack("<%d%s" % (len(values), {"f4": "f", "i4": "i"}[code]), *values))


def save_images(folder, name, rows):
    save(os.path.join(folder, f"x{name}.npy"), "f4", (len(rows), 64), [v / 16 for row in rows for v in row[:64]])
    save(os.path.join(folder, f"y{name}.npy"), "i4", (len(rows),), [row[64] for row in rows])


def main():
    folder, source = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else PACKAGED
    if not os.path.exists(source):
        print(f"{source} is not there: install python3-sklearn")
        return 77
    with gzip.open(source, "rt") as f:
        rows = [[int(float(v)) for v in line.split(",")] for line in f]
    for i in range(48):
        save_images(folder, i, rows[32 * i : 32 * i + 32])
    save_images(folder, "_test", rows[1536:1792])
    return 0


sys.exit(main())
