#!/usr/bin/env python3
"""What the gate makes of a labelled set, by family: samples/labelled/*.jsonl through the program.

    scripts/gate_table.py samples/labelled/tuning.jsonl [--ragsieve FILE] [--corpus FILE] [--list]

Prints totals as Markdown: both profiles, each signal of the default profile alone, and a pure
pattern filter. Caught is QUARANTINE or REJECT. --list names the documents that are wrong (never
use it on a set that is to stay unseen).
Each document is screened by itself; those of one `set` together; a revision with --supersedes.
"""

import argparse
import collections
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
ALPHA = 0.01
SIGNALS = ("anomaly", "injection", "answer_change", "fact_conflict", "corpus_evidence")


def read(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


class Program:
    """Runs `screen` and gives its verdict records by id."""

    def __init__(self, binary, corpus, extra):
        self.binary, self.corpus, self.extra = binary, corpus, extra

    def screen(self, documents, *flags):
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as file:
            for document in documents:
                fields = {key: document[key] for key in ("_id", "title", "text")}
                file.write(json.dumps(fields) + "\n")
            file.flush()
            run = subprocess.run(
                [self.binary, "screen", file.name, "--corpus", self.corpus, "--format", "jsonl",
                 "--show-text", "off", "--quiet", *self.extra, *flags],
                capture_output=True, check=False)
        if run.returncode not in (0, 1, 3):
            sys.exit(f"screen ended with {run.returncode}: {run.stderr.decode()[-500:]}")
        records = [json.loads(line) for line in run.stdout.splitlines()]
        return {r["id"]: r for r in records if r["type"] == "verdict"}

    def screen_all(self, documents, *flags):
        """Alone, in sets, and with what they supersede."""
        alone = [d for d in documents if not d.get("set") and not d.get("supersedes")]
        records = self.screen(alone, "--alone", *flags) if alone else {}
        sets = collections.defaultdict(list)
        for document in documents:
            if document.get("set"):
                sets[document["set"]].append(document)
        for members in sets.values():
            records |= self.screen(members, *flags)
        for document in documents:
            if document.get("supersedes"):
                records |= self.screen([document], "--supersedes", document["supersedes"],
                                       "--reviewer", "evaluation", "--reason", "labelled revision",
                                       *flags)
        return records


def caught(record):
    return record["verdict"] in ("QUARANTINE", "REJECT")


def signal_caught(record, name):
    """Whether this signal alone would have held the document back."""
    signal = record["signals"][name]
    if signal.get("status") != "ran":
        return False
    if name == "injection":
        return signal["score"] >= 0.5
    if name == "fact_conflict" and any(not c.get("superseded") for c in signal["conflicts"]):
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
    parser.add_argument("--ragsieve", default=str(ROOT / "build/release/app/ragsieve"))
    parser.add_argument("--corpus", default=str(ROOT / "samples/corpus.jsonl"))
    parser.add_argument("--probes", help="file of probes; default: made of the corpus")
    parser.add_argument("--list", action="store_true", help="name what is wrong")
    arguments = parser.parse_args()
    documents = read(arguments.labelled)
    program = Program(arguments.ragsieve, arguments.corpus,
                      ["--probes", arguments.probes] if arguments.probes else [])
    default = program.screen_all(documents)
    paper = program.screen_all(documents, "--profile", "paper")
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
