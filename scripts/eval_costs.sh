#!/usr/bin/env bash
# What each detector costs on a quiet machine: seconds a scan and milliseconds a query of hotpotqa
# under one attack. Models are loaded and the documents' vectors known before the clock starts, and
# each detector then runs with a cache that holds those vectors and nothing else. Prints the tables;
# lines go to build/eval/costs.jsonl, and what stands there is not measured again.

# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# Everything that is not measured is made once: the vectors of all documents, by the cheapest row.
make_vectors() {
  export RAGSIEVE__CACHE__PATH="$vectors"
  "${eval[@]}" --table audit --results build/eval/costs_vectors.jsonl --detectors knn_distance >&2
}

measure() { # measure TABLE DETECTOR [OPTION...]
  local table="$1" detector="$2"
  shift 2
  cp "$vectors" "$PWD/build/eval/costs_cache.sqlite"
  RAGSIEVE__CACHE__PATH="$PWD/build/eval/costs_cache.sqlite" \
    "${eval[@]}" --table "$table" --results "$results" --detectors "$detector" "$@" >&2
  rm -f build/eval/costs_cache.sqlite*
}

main() {
  local data="${RAGSIEVE_SHARED:-../shared}/data" program=build/release/eval/ragsieve-eval detector
  local results=build/eval/costs.jsonl vectors="$PWD/build/eval/costs_vectors.sqlite"
  [[ -d $data ]] || die "$data is absent: set RAGSIEVE_SHARED to the folder that holds data/"
  scripts/build.sh release ragsieve-eval >&2
  scripts/models.sh >&2
  mkdir -p build/eval
  local eval=("$program" run --data "$data" --datasets hotpotqa --families poisonedrag_black)
  make_vectors
  for detector in rsg audit_default audit_default_reference clean_base ahd isolation_forest \
    knn_distance lof; do
    measure audit "$detector"
  done
  for detector in rsq filter_default filter_default_reference trust_rag rag_defender \
    rag_defender_multi_hop raguard perplexity eco_safe_rag; do
    measure filter "$detector" --queries 25 --reference 25
  done
  "$program" report --costs --results "$results"
}

main "$@"
