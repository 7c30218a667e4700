#!/usr/bin/env bash
# A consumer that compiles for C++17 is told so in one #error by whichever header it includes. Usage: older_standard.sh INCLUDE_DIR CXX
set -euo pipefail
include=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
compilers=("$2")
for c in clang++-19 clang++-14; do if command -v $c > /dev/null; then compilers+=($c); fi; done
told=0
for header in formats/basic_float.hpp formats/scale.hpp interval/decorated.hpp interval/text.hpp exact/sum.hpp metric/compare.hpp kernels/softmax_twin.hpp \
              kernels/fingerprint.hpp kernels/probe.hpp kernels/gradient_device.hpp; do
  for c in "${compilers[@]}"; do
    echo "#include <fpcheck/$header>" > "$scratch/one.cpp"
    if "$c" -std=c++17 -fsyntax-only -I "$include" "$scratch/one.cpp" 2> "$scratch/log"; then echo "$c -std=c++17 takes $header"; exit 1; fi
    # The second line says where the compiler stopped: an include that is not there.
    [ "$(grep -cE '(fatal )?error:' "$scratch/log")" -le 2 ] && [ "$(grep -cE 'error: (#error )?"?the headers of fpcheck need C\+\+20' "$scratch/log")" = 1 ] ||
      { cat "$scratch/log"; echo "$c says more than that of $header"; exit 1; }
    told=$((told + 1))
  done
done
echo "$told of $told told"
