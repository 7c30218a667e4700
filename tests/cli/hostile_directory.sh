#!/usr/bin/env bash
# A directory of files by somebody who means harm, checked as a job of continuous integration would: hostile_directory.sh FPCHECK
# Nothing of it may be executed, no file outside be read into a report, written or replaced. With nvcc where there is one.
set -uo pipefail
fpcheck=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir -p outside theirs/include
failed=0
complain() { echo "FAILED: $*"; failed=1; }
echo 'the password is tulip' >outside/secret.h
printf 'precious' >outside/kept.npy
evil='touch '$work'/outside/EXECUTED'
printf '#!/bin/sh\n%s\nexec g++ "$@"\n' "$evil" >theirs/evil.sh
chmod +x theirs/evil.sh
n=0
# source WORDS [LINE]: a source whose case has these words, and a line before its kernel
source_with() {
  n=$((n + 1))
  { echo "// fpcheck: k <<<1, 4>>> x=randn:4 out=empty:4 $1"
    echo "${2:-}"
    echo 'extern "C" __global__ void k(const float* x, float* out) { out[threadIdx.x] = x[threadIdx.x]; }'
  } >"theirs/case_$n.cu"
}
source_with '--nvcc "-ccbin ./evil.sh"'
source_with '--nvcc "--compiler-bindir=./evil.sh"'
source_with "--nvcc '-ccbin $work/theirs/evil.sh'"
source_with "--nvcc '-DX=\$($evil)'"
source_with "--nvcc '-DX=\`$evil\`'"
source_with "--nvcc '-I \$($evil)'"
source_with "--nvcc '-DX=1;$evil'"
source_with "--nvcc '-MD -MF ../outside/kept.npy'"
source_with "--nvcc '--keep --keep-dir ../outside'"
source_with "--nvcc '-o ../outside/kept.npy'"
source_with "--nvcc '-include ../outside/secret.h'"
source_with "--trust --nvcc '-ccbin ./evil.sh'"
source_with '--save out=../outside/kept.npy'
source_with "--save out=$work/outside/new.npy"
source_with '--save-shadow out=include/../../outside/kept.npy'
source_with '--ref out=@../outside/kept.npy'
source_with '' '#include "../outside/secret.h"'
source_with '' '#include "/dev/zero"'
source_with '' "#pragma GCC dependency \"../outside/secret.h\""
cp theirs/case_1.cu "theirs/\$(touch EXECUTED).cu"
ln -s ../outside/secret.h theirs/link.cu
ln -s /dev/zero theirs/endless.cu
mkfifo theirs/pipe.cu
cat >theirs/quoting.ptx <<END
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 x)
{
  .reg .b64 %a; .reg .f32 %f;
  ld.param.u64 %a, [x];
  .loc 1 1 0
  ld.global.f32 %f, [%a+4096]; st.global.f32 [%a], %f;
  ret;
}
.file 1 "$work/outside/secret.h"
END
{
  printf 'files = ['
  for f in theirs/*.cu; do printf '"%s", ' "$(basename "$f")"; done
  printf '"../outside/secret.cu"]\n'
} >theirs/all.toml
printf '[[case]]\nfile = "quoting.ptx"\nrun = "k <<<1, 1>>> 0=inout:randn:4"\nsave = "0=../outside/kept.npy"\n' >theirs/one.toml
export FPCHECK_CACHE=off NO_COLOR=1
before=$(find outside -type f -exec sha256sum {} + | sort)
run() {
  timeout 120 "$fpcheck" "$@" >>out 2>&1 </dev/null
  local code=$?
  [ $code -le 3 ] || complain "$* ended with $code: $(tail -3 out)"
}
([ -n "${FPCHECK_SANITIZED:-}" ] || ulimit -v 6000000 # a sanitizer maps terabytes
for f in theirs/*.cu; do run run "$f"; done
for format in text json github sarif; do run run theirs/quoting.ptx -l '<<<1, 1>>>' 0=inout:randn:4 --format $format; done
for f in theirs/*.toml; do run test --config "$f"; done
exit $failed) || failed=1
[ "$before" = "$(find outside -type f -exec sha256sum {} + | sort)" ] || complain "something outside changed: $(ls outside)"
[ -z "$(find . -name 'EXECUTED*')" ] || complain "something was executed: $(find . -name 'EXECUTED*')"
grep -n tulip out && complain "a line of a file outside was shown"
echo "$n sources, $(wc -l <out) lines of reports"
exit $failed
