#!/usr/bin/env bash
# Detectors side by side on the public attack sets: what of the tables of ragsieve-eval is not
# measured yet, then the report and the charts, in build/eval. eval.sh --plan prints the rows and the
# hours instead; --encoder paraphrase retrieves with paraphrase-MiniLM-L3-v2 instead of MiniLM, and
# adds its rows to the same results. Further options go to every run (--datasets, --families,
# --detectors, ...). eval.sh --everything measures all that docs/results shows: both encoders, 1, 3, 5
# and 10 poisons a target, ablations and sensitivity, the attacks that are made here. Can be stopped
# at any time: lines in build/eval/results.jsonl are not measured again.

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

# What every table is made of beside its main rows. Of the answers table nothing more.
further_rows() { # further_rows TABLE: one run a line
  local ours=rsg,audit_default,audit_default_reference
  [[ $1 == audit ]] || ours=rsq,filter_default,filter_default_reference,trust_rag,rag_defender
  local published=poisonedrag_black,poisonedrag_llm,llm_gpt4
  [[ $1 != answers ]] || return 0
  echo "--datasets hotpotqa,msmarco --detectors $ours --families $published --per-target 1,3,5"
  echo "--datasets hotpotqa,msmarco --detectors $ours --families poisonedrag_llm+llm_gpt4"
  echo "--datasets hotpotqa,msmarco --detectors ablations,sensitivity"
}

run_tables() { # run_tables COMMAND EVERYTHING [OPTION...]
  local command="$1" everything="$2" table rows
  local eval=(build/release/eval/ragsieve-eval "$command" --data "$data" --results "$results")
  shift 2
  for table in audit filter answers; do
    "${eval[@]}" --table "$table" "$@"
    [[ $everything == yes ]] || continue
    while read -r rows; do
      # shellcheck disable=SC2086 # options of one run, no names with spaces
      "${eval[@]}" --table "$table" $rows "$@"
    done < <(further_rows "$table")
  done
}

# Attacks of our own, with MiniLM: 25 targets a kind, made once (an hour) and measured.
made_attacks() { # made_attacks COMMAND
  local program=build/release/eval/ragsieve-eval dataset poisons kinds
  local audit=rsg,audit_default,audit_default_reference,clean_base
  local filter=rsq,filter_default,filter_default_reference,trust_rag,rag_defender
  kinds=question_prefix,paraphrase_set,trigger_contiguous,trigger_dispersed,camouflage,cross_lingual
  kinds+=,homoglyph,greedy_prefix,joint,hidden_instruction,fact_flip
  for dataset in hotpotqa msmarco; do
    poisons="build/eval/attacks/$dataset.jsonl"
    if [[ ! -f $poisons ]]; then
      [[ $1 == run ]] || continue
      mkdir -p build/eval/attacks
      "$program" attack --data "$data" --dataset "$dataset" --targets 25 --seed 0 --out "$poisons"
    fi
    "$program" "$1" --data "$data" --results "$results" --datasets "$dataset" --poisons "$poisons" \
      --families "$kinds" --table audit --detectors "$audit"
    "$program" "$1" --data "$data" --results "$results" --datasets "$dataset" --poisons "$poisons" \
      --families "$kinds" --table filter --detectors "$filter"
  done
}

main() {
  local command=run encoders=minilm everything=no encoder
  while [[ ${1:-} == --plan || ${1:-} == --encoder || ${1:-} == --everything ]]; do
    case "$1" in
      --plan) command=plan ;;
      --everything) encoders="minilm paraphrase" everything=yes ;;
      --encoder)
        [[ $# -ge 2 ]] || die "--encoder needs a name: minilm or paraphrase"
        encoders="$2"
        shift
        ;;
    esac
    shift
  done
  local data="${RAGSIEVE_SHARED:-../shared}/data" results=build/eval/results.jsonl
  [[ -d $data ]] || die "$data is absent: set RAGSIEVE_SHARED to the folder that holds data/"
  scripts/build.sh release ragsieve-eval ragsieve >&2
  for encoder in $encoders; do
    use_encoder "$encoder"
    run_tables "$command" "$everything" "$@"
    if [[ $everything == yes && $encoder == minilm ]]; then made_attacks "$command"; fi
  done
  [[ $command == plan ]] ||
    build/release/eval/ragsieve-eval report --results "$results" --svg build/eval/charts \
      >build/eval/report.md
}

main "$@"
