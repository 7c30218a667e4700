#!/usr/bin/env bash
# A signal ends fpcheck at once, and what it started: signals.sh FPCHECK
set -uo pipefail
fpcheck=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir scratch
failed=0
complain() { echo "FAILED: $*"; failed=1; }
# ends SIGNAL WHAT COMMAND... : ended by the signal within two seconds, with code 130
ends() {
  local signal=$1 what=$2 start
  shift 2
  TMPDIR=$work/scratch "$@" >out 2>&1 &
  local pid=$!
  sleep 0.5
  kill -0 $pid 2>/dev/null || complain "$what ended by itself: $(head -3 out)"
  start=$(date +%s%N)
  kill -"$signal" $pid
  wait $pid
  local code=$?
  [ $code = 130 ] || complain "$what ended with $code after $signal"
  [ $((($(date +%s%N) - start) / 1000000)) -lt 2000 ] || complain "$what went on after $signal"
  [ -z "$(ls scratch)" ] || complain "$what left behind: $(ls scratch)"
}
# A compiler that starts others, and would go on for ever; each writes down its number.
cat >nvcc <<END
#!/bin/sh
echo \$\$ >>$work/compilers
sh -c 'echo \$\$ >>$work/compilers; sleep 61' &
sleep 61
END
chmod +x nvcc
echo '__global__ void k(float* x) { x[0] = 1; } // fpcheck: k <<<1, 1>>> x=empty:1' >k.cu
for signal in INT TERM HUP; do
  ends $signal "eval" "$fpcheck" eval 'logdet(x@x.T + eye(700))' x=randn:700x700
  : >compilers
  FPCHECK_NVCC=$work/nvcc FPCHECK_CACHE=off ends $signal "a compilation" "$fpcheck" run k.cu
  [ "$(wc -l <compilers)" = 2 ] || complain "the compiler did not start"
  for p in $(cat compilers); do
    if kill -0 "$p" 2>/dev/null && ! grep -q '^State:.*Z' /proc/"$p"/status; then complain "a compiler is left after $signal"; fi
  done
done
ends INT "grad" "$fpcheck" grad 'logdet(x@x.T + eye(60))' x=randn:60x60
exit $failed
