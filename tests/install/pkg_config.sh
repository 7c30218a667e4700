#!/usr/bin/env bash
# A C program finds the shared library by pkg-config. Usage: pkg_config.sh SOURCE_DIR INSTALL_ROOT LIBDIR
set -euo pipefail
source=$1 root=$2 libdir=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export PKG_CONFIG_PATH="$root/usr/$libdir/pkgconfig" LD_LIBRARY_PATH="$root/usr/$libdir"
[ "$(pkg-config --modversion fpcheck)" = "$("$root/usr/bin/fpcheck" --version | cut -d' ' -f2)" ]
# shellcheck disable=SC2046
cc -std=c99 "$source/tests/c/c_test.c" $(pkg-config --cflags --libs fpcheck) -lm -o "$scratch/c_test"
"$scratch/c_test" "$source/examples/01_first_run"
