#!/usr/bin/env bash
# A project links the row kernels and fingerprints from an installation: their twins always, the launchers where an nvcc compiled them.
# Where there is an nvcc the installed program runs a kernel that includes its headers, without a flag.
# Usage: rows.sh SOURCE_DIR INSTALL_ROOT
set -euo pipefail
source=$1 root=$2
project=$(mktemp -d)
trap 'rm -rf "$project"' EXIT
cp "$source"/tests/install/rows/* "$project"
nvcc=$(command -v "${FPCHECK_NVCC:-nvcc}" || ls /usr/local/cuda/bin/nvcc 2> /dev/null || true)
device=OFF
if [ -n "$nvcc" ] && find "$root/usr" -name libfpcheck_kernels_device.a | grep -q .; then
  device=ON
  export PATH="$(dirname "$nvcc"):$PATH"
else
  echo "the launchers are skipped: no nvcc"
fi
cmake -S "$project" -B "$project/build" -DCMAKE_PREFIX_PATH="$root/usr" -DDEVICE=$device > "$project/log" 2>&1 \
  && cmake --build "$project/build" -j2 >> "$project/log" 2>&1 || { cat "$project/log"; exit 1; }
ctest --test-dir "$project/build" --output-on-failure
[ -n "$nvcc" ] || exit 0
FPCHECK_CACHE=off "$root/usr/bin/fpcheck" run "$project/own_headers.cu" | tee "$project/report"
grep -q ': passed' "$project/report"
code=0
FPCHECK_CACHE=off "$root/usr/bin/fpcheck" run "$project/own_headers.cu" --nvcc '-std=c++17' > "$project/report" 2>&1 || code=$?
errors=$(grep -c 'error: #error' "$project/report") || true
[ "$code" = 2 ] && [ "$errors" = 1 ] && grep -q 'need C++20' "$project/report" || { cat "$project/report"; exit 1; }
