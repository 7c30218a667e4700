#!/bin/sh
# wheel.sh WHEEL_DIR SOURCE_DIR: one command installs the wheel into a clean virtual environment, and a kernel runs there.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
/usr/bin/python3 -m venv --system-site-packages "$folder/venv"   # numpy is the system's
"$folder/venv/bin/pip" install -q --no-index --no-deps "$1"/*.whl
cd "$folder"
unset FPCHECK_LIBRARY PYTHONPATH
"$folder/venv/bin/python" - "$2/examples/01_first_run/two_pass_variance.ptx" <<'PY'
import sys
import fpcheck, numpy as np
assert "/venv/" in fpcheck.__file__, fpcheck.__file__
x, y = np.random.default_rng(1).random((4, 256), np.float32), np.empty(4, np.float32)
result = fpcheck.run(sys.argv[1], 4, x, fpcheck.out(y), 256, block=256)
assert result, result
assert fpcheck.diff(y, x.astype(np.float64).var(axis=1), "4ulp")
print("fpcheck", fpcheck.__version__, "runs from the wheel")
PY
