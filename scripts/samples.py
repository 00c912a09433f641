#!/usr/bin/env python3
"""Cut samples/docs into samples/corpus.jsonl (BEIR form) and check the sample set.

Usage: samples.py           write samples/corpus.jsonl, then check everything
       samples.py --check   write nothing; fail if the file differs or a check fails
"""
import argparse
import csv
import json
import sys
import unicodedata
from pathlib import Path

SAMPLES = Path(__file__).resolve().parent.parent / "samples"
CORPUS = SAMPLES / "corpus.jsonl"
MIN_PASSAGES = 600
MAX_MIXED_SHARE = 0.01


def read_document(path):
    """Return the title and the paragraphs of one Markdown document."""
    blocks = path.read_text(encoding="utf-8").split("\n\n")
    blocks = [" ".join(b.split()) for b in blocks if b.strip()]
    if not blocks or not blocks[0].startswith("# "):
        sys.exit(f"samples: {path.name}: no '# Title' in the first line")
    return blocks[0][2:], blocks[1:]


def build_passages(docs):
    """Cut all documents below docs into passages, in the order of their paths."""
    passages = []
    named = {p.relative_to(docs).with_suffix("").as_posix(): p for p in docs.rglob("*.md")}
    for name in sorted(named):
        title, paragraphs = read_document(named[name])
        for number, text in enumerate(paragraphs, 1):
            passages.append({"_id": f"{name}#{number}", "title": title, "text": text})
    return passages


def to_jsonl(records):
    """Serialise records as JSON lines, one object a line."""
    return "".join(json.dumps(r, ensure_ascii=False) + "\n" for r in records)


def read_jsonl(path):
    """Read a file of JSON lines."""
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def read_qrels(path):
    """Return {query id: [corpus ids]} from a BEIR qrels file."""
    qrels = {}
    with path.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            qrels.setdefault(row["query-id"], []).append(row["corpus-id"])
    return qrels


def script_of(char):
    """Name the script of a letter, by the first word of its Unicode name."""
    return unicodedata.name(char, "UNKNOWN").split(" ")[0]


def is_mixed(text):
    """Tell whether two neighbouring letters of a word differ in script."""
    pairs = zip(text, text[1:])
    return any(a.isalpha() and b.isalpha() and script_of(a) != script_of(b) for a, b in pairs)


def check_ids(records):
    """Report ids that occur more than once."""
    seen = set()
    for record in records:
        if record["_id"] in seen:
            yield f"id occurs twice: {record['_id']}"
        seen.add(record["_id"])


def check_corpus(passages):
    """Report a corpus that is too small or holds mixed-script words."""
    if len(passages) < MIN_PASSAGES:
        yield f"only {len(passages)} passages, {MIN_PASSAGES} wanted"
    yield from (f"{p['_id']}: mixed script" for p in passages if is_mixed(p["text"]))


def check_queries(queries, qrels, passages):
    """Report queries without exactly one passage that holds their answers."""
    texts = {p["_id"]: p["text"] for p in passages}
    for query in queries:
        targets = qrels.get(query["_id"], [])
        if len(targets) != 1 or targets[0] not in texts:
            yield f"{query['_id']}: needs exactly one existing passage, has {targets}"
            continue
        for answer in query["answers"]:
            if answer not in texts[targets[0]]:
                yield f"{query['_id']}: '{answer}' is not in {targets[0]}"


def check_poisons(poisons, queries, passages):
    """Report poisons that miss their query or repeat something the corpus says."""
    known = {q["_id"]: q for q in queries}
    clean = "\n".join(p["text"] for p in passages)
    for poison in poisons:
        query = known.get(poison["query_id"])
        if query is None or poison["query"] != query["text"]:
            yield f"{poison['_id']}: query does not match {poison['query_id']}"
        elif poison["correct_answer"] not in query["answers"]:
            yield f"{poison['_id']}: correct answer differs from the query's"
        if poison["target_answer"] not in poison["text"]:
            yield f"{poison['_id']}: false answer is not in its text"
        if poison["target_answer"] in clean:
            yield f"{poison['_id']}: false answer occurs in the clean corpus"
        if is_mixed(poison["text"]) != (poison["attack"] == "mixed_script"):
            yield f"{poison['_id']}: script mixture does not match the attack"
    mixed = sum(is_mixed(p["text"]) for p in poisons)
    if mixed > MAX_MIXED_SHARE * len(passages):
        yield f"{mixed} mixed-script poisons exceed {MAX_MIXED_SHARE:.0%} of the corpus"


def check_all(passages):
    """Collect the complaints of every check."""
    queries, poisons = (read_jsonl(SAMPLES / f"{n}.jsonl") for n in ("queries", "poisons"))
    qrels = read_qrels(SAMPLES / "qrels.tsv")
    return [*check_ids(passages + poisons), *check_ids(queries), *check_corpus(passages),
            *check_queries(queries, qrels, passages),
            *check_poisons(poisons, queries, passages)]


def main():
    """Write or compare the corpus, then run the checks."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare only, write nothing")
    check = parser.parse_args().check
    passages = build_passages(SAMPLES / "docs")
    wanted = to_jsonl(passages).encode("utf-8")
    complaints = check_all(passages)
    if not check:
        CORPUS.write_bytes(wanted)
    elif not CORPUS.is_file() or CORPUS.read_bytes() != wanted:
        complaints.append("samples/corpus.jsonl is out of date")
    for complaint in complaints:
        print(f"samples: {complaint}", file=sys.stderr)
    print(f"samples: {len(passages)} passages, {len(complaints)} complaints")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
