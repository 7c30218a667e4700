#!/usr/bin/env bash
# Trains the network on real digits with one, two and five blocks and compares the fingerprints of its tensors: equal with exact sums, not with sums in
# floats. Then flips a bit of one weight, which the fingerprints tell and `fpcheck diff` finds. Usage: reproduce.sh FPCHECK [STEPS [digits.csv.gz]]
# Exit code 1 where one of it is not so, 77 without the data.
set -uo pipefail
fpcheck=$(realpath "${1:-fpcheck}")
steps=${2:-6}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 "$here/../10_digits_mlp/make_data.py" "$work" "${@:3}" || exit $?
cd "$work"
tensors=(w1 b1 w2 b2)

train() { # KERNEL BLOCKS: leaves w1.npy .. and prints their fingerprints
  local weights=() save=() t
  for t in "${tensors[@]}"; do save+=(--save "$t=$t.npy"); done
  for ((step = 0; step < steps; ++step)); do
    "$fpcheck" run "$here/mlp.ptx:$1" --source "$here/mlp.cu" "x=@x$step.npy" "y=@y$step.npy" B=32 "R=$2" "G=$2" "${weights[@]}" "${save[@]}" --seed 1 --shadow none >report 
    [ $? -le 1 ] || { cat report >&2; exit 1; } # 1: sums in floats depend on their order
    weights=()
    for t in "${tensors[@]}"; do weights+=("$t=inout:@$t.npy"); done
  done
  "$fpcheck" hash "${tensors[@]/%/.npy}"
}

failed=0
expect() { # TEXT, then a command that has to succeed
  if "${@:2}"; then echo "$1"; else echo "not so: $1"; failed=1; fi
}
differs() { ! "$@"; }
train in_multiples 1 >one && mkdir kept && cp ./??.npy kept
train in_multiples 2 >two && train in_multiples 5 >five
expect "exact sums, $steps steps on 1, 2 and 5 blocks: the fingerprints of all tensors are equal" cmp -s one two
cmp -s one five || { echo "not so: on five blocks either"; failed=1; }
cat one
train in_floats 1 >one_float && train in_floats 5 >five_float
expect "sums in floats, 1 and 5 blocks: they differ" differs cmp -s one_float five_float
train in_multiples 1 >again
python3 - <<'PY'
bytes_ = bytearray(open("w1.npy", "rb").read())
bytes_[-4 * 37] ^= 1  # the last bit of the 37th weight from the end: w1[62, 27]
open("w1.npy", "wb").write(bytes_)
PY
"$fpcheck" hash "${tensors[@]/%/.npy}" >flipped
expect "one bit flipped: the fingerprint of one tensor differs, $(diff one flipped | sed -n 's/^> .* //p')" test "$(diff one flipped | grep -c '^>')" = 1
"$fpcheck" diff w1.npy kept/w1.npy --tol bitwise >named
expect "and fpcheck diff names its element: $(grep -m1 -o '\[62, 27\].*' named)" grep -q '\[62, 27\]' named
exit $failed
