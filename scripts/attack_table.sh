#!/usr/bin/env bash
# AUROC and detection at 5 % clean removal of `audit` and `filter` for every attack family of the
# datasets given (NAME:QUERIES; hotpotqa:100 and msmarco:25 by default), as a Markdown table.
# Resumable: what stands in build/attack_table.jsonl is not measured again. The first run encodes
# both corpora and scores a few thousand texts: about an hour on two cores.

# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

main() {
  local data="${RAGSIEVE_SHARED:-../shared}/data"
  [[ -d $data ]] || die "$data is absent: set RAGSIEVE_SHARED to the folder that holds data/"
  scripts/build.sh release attack_table ragsieve >&2
  scripts/models.sh >&2
  build/release/bench/attack_table/attack_table --data "$data" \
    --results "${RAGSIEVE_RESULTS:-build/attack_table.jsonl}" "$@"
}

main "$@"
