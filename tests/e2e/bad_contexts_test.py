"""Contexts and queries that break a rule: reported with file, line and field while the rest of the
batch is filtered; and too few documents for a query names the depth that is needed."""

import harness
from harness import SAMPLES

# (a context that is not one, field, part of the message)
BAD_CONTEXTS = (
    ('{"query_id": "x1"', "", "not JSON"),
    ("[]", "", "expected a JSON object"),
    ('{"query": "q", "documents": []}', "query_id", "is missing"),
    ('{"query_id": "x4", "documents": []}', "query", "is missing"),
    ('{"query_id": "x5", "query": "", "documents": []}', "query", "empty"),
    ('{"query_id": "x6", "query": "q"}', "documents", "is missing"),
    ('{"query_id": "x7", "query": "q", "documents": {}}', "documents", "expected an array"),
    ('{"query_id": "x8", "query": "q", "documents": [{"text": "t"}]}', "documents[0].id",
     "is missing"),
    ('{"query_id": "x9", "query": "q", "documents": [{"id": "a", "text": ""}]}',
     "documents[0].text", "is empty"),
    ('{"query_id": "x10", "query": "q", "documents": [{"id": "a", "text": "t"}, '
     '{"id": "a", "text": "u"}]}', "documents[1].id", "repeats the id of documents[0]"),
    ('{"query_id": "x11", "query": "q", "documents": [{"id": "a", "text": "t", "rank": 0}]}',
     "documents[0].rank", "positive integer"),
    ('{"query_id": "x12", "query": "q", "documents": [{"id": "a", "text": 5}]}',
     "documents[0].text", "expected a string"),
)


@harness.needs_models
class BadContextsTest(harness.Case):

    def filter(self, *arguments, expect=3):
        return self.run_program("filter", *arguments, "--format", "jsonl", expect=expect)

    def test_each_is_named_and_the_rest_goes_on(self):
        good = harness.jsonl([harness.context("good1", 20)])
        more = harness.jsonl([harness.context("good2", 20)])
        contexts = self.write("contexts.jsonl", good + "".join(
            line + "\n" for line, *_ in BAD_CONTEXTS) + more)
        result = self.filter(contexts)
        self.assertEqual([q["query_id"] for q in result.of_type("query")], ["good1", "good2"])
        errors = result.of_type("error")
        self.assertEqual(len(errors), len(BAD_CONTEXTS))
        for i, (error, (line, field, message)) in enumerate(zip(errors, BAD_CONTEXTS)):
            with self.subTest(line[:60]):
                self.assertEqual(error["where"],
                                 {"path": str(contexts), "line": i + 2, "field": field})
                self.assertIn(message, error["message"])
        self.assertEqual(result.summary()["counts"]["unscored"], len(BAD_CONTEXTS))

    def test_fewer_than_20_documents(self):
        contexts = self.write("contexts.jsonl", harness.jsonl(
            [harness.context("few", 12), harness.context("none", 0),
             harness.context("enough", 20)]))
        result = self.filter(contexts)
        self.assertEqual([q["query_id"] for q in result.of_type("query")], ["enough"])
        few, none = result.of_type("error")
        self.assertEqual(few["where"],
                         {"path": str(contexts), "line": 1, "field": "documents"})
        self.assertIn("has 12 documents", few["message"])
        self.assertIn("retrieve 8 more", few["message"])
        self.assertIn("retrieve 20 more", none["message"])

    def test_fewer_than_20_documents_after_removal(self):
        contexts = self.write("contexts.jsonl", harness.jsonl([harness.context("q", 21)]))
        removed = self.write("removed.txt", "d0\nd1\nd2\n")
        result = self.filter(contexts, "--removed", removed)
        self.assertIn("retrieve 2 more", result.of_type("error")[0]["message"])

    def test_a_removed_list_that_is_not_there_or_broken(self):
        contexts = self.write("contexts.jsonl", harness.jsonl([harness.context("q", 21)]))
        missing = self.filter(contexts, "--removed", self.path("no.txt"), expect=2)
        self.assertIn("no.txt", missing.err)
        broken = self.write("removed.txt", b"d0\nd\x1b1\n")
        result = self.filter(contexts, "--removed", broken)
        self.assertEqual(result.out, b"")
        self.assertIn(f"{broken}:2: id: ", result.err)

    def test_an_empty_file_of_contexts(self):
        contexts = self.write("contexts.jsonl", "")
        result = self.filter(contexts)
        self.assertEqual(result.out, b"")
        self.assertIn(f"{contexts}: holds no contexts", result.err)

    def retrieve(self, corpus, queries):
        return self.filter("--corpus", corpus, "--queries", queries)

    def test_bad_queries_and_bad_records_while_it_retrieves(self):
        corpus = self.write("corpus.jsonl", harness.jsonl(harness.documents(20)) + "{broken\n")
        queries = self.write("queries.jsonl", '{"_id": "q1", "text": "where is it"}\n'
                             '{"_id": "q1", "text": "again"}\n{"_id": "q3"}\n')
        result = self.retrieve(corpus, queries)
        self.assertEqual([q["query_id"] for q in result.of_type("query")], ["q1"])
        self.assertEqual([e["where"] for e in result.of_type("error")],
                         [{"path": str(corpus), "line": 21, "field": ""},
                          {"path": str(queries), "line": 2, "field": "_id"},
                          {"path": str(queries), "line": 3, "field": "text"}])

    def test_a_corpus_of_one_is_too_small_to_filter(self):
        corpus = self.write("corpus.jsonl", harness.jsonl(harness.documents(1)))
        queries = self.write("queries.jsonl", '{"_id": "q1", "text": "where is it"}\n')
        result = self.retrieve(corpus, queries)
        self.assertEqual(result.of_type("query"), [])
        error = result.of_type("error")[0]
        self.assertEqual(error["where"]["path"], str(queries))
        self.assertIn("retrieve 19 more", error["message"])

    def test_empty_corpus_or_queries(self):
        corpus = self.write("corpus.jsonl", "")
        result = self.retrieve(corpus, SAMPLES / "queries.jsonl")
        self.assertIn(f"{corpus}: holds no records", result.err)
        corpus = self.write("corpus.jsonl", harness.jsonl(harness.documents(20)))
        queries = self.write("queries.jsonl", "")
        result = self.retrieve(corpus, queries)
        self.assertIn(f"{queries}: holds no queries", result.err)


if __name__ == "__main__":
    harness.unittest.main()
