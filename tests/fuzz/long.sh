#!/usr/bin/env bash
# The fuzzers by hand, each for a time of its own processor: long.sh FUZZER FOLDER [SECONDS [TARGET ...]] (1200 s, every target).
# Seeds are those of run_targets.cmake; what is found interesting stays in FOLDER/TARGET/in, for the next time, and what fails beside it.
set -uo pipefail
fuzzer=$(realpath "$1") folder=$2 seconds=${3:-1200}
shift $(($# > 3 ? 3 : $#))
here=$(dirname "$(realpath "$0")") root=$(realpath "$(dirname "$0")/../..")
[ $# -gt 0 ] || set -- $(sed -n 's/^foreach(target \(.*\))$/\1/p' "$here/run_targets.cmake")
failed=0
for target; do
  in=$folder/$target/in
  mkdir -p "$in"
  IFS=';' read -ra patterns < <(sed -n "s/^set(seeds_$target \"\(.*\)\")$/\1/p" "$here/run_targets.cmake")
  for pattern in "${patterns[@]}"; do cp -n "$root"/$pattern "$in/"; done
  seeds=$(ls "$in" | wc -l)
  (cd "$folder/$target" && exec "$fuzzer" "$target" -timeout=600 -rss_limit_mb=3000 -max_len=20000 -print_final_stats=1 -artifact_prefix="$PWD/" in) \
    >"$folder/$target/out" 2>&1 &
  pid=$!
  spent() { awk -v hz="$(getconf CLK_TCK)" '{ sub(/.*\) /, ""); print int(($12 + $13) / hz) }' "/proc/$pid/stat" 2>/dev/null; }
  while now=$(spent) && [ -n "$now" ] && [ "$now" -lt "$seconds" ]; do sleep 2; done
  kill -INT $pid 2>/dev/null
  wait $pid
  code=$?
  inputs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$folder/$target/out" | tail -1)
  if ls "$folder/$target"/{crash,leak,timeout,oom}-* >/dev/null 2>&1; then
    failed=1
    echo "$target: FAILED after ${inputs:-?} inputs: $(ls -d "$folder/$target"/{crash,leak,timeout,oom}-* 2>/dev/null | tr '\n' ' ')"
  else
    echo "$target: $seeds seeds, ${inputs:-?} inputs, $(ls "$in" | wc -l) of them kept, ${now:-?} s of processor time, ended with $code"
  fi
done
exit $failed
