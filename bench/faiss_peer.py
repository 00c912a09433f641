#!/usr/bin/env python3
"""The same search by FAISS: IndexFlatIP over the unit rows of a .npy file, k + 1 neighbours of every
row, self dropped. Prints one JSON object. Needs faiss-cpu and numpy (knn_vs_faiss.sh sets them up).

Usage: faiss_peer.py FILE.npy [--k N] [--threads N] [--compare NEIGHBOURS]
NEIGHBOURS: int32, n x k, as knn_bench --neighbours writes them.
"""

import argparse
import json
import resource
import time

import faiss
import numpy

TIE = 1e-6  # cosines closer than this are the same to float32 code


def unit_rows(path):
    rows = numpy.load(path).astype(numpy.float64)
    rows /= numpy.linalg.norm(rows, axis=1, keepdims=True)
    return numpy.ascontiguousarray(rows, dtype=numpy.float32)


def without_self(found, k):
    """The first k of each row's neighbours that are not the row itself."""
    kept = numpy.empty((len(found), k), dtype=numpy.int64)
    for row, neighbours in enumerate(found):
        kept[row] = neighbours[neighbours != row][:k]
    return kept


def worst_cosine(rows, row, neighbours):
    return float((rows[neighbours].astype(numpy.float64) @ rows[row].astype(numpy.float64)).min())


def agreement(rows, ours, theirs):
    """Share of neighbours in both sets; rows that differ by more than a tie."""
    common, differing = 0, 0
    for row, (a, b) in enumerate(zip(ours, theirs)):
        only_ours, only_theirs = numpy.setdiff1d(a, b), numpy.setdiff1d(b, a)
        common += len(a) - len(only_ours)
        if len(only_ours):
            gap = abs(worst_cosine(rows, row, only_ours) - worst_cosine(rows, row, only_theirs))
            differing += gap > TIE
    return {"neighbours_in_common": common / ours.size, "rows_that_differ": int(differing)}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("path")
    parser.add_argument("--k", type=int, default=16)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--compare")
    arguments = parser.parse_args()

    faiss.omp_set_num_threads(arguments.threads)
    rows = unit_rows(arguments.path)
    index = faiss.IndexFlatIP(rows.shape[1])
    index.add(rows)
    start, cpu_start = time.perf_counter(), time.process_time()
    _, found = index.search(rows, arguments.k + 1)
    seconds, cpu_seconds = time.perf_counter() - start, time.process_time() - cpu_start
    result = {"bench": "faiss", "version": faiss.__version__, "n": rows.shape[0],
              "dim": rows.shape[1], "k": arguments.k, "threads": arguments.threads,
              "seconds": round(seconds, 4), "cpu_seconds": round(cpu_seconds, 4),
              "peak_resident_bytes":
                  resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024}
    if arguments.compare:
        ours = numpy.fromfile(arguments.compare, dtype=numpy.int32)
        ours = ours.reshape(rows.shape[0], arguments.k)
        result.update(agreement(rows, ours, without_self(found, arguments.k)))
    print(json.dumps(result))


if __name__ == "__main__":
    main()
