#!/usr/bin/env bash
# What each detector costs on a quiet machine: seconds a scan and milliseconds a query of hotpotqa
# under one attack, models loaded, vectors and neighbour graph ready, the value cache off. Prints the
# tables; lines go to build/eval/costs.jsonl, and what stands there is not measured again.

# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

main() {
  local data="${RAGSIEVE_SHARED:-../shared}/data" results=build/eval/costs.jsonl
  [[ -d $data ]] || die "$data is absent: set RAGSIEVE_SHARED to the folder that holds data/"
  scripts/build.sh release ragsieve-eval >&2
  scripts/models.sh >&2
  local eval=(build/release/eval/ragsieve-eval)
  local rows=(--data "$data" --results "$results" --datasets hotpotqa --families poisonedrag_black)
  export RAGSIEVE__CACHE__ENABLED=false
  "${eval[@]}" run --table audit "${rows[@]}" >&2
  "${eval[@]}" run --table filter "${rows[@]}" --queries 25 --reference 25 --detectors \
    rsq,filter_default,trust_rag,rag_defender,rag_defender_multi_hop,raguard,perplexity >&2
  "${eval[@]}" run --table filter "${rows[@]}" --queries 3 --reference 25 --detectors \
    eco_safe_rag >&2
  "${eval[@]}" report --costs --results "$results"
}

main "$@"
