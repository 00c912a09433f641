"""Records of a corpus that break a rule: each is reported with file, line and field, its row is
left out, the rest is scored, and the exit code is 3. Vectors come from a file: no model is needed.
"""

import gzip

import harness

GOOD = 24
GIANT_BYTES = 100 << 20
MOST_SECONDS = 10
MOST_MEMORY_BYTES = 96 << 20  # less than the line itself

# (bytes of the line, code, field, part of the message); line numbers follow from the order.
BAD_LINES = (
    (b'{"_id": "x1", "text": "never closed', "invalid_input", "", "not JSON"),
    (b'just words', "invalid_input", "", "not JSON"),
    (b'["x3"]', "invalid_input", "", "object"),
    (b'{"text": "no id"}', "invalid_input", "_id", "is missing"),
    (b'{"_id": 5, "text": "number for an id"}', "invalid_input", "_id", "string"),
    (b'{"_id": "", "text": "empty id"}', "invalid_input", "_id", "is empty"),
    (b'{"_id": "d3", "text": "taken id"}', "invalid_input", "_id", "repeats the id of line 4"),
    (b'{"id": "d4", "text": "taken id"}', "invalid_input", "id", "repeats the id of line 5"),
    (b'{"_id": "x9"}', "invalid_input", "text", "is missing"),
    (b'{"_id": "x10", "text": ""}', "invalid_input", "text", "is empty"),
    (b'{"_id": "x11", "text": " \\n\\u3000"}', "invalid_input", "text", "is empty"),
    (b'{"_id": "x12", "text": null}', "invalid_input", "text", "string"),
    (b'{"_id": "x13", "text": "caf\xe9"}', "invalid_input", "", "invalid UTF-8"),
    (b'{"_id": "x14\\u001b[31m", "text": "escape"}', "invalid_input", "_id", "U+001B"),
    (b'{"_id": "x15", "text": ' + b"[" * 100 + b"]" * 100 + b"}", "too_large", "", "nested"),
    (b'{"_id": "' + b"y" * 2000 + b'", "text": "long id"}', "too_large", "_id", "1024"),
)


