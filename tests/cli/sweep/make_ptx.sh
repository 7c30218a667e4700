#!/usr/bin/env bash
# Makes the committed .ptx of functions.cu by `fpcheck sweep --save-ptx`. Usage: make_ptx.sh FPCHECK [--check]; with --check
# only compares. Skipped (77) without the nvcc that made them.
set -uo pipefail
cd "$(dirname "$0")" || exit 1
fpcheck=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
nvcc=${FPCHECK_NVCC:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
[ -x "$nvcc" ] || { echo "no nvcc"; exit 77; }
"$nvcc" --version | grep -qF "$(sed -n 's|^// Cuda compilation tools, ||p' square.ptx)" || [ "${2-}" != --check ] || { echo "made by another nvcc"; exit 77; }
# Line tables name the scratch directory that the wrapper was compiled in.
scrub() { sed -E '/^[[:space:]]*\.section/,$d; /^[[:space:]]*\.(file|loc)/d' "$1"; }
status=0
while read -r name reference; do
  "$fpcheck" sweep "functions.cu:$name" --ref "$reference" --samples 1 --save-ptx "$work/$name.ptx" >/dev/null 2>"$work/messages" ||
    [ -s "$work/$name.ptx" ] || { cat "$work/messages"; exit 1; }
  scrub "$work/$name.ptx" >"$work/made.ptx"
  if [ "${2-}" != --check ]; then cp "$work/made.ptx" "$name.ptx"; continue; fi
  cmp -s "$work/made.ptx" "$name.ptx" || { echo "$name.ptx is older than functions.cu or the wrapper"; status=1; }
done <<'LIST'
square x*x
fast_exp exp(x)
clamp_at_zero relu(x)
kinked x
flushed x
twice 2*x
product x*y
LIST
exit $status
