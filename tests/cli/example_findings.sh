#!/usr/bin/env bash
# The examples' wrong kernels are flagged with index and cause, their repaired twins are clean, and each folder's
# fpcheck.toml passes. Usage: example_findings.sh EXAMPLES FPCHECK
set -uo pipefail
cd "$1"
fpcheck=$2
export FPCHECK_NVCC= # the committed .ptx files, so that this says the same on every machine
failed=0

flagged() { # FILE PATTERN...: exit code 1, and each pattern in the report
  local file=$1 report code
  shift
  report=$("$fpcheck" run "$file")
  code=$?
  [ $code = 1 ] || { echo "$file: exit code $code, not 1"; failed=1; }
  for pattern in "$@"; do grep -qE "$pattern" <<<"$report" || { echo "$file: no '$pattern' in"; echo "$report"; failed=1; }; done
}
clean() {
  local report code
  report=$("$fpcheck" run "$1")
  code=$?
  [ $code = 0 ] && grep -q 'all elements within the tolerance' <<<"$report" || { echo "$1: exit code $code"; echo "$report"; failed=1; }
}

flagged 11_unshifted_softmax/unshifted.cu 'unshifted.cu:9:.*y\[[0-9]+, [0-9]+\] is nan.*\[overflow\]'
clean 11_unshifted_softmax/shifted.cu
flagged 12_unchecked_bias/unchecked.cu "unchecked.cu:9:.* 40 bytes into 'bias' of 40 bytes: bias\[10\] \(block \(0,0,0\) thread \(10,0,0\)\) \[out-of-bounds\]" \
  'unchecked.cu:9:.*\[race\]'
clean 12_unchecked_bias/checked.cu
flagged 13_power_of_two_sum/halving.cu '5 elements of 5 outside the tolerance; the worst is sum\[4\].*\[mismatch\]' 'sum: 5 f32, all certified, error at most 0\.'
clean 13_power_of_two_sum/any_count.cu
flagged 14_adam_beta/wrong_beta.cu '^14_adam_beta/wrong_beta.cu:15:3: error: w against .*200 elements of 200 .* the worst is w\[[0-9]+\].*\[mismatch\]' \
  '^  m against .*all elements within the tolerance' '^  v against .*all elements within the tolerance' 'w: 200 f32, all certified, error at most 0\.'
clean 14_adam_beta/right_beta.cu
clean 10_digits_mlp/mlp.cu
for folder in 1[0-9]_*; do
  (cd "$folder" && "$fpcheck" test >/dev/null) || { echo "$folder: fpcheck test failed"; failed=1; }
done
exit $failed
