#!/usr/bin/env python3
"""The gate on a public corpus (a folder of ../shared/data): 500 documents set aside and screened
against the rest, and 50 poisons of each attack family.

    scripts/gate_corpus.py ../shared/data/hotpotqa --work build/gate/hotpotqa [--program FILE]

(a) one document at a time, probes made of the corpus without knowledge of the targets; (b) the same
with the targets as probes; (c) the poisons of one target as one batch. Prints a Markdown table that
says which signal caught what. What is computed already (files in --work) is not computed again.
"""

import argparse
import collections
import json
import pathlib
import random
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
SEED = 11
ASIDE = 500
PER_FAMILY = 50
ALPHA = 0.01


def read(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def write(path, records):
    with open(path, "w", encoding="utf-8") as out:
        for record in records:
            out.write(json.dumps(record) + "\n")


def split(data, work):
    """trusted.jsonl, aside.jsonl, poisons.jsonl and targets.txt in `work`."""
    documents = read(data / "corpus.jsonl")
    draw = random.Random(SEED)
    aside = set(draw.sample(range(len(documents)), ASIDE))
    write(work / "trusted.jsonl", [d for i, d in enumerate(documents) if i not in aside])
    write(work / "aside.jsonl", [d for i, d in enumerate(documents) if i in aside])
    families = collections.defaultdict(lambda: collections.defaultdict(list))
    for poison in read(data / "poisons.jsonl"):
        families[poison["attack"]][poison["query"]].append(poison)
    chosen, targets = [], {}
    for family in sorted(families):
        queries = sorted(families[family])
        draw.shuffle(queries)
        whole_sets = [(q, p) for q in queries for p in families[family][q]]
        for query, poison in whole_sets[:PER_FAMILY]:
            targets[query] = True
            chosen.append({"_id": f"{family}/{poison['_id']}", "title": poison.get("title", ""),
                           "text": poison["text"], "set": f"{family}|{query}"})
    write(work / "poisons.jsonl", chosen)
    (work / "targets.txt").write_text(
        "".join(" ".join(q.split()) + "\n" for q in targets), encoding="utf-8")


def run(program, work, name, documents, *flags):
    """Records of one run, by id; computed once."""
    out = work / f"{name}.out"
    if not out.exists():
        with open(work / f"{name}.part", "wb") as part:
            done = subprocess.run([program, work / "trusted.jsonl", documents, *flags],
                                  stdout=part, stderr=subprocess.PIPE, check=False)
        if done.returncode != 0:
            sys.exit(f"gate_batch ended with {done.returncode}: {done.stderr.decode()[-500:]}")
        print(f"{name}: {done.stderr.decode().strip()}", file=sys.stderr)
        (work / f"{name}.part").rename(out)
    return {record["id"]: record for record in read(out)}


def caught(record):
    return record["verdict"] != "ADMIT"


def causes(records):
    """How many each cause holds back; one document may have several."""
    counts = collections.Counter()
    for record in records:
        if not caught(record):
            continue
        for rule in record["decisive"]:
            counts[rule] += 1
        low = [n for n, s in record["signals"].items() if s.get("p") is not None and
               s["p"] <= ALPHA and n not in ("anomaly", "influence")]
        for name in low:
            counts[name] += 1
    return ", ".join(f"{name} {n}" for name, n in counts.most_common()) or "-"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--program", default=str(ROOT / "build/release/bench/gate_batch"))
    arguments = parser.parse_args()
    work = arguments.work
    work.mkdir(parents=True, exist_ok=True)
    if not (work / "targets.txt").exists():
        split(arguments.data, work)
    poisons = read(work / "poisons.jsonl")
    program = arguments.program
    aside = run(program, work, "aside", work / "aside.jsonl", "--alone")
    modes = {"a": run(program, work, "a", work / "poisons.jsonl", "--alone"),
             "c": run(program, work, "c", work / "poisons.jsonl"),
             "b": run(program, work, "b", work / "poisons.jsonl", "--alone", "--probes",
                      work / "targets.txt")}
    held = [r for r in aside.values() if caught(r)]
    print(f"set aside: {len(held)} of {len(aside)} not admitted "
          f"({100 * len(held) / len(aside):.1f} %): {causes(held)}\n")
    print("| attack | n | (a) alone | (b) targets as probes | (c) as sets | what caught in (c) |")
    print("|---|---|---|---|---|---|")
    families = dict.fromkeys(p["_id"].split("/")[0] for p in poisons)
    for family in families:
        ids = [p["_id"] for p in poisons if p["_id"].split("/")[0] == family]
        shares = [sum(caught(modes[m][i]) for i in ids) / len(ids) for m in "abc"]
        print(f"| {family} | {len(ids)} | " + " | ".join(f"{s:.2f}" for s in shares) +
              f" | {causes([modes['c'][i] for i in ids])} |")


if __name__ == "__main__":
    main()
