"""Same input, same bytes on stdout: at 1 and 2 threads, run after run, and whatever the cache
holds (nothing, a half, everything, or no cache at all)."""

import harness
from harness import SAMPLES


def sample_documents():
    return harness.read_jsonl(SAMPLES / "poisons.jsonl") + harness.read_jsonl(
        SAMPLES / "corpus.jsonl")


@harness.needs_models
class BytesTest(harness.Case):

    def outputs(self, command, half):
        """Runs `command` cold, warm and without cache at both thread counts; `half` fills a half
        of a cache first. All outputs, by what was run."""
        found = {}
        for threads in (1, 2):
            self.use_cache(self.path(f"{threads}.sqlite"))
            for state in ("cold", "full"):
                found[f"{threads} threads, {state} cache"] = self.bytes_of(command, threads)
        self.use_cache(self.path("half.sqlite"))
        self.bytes_of(half, 1)
        found["half-filled cache"] = self.bytes_of(command, 1)
        disabled = {"RAGSIEVE__CACHE__ENABLED": "false"}
        found["no cache"] = self.bytes_of(command, 1, env=disabled)
        return found

    def bytes_of(self, command, threads, env=None):
        result = self.run_program(*command, "--format", "jsonl", "--threads", threads, env=env,
                                  expect=(0, 1))
        self.assertTrue(result.out)
        return result.out

    def assert_all_equal(self, outputs):
        first = outputs["1 threads, cold cache"]
        differing = [name for name, out in outputs.items() if out != first]
        self.assertEqual(differing, [])

    def test_audit(self):
        corpus = self.write("corpus.jsonl", harness.jsonl(sample_documents()[:40]))
        half = self.write("half.jsonl", harness.jsonl(sample_documents()[:20]))
        self.assert_all_equal(self.outputs(("audit", corpus), ("audit", half)))

    def test_filter_of_contexts(self):
        corpus = sample_documents()
        queries = harness.read_jsonl(SAMPLES / "queries.jsonl")
        made = [harness.retrieve(query, corpus, 20) for query in queries[4:6]]
        contexts = self.write("contexts.jsonl", harness.jsonl(made))
        half = self.write("half.jsonl", harness.jsonl(made[:1]))
        self.assert_all_equal(self.outputs(("filter", contexts), ("filter", half)))

    def test_filter_that_retrieves(self):
        corpus = self.write("corpus.jsonl", harness.jsonl(sample_documents()[:30]))
        queries = self.write("queries.jsonl", harness.jsonl(
            harness.read_jsonl(SAMPLES / "queries.jsonl")[:1]))
        command = ("filter", "--corpus", corpus, "--queries", queries)
        cold = self.bytes_of(command, 1)
        self.assertEqual(self.bytes_of(command, 2), cold)
        self.use_cache(self.path("other.sqlite"))
        self.assertEqual(self.bytes_of(command, 2), cold)

    def test_other_documents_around_a_document_do_not_change_its_vector(self):
        few = self.write("few.jsonl", harness.jsonl(sample_documents()[:20]))
        many = self.write("many.jsonl", harness.jsonl(reversed(sample_documents()[:40])))
        rows = []
        for corpus, cache in ((few, "few.sqlite"), (many, "many.sqlite")):
            self.use_cache(self.path(cache))
            out = self.path(corpus.stem + ".npy")
            self.run_program("index", "build", corpus, "--out", self.path(corpus.stem),
                             "--export", out, expect=0)
            data = out.read_bytes()[-384 * 4 * (20 if corpus is few else 40):]
            rows.append([data[i:i + 384 * 4] for i in range(0, len(data), 384 * 4)])
        self.assertEqual(rows[0], rows[1][::-1][:20])


if __name__ == "__main__":
    harness.unittest.main()
