#!/usr/bin/env bash
# Builds a project outside the tree against an installed fpcheck: with a good kernel all its tests pass, with a broken one
# just those of the kernel fail, for the right reason. Usage: consumer.sh SOURCE_DIR INSTALL_ROOT good|broken
set -euo pipefail
source=$1 root=$2 which=$3
project=$(mktemp -d)
trap 'rm -rf "$project"' EXIT
cp "$source"/tests/install/consumer/* "$project"
kernel=two_pass_variance
[ "$which" = good ] || kernel=naive_variance
cp "$source/examples/01_first_run/$kernel".{cu,ptx} "$project"
cmake -S "$project" -B "$project/build" -DCMAKE_PREFIX_PATH="$root/usr" -DKERNEL=$kernel -DCMAKE_BUILD_TYPE=Debug > "$project/log" 2>&1 \
  && cmake --build "$project/build" -j2 >> "$project/log" 2>&1 || { cat "$project/log"; exit 1; }
code=0
RC_PARAMS="seed=1" ctest --test-dir "$project/build" --output-on-failure > "$project/log" 2>&1 || code=$?
says() { grep -qF -- "$1" "$project/log" || { cat "$project/log"; echo "the log lacks: $1"; exit 1; }; }
if [ "$which" = good ]; then
  [ $code = 0 ] || { cat "$project/log"; exit 1; }
  says "100% tests passed"
  says "variance/two_pass_variance.cu:3: two_pass_variance <<<ROWS, 256>>>"
else
  [ $code != 0 ] || { echo "the broken kernel passes"; exit 1; }
  says "[cancellation]"                      # the finding
  says "variance[blockIdx.x] = squares[0]"   # its line
  says "[mismatch]"                          # the reference
  says "Falsifiable after"                   # the property
  says "RC_PARAMS=\"reproduce="              # how to replay it
  failed=$(sed -n '/The following tests FAILED/,$p' "$project/log" | grep -c ' - ')
  [ "$failed" = 2 ] || { cat "$project/log"; echo "$failed tests failed, not 2"; exit 1; } # not the one of the headers
fi
