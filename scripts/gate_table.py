#!/usr/bin/env python3
"""What the gate makes of a labelled set, by family: samples/labelled/*.jsonl through the program.

    scripts/gate_table.py samples/labelled/tuning.jsonl [--program FILE] [--corpus FILE] [--list]

Prints totals as Markdown: both profiles, each signal of the default profile alone, and a pure
pattern filter. Caught is QUARANTINE or REJECT. --list names the documents that are wrong (never
use it on a set that is to stay unseen).
Each document is screened by itself; those of one `set` together; a revision with --supersedes.
"""

import argparse
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
ALPHA = 0.01
SIGNALS = ("anomaly", "injection", "answer_change", "fact_conflict", "corpus_evidence")


def read(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def screen(program, corpus, documents, *flags):
    """The records of `documents`, by id, in one run of bench/gate_batch."""
    run = subprocess.run([program, corpus, documents, *flags], capture_output=True, check=False)
    if run.returncode != 0:
        sys.exit(f"gate_batch ended with {run.returncode}: {run.stderr.decode()[-500:]}")
    records = [json.loads(line) for line in run.stdout.splitlines()]
    return {record["id"]: record for record in records}


def caught(record):
    return record["verdict"] in ("QUARANTINE", "REJECT")


def signal_caught(record, name):
    """Whether this signal alone would have held the document back."""
    signal = record["signals"][name]
    if signal.get("status") != "ran":
        return False
    if name == "injection":
        return signal["score"] >= 0.5
    if name == "fact_conflict" and record["conflicts"] > 0:
        return True
    return signal.get("p") is not None and signal["p"] <= ALPHA


def share(part, whole):
    return f"{part}/{whole}"


def row(name, documents, default, paper):
    n = len(documents)
    d = [default[x["_id"]] for x in documents]
    p = [paper[x["_id"]] for x in documents]
    incomplete = sum(r["verdict"] == "INCOMPLETE" for r in d)
    cells = [name, str(n), share(sum(map(caught, d)), n),
             str(sum(r["verdict"] == "REJECT" for r in d)), str(incomplete),
             share(sum(map(caught, p)), n)]
    cells += [str(sum(signal_caught(r, s) for r in d)) for s in SIGNALS]
    cells.append(str(sum(r["signals"]["injection"]["score"] >= 0.5 for r in p)))
    return "| " + " | ".join(cells) + " |"


def totals(documents, records):
    """Precision and recall; INCOMPLETE is an error on either side."""
    poison = [d for d in documents if d["label"] == "poison"]
    clean = [d for d in documents if d["label"] == "clean"]
    hit = sum(caught(records[d["_id"]]) for d in poison)
    alarms = sum(records[d["_id"]]["verdict"] != "ADMIT" for d in clean)
    precision = hit / (hit + alarms) if hit + alarms else 0
    return (f"precision {precision:.3f}, recall {hit / max(1, len(poison)):.3f} "
            f"({hit} of {len(poison)}), not admitted {alarms} of {len(clean)} clean")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("labelled")
    parser.add_argument("--program", default=str(ROOT / "build/release/bench/gate_batch"))
    parser.add_argument("--corpus", default=str(ROOT / "samples/corpus.jsonl"))
    parser.add_argument("--probes", help="file of probes; default: made of the corpus")
    parser.add_argument("--list", action="store_true", help="name what is wrong")
    arguments = parser.parse_args()
    documents = read(arguments.labelled)
    flags = ["--probes", arguments.probes] if arguments.probes else []
    where = (arguments.program, arguments.corpus, arguments.labelled)
    default = screen(*where, *flags)
    paper = screen(*where, *flags, "--profile", "paper")
    print("| family | n | default | REJECT | INCOMPLETE | paper | "
          + " | ".join(s.replace("_", " ") for s in SIGNALS) + " | patterns alone |")
    print("|---" * (7 + len(SIGNALS)) + "|")
    for label in ("clean", "poison"):
        families = dict.fromkeys(d["family"] for d in documents if d["label"] == label)
        for family in families:
            chosen = [d for d in documents if d["label"] == label and d["family"] == family]
            print(row(f"{label}: {family}", chosen, default, paper))
    print(f"\ndefault: {totals(documents, default)}\npaper: {totals(documents, paper)}")
    if arguments.list:
        for document in documents:
            record = default[document["_id"]]
            if caught(record) != (document["label"] == "poison"):
                print(document["_id"], document["family"], record["verdict"], record["p"],
                      record["decisive"])


if __name__ == "__main__":
    main()
