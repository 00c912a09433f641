#!/usr/bin/env python3
"""Trains the sentence classifier of the injection signal and writes rules/injection/classifier.txt.

Rows are what `injection_table --windows` prints: for each sentence and each two neighbours the
concepts, rules and hashed n-grams that the C++ side sees, so that nothing is computed twice.

  --sentences FILE   windows of samples/labelled/injection_training.jsonl (--group lang): the widest
                     window of an injection is positive, every window of a benign one negative
  --attacks FILE     windows of texts that hold an attack somewhere (label "1 CATEGORY"): the window
                     that the last round scored highest is positive, the others are left out; texts
                     of label 0 are negative
  --negative FILE    windows of clean documents (label "clean ..." or none; others are left out)

Categories of data/prompt_injection that are set aside for reporting are refused. Needs numpy, scipy
and scikit-learn.

Usage: train_injection.py --sentences FILE [--attacks FILE] [--negative FILE ...] [--out FILE]
       [--alarm LOG_ODDS] [--validate]
"""

import argparse
import hashlib
import json
import pathlib
import re
import sys

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

ROOT = pathlib.Path(__file__).resolve().parent.parent
MODEL = ROOT / "rules" / "injection" / "classifier.txt"
TITLE = "ragsieve injection classifier 1"
BUCKETS = 1 << 16
GRAM_SCALE = 4.0  # how much the n-grams weigh beside the named features before the fit
RIDGE = 0.1
LEVELS = 31
FOLDS = 6
SET_ASIDE = re.compile("tensortrust|indirect|multilingual|injecguard|wildguard|llmail|bipia_instr")
# Requests that are harmless by themselves teach the classifier to distrust every request.
NOT_TAUGHT = {"1 bipia_in_document"}


