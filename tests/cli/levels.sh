#!/usr/bin/env bash
# Every instruction set level that this program has and this processor runs says the same of the first example as the best one
# does; one that is missing is refused in one line, and so is a word that is no level. Usage: levels.sh FPCHECK SOURCE_DIR
set -uo pipefail
fpcheck=$(realpath "$1")
cd "$2/examples/01_first_run" || exit 1
export FPCHECK_NVCC= FPCHECK_CACHE=off
failures=0 ran=0
fail() { echo "levels: $*"; failures=$((failures + 1)); }

version=$("$fpcheck" --version) || fail "--version ends with $?"
built=$(sed -n 's/.*(engine: \(.*\); runs .*/\1/p' <<< "$version")
[ -n "$built" ] || fail "--version does not name the engine's levels: $version"
one() { "$fpcheck" run "$1" 2>&1; echo "exit code $?"; }
both() { { one naive_variance.cu; one two_pass_variance.cu; } | sed 's/, [0-9.]* s$//'; }
unset FPCHECK_ISA
best=$(both)
for level in generic avx2 avx512 sse9; do
  said=$(export FPCHECK_ISA=$level; both)
  if grep -q '^FPCHECK_ISA=[a-z0-9]*: error: ' <<< "$said"; then
    echo "skipped: level $level is not built or does not run here"
    grep -q 'exit code 2' <<< "$said" || fail "$level is refused, but not with exit code 2"
    [ "$level" != generic ] || case ", $built," in *", generic,"*) fail "generic is built and refused" ;; esac
  else
    ran=$((ran + 1))
    case ", $built," in *", $level,"*) ;; *) fail "level $level runs, but --version names $built only" ;; esac
    [ "$said" = "$best" ] || { fail "level $level differs from the best one"; diff <(echo "$best") <(echo "$said") | head -20; }
  fi
done
[ $ran -gt 0 ] || fail "no level ran"
echo "$ran levels ran, $failures failures"
[ $failures = 0 ]
