#!/usr/bin/env bash
# Where a disk is full, TMPDIR's or a report's, a command says so in a line with its file and leaves no part of a file behind.
# Usage: full_disk.sh FPCHECK SOURCE_DIR. Exit code 77: no file system can be made here.
set -uo pipefail
fpcheck=$1 source=$2
if [ -z "${FPCHECK_FULL_DISK:-}" ]; then
  unshare -rm true 2> /dev/null || { echo "skipped: there are no user namespaces here"; exit 77; }
  FPCHECK_FULL_DISK=1 exec unshare -rm "$0" "$@"
fi
work=$(mktemp -d)
trap 'umount "$work/full"; rm -rf "$work"' EXIT
mkdir "$work/full"
mount -t tmpfs -o size=64k tmpfs "$work/full" || { echo "skipped: no tmpfs here"; exit 77; }
dd if=/dev/zero of="$work/full/filler" bs=1k count=256 2> /dev/null
failures=0
fail() { echo "full_disk: $*"; failures=$((failures + 1)); }
# says WORDS COMMAND..: the command fails by its input, in at most three lines, with these words.
says() {
  local words=$1 code=0
  shift
  "$@" > "$work/out" 2>&1 || code=$?
  [ "$code" = 2 ] || fail "$* ends with $code"
  grep -qF -- "$words" "$work/out" || { cat "$work/out"; fail "$* does not say '$words'"; }
  [ "$(wc -l < "$work/out")" -le 8 ] || { cat "$work/out"; fail "$* says too much"; }
}
cd "$work"
cp "$source/examples/01_first_run/two_pass_variance.ptx" k.ptx
printf '#!/bin/sh\nhead -c 300000 /dev/zero > out.ptx || { echo "error: cannot write out.ptx" >&2; exit 1; }\n' > nvcc
chmod +x nvcc
printf '// fpcheck: k <<<1, 1>>>\n__global__ void k() {}\n' > k.cu
export XDG_CACHE_HOME=$work/cache
says "set TMPDIR to a directory with more" env TMPDIR="$work/full" FPCHECK_NVCC="$work/nvcc" "$fpcheck" run k.cu
run=("$fpcheck" run k.ptx -l '<<<4, 256>>>' 0=randn:4x8 1=empty:4:f32 2=8)
says "full/v.npy" "${run[@]}" --save 1=full/v.npy
says "full/r.json" "${run[@]}" -o json:full/r.json
says "full/r.html" "${run[@]}" -o html:full/r.html
says "full/x.npy" "$fpcheck" eval 'ones((300, 300))' --save full/x.npy
says "full/base.json" "${run[@]}" --baseline full/base.json --write-baseline
says "full/fpcheck.toml" "$fpcheck" init k.cu -o full/fpcheck.toml
left=$(ls full | grep -vx filler)
[ -z "$left" ] || fail "left behind: $left"
# A cache that cannot be written is no reason to fail.
printf '#!/bin/sh\ncp "%s" out.ptx\n' "$work/k.ptx" > nvcc
XDG_CACHE_HOME=$work/full FPCHECK_NVCC=$work/nvcc "$fpcheck" run k.cu > out 2>&1
[ $? != 4 ] || { cat out; fail "a full cache ends with 4"; }
echo "$failures failures"
[ $failures = 0 ]
