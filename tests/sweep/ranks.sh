#!/usr/bin/env bash
# 1, 2 and 4 processes give the same bytes; one that is killed ends all of them clearly, and the journal goes on from there.
# Usage: ranks.sh FPCHECK. Skipped (77) without mpirun or libfpcheck_mpi.so.
set -uo pipefail
fpcheck=$1
command -v mpirun >/dev/null || { echo "no mpirun"; exit 77; }
[ -e "$(dirname "$fpcheck")/libfpcheck_mpi.so" ] || { echo "built without MPI"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# More processes than cores, and as root in a container: settings of this test only.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_btl=self,vader OMPI_MCA_btl_vader_single_copy_mechanism=none
export OMPI_MCA_mpi_yield_when_idle=1
sweep=("$fpcheck" sweep expf sqrtf rcp.approx.f32 --on cpu --range 0x3f800000,0x3fb00000 --stride 3 --format json)
status=0
"${sweep[@]}" >"$work/1" 2>"$work/1.err" || { cat "$work/1.err"; exit 1; }
grep -q '"not_nearest"' "$work/1" || { echo "no report"; exit 1; }
for n in 2 4; do
  mpirun -n $n "${sweep[@]}" >"$work/$n" 2>"$work/$n.err" || { echo "$n processes fail"; cat "$work/$n.err"; status=1; }
  cmp "$work/1" "$work/$n" || { echo "$n processes find something else"; status=1; }
done
# Longer, so that there is something to kill.
long=("$fpcheck" sweep sinf --on cpu --range 0x40000000,0x41800000 --journal "$work/journal" --format json)
mpirun -n 4 "${long[@]}" >"$work/killed" 2>"$work/killed.err" &
run=$!
for _ in $(seq 600); do
  [ -e "$work/journal" ] && [ "$(wc -l <"$work/journal")" -ge 3 ] && break
  sleep 0.1
done
victim=$(pgrep -f "$work/journal" | while read -r p; do tr '\0' '\n' <"/proc/$p/environ" 2>/dev/null | grep -qx OMPI_COMM_WORLD_RANK=2 && echo "$p"; done | head -1)
[ -n "$victim" ] || { echo "no process to kill"; status=1; }
kill -9 "$victim"
wait $run && { echo "a killed process is no success"; status=1; }
grep -qi 'signal 9' "$work/killed.err" || { echo "nobody says that a process was killed"; cat "$work/killed.err"; status=1; }
kept=$(($(wc -l <"$work/journal") - 1))
[ $kept -ge 2 ] || { echo "only $kept parts kept"; status=1; }
mpirun -n 2 "${long[@]}" >"$work/resumed" 2>"$work/resumed.err" || { echo "the journal does not go on"; cat "$work/resumed.err"; status=1; }
grep -q "parts are in" "$work/resumed.err" || { echo "nothing taken from the journal"; cat "$work/resumed.err"; status=1; }
"$fpcheck" sweep sinf --on cpu --range 0x40000000,0x41800000 --journal "$work/journal" --format json >"$work/again" 2>/dev/null
cmp "$work/resumed" "$work/again" || { echo "resumed and complete journals differ"; status=1; }
"$fpcheck" sweep expf --on cpu --range 0,10 --journal "$work/journal" >/dev/null 2>"$work/other" && { echo "another sweep's journal is taken"; status=1; }
grep -q 'another computation' "$work/other" || { cat "$work/other"; status=1; }
exit $status
