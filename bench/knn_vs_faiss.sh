#!/usr/bin/env bash
# knn_bench against FAISS's IndexFlatIP on the same vectors: both by turns, five times, then one
# JSON object with the medians, the ratio, and whether the neighbours agree.
#
# Usage: bench/knn_vs_faiss.sh KNN_BENCH [FILE.npy] [K] [THREADS]
# Without FILE 16,000 clustered rows of width 384 are generated (ROWS, DIM and SEED change that).
# FAISS comes with its own OpenBLAS, which does not know every CPU: OPENBLAS_CORETYPE=SkylakeX in
# the environment gives it the fastest code where it falls back to the slowest.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

bench="$(realpath "${1:?the knn_bench program}")"
vectors="${2:-}"
k="${3:-16}"
threads="${4:-2}"
rounds=5
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT

venv="build/bench-venv"
if [[ ! -x $venv/bin/python ]]; then
  python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet faiss-cpu==1.15.1 numpy==2.4.6
fi
if [[ -z $vectors ]]; then
  vectors="$scratch/rows.npy"
  "$bench" --rows "${ROWS:-16000}" --dim "${DIM:-384}" --seed "${SEED:-1}" --save "$vectors"
fi

for ((round = 1; round <= rounds; ++round)); do
  "$bench" "$vectors" --k "$k" --threads "$threads" --runs 1 --neighbours "$scratch/neighbours" \
    >>"$scratch/ours"
  compare=()
  [[ $round -lt $rounds ]] || compare=(--compare "$scratch/neighbours")
  "$venv/bin/python" bench/faiss_peer.py "$vectors" --k "$k" --threads "$threads" \
    "${compare[@]}" >>"$scratch/theirs"
done

python3 - "$scratch/ours" "$scratch/theirs" <<'PYTHON'
import json
import statistics
import sys

ours, theirs = ([json.loads(line) for line in open(path)] for path in sys.argv[1:])
seconds, cpu_seconds = ([statistics.median(run[key] for run in runs) for runs in (ours, theirs)]
                        for key in ("seconds", "cpu_seconds"))
last = theirs[-1]
print(json.dumps({
    "bench": "knn_vs_faiss", "n": last["n"], "dim": last["dim"], "k": last["k"],
    "threads": last["threads"], "faiss": last["version"], "kernel": ours[0]["kernel"],
    "seconds": seconds[0], "faiss_seconds": seconds[1],
    "ratio": round(seconds[1] / seconds[0], 2),
    "cpu_seconds": cpu_seconds[0], "faiss_cpu_seconds": cpu_seconds[1],
    "cpu_ratio": round(cpu_seconds[1] / cpu_seconds[0], 2),
    "seconds_of_runs": [run["seconds"] for run in ours],
    "faiss_seconds_of_runs": [run["seconds"] for run in theirs],
    "peak_resident_bytes": max(run["peak_resident_bytes"] for run in ours),
    "faiss_peak_resident_bytes": max(run["peak_resident_bytes"] for run in theirs),
    "neighbours_in_common": last["neighbours_in_common"],
    "rows_that_differ": last["rows_that_differ"]}))
PYTHON
