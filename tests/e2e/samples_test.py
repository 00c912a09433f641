"""The sample corpus with its planted poisons: which command finds which family, that the answers
stay, and that every finding says why and points at the bytes it means."""

import shutil

import harness
from harness import SAMPLES

QUESTIONS = 17  # the 13 that are attacked, and 4 that are not


def numbered(name, targets, letters):
    return [f"poison-{name}-{target}{letter}" for target in targets for letter in letters]


# Which command finds which poisons, as measured with the default models. Those that stand in
# no list are promised by no command.
COORDINATED = {
    "question_copy": numbered("copy", "123", "abcde"),
    "coordinated": numbered("coord", "12", "abcde"),
}
FLAGGED_BY_AUDIT = {
    "paper": {**COORDINATED, "mixed_script": numbered("mixed", "1234", [""])},
    "reference": {**COORDINATED, "mixed_script": numbered("mixed", "1234", [""])},
    "default": {
        "question_copy": numbered("copy", "12", "abcde") + numbered("copy", "3", "abde"),
        "coordinated": numbered("coord", "1", "abcde") + numbered("coord", "2", "de"),
        "optimised_prefix": numbered("prefix", "12", [""]),
        "mixed_script": numbered("mixed", "1234", [""]),
    },
}
AUDITS = {"default": (), "paper": ("--profile", "paper"),
          "reference": ("--reference", SAMPLES / "corpus.jsonl")}
# Of 683 passages 33 are poisons: few clean ones stand before them.
MOST_CLEAN_FLAGGED = 5
MOST_CLEAN_ABOVE_THE_SETS = 20
REMOVED_BY_PAPER_FILTER = {
    "question_copy": numbered("copy", "23", "abcde"),
    "coordinated": numbered("coord", "12", "abcde"),
    "optimised_prefix": numbered("prefix", "12", [""]),
    "mixed_script": numbered("mixed", "123", [""]),
}
REMOVED_BY_DEFAULT_FILTER = {
    "question_copy": numbered("copy", "1", "abcd") + numbered("copy", "23", "abcde"),
    "coordinated": ["poison-coord-2d"],
    "optimised_prefix": numbered("prefix", "12", [""]),
    "mixed_script": numbered("mixed", "123", [""]),
}


def make_corpus(case):
    return case.write("poisoned.jsonl", (SAMPLES / "corpus.jsonl").read_bytes() +
                      (SAMPLES / "poisons.jsonl").read_bytes())


def run_both(case):
    """The audits, then a filter as two processes that share the cache: documents of each audit and
    queries of the filter, and the summaries of all runs."""
    corpus = make_corpus(case)
    common = ("--format", "jsonl", "--show-text", "on")
    audits = {name: case.run_program("audit", corpus, *arguments, *common, expect=1)
              for name, arguments in AUDITS.items()}
    questions = harness.read_jsonl(SAMPLES / "queries.jsonl")[:QUESTIONS]
    sieves = []
    for name, part in (("first", questions[::2]), ("second", questions[1::2])):
        queries = case.write(f"{name}.jsonl", harness.jsonl(part))
        sieves.append(case.start("filter", "--corpus", corpus, "--queries", queries,
                                 "--profile", "paper", *common))
    sieves = [sieve.finish() for sieve in sieves]
    case.assertEqual([sieve.exit for sieve in sieves], [1, 1])
    queries = [query for sieve in sieves for query in sieve.of_type("query")]
    return ({name: audit.of_type("document") for name, audit in audits.items()}, queries,
            [run.summary() for run in (*audits.values(), *sieves)])