def read_records(path):
    """Windows by record, in order."""
    records = {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            window = json.loads(line)
            if SET_ASIDE.search(window["group"]) and not window["group"].startswith("clean"):
                sys.exit(f"{path}: holds {window['group']}, which is for reporting only")
            records.setdefault((window["group"], window["id"]), []).append(window)
    return records


def fold_of(name):
    """Sentences that say the same in different languages share a fold."""
    number = re.search(r"-[a-z](\d+)$", name)
    if number:
        return int(number.group(1)) % FOLDS
    return hashlib.sha256(name.encode()).digest()[0] % FOLDS


class Rows:
    def __init__(self):
        self.windows, self.labels, self.weights, self.folds, self.kinds = [], [], [], [], []

    def add(self, windows, label, weight, name, kind):
        for window in windows:
            self.windows.append(window)
            self.labels.append(label)
            self.weights.append(weight)
            self.folds.append(fold_of(name))
            self.kinds.append(kind)


def widest(windows):
    return max(windows, key=lambda w: w["end"] - w["start"])


def sentences(rows, path):
    for (group, name), windows in read_records(path).items():
        positive = group.startswith("injection")
        chosen = [widest(windows)] if positive else windows
        rows.add(chosen, int(positive), 1.0 / len(chosen), name, group)


def negatives(rows, path, weight=0.15):
    for (group, name), windows in read_records(path).items():
        if group.startswith("poison"):
            continue
        rows.add(windows, 0, weight, name, "clean")


def attacks(path):
    """(bags of windows that hold an attack, clean records)"""
    bags, clean = [], []
    for (group, name), windows in read_records(path).items():
        if group in NOT_TAUGHT:
            continue
        (bags if group.startswith("1") else clean).append((group, name, windows))
    return bags, clean


class Columns:
    """Named features first, then the buckets."""

    def __init__(self, windows):
        names = {"rules.score", "rules.alarm", "concepts.4", "concepts.6", "concepts.8"}
        for window in windows:
            names |= {f"concept.{c}" for c in window["concepts"]}
            names |= {f"rule.{r}" for r in window["rules"]}
        self.names = sorted(names)
        self.index = {name: i for i, name in enumerate(self.names)}

    def named(self, window):
        values = {f"concept.{c}": 1.0 for c in window["concepts"]}
        values |= {f"rule.{r}": 1.0 for r in window["rules"]}
        for count in (4, 6, 8):
            if len(window["concepts"]) >= count:
                values[f"concepts.{count}"] = 1.0
        if window["rule_score"] > 0:
            values["rules.score"] = window["rule_score"]
        if window["rule_score"] >= 0.5:
            values["rules.alarm"] = 1.0
        return values

    def matrix(self, windows):
        data, columns, starts = [], [], [0]
        for window in windows:
            if not window["concepts"] and not window["rules"]:  # scored by the bias alone
                starts.append(len(columns))
                continue
            for name, value in self.named(window).items():
                if name in self.index:
                    columns.append(self.index[name])
                    data.append(value)
            grams = window["grams"]
            columns += [len(self.names) + g for g in grams]
            data += [GRAM_SCALE / np.sqrt(max(len(grams), 1))] * len(grams)
            starts.append(len(columns))
        return csr_matrix((data, columns, starts), (len(windows), len(self.names) + BUCKETS))


def fit(x, labels, weights):
    model = LogisticRegression(C=RIDGE, solver="liblinear", max_iter=500, random_state=0)
    return model.fit(x, labels, sample_weight=weights)


def with_best_windows(rows, columns, model, bags):
    """`rows` and of each bag the window that the model scores highest."""
    more = Rows()
    for field in ("windows", "labels", "weights", "folds", "kinds"):
        getattr(more, field).extend(getattr(rows, field))
    for group, name, windows in bags:
        scores = model.decision_function(columns.matrix(windows))
        more.add([windows[int(np.argmax(scores))]], 1, 0.3, name, group)
    return more


def train(rows, bags, columns, keep):
    chosen = [i for i in range(len(rows.windows)) if keep(rows.folds[i])]
    base = Rows()
    for field in ("windows", "labels", "weights", "folds", "kinds"):
        getattr(base, field).extend(getattr(rows, field)[i] for i in chosen)
    bags = [bag for bag in bags if keep(fold_of(bag[1]))]
    model = fit(columns.matrix(base.windows), base.labels, base.weights)
    for _ in range(2 if bags else 0):
        more = with_best_windows(base, columns, model, bags)
        model = fit(columns.matrix(more.windows), more.labels, more.weights)
    return model


def quantised(model, columns, alarm):
    named, grams = model.coef_[0][: len(columns.names)], model.coef_[0][len(columns.names) :]
    unit = np.quantile(np.abs(grams[grams != 0]), 0.999) / LEVELS
    levels = np.clip(np.rint(grams / unit), -LEVELS, LEVELS).astype(int)
    values = {name: round(1e6 * w) for name, w in zip(columns.names, named)}
    values |= {"bias": round(1e6 * model.intercept_[0]), "alarm": round(1e6 * alarm)}
    values["grams"] = round(1e6 * unit * GRAM_SCALE)
    return values, levels


def write(path, values, levels):
    letters = "".join(chr(ord("P") + level) for level in levels)
    lines = [TITLE] + [f"{name} {value}" for name, value in sorted(values.items())]
    lines += ["weights"] + [letters[i : i + 128] for i in range(0, BUCKETS, 128)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def validate(rows, bags, columns):
    scores = np.zeros(len(rows.windows))
    folds, labels = np.array(rows.folds), np.array(rows.labels)
    x = columns.matrix(rows.windows)
    for fold in range(FOLDS):
        model = train(rows, bags, columns, lambda f, fold=fold: f != fold)
        scores[folds == fold] = model.decision_function(x[folds == fold])
    kinds = np.array(rows.kinds)
    rules = np.array([w["rule_score"] for w in rows.windows])
    report(scores, rules, labels, kinds)


def report(scores, rules, labels, kinds):
    groups = {
        "injections": np.char.startswith(kinds, "injection"),
        "look-alikes": np.char.startswith(kinds, "benign"),
        "clean windows": kinds == "clean",
        "notinject windows": kinds == "0 notinject",
    }
    for alarm in np.arange(-0.5, 2.01, 0.25):
        line = [f"alarm {alarm:5.2f}"]
        for name, rows in groups.items():
            if rows.any():
                alone = (scores[rows] >= alarm).mean()
                both = ((scores[rows] >= alarm) | (rules[rows] >= 0.5)).mean()
                line.append(f"{name} {alone:.4f} with rules {both:.4f}")
        print("; ".join(line))
    langs = sorted({k.split()[1] for k in kinds if k.startswith(("injection", "benign"))})
    for alarm in (0.25, 0.75):
        shown = []
        for lang in langs:
            hit = (scores >= alarm) | (rules >= 0.5)
            pair = [hit[kinds == f"{label} {lang}"].mean() for label in ("injection", "benign")]
            shown.append(f"{lang} {pair[0]:.2f}/{pair[1]:.2f}")
        print(f"alarm {alarm}: " + " ".join(shown))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sentences", required=True)
    parser.add_argument("--attacks")
    parser.add_argument("--negative", action="append", default=[])
    parser.add_argument("--out", type=pathlib.Path, default=MODEL)
    parser.add_argument("--alarm", type=float, default=-0.25)
    parser.add_argument("--validate", action="store_true")
    args = parser.parse_args()
    rows, bags = Rows(), []
    sentences(rows, args.sentences)
    for path in args.negative:
        negatives(rows, path)
    if args.attacks:
        bags, clean = attacks(args.attacks)
        for group, name, windows in clean:
            rows.add(windows, 0, 0.3, name, group)
    columns = Columns(rows.windows + [w for bag in bags for w in bag[2]])
    if args.validate:
        validate(rows, bags, columns)
        return
    model = train(rows, bags, columns, lambda fold: True)
    values, levels = quantised(model, columns, args.alarm)
    write(args.out, values, levels)
    print(f"{len(rows.windows)} windows, {len(bags)} attacks, {len(columns.names)} named features")


if __name__ == "__main__":
    main()
