#!/usr/bin/env bash
# The same command gives the same report, byte for byte but for seconds: same_report.sh FPCHECK EXAMPLES [RUNS [LEVELS [KERNEL ...]]]
# Each of the commands below RUNS times (3) x {1 thread of one core, 4 threads of all} x {2 directories} x {LEVELS of the engine: the best one},
# and so each further kernel of the examples. By hand:
#   tests/cli/same_report.sh build/release/bin/fpcheck examples 10 "generic avx2 avx512" $(cd examples && ls -d */*.cu)
set -uo pipefail
fpcheck=$(realpath "$1") examples=$2 runs=${3:-3} levels=${4:-best}
shift $(($# > 4 ? 4 : $#))
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export FPCHECK_NVCC="" FPCHECK_CACHE=off NO_COLOR=1
mkdir -p "$work/a" "$work/another directory/b"
for place in "$work/a" "$work/another directory/b"; do
  cp -r "$examples/01_first_run" "$examples/02_rope_positions" "$examples/05_lora_merge" "$place"
  for kernel; do cp -rn "$examples/${kernel%%/*}" "$place"; done
done
commands=(
  "run 01_first_run/naive_variance.cu C=300 --format json"
  "run 01_first_run/naive_variance.cu C=200 --orders 4 --seed 3 --format json --no-lines"
  "run 01_first_run/naive_variance.ptx:naive_variance -l <<<3,64>>> 0=randn:3x50 1=empty:3 2=50 --shadow perturbed:8 --format json"
  "run 01_first_run/two_pass_variance.cu C=100 --shadow mpfr:120 --format sarif"
  "run 02_rope_positions/rope.cu --format json"
  "run 02_rope_positions/rope.cu --format markdown"
  "run 05_lora_merge/merge.cu --format json"
  "run 05_lora_merge/merge.cu --format html"
  "grad sum(softmax(x,1)@w) x=randn:5x4 w=randn:4 --format json"
  "eval logdet(x@x.T+eye(40)) x=randn:40x40 --format json"
)
for kernel; do commands+=("run $kernel --format json"); done
failed=0 reports=0
for command in "${commands[@]}"; do
  read -ra words <<<"$command"
  first=
  for level in $levels; do
    export FPCHECK_ISA=$level
    [ "$level" != best ] || unset FPCHECK_ISA
    for place in "$work/a" "$work/another directory/b"; do
      for threads in 1 4; do
        more=() on=()
        [ "${words[0]}" = run ] && more=(--threads "$threads")
        [ $threads != 1 ] || on=(taskset -c 0)
        for ((i = 0; i < runs; ++i)); do
          (cd "$place" && "${on[@]}" "$fpcheck" "${words[@]}" "${more[@]}" >"$work/out" 2>&1)
          code=$?
          case $code in 0 | 1 | 3) ;; *) echo "FAILED: exit $code of fpcheck $command: $(tail -3 "$work/out")"; failed=1 ;; esac
          report=$({ echo $code; cat "$work/out"; } |
            sed -E 's/ --threads [0-9]+//g; s/("seconds": )[-+.e0-9]+/\1S/g; s/[0-9]+(\.[0-9]+)? (s|ms)\b/S/g' | sha256sum)
          reports=$((reports + 1))
          [ -n "$first" ] || first=$report
          [ "$report" = "$first" ] || { echo "FAILED: another report with $threads threads at level $level in $place: fpcheck $command"; failed=1; }
        done
      done
    done
  done
done
echo "$reports reports of ${#commands[@]} commands"
exit $failed
