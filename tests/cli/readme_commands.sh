#!/usr/bin/env bash
# Runs every command of the ```console blocks of the README and of the pages of fpcheck help in the source tree and compares its exit code and the lines shown
# under it, each of which must occur in the output. Usage: readme_commands.sh SOURCE_DIR DIRECTORY_OF_FPCHECK
set -uo pipefail
cd "$1" || exit 2
PATH="$2:$PATH"
output=$(mktemp)
trap 'rm -f "$output"' EXIT
failures=0 commands=0 inside=no file=README.md

complain() { echo "$file: $*"; failures=$((failures + 1)); }

while IFS= read -r line; do
  case $line in
  '%%% '*) file=${line#%%% } inside=no ;;
  '```console') inside=yes ;;
  '```'*) inside=no ;;
  '$ '*)
    [ $inside = yes ] || continue
    command=${line#\$ }
    expected=${command##*# exit code }
    [ "$expected" != "$command" ] || complain "no exit code is stated for: $command"
    command=${command%%   # exit code*}
    commands=$((commands + 1))
    bash -c "$command" > "$output" 2>&1
    code=$?
    if [ "$code" != "$expected" ]; then complain "exit code $code, not $expected: $command"; cat "$output"; fi ;;
  *)
    if [ $inside = yes ] && ! grep -qF -- "$line" "$output"; then complain "'$line' is not in the output of: $command"; cat "$output"; fi ;;
  esac
done < <(for page in README.md src/pages/*.md; do echo "%%% $page"; cat "$page"; done)
lines=$(wc -l < README.md)
[ "$lines" -le 110 ] || { echo "README.md has $lines lines: at most 110 are read"; failures=$((failures + 1)); }
echo "$commands commands, $failures failures"
[ $commands -gt 0 ] && [ $failures = 0 ]