class BadRecordsTest(harness.Case):

    def audit(self, corpus, rows, *extra, expect=None, env=None):
        embeddings = self.write("vectors.npy", harness.npy(harness.vectors(rows)))
        return self.run_program("audit", corpus, "--embeddings", embeddings, "--format", "jsonl",
                                *extra, expect=expect, env=env)

    def test_each_is_named_and_the_rest_goes_on(self):
        good = harness.jsonl(harness.documents(GOOD)).encode()
        corpus = self.write("corpus.jsonl",
                            good + b"".join(line + b"\n" for line, *_ in BAD_LINES))
        result = self.audit(corpus, GOOD + len(BAD_LINES), expect=3)
        self.assertEqual({d["id"] for d in result.of_type("document")},
                         {f"d{i}" for i in range(GOOD)})
        errors = result.of_type("error")
        self.assertEqual(len(errors), len(BAD_LINES))
        for i, (error, (line, code, field, message)) in enumerate(zip(errors, BAD_LINES)):
            with self.subTest(line[:60]):
                where = {"path": str(corpus), "line": GOOD + 1 + i, "field": field}
                self.assertEqual(error["where"], where)
                self.assertEqual(error["code"], code)
                self.assertIn(message, error["message"])
        summary = result.summary()
        self.assertEqual(summary["counts"]["documents"], GOOD)
        self.assertEqual(summary["counts"]["unscored"], len(BAD_LINES))
        self.assertEqual(summary["unscored"],
                         [f"{corpus}:{GOOD + 1 + i}" for i in range(len(BAD_LINES))])

    def test_messages_do_not_quote_the_text_of_a_document(self):
        good = harness.jsonl(harness.documents(2))
        corpus = self.write("corpus.jsonl", good + '{"_id": "x", "text": "SECRET words\n' +
                            '{"_id": "d1", "text": "SECRET words"}\n')
        result = self.audit(corpus, 4, expect=3)
        self.assertNotIn(b"SECRET", result.out)
        self.assertNotIn("SECRET", result.err)

    def test_the_text_format_lists_them_too(self):
        corpus = self.write("corpus.jsonl", harness.jsonl(harness.documents(20)) + "{broken\n")
        embeddings = self.write("vectors.npy", harness.npy(harness.vectors(21)))
        result = self.run_program("audit", corpus, "--embeddings", embeddings, expect=3)
        self.assertIn(f"{corpus}:21: not JSON", result.out.decode())
        self.assertIn("1 not scored", result.out.decode())

    def test_a_row_belongs_to_its_record_when_a_record_before_it_is_bad(self):
        rows = harness.vectors(3)
        self.write("vectors.npy", harness.npy([rows[0], [9.0] * len(rows[0]), rows[1], rows[2]]))
        lines = harness.jsonl(harness.documents(3)).splitlines(keepends=True)
        self.write("bad.jsonl", lines[0] + "{broken\n" + "".join(lines[1:]))
        bad = self.run_program("audit", self.path("bad.jsonl"), "--embeddings",
                               self.path("vectors.npy"), "--format", "jsonl", expect=3)
        self.write("vectors.npy", harness.npy(rows))
        self.write("good.jsonl", "".join(lines))
        good = self.run_program("audit", self.path("good.jsonl"), "--embeddings",
                                self.path("vectors.npy"), "--format", "jsonl", expect=0)
        self.assertEqual(bad.of_type("document"), good.of_type("document"))

    def write_giant(self, name, opened):
        piece = b"a" * (1 << 20)
        good = harness.jsonl(harness.documents(22)).splitlines(keepends=True)
        with opened(self.path(name), "wb") as file:
            file.write("".join(good[:2]).encode())
            file.write(b'{"_id": "giant", "text": "')
            for _ in range(GIANT_BYTES // len(piece)):
                file.write(piece)
            file.write(b'"}\n' + "".join(good[2:]).encode())
        return self.path(name)

    def check_giant(self, corpus):
        result = self.audit(corpus, 23, expect=3)
        error = result.of_type("error")[0]
        self.assertEqual(error["code"], "too_large")
        self.assertEqual(error["where"]["line"], 3)
        self.assertIn("16777216", error["message"])
        self.assertEqual(len(result.of_type("document")), 22)
        self.assertLess(result.seconds, MOST_SECONDS)
        return result

    def test_a_line_of_100_mb_is_passed_over_in_little_memory(self):
        # The file is mapped: its pages count as resident without being the program's own.
        result = self.check_giant(self.write_giant("giant.jsonl", open))
        self.assertLess(result.max_rss_bytes, GIANT_BYTES + MOST_MEMORY_BYTES)

    def test_a_line_of_100_mb_in_gzip_is_passed_over_in_little_memory(self):
        fast = lambda path, mode: gzip.open(path, mode, compresslevel=1)  # noqa: E731
        result = self.check_giant(self.write_giant("giant.jsonl.gz", fast))
        self.assertLess(result.max_rss_bytes, MOST_MEMORY_BYTES)

    def test_gzip_that_is_cut_off(self):
        whole = gzip.compress(harness.jsonl(harness.documents(500)).encode())
        corpus = self.write("corpus.jsonl.gz", whole[:len(whole) // 2])
        result = self.audit(corpus, 500, expect=3)
        self.assertEqual(result.out, b"")
        self.assertIn(str(corpus), result.err)

    def test_a_folder_names_the_bad_file(self):
        for i in range(20):
            self.write(f"docs/{i:02}.txt", f"entry{i} about town{i}")
        self.write("docs/bad.txt", b"caf\xe9")
        self.write("docs/blank.md", " \n")
        result = self.audit(self.path("docs"), 22, expect=3)
        self.assertEqual(len(result.of_type("document")), 20)
        paths = [error["where"]["path"] for error in result.of_type("error")]
        self.assertEqual(paths, [str(self.path("docs/bad.txt")), str(self.path("docs/blank.md"))])

    def test_an_empty_corpus(self):
        for name, content in (("empty.jsonl", b""), ("blank.jsonl", b"\n \n"),
                              ("empty.jsonl.gz", gzip.compress(b""))):
            with self.subTest(name):
                corpus = self.write(name, content)
                result = self.audit(corpus, 1, expect=3)
                self.assertEqual(result.out, b"")
                self.assertIn(f"{corpus}: holds no records", result.err)
        self.path("folder").mkdir()
        result = self.audit(self.path("folder"), 1, expect=3)
        self.assertIn("holds no .txt or .md files", result.err)

    def test_a_corpus_of_bad_records_only(self):
        corpus = self.write("corpus.jsonl", "{broken\n")
        result = self.audit(corpus, 1, expect=3)
        self.assertEqual(result.of_type("document"), [])
        self.assertEqual(result.of_type("error")[0]["where"]["line"], 1)

    def test_a_corpus_of_one(self):
        corpus = self.write("corpus.jsonl", harness.jsonl(harness.documents(1)))
        result = self.audit(corpus, 1, expect=0)
        document = result.of_type("document")[0]
        self.assertFalse(document["flagged"])
        self.assertEqual(document["signals"]["rsg"]["neighbours"], [])

    def test_more_than_the_memory_limit_is_refused_before_the_work(self):
        corpus = self.write("corpus.jsonl", harness.jsonl(harness.documents(2000)))
        result = self.audit(corpus, 2000, expect=3, env={"RAGSIEVE__RUN__MEMORY_BYTES": "100000"})
        self.assertEqual(result.out, b"")
        self.assertIn("memory", result.err)


if __name__ == "__main__":
    harness.unittest.main()
