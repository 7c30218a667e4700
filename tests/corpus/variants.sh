#!/usr/bin/env bash
# The corpus as other compilations give it: no optimisation, debug code, no fusing, older and newer machines. Sound kernels
# stay clean, wrong ones are told, and nothing is beyond the engine. What is known to be otherwise stands in variants_open.txt, and fails
# once it is not. Usage: variants.sh FPCHECK RUN_CORPUS [all | slice=K | FLAGS...]; with FLAGS ('sm_100 -G') the variants that
# contain them, of every source; with slice=K (0 where nothing is said) four variants of one source each, the same ones every time.
# JOBS=N runs at once (2). FOLDERS chooses among sound (without arguments that alone) and bugs. Skipped (77) without nvcc.
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
folders=${FOLDERS:-sound}
sources=()
for folder in $folders; do sources+=("$folder"/*.cu); done
slice=
case ${1:-slice=0} in slice=*) slice=${1:-slice=0} slice=${slice#slice=} ;; esac
# wanted FLAGS: whether the arguments choose this variant.
wanted() {
  local choice
  for choice in "${choices[@]}"; do
    case $choice in all) return 0 ;; *) case $1 in *"$choice"*) return 0 ;; esac ;; esac
  done
  return 1
}
# judge FLAGS REPORT: what fails and is not known to, and what is known to and does not.
judge() {
  local wrong=0 flags=$1 line name
  while read -r _ file kernel rest; do
    name=$file:$kernel
    if known "$flags" "$name"; then echo "open $name: $flags"; else echo "FAIL $name: $flags: $rest"; wrong=1; fi
  done < <(grep '^FAIL' "$2")
  while IFS=$'\t' read -r where name _; do
    case $where in '' | '#'*) continue ;; esac
    case $flags in *"$where"*) ;; *) continue ;; esac
    grep -q "^[a-zA-Z]* *${name%%:*} *${name#*:} " "$2" || continue # not of this slice
    grep -q "^FAIL *${name%%:*} *${name#*:} " "$2" || { echo "FAIL $name has come right: $flags: take it off variants_open.txt"; wrong=1; }
  done <variants_open.txt
  return $wrong
}
# known FLAGS NAME: whether variants_open.txt has it.
known() {
  local where name
  while IFS=$'\t' read -r where name _; do
    [ "$name" = "$2" ] && case $1 in *"$where"*) return 0 ;; esac
  done <variants_open.txt
  return 1
}
choices=("$@") failed=0 number=0 ran=0
for flags in "${variants[@]}"; do
  number=$((number + 1))
  only=
  if [ -z "$slice" ]; then
    wanted "$flags" || continue
  else # of every four one of each kind of flags; sources in steps that no folder's length divides
    [ $(((number + (number - 1) / 4) % 3)) = $((slice % 3)) ] || continue
    only=$(basename "${sources[$(((slice * 13 + number * 5) % ${#sources[@]}))]}")
  fi
  ran=$((ran + 1))
  NVCC=$nvcc FLAGS=$flags FOLDERS=$folders ONLY=$only ./regenerate.sh "$work/$number" 2>"$work/messages" || { cat "$work/messages"; failed=1; continue; }
  set=both
  case $folders in sound | bugs) set=$folders ;; esac
  "$run_corpus" --tool "$fpcheck" --corpus . --compiled "$work/$number" --set "$set" --jobs "${JOBS:-2}" >"$work/report"
  judge "$flags" "$work/report" || failed=1
  grep -q ' runs of ' "$work/report" || { echo "FAIL $flags: nothing ran"; failed=1; }
  echo "$flags ${only:-every source}: $(tail -1 "$work/report")"
done
[ $ran -gt 0 ] || { echo "no variant contains: $*"; printf '  %s\n' "${variants[@]}"; exit 2; }
exit $failed