@harness.needs_models
class SamplesTest(harness.Case):

    maxDiff = None

    @classmethod
    def setUpClass(cls):
        maker = harness.Case()
        maker.setUp()
        cls.addClassCleanup(maker.doCleanups)
        cls.audits, cls.queries, cls.summaries = run_both(maker)
        cls.documents = cls.audits["default"]
        cls.cache = maker.path("cache.sqlite")
        cls.poisons = harness.read_jsonl(SAMPLES / "poisons.jsonl")
        cls.corpus = {d["_id"]: d for d in harness.read_jsonl(maker.path("poisoned.jsonl"))}

    def ids(self, family):
        return {p["_id"] for p in self.poisons if p["attack"] == family}

    def families(self, found):
        """{family: sorted ids} of those among `found` that are poisons."""
        lists = {}
        for poison in self.poisons:
            if poison["_id"] in found:
                lists.setdefault(poison["attack"], []).append(poison["_id"])
        return lists

    def test_every_document_is_scored_once_in_the_order_of_scores(self):
        for documents in self.audits.values():
            self.assertEqual({d["id"] for d in documents}, set(self.corpus))
            self.assertEqual([d["rank"] for d in documents],
                             list(range(1, len(self.corpus) + 1)))
            scores = [d["score"] for d in documents]
            self.assertEqual(scores, sorted(scores, reverse=True))
        self.assertEqual(len(self.queries), QUESTIONS)
        for summary in self.summaries:
            self.assertEqual(summary["unscored"], [])

    def flagged(self, name):
        return {d["id"] for d in self.audits[name] if d["flagged"]}

    def test_audit_flags_every_mixed_script_passage(self):
        for name, documents in self.audits.items():
            mixed = {d["id"] for d in documents if d["signals"]["rsg"]["integrity"]}
            self.assertEqual(mixed, self.ids("mixed_script"))
            self.assertLessEqual(mixed, self.flagged(name))

    def test_audit_ranks_the_coordinated_sets_above_nearly_all_clean_passages(self):
        poison_ids = {p["_id"] for p in self.poisons}
        wanted = self.ids("question_copy") | self.ids("coordinated")
        for name, documents in self.audits.items():
            last = max(d["rank"] for d in documents if d["id"] in wanted)
            before = {d["id"] for d in documents if d["rank"] < last} - poison_ids
            self.assertLessEqual(len(before), MOST_CLEAN_ABOVE_THE_SETS, name)

    def test_audit_flags_the_pinned_poisons_and_few_clean_passages(self):
        poison_ids = {p["_id"] for p in self.poisons}
        for name, pinned in FLAGGED_BY_AUDIT.items():
            flagged = self.flagged(name)
            self.assertEqual(self.families(flagged), pinned, name)
            self.assertLessEqual(len(flagged - poison_ids), MOST_CLEAN_FLAGGED, name)

    def test_filter_removes_the_pinned_poisons(self):
        removed = {document for q in self.queries for document in q["removed"]}
        self.assertEqual(self.families(removed), REMOVED_BY_PAPER_FILTER)

    def test_default_filter_removes_the_pinned_poisons(self):
        shutil.copy(self.cache, self.folder)
        corpus = make_corpus(self)
        queries = self.write("queries.jsonl", harness.jsonl(
            harness.read_jsonl(SAMPLES / "queries.jsonl")[:QUESTIONS]))
        sieve = self.run_program("filter", "--corpus", corpus, "--queries", queries,
                                 "--format", "jsonl", expect=1)
        removed = {document for q in sieve.of_type("query") for document in q["removed"]}
        self.assertEqual(self.families(removed), REMOVED_BY_DEFAULT_FILTER)
        clean = removed - {p["_id"] for p in self.poisons}
        self.assertEqual(clean, {"security/vulnerability-reports#5"})  # tells readers what to send
        for query in sieve.of_type("query"):
            if query["removed"]:
                self.assertIn(harness.qrels()[query["query_id"]], query["context"])
            self.assertEqual(len(query["context"]), 5)
            judged = {d["id"] for d in query["documents"]}
            self.assertLessEqual(set(query["context"]), judged)

    def test_filter_keeps_the_answer_where_it_removes_poison(self):
        answers = harness.qrels()
        poison_ids = {p["_id"] for p in self.poisons}
        attacked = [q for q in self.queries if poison_ids & set(q["removed"])]
        self.assertTrue(attacked)
        lost = {q["query_id"] for q in attacked if answers[q["query_id"]] not in q["context"]}
        self.assertEqual(lost, set())

    def test_refilled_contexts_hold_five_and_nothing_that_was_removed(self):
        for query in self.queries:
            self.assertEqual(len(query["context"]), 5)
            self.assertEqual(len(set(query["context"])), 5)
            self.assertFalse(set(query["context"]) & set(query["removed"]))
            flagged = [d["id"] for d in query["documents"] if d["flagged"]]
            self.assertEqual(flagged, query["removed"])

    def findings(self):
        found = [d for documents in self.audits.values() for d in documents if d["flagged"]]
        for query in self.queries:
            found += [d for d in query["documents"] if d["flagged"]]
        return found

    def test_every_finding_says_why(self):
        for found in self.findings():
            self.assertTrue(found["reasons"], found["id"])
            for reason in found["reasons"]:
                self.assertTrue(reason.strip(), found["id"])

    def test_spans_are_the_bytes_of_the_text_as_given(self):
        spans = 0
        for found in self.findings():
            for span in found["spans"]:
                field = self.corpus[found["id"]][span["field"]].encode()
                part = field[span["start"]:span["end"]]
                self.assertEqual(part.decode(), span["text"], found["id"])
                before = field[:span["start"]].decode()
                self.assertEqual(span["line"], before.count("\n") + 1)
                self.assertEqual(span["column"], len(before) - before.rfind("\n"))
                spans += 1
        self.assertGreater(spans, 0)

    def test_a_mixed_script_span_holds_letters_of_two_scripts(self):
        for document in self.documents:
            if document["id"] not in self.ids("mixed_script"):
                continue
            self.assertTrue(document["spans"], document["id"])
            for span in document["spans"]:
                ascii_letters = [c for c in span["text"] if c.isascii() and c.isalpha()]
                others = [c for c in span["text"] if not c.isascii() and c.isalpha()]
                self.assertTrue(ascii_letters and others, span)

    def test_serial_deployment_removes_what_audit_flagged(self):
        shutil.copy(self.cache, self.folder)
        corpus, removed = make_corpus(self), self.path("removed.txt")
        self.run_program("audit", corpus, "--removed", removed, "--format", "jsonl", expect=1)
        ids = set(removed.read_text().splitlines())
        self.assertEqual(ids, {d["id"] for d in self.documents if d["flagged"]})
        queries = self.write("queries.jsonl", harness.jsonl(
            harness.read_jsonl(SAMPLES / "queries.jsonl")[:3]))
        sieve = self.run_program("filter", "--corpus", corpus, "--queries", queries, "--removed",
                                 removed, "--format", "jsonl", expect=(0, 1))
        for query in sieve.of_type("query"):
            self.assertFalse(ids & {d["id"] for d in query["documents"]})
            self.assertFalse(ids & set(query["context"]))
            self.assertIn(harness.qrels()[query["query_id"]], query["context"])


if __name__ == "__main__":
    harness.unittest.main()
