"""`probes`: sets made from a log and from a corpus, read back by the other subcommands; what lint
and coverage say of them, and with which exit code."""

import gzip

import harness
from harness import SAMPLES

LOG = """How long is the warranty on sensors?
how long is the warranty on sensors
Where is the head office, my mail is ida@example.org
HOW LONG is the warranty on sensors?
"""


class WithoutModelsTest(harness.Case):

    def setUp(self):
        super().setUp()
        self.environment["RAGSIEVE__MODELS__DIR"] = str(self.path("none"))

    def test_a_corpus_gives_a_file_that_lists(self):
        out = self.path("probes.jsonl")
        made = self.run_program("probes", "synth", "--corpus", SAMPLES / "docs", "--out", out,
                                "--max", 40, expect=0)
        self.assertEqual(made.out.decode(), f"wrote 40 probes into {out}\n")
        listed = self.run_program("probes", "list", out, "--format", "jsonl", expect=0)
        probes = listed.of_type("probe")
        self.assertEqual(len(probes), 40)
        self.assertEqual(len({p["id"] for p in probes}), 40)
        for probe in probes:
            self.assertRegex(probe["id"], "^syn-[0-9a-f]{12}$")
            self.assertTrue(probe["question"].endswith("?"))

    def test_the_same_corpus_gives_the_same_bytes(self):
        runs = [self.run_program("probes", "synth", "--corpus", SAMPLES / "corpus.jsonl", "--threads",
                                 threads, "--format", "jsonl", expect=0).out for threads in (1, 2)]
        self.assertEqual(runs[0], runs[1])

    def test_facts_stand_in_the_documents(self):
        corpus = self.write("c.jsonl", harness.jsonl(
            [{"_id": "a", "title": "Warranty", "text": "It lasts five years from delivery."}]))
        made = self.run_program("probes", "synth", "--corpus", corpus, "--format", "jsonl",
                                expect=0).of_type("probe")
        self.assertEqual(made[0]["question"], "Warranty: It lasts how many years from delivery?")
        self.assertEqual(made[0]["expected_fact"], "five years")

    def test_every_output_of_synth_is_a_probe_file(self):
        for form, name in (("text", "p.txt"), ("jsonl", "p.jsonl")):
            made = self.run_program("probes", "synth", "--corpus", SAMPLES / "docs", "--max", 5,
                                    "--format", form, expect=0)
            listed = self.run_program("probes", "list", self.write(name, made.out),
                                      "--format", "jsonl", expect=0)
            self.assertEqual(len(listed.of_type("probe")), 5)

    def test_queries_of_the_samples_are_probes(self):
        listed = self.run_program("probes", "list", SAMPLES / "queries.jsonl", "--format", "jsonl",
                                  expect=0).of_type("probe")
        self.assertEqual(listed[0]["expected_fact"], "six days")

    def test_a_bad_line_is_named_in_every_format(self):
        bad = self.write("p.jsonl", '{"id": "a", "question": "Who is it?"}\n{"id": "b"}\n')
        for form in ("text", "json", "jsonl"):
            listed = self.run_program("probes", "list", bad, "--format", form, expect=3)
            self.assertIn(b"question", listed.out)
            self.assertIn(b"is missing", listed.out)

    def test_wrong_use(self):
        log = self.write("q.log", LOG)
        for arguments in (("synth",), ("synth", log, "--corpus", SAMPLES / "docs"), ("list",),
                          ("coverage", log), ("synth", "--corpus", SAMPLES / "docs", "--max", 0),
                          ("list", log, "--format", "sarif"), ()):
            result = self.run_program("probes", *arguments, expect=2)
            self.assertEqual(result.out, b"")
        self.run_program("probes", "list", self.path("none.jsonl"), expect=2)

    def test_lint_without_a_model_finds_what_it_can(self):
        probes = self.write("p.txt", "How long is it?\nhow long is it\n")
        result = self.run_program("probes", "lint", probes, "--format", "jsonl", expect=3)
        self.assertEqual([f["kind"] for f in result.of_type("finding")], ["duplicate"])
        self.assertEqual(result.summary()["unscored"], ["near_duplicates"])

    def test_a_log_needs_the_model(self):
        result = self.run_program("probes", "synth", self.write("q.log", LOG), expect=2)
        self.assertEqual(result.out, b"")


@harness.needs_models
class WithModelsTest(harness.Case):

    def test_a_log_becomes_weighted_probes_without_personal_data(self):
        for name, content in (("q.log", LOG.encode()), ("q.log.gz", gzip.compress(LOG.encode()))):
            made = self.run_program("probes", "synth", self.write(name, content), "--format",
                                    "jsonl", expect=0)
            self.assertNotIn(b"ida@", made.out)
            probes = made.of_type("probe")
            self.assertEqual([p["weight"] for p in probes], [3, 1])
            self.assertIn("[email]", probes[1]["question"])

    def test_questions_in_other_words_are_one(self):
        log = self.write("q.jsonl", harness.jsonl([
            {"query": "How long is the warranty on sensors?", "count": 40},
            {"query": "how long is the warranty for sensors", "count": 3},
            {"query": "Who leads the calibration laboratory?", "count": 7}]))
        made = self.run_program("probes", "synth", log, "--format", "jsonl", expect=0)
        self.assertEqual([(p["weight"], p["question"][:7]) for p in made.of_type("probe")],
                         [(43, "How lon"), (7, "Who lea")])

    def test_lint_and_its_exit_codes(self):
        self.run_program("probes", "lint", SAMPLES / "queries.jsonl", expect=0)
        probes = self.write("p.jsonl", harness.jsonl([
            {"id": "a", "question": "How long is the warranty on sensors?"},
            {"id": "b", "question": "How long is the warranty on the sensors?"},
            {"id": "c", "question": "My mail is ida@example.org, who are you?"}]) + "{broken\n")
        result = self.run_program("probes", "lint", probes, "--format", "jsonl", expect=1)
        self.assertEqual([(f["kind"], f["id"]) for f in result.of_type("finding")],
                         [("unreadable", ""), ("near_duplicate", "b"), ("personal_data", "c")])

    def test_coverage_of_the_sample_queries(self):
        documents = harness.read_jsonl(SAMPLES / "corpus.jsonl")[:40]
        corpus = self.write("c.jsonl", harness.jsonl(documents))
        result = self.run_program("probes", "coverage", SAMPLES / "queries.jsonl", "--corpus",
                                  corpus, "--format", "jsonl", expect=0)
        covered = {record["id"]: record for record in result.of_type("coverage")}
        self.assertEqual(list(covered), [d["_id"] for d in documents])
        self.assertEqual(covered["handbook/annual-leave#3"]["best_rank"], 1)
        for record in covered.values():
            self.assertEqual(record["probes"] > 0, record["best_rank"] > 0)
        topics = result.of_type("topic")
        self.assertEqual(sum(t["documents"] for t in topics), 40)
        counts = result.summary()["counts"]
        self.assertEqual(counts["reached"], sum(r["probes"] > 0 for r in covered.values()))
        text = self.run_program("probes", "coverage", SAMPLES / "queries.jsonl", "--corpus", corpus,
                                expect=0).out.decode()
        self.assertIn(f"30 probes reach {counts['reached']} of 40 documents", text)
        self.assertIn("probes synth --corpus", text)
