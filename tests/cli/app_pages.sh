#!/usr/bin/env bash
# Completion scripts and the manual page: shells must parse them, bash's must complete, mandoc must find nothing to warn about. What a machine
# lacks is skipped by name. Usage: app_pages.sh PATH_OF_FPCHECK
set -uo pipefail
fpcheck=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
fail() { echo "app_pages: $*"; failures=$((failures + 1)); }

for shell in bash zsh fish; do
  "$fpcheck" --completion "$shell" > "$work/$shell" || fail "--completion $shell ends with $?"
  [ -s "$work/$shell" ] || fail "--completion $shell prints nothing"
  command -v "$shell" > /dev/null || { echo "skipped: there is no $shell to parse its completion"; continue; }
  "$shell" -n "$work/$shell" || fail "$shell does not parse its completion"
done
if "$fpcheck" --completion tcsh > "$work/out" 2>&1; then fail "there is a completion for tcsh"; fi

. "$work/bash"
complete_words() { COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _fpcheck; }
expect() { # WORD, then the command line
  local word=$1; shift
  complete_words "$@"
  case " ${COMPREPLY[*]} " in *" $word "*) ;; *) fail "'$*' is not completed with '$word' but with: ${COMPREPLY[*]}" ;; esac
}
expect run fpcheck r
expect report fpcheck rep
expect --version fpcheck --v
expect --instantiate fpcheck run --ins
expect html fpcheck run k.cu --format h
expect perturbed fpcheck run k.cu --shadow per
expect cancellation fpcheck explain canc
for command in eval grad diff sweep tune hash; do
  complete_words fpcheck $command --format h
  [ "${#COMPREPLY[@]}" = 0 ] || fail "$command --format knows ${COMPREPLY[*]}"
done
# Every option in a command's help is completed.
for command in run test report diff eval grad sweep tune hash format isa explain init; do
  for option in $("$fpcheck" "$command" --help | grep -oE '^  (-[a-z],)?--[a-z-]+' | grep -oE -- '--[a-z-]+'); do
    expect "$option" fpcheck "$command" "$option"
  done
done

"$fpcheck" --man > "$work/fpcheck.1" || fail "--man ends with $?"
for section in NAME SYNOPSIS 'EXIT STATUS'; do grep -q "^\.SH $section" "$work/fpcheck.1" || fail "the manual has no section $section"; done
if command -v mandoc > /dev/null; then
  mandoc -T lint -W warning "$work/fpcheck.1" || fail "mandoc warns"
elif command -v man > /dev/null; then
  man --warnings -E UTF-8 -l "$work/fpcheck.1" 2> "$work/warnings" > /dev/null; [ ! -s "$work/warnings" ] || { cat "$work/warnings"; fail "man warns"; }
else
  echo "skipped: there is neither mandoc nor man to check the manual page"
fi
echo "$failures failures"
[ $failures = 0 ]
