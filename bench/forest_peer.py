#!/usr/bin/env python3
"""The same isolation forest by scikit-learn on the same vectors, and how far its scores agree with
those that forest_bench wrote. Prints one JSON object; exits 1 when they disagree: the rank
correlation of the mean scores below .99 and below what scikit-learn reaches with itself, or the
distributions of the mean scores told apart (Kolmogorov-Smirnov, p < .001).
Needs scikit-learn, scipy and numpy.

Usage: forest_peer.py FILE.npy SCORES
"""

import json
import sys
import time

import numpy
import sklearn
from scipy import stats
from sklearn.ensemble import IsolationForest


def their_scores(rows, seeds):
    scores, seconds = [], 0.0
    for seed in seeds:
        start = time.perf_counter()
        forest = IsolationForest(n_estimators=200, random_state=seed).fit(rows)
        seconds += time.perf_counter() - start
        scores.append(-forest.score_samples(rows))
    return numpy.array(scores), seconds / len(scores)


def main():
    rows = numpy.load(sys.argv[1]).astype(numpy.float32)
    ours = numpy.fromfile(sys.argv[2], dtype=numpy.float64).reshape(-1, len(rows))
    n_seeds = len(ours)
    theirs, fit_seconds = their_scores(rows, range(n_seeds))
    again, _ = their_scores(rows, range(1000, 1000 + n_seeds))
    correlation = stats.spearmanr(ours.mean(0), theirs.mean(0)).statistic
    with_itself = stats.spearmanr(again.mean(0), theirs.mean(0)).statistic
    distance = stats.ks_2samp(ours.mean(0), theirs.mean(0))
    print(json.dumps({
        "bench": "isolation_forest_peer", "scikit_learn": sklearn.__version__,
        "n": len(rows), "dim": rows.shape[1], "seeds": n_seeds,
        "rank_correlation": round(float(correlation), 5),
        "rank_correlation_with_itself": round(float(with_itself), 5),
        "ks_statistic": round(float(distance.statistic), 5),
        "ks_p": round(float(distance.pvalue), 5),
        "mean": [round(float(x.mean()), 6) for x in (ours, theirs)],
        "deviation_between_seeds": [round(float(x.std(0, ddof=1).mean()), 6)
                                    for x in (ours, theirs)],
        "fit_seconds": round(fit_seconds, 4)}))
    agree = correlation >= min(.99, with_itself - .005) and distance.pvalue >= .001
    return 0 if agree else 1


if __name__ == "__main__":
    sys.exit(main())
