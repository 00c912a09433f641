#!/usr/bin/env python3
"""Trains the logistic regression of fact conflict and prints ragsieve/detect/conflict_model.h.

Rows come from `conflict_pairs --features` and `conflict_corpus --features`. Of labelled pairs
`conflict` and `revision` are positive. Of labelled documents (--labelled) the nearest sentences of
the document pairs in bench/conflict_pairs/tuning_conflicts.tsv are positive, all others negative,
revisions left out. Of a corpus (--negative) every row is negative: clean documents that differ
from each other speak of different subjects, or nearly all do. Needs numpy.

Usage: train_conflict.py PAIRS.jsonl [--labelled FILE] [--negative FILE ...] [--header FILE]
"""

import argparse
import json
import pathlib
import re
import sys

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent
FEATURES = ROOT / "ragsieve" / "detect" / "conflict_features.h"
MODEL = ROOT / "ragsieve" / "detect" / "conflict_model.h"
CONFLICTS = ROOT / "bench" / "conflict_pairs" / "tuning_conflicts.tsv"
POSITIVE = {"conflict", "revision"}
ASIDE = "clean, set aside"


def feature_names():
    table = FEATURES.read_text().split("to_array<std::string_view>({")[1].split("});")[0]
    return re.findall(r'"(\w+)"', table)


def read_rows(path):
    with open(path) as lines:
        return [json.loads(line) for line in lines]


def fit(rows, labels, weights, ridge, steps=25):
    """Newton's method; the last column is the bias, which is not shrunk."""
    x = np.hstack([rows, np.ones((len(rows), 1))])
    shrink = np.full(x.shape[1], ridge)
    shrink[-1] = 1e-6
    beta = np.zeros(x.shape[1])
    for _ in range(steps):
        p = 1 / (1 + np.exp(-np.clip(x @ beta, -30, 30)))
        gradient = x.T @ (weights * (p - labels)) + shrink * beta
        curve = (x * (weights * p * (1 - p))[:, None]).T @ x + np.diag(shrink)
        step = np.linalg.solve(curve, gradient)
        beta -= np.clip(step, -2, 2)
        if np.abs(step).max() < 1e-8:
            break
    return beta


def scores(rows, beta):
    return 1 / (1 + np.exp(-(np.hstack([rows, np.ones((len(rows), 1))]) @ beta)))


class Rows:
    """Features, labels and weights of all sources, the labelled pairs first."""

    def __init__(self):
        self.rows = []
        self.labels = []
        self.weights = []
        self.sources = []

    def add(self, source, rows, label, weight):
        for row in rows:
            self.rows.append(row)
            self.labels.append(label(row) if callable(label) else label)
            self.weights.append(weight)
            self.sources.append(source)

    def arrays(self):
        features = np.array([row["features"] for row in self.rows])
        return features, np.array(self.labels, float), np.array(self.weights, float)


def split_labelled(rows):
    """Rows of the labelled documents: (conflicts, others)."""
    lines = CONFLICTS.read_text().splitlines()
    known = {tuple(line.split("\t")) for line in lines if not line.startswith("#")}
    nearest = {}
    others = []
    for row in rows:
        candidate, _, trusted, _ = row["id"].split(" ")
        if (candidate, trusted) in known:
            best = nearest.get((candidate, trusted))
            if best is None or row["features"][0] > best["features"][0]:
                nearest[(candidate, trusted)] = row
        elif row["label"] != "revision":
            others.append(row)
    return list(nearest.values()), others


def report(data, values):
    for source in dict.fromkeys(data.sources):
        chosen = [i for i, name in enumerate(data.sources) if name == source]
        labels = np.array(data.labels)[chosen]
        flagged = values[chosen] >= 0.5
        print(f"{source:28} {int((flagged & (labels == 1)).sum()):5} of "
              f"{int(labels.sum()):5} positives, {int((flagged & (labels == 0)).sum()):5} of "
              f"{int((1 - labels).sum()):6} negatives", file=sys.stderr)


def cross_validated(data, ridge, folds=5):
    """Scores of rows that were held out; folds by position."""
    features, labels, weights = data.arrays()
    values = np.zeros(len(features))
    for fold in range(folds):
        held = np.arange(len(features)) % folds == fold
        beta = fit(features[~held], labels[~held], weights[~held], ridge)
        values[held] = scores(features[held], beta)
    return values


def header(names, beta):
    text = MODEL.read_text()
    start = text.index("inline constexpr double kConflictBias")
    lines = [text[:start], f"inline constexpr double kConflictBias = {beta[-1]:.3f};\n",
             "inline constexpr ConflictFeatures kConflictWeights{\n"]
    width = max(len(f"{weight:.3f}") for weight in beta[:-1]) + 1
    for name, weight in zip(names, beta):
        lines.append("    " + f"{weight:.3f},".ljust(width) + f"  // {name}\n")
    lines.append("};\n\n}  // namespace ragsieve\n")
    return "".join(lines)


def parse_arguments():
    options = argparse.ArgumentParser()
    options.add_argument("pairs")
    options.add_argument("--labelled")
    options.add_argument("--negative", action="append", default=[])
    options.add_argument("--weight", type=float, default=100.0,
                         help="of all negative rows of one corpus together")
    options.add_argument("--ridge", type=float, default=0.5)
    options.add_argument("--header", help="where to write; default: only report")
    return options.parse_args()


def main():
    args = parse_arguments()
    data = Rows()
    data.add("pairs", read_rows(args.pairs), lambda row: row["label"] in POSITIVE, 1.0)
    if args.labelled:
        conflicts, others = split_labelled(read_rows(args.labelled))
        data.add("labelled documents", conflicts, 1, 1.0)
        data.add("labelled documents", others, 0, args.weight / max(1, len(others)))
    for path in args.negative:
        clean = [row for row in read_rows(path) if row["label"] == ASIDE]
        data.add(path, clean, 0, args.weight / max(1, len(clean)))
    features, labels, weights = data.arrays()
    print("held out:", file=sys.stderr)
    report(data, cross_validated(data, args.ridge))
    beta = fit(features, labels, weights, args.ridge)
    print("fitted:", file=sys.stderr)
    report(data, scores(features, beta))
    names = feature_names()
    for name, weight in zip(names + ["bias"], beta):
        print(f"{name:14} {weight:7.2f}", file=sys.stderr)
    if args.header:
        pathlib.Path(args.header).write_text(header(names, beta))


if __name__ == "__main__":
    main()
