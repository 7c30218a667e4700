#!/usr/bin/env bash
# Compiles every kernel of the corpus to the .ptx beside it (and the sound ones with -use_fast_math to .fast.ptx).
# With a directory as argument, writes there instead, in the same layout; ONLY=TEXT takes sources that contain it. Absolute paths in .file are cut to the name.
# FLAGS are nvcc's instead of "-arch=sm_90 -O3 -lineinfo", and only the plain .ptx files are made then; FOLDERS chooses among bugs, sound, bounds, judgement.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$here}
nvcc=${NVCC:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
# compile SOURCE TARGET FLAG...
compile() {
  local source=$1 target=$2
  shift 2
  mkdir -p "$(dirname "$target")"
  local flags=${FLAGS:--arch=sm_90 -O3 -lineinfo}
  ! grep -q 'wgmma\.' "$source" || flags=$(sed -E 's/sm_[0-9]+/sm_90a/' <<<"$flags") # that alone has it
  (cd "$(dirname "$source")" && "$nvcc" -ptx $flags "$@" "$(basename "$source")" -o "$target.tmp")
  { echo "// fpcheck source sha256 $(sha256sum "$source" | cut -d' ' -f1)"; cat "$target.tmp"; } | sed -E 's|^([[:space:]]*\.file[[:space:]]+[0-9]+[[:space:]]+")[^"]*/|\1|' >"$target"
  rm "$target.tmp"
}
cd "$here"
folders=${FOLDERS:-bugs sound bounds judgement}
for source in $(printf '%s/*.cu ' $folders); do
  case $source in *"${ONLY:-}"*) ;; *) continue ;; esac
  compile "$here/$source" "$out/${source%.cu}.ptx"
  [ -z "${FLAGS:-}" ] || continue
  case $source in sound/*) compile "$here/$source" "$out/${source%.cu}.fast.ptx" -use_fast_math ;; esac
done
