"""Files of vectors that break a rule: the message names the file and what is wrong with it (the
row, where it is one), nothing reaches stdout, and the exit code is 3."""

import gzip
import math

import harness

COUNT = 24
DIM = 8


def with_value(value, row=7, component=3):
    rows = harness.vectors(COUNT, DIM)
    rows[row][component] = value
    return rows


def bad_files():
    """{name: (bytes, parts of the message)}"""
    good = harness.vectors(COUNT, DIM)
    whole = harness.npy(good)
    zero = harness.vectors(COUNT, DIM)
    zero[5] = [0.0] * DIM
    half = with_value(math.inf)
    return {
        "NaN": (harness.npy(with_value(math.nan)), ("row 7", "component 3", "NaN")),
        "infinity": (harness.npy(with_value(-math.inf)), ("row 7", "component 3", "infinite")),
        "infinity in float16": (harness.npy(half, "<f2"), ("row 7", "infinite")),
        "beyond the limit": (harness.npy(with_value(1e19)), ("row 7", "1e18")),
        "zero row": (harness.npy(zero), ("row 5", "zero")),
        "too few rows": (harness.npy(good[:-1]), ("23 rows", "24 records")),
        "too many rows": (harness.npy(good + good[:1]), ("25 rows", "24 records")),
        "cut in the numbers": (whole[:-5], ("truncated", "768", "763")),
        "cut in the header": (whole[:40], ("truncated",)),
        "bytes left over": (whole + b"\0", ("left over",)),
        "Fortran order": (harness.npy(good, fortran=True), ("Fortran", "ascontiguousarray")),
        "float64": (harness.npy(good, "<f8"), ("float64", "astype")),
        "one dimension": (harness.npy(good, shape=(COUNT * DIM,)), ("(192,)", "two dimensions")),
        "no rows": (harness.npy(good, shape=(0, DIM)), ("at least one row",)),
        "gzip": (gzip.compress(whole), ("gunzip",)),
        "another kind of file": (b"PK\x03\x04" + whole, (".npz",)),
        "empty": (b"", ("not a .npy file",)),
        "shape that overflows": (harness.npy(good, shape=(1 << 62, 1 << 62)), ("at most",)),
    }


class BadVectorsTest(harness.Case):

    def setUp(self):
        super().setUp()
        self.corpus = self.write("corpus.jsonl", harness.jsonl(harness.documents(COUNT)))

    def audit(self, name, content, expect=3):
        embeddings = self.write(name, content)
        return self.run_program("audit", self.corpus, "--embeddings", embeddings, "--format",
                                "jsonl", expect=expect)

    def test_good_files_are_taken(self):
        rows = harness.vectors(COUNT, DIM)
        for descr in ("<f4", "<f2"):
            result = self.audit("good.npy", harness.npy(rows, descr), expect=(0, 1))
            self.assertEqual(len(result.of_type("document")), COUNT)

    def test_bad_files_are_refused_by_audit(self):
        for name, (content, parts) in bad_files().items():
            with self.subTest(name):
                result = self.audit("bad.npy", content)
                self.assertEqual(result.out, b"")
                for part in (str(self.path("bad.npy")), *parts):
                    self.assertIn(part, result.err)

    def test_ids_beside_the_vectors_must_match(self):
        ids = [d["_id"] for d in harness.documents(COUNT)]
        rows = harness.npy(harness.vectors(COUNT, DIM))
        for name, wrong, part in (("swapped", ids[1::-1] + ids[2:], 'row 0 is of "d1"'),
                                  ("short", ids[:-1], "23 ids")):
            with self.subTest(name):
                self.write("v.npy.ids", "".join(i + "\n" for i in wrong))
                result = self.audit("v.npy", rows)
                self.assertEqual(result.out, b"")
                self.assertIn("v.npy.ids", result.err)
                self.assertIn(part, result.err)
        self.write("v.npy.ids", "".join(i + "\n" for i in ids))
        self.audit("v.npy", rows, expect=(0, 1))

    def test_a_file_that_is_not_there(self):
        result = self.run_program("audit", self.corpus, "--embeddings", self.path("no.npy"),
                                  expect=2)
        self.assertIn("no.npy", result.err)


@harness.needs_models
class BadVectorsOfFilterTest(harness.Case):

    def filter(self, content):
        corpus = self.write("corpus.jsonl", harness.jsonl(harness.documents(COUNT)))
        queries = self.write("queries.jsonl", '{"_id": "q1", "text": "where is it"}\n')
        return self.run_program("filter", "--corpus", corpus, "--queries", queries,
                                "--embeddings", self.write("bad.npy", content), "--format",
                                "jsonl", expect=3)

    def test_vectors_of_another_width(self):
        result = self.filter(harness.npy(harness.vectors(COUNT, DIM)))
        self.assertEqual(result.out, b"")
        self.assertIn("bad.npy", result.err)
        self.assertIn("8 components", result.err)
        self.assertIn("384", result.err)

    def test_what_audit_refuses_filter_refuses(self):
        files = bad_files()
        for name in ("NaN", "zero row", "too few rows", "Fortran order", "float64",
                     "cut in the numbers"):
            with self.subTest(name):
                content, parts = files[name]
                result = self.filter(content)
                self.assertEqual(result.out, b"")
                for part in ("bad.npy", *parts):
                    self.assertIn(part, result.err)


if __name__ == "__main__":
    harness.unittest.main()
