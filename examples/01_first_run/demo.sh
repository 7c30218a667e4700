#!/usr/bin/env bash
# Runs fpcheck on a kernel that loses all its digits and on its repaired twin. Usage: demo.sh PATH_OF_FPCHECK
set -uo pipefail
fpcheck=$(realpath "${1:-fpcheck}")
cd "$(dirname "$0")"

show() { # EXPECTED_EXIT_CODE ARGUMENTS...
  local expected=$1
  shift
  echo "\$ fpcheck $*"
  "$fpcheck" "$@"
  local code=$?
  echo "(exit code $code)"
  echo
  if [ "$code" != "$expected" ]; then
    echo "demo: expected exit code $expected" >&2
    exit 1
  fi
}

show 1 run naive_variance.cu
show 0 run two_pass_variance.cu
echo "The first kernel has a finding, at the line that loses the bits; the second is clean."
