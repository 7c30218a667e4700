#!/usr/bin/env bash
# The corpus as other compilations give it: no optimisation, debug code, no fusing, older and newer machines. Sound kernels
# stay clean, and nothing is beyond the engine. Usage: variants.sh FPCHECK RUN_CORPUS [all | FLAGS...]; with FLAGS ('sm_100 -G')
# the variants that contain them; with neither a slice that goes round day by day. JOBS=N runs at once (2). Skipped (77) without nvcc.
set -uo pipefail
cd "$(dirname "$0")"
fpcheck=$1 run_corpus=$2
shift 2
nvcc=${NVCC:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
[ -x "$nvcc" ] || { echo "no nvcc"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
variants=()
for machine in sm_80 sm_90 sm_100; do
  for flags in '-O0 -lineinfo' '-G' '-fmad=false -lineinfo' '-O1 -ftz=true -lineinfo'; do variants+=("-arch=$machine $flags"); done
done
sources=(sound/*.cu)
day=$(($(date +%s) / 86400))
# wanted FLAGS: whether the arguments choose this variant.
wanted() {
  local choice
  for choice in "${choices[@]}"; do
    case $choice in all) return 0 ;; *) case $1 in *"$choice"*) return 0 ;; esac ;; esac
  done
  return 1
}
choices=("$@") failed=0 number=0 ran=0
for flags in "${variants[@]}"; do
  number=$((number + 1))
  only=
  if [ $# -gt 0 ]; then
    wanted "$flags" || continue
  else
    [ $((number % 4)) = $((day % 4)) ] || continue
    only=$(basename "${sources[$(((day + number) % ${#sources[@]}))]}")
  fi
  ran=$((ran + 1))
  NVCC=$nvcc FLAGS=$flags FOLDERS=sound ONLY=$only ./regenerate.sh "$work/$number" 2>"$work/messages" || { cat "$work/messages"; failed=1; continue; }
  report=$("$run_corpus" --tool "$fpcheck" --corpus . --compiled "$work/$number" --set sound --jobs "${JOBS:-2}")
  wrong=$(grep '^FAIL' <<<"$report")
  [ -z "$wrong" ] || { echo "$wrong"; failed=1; }
  grep -q ' runs of ' <<<"$report" || failed=1
  echo "$flags ${only:-every source}: $(tail -1 <<<"$report")"
done
[ $ran -gt 0 ] || { echo "no variant contains: $*"; printf '  %s\n' "${variants[@]}"; exit 2; }
exit $failed
