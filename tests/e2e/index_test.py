"""`index build`: an index, the vectors exported from it and the corpus itself lead to the same
records; an index that is rebuilt stays usable; one that is damaged is refused by name."""

import shutil
import struct

import harness
from harness import SAMPLES

DIM = 384


@harness.needs_models
class IndexTest(harness.Case):

    @classmethod
    def setUpClass(cls):
        cls.documents = (harness.read_jsonl(SAMPLES / "poisons.jsonl") +
                         harness.read_jsonl(SAMPLES / "corpus.jsonl"))[:60]
        maker = harness.Case()
        maker.setUp()
        cls.addClassCleanup(maker.doCleanups)
        corpus = maker.write("corpus.jsonl", harness.jsonl(cls.documents))
        maker.run_program("audit", corpus, expect=(0, 1))
        cls.cache = maker.path("cache.sqlite")  # each test starts with a copy

    def setUp(self):
        super().setUp()
        shutil.copy(self.cache, self.folder)
        self.corpus = self.write("corpus.jsonl", harness.jsonl(self.documents))
        self.index = self.path("index")
        self.export = self.path("vectors.npy")

    def build(self, corpus=None, expect=0):
        return self.run_program("index", "build", corpus or self.corpus, "--out", self.index,
                                "--export", self.export, expect=expect)

    def audit(self, *arguments, expect=(0, 1)):
        return self.run_program("audit", *arguments, "--format", "jsonl", expect=expect)

    def test_index_export_and_corpus_give_the_same_documents(self):
        plain = self.audit(self.corpus).of_type("document")
        built = self.build()
        self.assertIn("indexed 60 documents", built.out.decode())
        self.assertEqual(self.audit(self.index).of_type("document"), plain)
        exported = self.audit(self.corpus, "--embeddings", self.export)
        self.assertEqual(exported.of_type("document"), plain)

    def test_an_index_needs_no_model_for_audit(self):
        self.link_models()
        self.build()
        with_model = self.audit(self.index)
        self.break_models()
        self.use_cache(self.path("empty.sqlite"))
        self.assertEqual(self.audit(self.index).out, with_model.out)

    def test_filter_over_an_index_and_over_its_export(self):
        queries = self.write("queries.jsonl", harness.jsonl(
            harness.read_jsonl(SAMPLES / "queries.jsonl")[:2]))
        self.build()
        common = ("--queries", queries, "--format", "jsonl")
        found = [self.run_program("filter", "--corpus", *corpus, *common, expect=(0, 1))
                 for corpus in ((self.corpus,), (self.index,),
                                (self.corpus, "--embeddings", self.export))]
        for other in found[1:]:
            self.assertEqual(other.of_type("query"), found[0].of_type("query"))

    def test_export_has_a_row_and_an_id_for_each_record(self):
        lines = harness.jsonl(self.documents[:3]) + "{broken\n" + harness.jsonl(
            self.documents[3:5])
        result = self.build(self.write("bad.jsonl", lines), expect=3)
        self.assertIn(f"{self.path('bad.jsonl')}:4: not JSON", result.err)
        data = self.export.read_bytes()
        self.assertTrue(data.startswith(b"\x93NUMPY"))
        self.assertIn(b"'descr': '<f4', 'fortran_order': False, 'shape': (6, 384)", data)
        values = struct.unpack(f"<{6 * DIM}f", data[-6 * DIM * 4:])
        for row in (0, 1, 2, 4, 5):
            length = sum(v * v for v in values[row * DIM:(row + 1) * DIM])
            self.assertAlmostEqual(length, 1, places=4)
        ids = self.path("vectors.npy.ids").read_text().split("\n")
        named = [d["_id"] for d in self.documents[:5]]
        self.assertEqual(ids, [*named[:3], "", *named[3:], ""])
        audited = self.audit(self.path("bad.jsonl"), "--embeddings", self.export, expect=3)
        self.assertEqual({d["id"] for d in audited.of_type("document")}, set(named))

    def test_vectors_of_another_width_are_refused(self):
        queries = self.write("queries.jsonl", '{"_id": "q1", "text": "where is it"}\n')
        self.write("vectors.npy", harness.npy(harness.vectors(60)))
        result = self.run_program("filter", "--corpus", self.corpus, "--queries", queries,
                                  "--embeddings", self.export, expect=3)
        self.assertEqual(result.out, b"")
        self.assertIn(str(self.export), result.err)
        self.assertIn("384", result.err)

    def test_rebuilding_over_an_index(self):
        self.build()
        first = self.audit(self.index).of_type("document")
        self.build()
        self.assertEqual(self.audit(self.index).of_type("document"), first)
        fewer = self.write("fewer.jsonl", harness.jsonl(self.documents[:30]))
        self.build(fewer)
        self.assertEqual(self.audit(self.index).of_type("document"),
                         self.audit(fewer).of_type("document"))

    def test_an_index_follows_its_corpus(self):
        self.build()
        changed = [{**self.documents[0], "text": "rewritten"}, *self.documents[2:],
                   {"_id": "new", "text": "an added document"}]
        self.write("corpus.jsonl", harness.jsonl(changed))
        self.assertEqual(self.audit(self.index).of_type("document"),
                         self.audit(self.corpus).of_type("document"))

    def test_a_damaged_file_is_named_and_nothing_is_scored(self):
        self.build()
        for file in sorted(p for p in self.index.rglob("*") if p.is_file()):
            whole = file.read_bytes()
            flipped = bytearray(whole)
            flipped[len(whole) // 2] ^= 0x40
            for kind, content in (("cut", whole[:len(whole) // 2]), ("flipped", bytes(flipped)),
                                  ("emptied", b"")):
                with self.subTest(f"{file.name} {kind}"):
                    file.write_bytes(content)
                    result = self.run_program("audit", self.index, "--format", "jsonl")
                    file.write_bytes(whole)
                    self.assertEqual(result.exit, 3, result.err)
                    self.assertEqual(result.out, b"")
                    self.assertIn(file.name, result.err)
        self.audit(self.index)

    def test_a_file_of_the_index_that_is_gone(self):
        self.build()
        for file in sorted(p for p in self.index.rglob("*") if p.is_file()):
            if file.name == "manifest.json":
                continue
            with self.subTest(file.name):
                moved = file.rename(self.path("moved"))
                result = self.run_program("audit", self.index, "--format", "jsonl")
                moved.rename(file)
                self.assertIn(result.exit, (2, 3))
                self.assertIn(file.name, result.err)

    def test_a_corpus_that_is_gone_is_named(self):
        self.build()
        self.corpus.rename(self.path("elsewhere.jsonl"))
        result = self.run_program("audit", self.index)
        self.assertIn(result.exit, (2, 3))
        self.assertIn("corpus.jsonl", result.err)

    def test_a_folder_that_holds_something_else_is_not_overwritten(self):
        kept = self.write("index/notes.txt", "mine")
        self.run_program("index", "build", self.corpus, "--out", self.index)
        self.assertEqual(kept.read_text(), "mine")
        out = self.write("a-file", "mine")
        result = self.run_program("index", "build", self.corpus, "--out", out)
        self.assertIn(result.exit, (2, 3))
        self.assertIn(str(out), result.err)
        self.assertEqual(out.read_text(), "mine")


if __name__ == "__main__":
    harness.unittest.main()
