#!/usr/bin/env bash
# A project that fetches fpcheck gets its targets and functions, none of its tests, and builds only what it links to.
# Usage: fetch_content.sh SOURCE_DIR INSTALL_ROOT
set -euo pipefail
source=$1
project=$(mktemp -d)
trap 'rm -rf "$project"' EXIT
cp "$source/tests/install/consumer/headers.cpp" "$source"/examples/01_first_run/two_pass_variance.{cu,ptx} "$project"
cat > "$project/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.25)
project(fetching LANGUAGES CXX)
include(FetchContent)
FetchContent_Declare(fpcheck SOURCE_DIR "$source")
FetchContent_MakeAvailable(fpcheck)
enable_testing()
add_executable(headers headers.cpp)
target_link_libraries(headers PRIVATE fpcheck::fpcheck fpcheck::formats fpcheck::interval)
add_test(NAME headers COMMAND headers)
fpcheck_add_kernel_test(NAME variance SOURCES two_pass_variance.cu)
END
cmake -S "$project" -B "$project/build" -DCMAKE_BUILD_TYPE=Debug > "$project/log" 2>&1 \
  && cmake --build "$project/build" -j2 --target headers >> "$project/log" 2>&1 || { cat "$project/log"; exit 1; }
ctest --test-dir "$project/build" -R '^headers$' --output-on-failure
tests=$(ctest --test-dir "$project/build" -N | grep -c 'Test *#')
[ "$tests" = 2 ] || { echo "$tests tests, not 2"; exit 1; } # its own, and the kernel's
