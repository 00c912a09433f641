"""The labelled sets under samples/labelled: the reporting halves are the files that were written
before any rule existed, and every set has the shape that its users rely on."""

import collections
import hashlib
import json
import pathlib
import unittest

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "samples" / "labelled"
WRITTEN_FIRST = {
    "report.jsonl": "574dcc98270dbafdc10d933e6573055ab8bb96a68ca8c990f0a90046d216ada2",
    "pairs_report.jsonl": "9f29541d12262e29b202e2c6840c19b51132df64f6f41edf1533442e9dcd097a",
}


def read(name):
    with open(FOLDER / name, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


class LabelledTest(unittest.TestCase):
    def test_the_reporting_halves_are_as_they_were_written(self):
        for name, digest in WRITTEN_FIRST.items():
            found = hashlib.sha256((FOLDER / name).read_bytes()).hexdigest()
            self.assertEqual(found, digest, name)

    def test_documents(self):
        for name in ("tuning.jsonl", "report.jsonl"):
            records = read(name)
            self.assertEqual(len({r["_id"] for r in records}), len(records), name)
            counts = collections.Counter((r["label"], r["family"]) for r in records)
            labels = collections.Counter(r["label"] for r in records)
            self.assertGreaterEqual(labels["clean"], 50, name)
            self.assertGreaterEqual(labels["poison"], 50, name)
            families = [f for label, f in counts if label == "poison"]
            self.assertGreaterEqual(len(families), 8, name)
            for record in records:
                self.assertEqual(bool(record["supersedes"]), record["family"] == "revision")

    def test_pairs(self):
        for name in ("pairs_tuning.jsonl", "pairs_report.jsonl"):
            records = read(name)
            self.assertGreaterEqual(len(records), 100, name)
            labels = {r["label"] for r in records}
            self.assertEqual(labels, {"conflict", "reworded", "sister", "revision"})

    def test_injection_sentences(self):
        counts = collections.Counter(
            r["lang"] for r in read("injection_sentences.jsonl") if r["label"] == "injection")
        self.assertGreaterEqual(len(counts), 12)
        self.assertGreaterEqual(min(counts.values()), 10)


if __name__ == "__main__":
    unittest.main()
