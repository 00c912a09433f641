#!/usr/bin/env bash
# Detectors side by side on the public attack sets: what of the tables of ragsieve-eval is not
# measured yet, then the report, in build/eval. eval.sh --plan prints the rows and the hours instead;
# --encoder paraphrase retrieves with paraphrase-MiniLM-L3-v2 instead of MiniLM, and adds its rows to
# the same results. Further options go to every run (--datasets, --families, --detectors, ...). Can be
# stopped at any time: lines in build/eval/results.jsonl are not measured again.

# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

use_encoder() { # use_encoder NAME
  case "$1" in
    minilm) scripts/models.sh >&2 ;;
    paraphrase)
      RAGSIEVE__MODELS__DIR="$(scripts/paraphrase_encoder.sh | tail -n 1)"
      export RAGSIEVE__MODELS__DIR RAGSIEVE__MODELS__ENCODER=paraphrase-minilm-l3-v2-f32
      ;;
    *) die "the encoder '$1' is unknown, expected minilm or paraphrase" ;;
  esac
}

main() {
  local command=run encoder=minilm table
  while [[ ${1:-} == --plan || ${1:-} == --encoder ]]; do
    if [[ $1 == --plan ]]; then
      command=plan
    else
      [[ $# -ge 2 ]] || die "--encoder needs a name: minilm or paraphrase"
      encoder="$2"
      shift
    fi
    shift
  done
  local data="${RAGSIEVE_SHARED:-../shared}/data" results=build/eval/results.jsonl
  [[ -d $data ]] || die "$data is absent: set RAGSIEVE_SHARED to the folder that holds data/"
  scripts/build.sh release ragsieve-eval ragsieve >&2
  use_encoder "$encoder"
  for table in audit filter answers; do
    build/release/eval/ragsieve-eval "$command" --table "$table" --data "$data" \
      --results "$results" "$@"
  done
  [[ $command == plan ]] ||
    build/release/eval/ragsieve-eval report --results "$results" >build/eval/report.md
}

main "$@"
