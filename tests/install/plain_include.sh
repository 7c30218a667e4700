#!/usr/bin/env bash
# The headers for kernels compile with nothing but -I, from the source tree and from where they were installed, by every
# compiler that is here. Usage: plain_include.sh SOURCE_DIR INSTALL_ROOT CXX
set -euo pipefail
source=$1 root=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
compilers=("$3")
for c in clang++-19 clang++-14; do if command -v $c > /dev/null; then compilers+=($c); fi; done
for include in "$source/include" "$root/usr/include"; do
  for c in "${compilers[@]}"; do
    "$c" -std=c++20 -I "$include" "$source/tests/install/consumer/headers.cpp" -o "$scratch/headers"
    "$scratch/headers"
    echo "$c -I $include"
  done
done
for nvcc in "${FPCHECK_NVCC:-}" "$(command -v nvcc || true)" /usr/local/cuda/bin/nvcc; do
  [ -x "$nvcc" ] || continue
  "$nvcc" -std=c++20 -arch=sm_90 -I "$root/usr/include" -c -x cu "$source/tests/formats/device_code.cu" -o "$scratch/device.o"
  echo "$nvcc -I $root/usr/include"
  break
done
