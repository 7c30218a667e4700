#!/usr/bin/env bash
# Compiles every kernel here, or in the folder given, to the .ptx beside it. Absolute paths in .file are cut to the name.
set -euo pipefail
cd "${1:-$(dirname "$0")}"
nvcc=${NVCC:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
for source in *.cu; do
  target=${source%.cu}.ptx
  "$nvcc" -arch=sm_90 -O3 -ptx -lineinfo "$source" -o "$target.tmp"
  { echo "// fpcheck source sha256 $(sha256sum "$source" | cut -d' ' -f1)"; cat "$target.tmp"; } | sed -E 's|^([[:space:]]*\.file[[:space:]]+[0-9]+[[:space:]]+")[^"]*/|\1|' >"$target"
  rm "$target.tmp"
done
