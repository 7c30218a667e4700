#!/usr/bin/env bash
# The two ways in which states pass between the CTAs of a cluster (cluster_rows.hpp): bits, compute-sanitizer, speed.
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
nvcc=${NVCC:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$root/include" "$work/stored" && cp -r "$root/include" "$work/copied"
sed -i 's/cluster_mail_service = mail_service::[a-z]*/cluster_mail_service = mail_service::stored/' "$work/stored/fpcheck/kernels/cluster_rows.hpp"
sed -i 's/cluster_mail_service = mail_service::[a-z]*/cluster_mail_service = mail_service::copied/' "$work/copied/fpcheck/kernels/cluster_rows.hpp"
pids=()
for way in stored copied; do
  flags=(-O3 -std=c++20 -arch=sm_90 -I "$work/$way")
  "$nvcc" "${flags[@]}" -lineinfo -o "$work/$way-device" "$root/tests/gpu/softmax_device.cu" & pids+=($!)
  for kind in 1 2; do
    for format in f32 bf16; do
      "$nvcc" "${flags[@]}" -DTUNE=$kind -DTUNE_FORMAT=${format}_format -o "$work/$way-$kind$format" "$root/tests/gpu/softmax_tune.cu" & pids+=($!)
    done
  done
done
"$nvcc" -O3 -std=c++20 -arch=sm_90 -lineinfo -I "$root/include" -o "$work/mail" "$root/tests/gpu/cluster_mail.cu" & pids+=($!)
for pid in "${pids[@]}"; do wait "$pid" || { echo "cluster_mail.sh: a build failed"; exit 1; }; done
sanitizer=${SANITIZER:-$(command -v compute-sanitizer || echo "$(dirname "$nvcc")/compute-sanitizer")}
for how in 0 1 2; do
  "$work/mail" $how
  timeout 30 "$sanitizer" --tool memcheck --error-exitcode 9 "$work/mail" $how >"$work/log" 2>&1
  echo "  memcheck: exit $?, $(grep 'ERROR SUMMARY' "$work/log")"
  grep -m1 -A4 -E 'Invalid' "$work/log" | cut -c1-160
done
for way in stored copied; do
  echo "== $way"
  timeout 40 "$work/$way-device"
  for tool in memcheck racecheck initcheck synccheck; do
    timeout 60 "$sanitizer" --tool $tool --error-exitcode 9 "$work/$way-device" >"$work/$tool" 2>&1
    echo "compute-sanitizer $tool: exit $?, $(grep -E 'ERROR SUMMARY|RACECHECK SUMMARY' "$work/$tool" | tail -1)"
    grep -m1 -A10 -E 'Invalid|Uninitialized|hazard at' "$work/$tool" | cut -c1-160
  done
  for program in "$work/$way"-[12]*; do timeout 30 "$program" longest | grep -E 'clusters of 8|BEST'; done
done
