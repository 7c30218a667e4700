#!/usr/bin/env bash
# CPack makes a Debian package whose program and library work where it is unpacked.
# Usage: debian_package.sh SOURCE_DIR BUILD_DIR INSTALL_ROOT
set -euo pipefail
source=$1 build=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cpack -G DEB --config "$build/CPackConfig.cmake" -B "$scratch" > "$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
package=$(ls "$scratch"/fpcheck_*.deb)
dpkg-deb --field "$package" Package Version Depends
dpkg-deb --field "$package" Depends | grep -q libmpfr6
dpkg-deb -x "$package" "$scratch/root"
for file in bin/fpcheck include/fpcheck/c.h include/fpcheck/formats/basic_float.hpp share/man/man1/fpcheck.1 share/bash-completion/completions/fpcheck \
            share/zsh/vendor-completions/_fpcheck share/fish/vendor_completions.d/fpcheck.fish; do
  [ -e "$scratch/root/usr/$file" ] || { echo "the package has no $file"; exit 1; }
done
find "$scratch/root/usr" -name 'libfpcheck.so.0' -o -name fpcheckConfig.cmake -o -name fpcheck.pc | grep -c . | grep -qx 3
"$scratch/root/usr/bin/fpcheck" run "$source/examples/01_first_run/two_pass_variance.cu" > /dev/null
! grep -rlF "$source" "$scratch/root/usr" --include='*.cmake' --include='*.pc' # no path of the machine that built it
