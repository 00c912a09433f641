#!/usr/bin/env bash
# Detectors side by side on the public attack sets: what of both tables of ragsieve-eval is not
# measured yet, then the report, in build/eval. eval.sh --plan prints the rows and the hours instead;
# further options go to every run (--datasets, --families, --detectors, ...). Can be stopped at any
# time: lines in build/eval/results.jsonl are not measured again.

# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

main() {
  local command=run table
  if [[ ${1:-} == --plan ]]; then
    command=plan
    shift
  fi
  local data="${RAGSIEVE_SHARED:-../shared}/data" results=build/eval/results.jsonl
  [[ -d $data ]] || die "$data is absent: set RAGSIEVE_SHARED to the folder that holds data/"
  scripts/build.sh release ragsieve-eval ragsieve >&2
  scripts/models.sh >&2
  for table in audit filter; do
    build/release/eval/ragsieve-eval "$command" --table "$table" --data "$data" \
      --results "$results" "$@"
  done
  [[ $command == plan ]] ||
    build/release/eval/ragsieve-eval report --results "$results" >build/eval/report.md
}

main "$@"
