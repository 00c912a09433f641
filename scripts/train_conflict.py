#!/usr/bin/env python3
"""Trains the model of fact conflict and writes ragsieve/detect/conflict_{weights,trees,examples}.inc.

The score is the mean of two logits, of a logistic regression and of boosted trees: alone the first
is the better one of near copies, the second of facts in other words.

Rows come from `conflict_pairs --features` (PAIRS) and `conflict_corpus --features`. Of labelled
pairs `conflict` and `revision` are positive. Of labelled documents (--labelled) the pair of
sentences that the model itself finds worst, of a document and a trusted one that it contradicts
(bench/conflict_pairs/tuning_conflicts.tsv, `conflicts` in training_documents.jsonl), is positive;
pairs of all other documents are negative, revisions left out. Of a corpus (--negative) every row
is negative: clean documents that differ speak of different subjects, or nearly all do.
The same rows give the same trees. Needs numpy and scikit-learn.

Usage: train_conflict.py PAIRS ... [--labelled FILE ...] [--negative FILE ...] [--write]
"""

import argparse
import hashlib
import json
import pathlib
import re
import sys

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression

ROOT = pathlib.Path(__file__).resolve().parents[1]
FEATURES = ROOT / "ragsieve" / "detect" / "conflict_features.h"
WEIGHTS = ROOT / "ragsieve" / "detect" / "conflict_weights.inc"
TREES = ROOT / "ragsieve" / "detect" / "conflict_trees.inc"
EXAMPLES = ROOT / "ragsieve" / "detect" / "conflict_examples.inc"
WRITTEN = "// Written by scripts/train_conflict.py."
BENCH = ROOT / "bench" / "conflict_pairs"
POSITIVE = {"conflict", "revision"}
PAIR_WEIGHT = 2.0
CORPUS_WEIGHT = 400.0  # of all rows of one corpus together
ROUNDS = 4             # of choosing the worst pair of a document
FOLDS = 5
N_EXAMPLES = 8


def feature_names():
    table = FEATURES.read_text().split("to_array<std::string_view>({")[1].split("});")[0]
    return re.findall(r'"(\w+)"', table)


