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
# The names of functions in unnamed namespaces hold a hash of the source's path, in the text and in the strings of the debug
# sections at the end: neither says anything about the code.
code() { sed -E '/^[[:space:]]*\.section/,$d; s/_INTERNAL_[0-9a-f]{8}_([0-9]+_[A-Za-z0-9_]+_cu)_[0-9a-f]{8}/_INTERNAL_\1/g' "$1"; }
stale=0
for file in bugs/*.ptx sound/*.ptx bounds/*.ptx judgement/*.ptx; do
  cmp -s <(code "$file") <(code "$fresh/$file") || { echo "$file is stale"; stale=1; }
done
[ $stale = 0 ] || { echo "run tests/corpus/regenerate.sh"; exit 1; }
