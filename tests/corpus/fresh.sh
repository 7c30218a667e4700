#!/usr/bin/env bash
# Whether the committed .ptx files are what nvcc makes of the sources. Skipped (77) without the nvcc that made them.
set -euo pipefail
cd "$(dirname "$0")"
nvcc=${NVCC:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
[ -x "$nvcc" ] || { echo "no nvcc"; exit 77; }
made_by=$(sed -n 's|^// Cuda compilation tools, ||p' sound/bits.ptx)
"$nvcc" --version | grep -qF "$made_by" || { echo "the committed files are by $made_by"; exit 77; }
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
NVCC=$nvcc ./regenerate.sh "$fresh"
stale=0
for set in bugs sound bounds; do
  diff -rq --exclude='*.cu' "$set" "$fresh/$set" || stale=1
done
[ $stale = 0 ] || { echo "run tests/corpus/regenerate.sh"; exit 1; }
