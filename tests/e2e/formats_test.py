"""Each output format is what it says it is, whatever was found, and the exit code is the same in
every one. SARIF says that a run with unscored records was not successful."""

import json

import harness

FORMATS = ("text", "json", "jsonl", "sarif")
CLEAN = harness.documents(20)
MIXED = {"_id": "mixed", "title": "", "text": "the firmw\u0430re is signed"}


class FormatsTest(harness.Case):

    def audit(self, output, lines, *extra):
        corpus = self.write("corpus.jsonl", lines)
        rows = harness.vectors(lines.count("\n"))
        embeddings = self.write("v.npy", harness.npy(rows))
        return self.run_program("audit", corpus, "--embeddings", embeddings, "--format", output,
                                *extra)

    def test_exit_code_is_the_same_in_every_format(self):
        for lines, code in ((harness.jsonl(CLEAN), 0), (harness.jsonl([*CLEAN, MIXED]), 1),
                            (harness.jsonl([*CLEAN, MIXED]) + "{broken\n", 3),
                            ("{broken\n", 3)):
            for output in FORMATS:
                with self.subTest(output, code=code):
                    result = self.audit(output, lines)
                    self.assertEqual(result.exit, code, result.err)
                    self.assertTrue(result.out.endswith(b"\n"))

    def test_json_is_one_object_with_the_records_of_jsonl(self):
        lines = harness.jsonl([*CLEAN, MIXED]) + "{broken\n"
        records = self.audit("jsonl", lines).records()
        self.assertEqual(records[-1]["type"], "summary")
        self.assertEqual([r["type"] for r in records[:-1]], ["document"] * 21 + ["error"])
        whole = json.loads(self.audit("json", lines).out)
        self.assertEqual(whole, {"records": records[:-1], "summary": records[-1]})

    def test_summary_says_what_was_done(self):
        summary = self.audit("jsonl", harness.jsonl([*CLEAN, MIXED])).summary()
        self.assertEqual(summary["command"], "audit")
        self.assertEqual(summary["counts"]["documents"], 21)
        self.assertEqual(summary["counts"]["flagged"], 1)
        self.assertEqual(summary["thresholds"]["tau_e"], 0.85)
        self.assertIn("embeddings v.npy", summary["digests"])
        self.assertEqual(summary["unscored"], [])

    def test_a_document_record_has_the_documented_members(self):
        lines = harness.jsonl([*CLEAN, MIXED])
        paper = self.audit("jsonl", lines, "--profile", "paper").records()[0]
        self.assertEqual((paper["rank"], paper["score"], paper["flagged"]), (1, 1, True))
        members = {"type", "id", "rank", "score", "flagged", "profile", "signals", "reasons",
                   "spans"}
        self.assertEqual(set(paper), members)
        record = self.audit("jsonl", lines).records()[0]
        self.assertEqual(set(record), members | {"p", "strongest"})
        self.assertEqual(record["id"], "mixed")
        self.assertEqual((record["rank"], record["flagged"]), (1, True))
        self.assertEqual(record["signals"]["rsg"], paper["signals"]["rsg"])
        self.assertEqual(set(record["signals"]),
                         {"rsg", "density", "crowd", "fluency", "injection", "scripts"})
        self.assertEqual(set(record["signals"]["rsg"]),
                         {"density", "integrity", "p", "kth_similarity", "neighbours"})
        self.assertEqual(set(record["signals"]["rsg"]["neighbours"][0]),
                         {"id", "cosine", "jaccard", "eligible"})
        self.assertEqual(set(record["spans"][0]),
                         {"field", "start", "end", "line", "column", "rule", "weight"})

    def test_text_of_spans_only_where_it_is_allowed(self):
        lines = harness.jsonl([*CLEAN, MIXED])
        for output in FORMATS:
            with self.subTest(output):
                self.assertNotIn("w\u0430", self.audit(output, lines).out.decode())
        shown = self.audit("jsonl", lines, "--show-text", "on").records()[0]
        self.assertIn("w\u0430", shown["spans"][0]["text"])
        self.assertIn("w\u0430", self.audit("text", lines, "--show-text", "on").out.decode())

    def sarif(self, lines):
        log = json.loads(self.audit("sarif", lines).out)
        self.assertEqual(log["version"], "2.1.0")
        self.assertIn("sarif-2.1.0", log["$schema"])
        self.assertEqual(len(log["runs"]), 1)
        return log["runs"][0]

    def test_sarif_of_findings(self):
        run = self.sarif(harness.jsonl([*CLEAN, MIXED]))
        self.assertTrue(run["invocations"][0]["executionSuccessful"])
        rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
        self.assertEqual(len(run["results"]), 1)
        result = run["results"][0]
        self.assertEqual(rules[result["ruleIndex"]], result["ruleId"])
        self.assertTrue(result["message"]["text"])
        self.assertTrue(result["locations"])

    def test_sarif_of_a_run_with_unscored_records(self):
        run = self.sarif(harness.jsonl(CLEAN) + "{broken\n")
        invocation = run["invocations"][0]
        self.assertFalse(invocation["executionSuccessful"])
        self.assertEqual(invocation["exitCode"], 3)
        notes = invocation["toolExecutionNotifications"]
        self.assertEqual(len(notes), 1)
        self.assertIn("not JSON", notes[0]["message"]["text"])
        region = notes[0]["locations"][0]["physicalLocation"]["region"]
        self.assertEqual(region["startLine"], 21)

    def test_text_says_what_to_do_next(self):
        text = self.audit("text", harness.jsonl([*CLEAN, MIXED])).out.decode()
        self.assertIn("21 documents scored, 1 flagged, 0 not scored", text)
        self.assertIn("mixed", text)
        self.assertIn("What to do next", text)
        clean = self.audit("text", harness.jsonl(CLEAN)).out.decode()
        self.assertIn("No document was flagged", clean)

    def test_text_lists_as_many_as_are_asked_for(self):
        lines = harness.jsonl({**MIXED, "_id": f"m{i}"} for i in range(30))
        self.assertIn("and 10 more flagged", self.audit("text", lines).out.decode())
        self.assertIn("and 27 more flagged", self.audit("text", lines, "--top", "3").out.decode())
        self.assertNotIn("more flagged", self.audit("text", lines, "--top", "0").out.decode())

    @harness.needs_models
    def test_filter_of_the_default_profile(self):
        contexts = self.write("contexts.jsonl", harness.jsonl([harness.context("q1", 25)]))
        result = self.run_program("filter", contexts, "--format", "jsonl", expect=0)
        candidate = result.of_type("query")[0]["documents"][0]
        names = {"density", "similarity", "question_pairs", "question_words", "focus", "anchor",
                 "fluency", "rarity", "injection"}
        self.assertEqual(set(candidate["terms"]), names)
        self.assertEqual(set(candidate["evidence"]), {"anchors", "values", "p_values"})
        self.assertEqual(set(candidate["evidence"]["values"]), names)
        self.assertAlmostEqual(sum(candidate["terms"].values()), candidate["score"], places=6)
        self.assertIn("other corpora", result.summary()["digests"]["calibration"])

    @harness.needs_models
    def test_filter_in_every_format(self):
        contexts = self.write("contexts.jsonl", harness.jsonl(
            [harness.context("q1", 20), harness.context("q2", 3)]))
        outputs = {}
        for output in FORMATS:
            result = self.run_program("filter", contexts, "--profile", "paper", "--format", output,
                                      expect=3)
            outputs[output] = result.out.decode()
        records = [json.loads(line) for line in outputs["jsonl"].splitlines()]
        self.assertEqual([r["type"] for r in records], ["query", "error", "summary"])
        self.assertEqual(set(records[0]), {"type", "query_id", "query", "profile", "documents",
                                           "context", "removed"})
        candidate = records[0]["documents"][0]
        self.assertEqual(set(candidate["terms"]),
                         {"anchor", "integrity", "surprisal", "alignment"})
        self.assertEqual(set(candidate["evidence"]), {"anchors", "window", "scripts", "jump"})
        self.assertEqual(json.loads(outputs["json"]),
                         {"records": records[:-1], "summary": records[-1]})
        run = json.loads(outputs["sarif"])["runs"][0]
        self.assertFalse(run["invocations"][0]["executionSuccessful"])
        self.assertIn("q1", outputs["text"])


if __name__ == "__main__":
    harness.unittest.main()
