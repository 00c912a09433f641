#!/usr/bin/env python3
"""The offline peers by reference implementations on the same vectors: Isolation Forest, kNN distance
and LOF by scikit-learn, CleanBase by networkx, and how far they agree with what baselines_dump wrote.
Prints one JSON object; exits 1 when a rank correlation is below .99 (of the forest: also below what
scikit-learn reaches with itself on other seeds) or CleanBase flags other rows.
Needs scikit-learn, networkx, scipy and numpy.

Usage: baselines_peer.py FILE.npy SCORES [SEEDS]     (SEEDS as given to baselines_dump; default 10)
"""

import json
import sys

import networkx
import numpy
import sklearn
from scipy import stats
from sklearn.ensemble import IsolationForest
from sklearn.neighbors import LocalOutlierFactor, NearestNeighbors

LEAST = .99


def unit_rows(path):
    rows = numpy.load(path).astype(numpy.float64)
    return rows / numpy.linalg.norm(rows, axis=1, keepdims=True)


def forest_scores(rows, seeds):
    rows = rows.astype(numpy.float32)
    scores = [-IsolationForest(random_state=seed).fit(rows).score_samples(rows) for seed in seeds]
    return numpy.mean(scores, axis=0)


def knn_scores(rows):
    # One neighbour more, because a row is its own nearest.
    found = NearestNeighbors(n_neighbors=21, metric="cosine", algorithm="brute").fit(rows)
    return numpy.maximum(found.kneighbors(rows)[0][:, 20], 0)


def lof_scores(rows):
    return -LocalOutlierFactor(n_neighbors=20, metric="cosine",
                               algorithm="brute").fit(rows).negative_outlier_factor_


def clean_base(rows, k=10, deviations=2.5, least=3):
    """Scores and flags of the method with all edges: the statistics of every pair once."""
    similarity = rows @ rows.T
    numpy.fill_diagonal(similarity, -numpy.inf)
    nearest = numpy.argsort(-similarity, axis=1, kind="stable")[:, :k]
    edges = {tuple(sorted((i, int(j)))) for i in range(len(rows)) for j in nearest[i]}
    weights = {edge: float(similarity[edge]) for edge in edges}
    values = numpy.array(list(weights.values()))
    threshold = values.mean() + deviations * values.std()
    graph = networkx.Graph()
    graph.add_edges_from(edge for edge, weight in weights.items() if weight > threshold)
    scores = numpy.zeros(len(rows))
    for clique in networkx.find_cliques(graph):
        if len(clique) < least:
            continue
        mean = numpy.mean([weights[tuple(sorted((a, b)))]
                           for i, a in enumerate(clique) for b in clique[i + 1:]])
        scores[clique] = numpy.maximum(scores[clique], mean)
    return scores


def correlation(ours, theirs):
    if numpy.array_equal(ours, theirs):
        return 1.0
    return float(stats.spearmanr(ours, theirs).statistic)


def compare(rows, ours, n_seeds):
    forest, forest_again = (forest_scores(rows, range(first, first + n_seeds))
                            for first in (0, 1000))
    knn, lof, cliques, flags = ours[n_seeds:n_seeds + 4]
    their_cliques = clean_base(rows)
    with_itself = correlation(forest_again, forest)
    figures = {"isolation_forest": correlation(ours[:n_seeds].mean(0), forest),
               "knn_distance": correlation(knn, knn_scores(rows)),
               "lof": correlation(lof, lof_scores(rows)),
               "clean_base": correlation(cliques, their_cliques)}
    largest = {"knn_distance": float(abs(knn - knn_scores(rows)).max()),
               "lof": float(abs(lof - lof_scores(rows)).max()),
               "clean_base": float(abs(cliques - their_cliques).max())}
    same_flags = bool(numpy.array_equal(flags > 0, their_cliques > 0))
    agree = same_flags and all(
        value >= LEAST for name, value in figures.items() if name != "isolation_forest")
    agree &= figures["isolation_forest"] >= min(LEAST, with_itself - .005)
    return agree, {"rank_correlation": {name: round(value, 5) for name, value in figures.items()},
                   "isolation_forest_with_itself": round(with_itself, 5),
                   "largest_difference": largest, "clean_base_flags_equal": same_flags,
                   "clean_base_flagged": int((flags > 0).sum())}


def main():
    n_seeds = int(sys.argv[3]) if len(sys.argv) > 3 else 10
    rows = unit_rows(sys.argv[1])
    ours = numpy.fromfile(sys.argv[2], dtype=numpy.float64).reshape(-1, len(rows))
    agree, figures = compare(rows, ours, n_seeds)
    print(json.dumps({"bench": "baselines_peer", "scikit_learn": sklearn.__version__,
                      "networkx": networkx.__version__, "n": len(rows), "dim": rows.shape[1],
                      "seeds": n_seeds, **figures}))
    return 0 if agree else 1


if __name__ == "__main__":
    sys.exit(main())
