#!/usr/bin/env bash
# Builds and runs kit_launch where there is a device but none of fpcheck's packages: std::expected of gcc 13 stands in for
# tl::expected. Run from the repository's root.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/tl"
printf '#pragma once\n#include <expected>\nnamespace tl { using std::expected; using std::unexpected; }\n' > "$work/tl/expected.hpp"
g++ -std=c++23 -O1 -I "$work" -I include tests/gpu/kit_launch.cpp src/testing/device.cpp src/tensor/dtype.cpp src/base/diagnostic.cpp src/base/plain_text.cpp -ldl -o "$work/kit_launch"
"$work/kit_launch" examples tests/gpu/kit_launch.bits
