#!/usr/bin/env bash
# From a fresh Debian 12 to a first result: installs packages, builds, fetches and converts the
# models, then audits the sample corpus with its planted poisons and filters its questions.
# Ends with 0 when the demonstration ran; findings are what it is meant to show.

# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

ragsieve="$RAGSIEVE_ROOT/build/release/app/ragsieve"
poisoned=build/samples/poisoned.jsonl

# demonstrate COMMAND...: 0 and 1 (clean, with findings) are both a result.
demonstrate() {
  local status=0
  printf '$ %s\n' "ragsieve $*"
  "$ragsieve" "$@" || status=$?
  [[ $status -le 1 ]] || die "ragsieve $1 ended with $status"
}

main() {
  cd "$RAGSIEVE_ROOT"
  stage "packages, llama.cpp and build"
  scripts/build.sh release
  stage "models"
  scripts/models.sh
  mkdir -p "$(dirname "$poisoned")"
  cat samples/corpus.jsonl samples/poisons.jsonl >"$poisoned"
  stage "audit: the corpus with its planted passages, against the corpus before"
  demonstrate audit "$poisoned" --reference samples/corpus.jsonl
  stage "filter: the sample questions over the same corpus"
  demonstrate filter --corpus "$poisoned" --queries samples/queries.jsonl
  end_stage
}

main
