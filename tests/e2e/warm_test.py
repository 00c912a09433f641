"""What a model has computed once is never computed again: with the weights gone, a second audit
without vectors and a second filter of the same contexts still give the same bytes, faster."""

import harness
from harness import SAMPLES

FASTER = 5  # times; the measured factor is far larger, a busy machine may hide some of it


@harness.needs_models
class WarmTest(harness.Case):

    def setUp(self):
        super().setUp()
        self.link_models()

    def assert_second_run_needs_no_model(self, *command):
        first = self.run_program(*command, "--format", "jsonl", expect=(0, 1))
        self.break_models()
        second = self.run_program(*command, "--format", "jsonl", expect=(0, 1))
        self.assertEqual(first.out, second.out)
        self.assertGreater(first.seconds, FASTER * second.seconds)

    def test_second_audit(self):
        corpus = harness.read_jsonl(SAMPLES / "corpus.jsonl")
        path = self.write("corpus.jsonl", harness.jsonl(corpus[:120]))
        self.assert_second_run_needs_no_model("audit", path)

    def test_second_filter_of_the_same_contexts(self):
        corpus = harness.read_jsonl(SAMPLES / "corpus.jsonl")
        queries = harness.read_jsonl(SAMPLES / "queries.jsonl")[13:15]
        contexts = self.write("contexts.jsonl", harness.jsonl(
            harness.retrieve(query, corpus, 20) for query in queries))
        self.assert_second_run_needs_no_model("filter", contexts, "--profile", "paper")

    def test_second_filter_that_retrieves(self):
        corpus = self.write("corpus.jsonl", harness.jsonl(
            harness.read_jsonl(SAMPLES / "corpus.jsonl")[:60]))
        queries = self.write("queries.jsonl", harness.jsonl(
            harness.read_jsonl(SAMPLES / "queries.jsonl")[13:14]))
        self.assert_second_run_needs_no_model("filter", "--corpus", corpus, "--queries", queries,
                                              "--profile", "paper")

    def test_a_text_that_is_new_needs_the_model_and_says_what_is_missing(self):
        self.write("corpus.jsonl", harness.jsonl(harness.documents(5)))
        self.run_program("audit", self.path("corpus.jsonl"), expect=0)
        self.break_models()
        self.write("corpus.jsonl", harness.jsonl(harness.documents(6)))
        result = self.run_program("audit", self.path("corpus.jsonl"), expect=2)
        self.assertEqual(result.out, b"")
        self.assertIn("models/", result.err)


if __name__ == "__main__":
    harness.unittest.main()
