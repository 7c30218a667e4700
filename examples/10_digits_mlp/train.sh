#!/usr/bin/env bash
# Trains the network on real digits with fpcheck as the machine: every step runs every kernel, certifies every element and
# compares every buffer with the derived gradient. Usage: train.sh FPCHECK [STEPS [digits.csv.gz]]
# Exit code 1 if a check fails, if more than a quarter of the steps could not be decided, or if nothing was learnt; 77
# without the data.
set -uo pipefail
fpcheck=$(realpath "${1:-fpcheck}")
steps=${2:-20}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 "$here/make_data.py" "$work" "${@:3}" || exit $?
cd "$work"
test_loss() { "$fpcheck" eval "cross_entropy(relu(x@w1+b1)@w2+b2,y)" x=@x_test.npy y=@y_test.npy w1=@w1.npy b1=@b1.npy w2=@w2.npy b2=@b2.npy | tail -1; }

weights=()
undecided=0
for ((step = 0; step < steps; ++step)); do
  save=(--save w1=w1.npy --save b1=b1.npy --save w2=w2.npy --save b2=b2.npy)
  report=$("$fpcheck" run "$here/mlp.ptx" --source "$here/mlp.cu" x=@x$step.npy y=@y$step.npy "${weights[@]}" "${save[@]}" --seed 1)
  code=$?
  case $code in
  0) ;;
  3) ((++undecided)) ;; # a bias gradient that nearly cancels: its derived bound is as large as itself
  *) echo "$report"; echo "step $step: exit code $code"; exit 1 ;;
  esac
  weights=(w1=inout:@w1.npy b1=inout:@b1.npy w2=inout:@w2.npy b2=inout:@b2.npy)
  case $step in 0 | $((steps - 1))) echo "step $step: $(grep -c 'all elements within the tolerance' <<<"$report") buffers within their derived tolerance, test loss $(test_loss)" ;; esac
done
echo "$steps steps, $undecided with a buffer whose bound is too wide to decide, none with an element outside its bound"
((4 * undecided <= steps)) || exit 1
right=$("$fpcheck" eval 'mean(where(argmax(relu(x@w1+b1)@w2+b2,1) == y, 1, 0))' x=@x_test.npy y=@y_test.npy w1=@w1.npy b1=@b1.npy w2=@w2.npy b2=@b2.npy | tail -1)
echo "share of 256 test digits that are recognised: $right"
awk -v right="$right" 'BEGIN { exit right < 0.6 }' || { echo "nothing was learnt"; exit 1; }
