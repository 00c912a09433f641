#!/usr/bin/env bash
# Checks every shell script of the tree: it must parse, run as it stands (executable, unless it is
# only sourced), and please shellcheck where that is installed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scripts=(scripts/*.sh .ci/run)
for script in "${scripts[@]}"; do
  bash -n "$script"
  if head -n 1 "$script" | grep -q '^#!' && [[ ! -x $script ]]; then
    printf '%s is not executable\n' "$script" >&2
    exit 1
  fi
done
if command -v shellcheck >/dev/null; then
  shellcheck -x "${scripts[@]}"
fi
printf 'shell: %d scripts hold\n' "${#scripts[@]}"
