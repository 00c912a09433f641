#!/usr/bin/env bash
# The totals of the reporting half of samples/labelled, by family, and nothing else: no id and no
# text, so that whoever tunes the gate learns nothing of a single document.

# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

python3 "$RAGSIEVE_ROOT/scripts/gate_table.py" "$RAGSIEVE_ROOT/samples/labelled/report.jsonl" "$@"
