#!/usr/bin/env bash
# Makes the committed .ptx beside each .cu, with the directories of .file directives scrubbed and a digest of the source,
# by which fpcheck knows on a machine without nvcc that the two belong together. With --check, compares only.
# Usage: make_ptx.sh [--check] [DIR], without DIR the directory of this script.
set -euo pipefail
mode=${1-}
[ "$mode" != --check ] || shift
cd "${1:-$(dirname "$0")}"
nvcc=${NVCC:-nvcc}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for source in *.cu; do
  "$nvcc" -ptx -lineinfo -arch=sm_90 "$source" -o "$work/out.ptx"
  { echo "// fpcheck source sha256 $(sha256sum "$source" | cut -d' ' -f1)"
    sed -E 's|^([[:space:]]*\.file[[:space:]]+[0-9]+ ").*/|\1|' "$work/out.ptx"; } > "$work/made.ptx"
  if [ "$mode" = --check ]; then
    # Another release of nvcc may say the same in other words; the digest and the kernel must agree.
    [ "$(head -1 "$work/made.ptx")" = "$(head -1 "${source%.cu}.ptx")" ] || { echo "${source%.cu}.ptx is older than $source"; exit 1; }
  else
    cp "$work/made.ptx" "${source%.cu}.ptx"
  fi
done
