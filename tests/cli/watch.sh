#!/usr/bin/env bash
# --watch runs again when the kernel's file, or a tensor that it is given, changes, and ends with 130 at the first signal.
# Usage: watch.sh FPCHECK SOURCE_DIR
set -uo pipefail
fpcheck=$1 source=$2
work=$(mktemp -d) watching=
trap '[ -z "$watching" ] || kill "$watching" 2> /dev/null; rm -rf "$work"' EXIT
cp "$source/examples/01_first_run/naive_variance.ptx" "$work/k.ptx"
# How many reports there must be within ten seconds.
reports() {
  for _ in $(seq 100); do
    [ "$(grep -c '^k.ptx: naive_variance <<<' "$work/out")" -ge "$1" ] && [ "$(grep -c 'Ctrl-C ends it' "$work/err")" -ge "$1" ] && return
    sleep 0.1
  done
  cat "$work/out" "$work/err"; echo "there are not $1 reports"; exit 1
}
cd "$work"
"$fpcheck" run k.ptx -l '<<<4, 256>>>' 0=randn:4x8 1=empty:4:f32 2=8 --save 0=x.npy > /dev/null 2>&1
"$fpcheck" run k.ptx -l '<<<4, 256>>>' 0=@x.npy 1=empty:4:f32 2=8 --watch > out 2> err &
watching=$!
reports 1
sed -i '1s/^/\/\/ another\n/' k.ptx
reports 2
grep -q 'k.ptx changed' err || { cat err; exit 1; }
cp "$source/examples/01_first_run/naive_variance.ptx" other.ptx
"$fpcheck" run other.ptx -l '<<<4, 256>>>' 0=randn:4x8 1=empty:4:f32 2=8 --seed 1 --save 0=y.npy > /dev/null 2>&1
mv y.npy x.npy
reports 3
grep -q 'x.npy changed' err || { cat err; exit 1; }
kill -INT "$watching"
wait "$watching"
code=$?
[ "$code" = 130 ] || { echo "it ends with $code"; exit 1; }
[ "$(grep -c '^k.ptx: naive_variance <<<' out)" = 3 ] || { cat out; exit 1; }
echo "three runs, then 130"