def read_rows(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def known_conflicts():
    """(document, trusted document) of every labelled contradiction."""
    lines = (BENCH / "tuning_conflicts.tsv").read_text().splitlines()
    known = {tuple(line.split("\t")) for line in lines if not line.startswith("#")}
    for document in read_rows(BENCH / "training_documents.jsonl"):
        known.update((document["_id"], trusted) for trusted in document["conflicts"])
    return known


def matrix(rows):
    return np.array([row["features"] for row in rows], dtype=float)


def candidate_of(row):
    return row["id"].split(" ")[0]


def fold_of(key):
    return int(hashlib.sha256(key.encode()).hexdigest(), 16) % FOLDS


class Data:
    """Rows with label and weight; bags of rows one of which is the conflict; a fold for each."""

    def __init__(self):
        self.rows, self.labels, self.weights, self.folds, self.sources = [], [], [], [], []
        self.bags, self.bag_folds, self.bag_sources = [], [], []

    def add(self, source, rows, label, weight, fold):
        for i, row in enumerate(rows):
            self.rows.append(row["features"])
            self.labels.append(label(row))
            self.weights.append(weight)
            self.folds.append(fold(i, row))
            self.sources.append((source, candidate_of(row)))

    def add_documents(self, source, rows, known):
        """The contradictions of one trusted document stay in one fold."""
        group = {}
        for candidate, trusted in sorted(known):
            group.setdefault(candidate, trusted)
        bags = {}
        others = []
        for row in rows:
            candidate, _, trusted, _ = row["id"].split(" ")
            if (candidate, trusted) in known:
                bags.setdefault((candidate, trusted), []).append(row)
            elif row["label"] != "revision":
                others.append(row)
        def fold(_, row):
            return fold_of(group.get(candidate_of(row), candidate_of(row)))

        self.add(source, others, lambda row: 0, 1.0, fold)
        for bag in bags.values():
            self.bags.append(matrix(bag))
            self.bag_folds.append(fold(0, bag[0]))
            self.bag_sources.append(source)


class Model:
    """Both halves; what ships is their mean logit."""

    def __init__(self, rows, labels, weights):
        self.line = LogisticRegression(C=5.0, max_iter=1000).fit(rows, labels,
                                                                 sample_weight=weights)
        self.trees = HistGradientBoostingClassifier(
            max_iter=150, learning_rate=0.06, max_leaf_nodes=8, min_samples_leaf=20,
            l2_regularization=2.0, early_stopping=False, random_state=0)
        self.trees.fit(rows, labels, sample_weight=weights)

    def scores(self, rows):
        logits = (self.line.decision_function(rows) + self.trees.decision_function(rows)) / 2
        return 1 / (1 + np.exp(-logits))


def train(data, names, without=None):
    """The model of all rows but those of fold `without`."""
    kept = [i for i, fold in enumerate(data.folds) if fold != without]
    rows = np.array(data.rows)[kept]
    labels = np.array(data.labels, float)[kept]
    weights = np.array(data.weights)[kept]
    bags = [bag for bag, fold in zip(data.bags, data.bag_folds) if fold != without]
    cosine, window = names.index("cosine"), names.index("window_back")
    chosen = [bag[int(np.argmax(bag[:, cosine] + bag[:, window]))] for bag in bags]
    model = None
    for _ in range(ROUNDS if bags else 1):
        extra = np.array(chosen).reshape(-1, rows.shape[1])
        model = Model(np.vstack([rows, extra]), np.r_[labels, np.ones(len(chosen))],
                      np.r_[weights, np.ones(len(chosen))])
        chosen = [bag[int(np.argmax(model.scores(bag)))] for bag in bags]
    return model


def held_out(data, names):
    """Scores of rows and of bags (their worst pair) that the model has not seen."""
    rows = np.array(data.rows)
    row_scores = np.zeros(len(rows))
    bag_scores = np.zeros(len(data.bags))
    for fold in range(FOLDS):
        model = train(data, names, without=fold)
        chosen = [i for i, of in enumerate(data.folds) if of == fold]
        row_scores[chosen] = model.scores(rows[chosen])
        for i, bag in enumerate(data.bags):
            if data.bag_folds[i] == fold:
                bag_scores[i] = model.scores(bag).max()
    return row_scores, bag_scores


def report(data, row_scores, bag_scores, thresholds=(0.2, 0.35, 0.5, 0.65, 0.8)):
    print("held out, at scores of " + ", ".join(map(str, thresholds)), file=sys.stderr)
    worst = {}
    for (source, candidate), label, score in zip(data.sources, data.labels, row_scores):
        key = (source, "conflicts" if label else "others", candidate)
        worst[key] = max(worst.get(key, 0), score)
    groups = {}
    for (source, kind, _), score in worst.items():
        groups.setdefault((source, kind), []).append(score)
    for source, score in zip(data.bag_sources, bag_scores):
        groups.setdefault((source, "contradicting documents"), []).append(score)
    for (source, kind), values in sorted(groups.items()):
        counts = " ".join(f"{sum(v >= t for v in values):5}" for t in thresholds)
        print(f"{pathlib.Path(source).name:20} {kind:24} {counts} of {len(values)}",
              file=sys.stderr)


def tree_text(nodes):
    """Nodes in depth-first order: the left child is the next one; a leaf has feature -1."""
    order = []

    def visit(i):  # depth is bounded by the number of leaves
        at = len(order)
        order.append(None)
        node = nodes[i]
        if node["is_leaf"]:
            order[at] = (-1, 0, node["value"])
            return
        visit(node["left"])
        right = len(order)
        visit(node["right"])
        order[at] = (int(node["feature_idx"]), right - at, node["num_threshold"])

    visit(0)
    return " ".join(f"{{{f}, {right}, {value:.6g}}}," for f, right, value in order)


def weights_text(model, names):
    lines = [WRITTEN, "// The bias, then the weight of each feature in order.",
             f"{model.line.intercept_[0]:.6g},"]
    lines += [f"{weight:.6g},  // {name}" for name, weight in zip(names, model.line.coef_[0])]
    return "\n".join(lines) + "\n"


def trees_text(model):
    # The private attributes are the only way to the trees; the examples check what was read.
    trees = model.trees
    base = float(trees._baseline_prediction.ravel()[0])  # pylint: disable=protected-access
    lines = [WRITTEN, "// One tree a line, nodes in depth-first order: {feature, step to the right "
             "child,", "// threshold}, or {-1, 0, addend} of a leaf. The first is the bias.",
             f"{{-1, 0, {base:.6g}}},"]
    for stage in trees._predictors:  # pylint: disable=protected-access
        lines.append(tree_text(stage[0].nodes))
    return "\n".join(lines) + "\n"


def examples_text(model, examples):
    lines = [WRITTEN, "// Feature vectors and what scikit-learn makes of them."]
    for row, score in zip(examples, model.scores(examples)):
        lines.append("{{" + ", ".join(f"{v:.9g}" for v in row) + f"}}, {score:.9g}}},")
    return "\n".join(lines) + "\n"


def parse_arguments():
    options = argparse.ArgumentParser()
    options.add_argument("pairs", nargs="+")
    options.add_argument("--labelled", action="append", default=[])
    options.add_argument("--negative", action="append", default=[])
    options.add_argument("--write", action="store_true", help="write the trees, not only report")
    return options.parse_args()


def main():
    args = parse_arguments()
    names = feature_names()
    data = Data()
    for path in args.pairs:
        data.add(path, read_rows(path), lambda row: int(row["label"] in POSITIVE), PAIR_WEIGHT,
                 lambda i, row: i % FOLDS)
    known = known_conflicts()
    for path in args.labelled:
        data.add_documents(path, read_rows(path), known)
    for path in args.negative:
        rows = read_rows(path)
        data.add(path, rows, lambda row: 0, CORPUS_WEIGHT / max(1, len(rows)),
                 lambda i, row: fold_of(candidate_of(row)))
    report(data, *held_out(data, names))
    if args.write:
        model = train(data, names)
        WEIGHTS.write_text(weights_text(model, names))
        TREES.write_text(trees_text(model))
        every = max(1, len(data.rows) // N_EXAMPLES)
        EXAMPLES.write_text(examples_text(model, np.array(data.rows)[::every][:N_EXAMPLES]))


if __name__ == "__main__":
    main()
