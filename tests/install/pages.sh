#!/usr/bin/env bash
# Shells and man find what was installed where they look, and complete with it. A shell that a machine lacks is skipped by name.
# Usage: pages.sh PREFIX
set -uo pipefail
prefix=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME=$work XDG_CONFIG_HOME=$work XDG_DATA_HOME=$work XDG_CACHE_HOME=$work PATH=$prefix/bin:$PATH
failures=0
fail() { echo "pages: $*"; failures=$((failures + 1)); }
present() { [ -s "$prefix/share/$1" ] || fail "there is no share/$1"; }
without() { command -v "$1" > /dev/null && return 1; echo "skipped: there is no $1"; }

present bash-completion/completions/fpcheck
completed=$(bash --norc -c '. "$1"; COMP_WORDS=(fpcheck rep) COMP_CWORD=1; "$(complete -p fpcheck | sed "s/.*-F \([^ ]*\).*/\1/")"; echo "${COMPREPLY[*]}"' - "$prefix/share/bash-completion/completions/fpcheck")
[ "$completed" = report ] || fail "bash completes 'fpcheck rep' with '$completed'"

present zsh/vendor-completions/_fpcheck
without zsh || {
  found=$(zsh -f -c 'fpath=("$1" $fpath); autoload -U compinit; compinit -u -D; print -r -- "${_comps[fpcheck]}"' - "$prefix/share/zsh/vendor-completions")
  [ "$found" = _fpcheck ] || fail "zsh completes fpcheck with '$found'"
}

present fish/vendor_completions.d/fpcheck.fish
without fish || {
  found=$(XDG_DATA_DIRS="$prefix/share" fish --no-config -c "set fish_complete_path '$prefix/share/fish/vendor_completions.d'; complete -C 'fpcheck rep'" | cut -f1)
  [ "$found" = report ] || fail "fish completes 'fpcheck rep' with '$found'"
}

present man/man1/fpcheck.1
without mandoc || mandoc -T html "$prefix/share/man/man1/fpcheck.1" | grep -c 'id="EXIT_STATUS"' > /dev/null || fail "mandoc does not show the manual page"
for page in bash-completion/completions/fpcheck fish/vendor_completions.d/fpcheck.fish; do
  if grep -qF "$prefix" "$prefix/share/$page"; then fail "$page holds the path of the machine that built it"; fi
done
echo "$failures failures"
[ $failures = 0 ]
