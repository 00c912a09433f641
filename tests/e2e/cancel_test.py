"""Ctrl-C and a polite kill in the middle of the work: the exit code says which, stdout holds
nothing or something valid, files that were there stay, and what was finished is in the cache."""

import signal
import sqlite3
import time

import harness
from harness import SAMPLES

DEADLINE_SECONDS = 60


@harness.needs_models
class CancelTest(harness.Case):

    def setUp(self):
        super().setUp()
        self.link_models()
        passages = harness.read_jsonl(SAMPLES / "corpus.jsonl")
        self.many = [{**p, "_id": f"{p['_id']}/{copy}", "title": f"{copy} {p['title']}"}
                     for copy in range(3) for p in passages]

    def cached(self):
        """How many values the cache holds by now."""
        path = self.environment["RAGSIEVE__CACHE__PATH"]
        try:
            with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as connection:
                return connection.execute("SELECT count(*) FROM entry").fetchone()[0]
        except sqlite3.Error:
            return 0

    def stop(self, number, *command, least=1):
        """Starts the command, signals it once the cache holds `least` values, waits for it."""
        running = self.start(*command)
        end = time.monotonic() + DEADLINE_SECONDS
        while self.cached() < least and time.monotonic() < end:
            self.assertIsNone(running.process.poll(), "ended before it could be stopped")
            time.sleep(0.02)
        running.process.send_signal(number)
        stopped = time.monotonic()
        result = running.finish()
        self.assertLess(time.monotonic() - stopped, 10)
        return result

    def assert_cache_is_valid_and_partly_filled(self, total):
        cached = self.cached()
        self.assertGreater(cached, 0)
        self.assertLess(cached, total)
        with sqlite3.connect(self.environment["RAGSIEVE__CACHE__PATH"]) as connection:
            self.assertEqual(connection.execute("PRAGMA integrity_check").fetchone()[0], "ok")

    def check_audit(self, number, exit_code):
        corpus = self.write("many.jsonl", harness.jsonl(self.many))
        removed = self.write("removed.txt", "an-earlier-id\n")
        # That the rules compile is known first, then come the vectors.
        result = self.stop(number, "audit", corpus, "--removed", removed, "--format", "jsonl",
                           least=2)
        self.assertEqual(result.exit, exit_code, result.err)
        self.assertEqual(result.out, b"")
        self.assertIn("stopped", result.err)
        self.assertEqual(removed.read_text(), "an-earlier-id\n")
        self.assertEqual([p.name for p in self.folder.glob("removed*")], ["removed.txt"])
        self.assert_cache_is_valid_and_partly_filled(len(self.many))

    def test_sigint_while_encoding(self):
        self.check_audit(signal.SIGINT, 130)
        # What was finished is enough for these, with the weights gone.
        self.break_models()
        finished = self.write("finished.jsonl", harness.jsonl(self.many[:64]))
        again = self.run_program("audit", finished, "--format", "jsonl", expect=(0, 1))
        self.assertEqual(len(again.of_type("document")), 64)

    def test_sigterm_while_encoding(self):
        self.check_audit(signal.SIGTERM, 143)

    def test_index_build_keeps_the_index_that_was_there(self):
        small = self.write("small.jsonl", harness.jsonl(harness.documents(30)))
        index = self.path("index")
        self.run_program("index", "build", small, "--out", index, expect=0)
        before = {p.name: p.read_bytes() for p in index.iterdir()}
        self.use_cache(self.path("second.sqlite"))
        corpus = self.write("many.jsonl", harness.jsonl(self.many))
        export = self.path("vectors.npy")
        result = self.stop(signal.SIGINT, "index", "build", corpus, "--out", index, "--export",
                           export)
        self.assertEqual(result.exit, 130, result.err)
        self.assertEqual({p.name: p.read_bytes() for p in index.iterdir()}, before)
        self.assertEqual(list(self.folder.glob("vectors*")), [])

    def test_filter_keeps_what_the_language_model_has_read(self):
        corpus = harness.read_jsonl(SAMPLES / "corpus.jsonl")
        queries = harness.read_jsonl(SAMPLES / "queries.jsonl")
        contexts = self.write("contexts.jsonl", harness.jsonl(
            harness.retrieve(query, corpus, 20) for query in queries))
        result = self.stop(signal.SIGINT, "filter", contexts, "--profile", "paper",
                           "--format", "jsonl")
        self.assertEqual(result.exit, 130, result.err)
        self.assertEqual(result.out, b"")
        self.assert_cache_is_valid_and_partly_filled(25 * len(queries))


if __name__ == "__main__":
    harness.unittest.main()
