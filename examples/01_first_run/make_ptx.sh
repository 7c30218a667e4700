#!/usr/bin/env bash
# Makes the committed .ptx beside each .cu, with the directories of .file directives scrubbed and a digest of the source,
# by which fpcheck knows on a machine without nvcc that the two belong together. With --check, compares the digests only: another release of
# nvcc may say the same in other words. Usage: make_ptx.sh [--check] [DIR ...], without DIR the directory of this script.
set -euo pipefail
if [ "${1-}" = --check ]; then
  shift
  stale=0
  shopt -s nullglob
  [ $# -gt 0 ] || set -- "$(dirname "$0")"
  for folder in "$@"; do
    for source in "$folder"/*.cu; do
      [ "$(head -1 "${source%.cu}.ptx")" = "// fpcheck source sha256 $(sha256sum "$source" | cut -d' ' -f1)" ] || { echo "${source%.cu}.ptx is older than $source"; stale=1; }
    done
  done
  exit $stale
fi
cd "${1:-$(dirname "$0")}"
nvcc=${NVCC:-nvcc}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for source in *.cu; do
  "$nvcc" -ptx -lineinfo -arch=sm_90 "$source" -o "$work/out.ptx"
  { echo "// fpcheck source sha256 $(sha256sum "$source" | cut -d' ' -f1)"
    sed -E 's|^([[:space:]]*\.file[[:space:]]+[0-9]+ ").*/|\1|' "$work/out.ptx"; } > "$work/made.ptx"
  cp "$work/made.ptx" "${source%.cu}.ptx"
done
