"""The same documents give the same scores however they arrive: BEIR JSONL, gzip, standard input,
other names of members, a byte order mark, CRLF, a folder of files. Vectors come from a file."""

import gzip
import json
import subprocess

import harness

COUNT = 20
EVIL = {"_id": "mixed", "title": "", "text": "the firmw\u0430re is signed"}
NOTES = [{"_id": f"{d['_id']}.txt", "title": "", "text": d["text"]}
         for d in harness.documents(COUNT - 1)] + [{**EVIL, "_id": "mixed.txt"}]


class InputsTest(harness.Case):

    def setUp(self):
        super().setUp()
        self.notes = sorted(NOTES, key=lambda d: d["_id"])
        self.embeddings = self.write("v.npy", harness.npy(harness.vectors(COUNT)))
        plain = self.write("plain.jsonl", harness.jsonl(self.notes))
        self.expected = self.audit(plain)
        self.assertEqual(self.expected[0]["id"], "mixed.txt")
        self.assertEqual(len(self.expected), COUNT)

    def audit(self, corpus, **options):
        result = self.run_program("audit", corpus, "--embeddings", self.embeddings, "--format",
                                  "jsonl", expect=1, **options)
        return result.of_type("document")

    def test_gzip(self):
        data = harness.jsonl(self.notes).encode()
        self.assertEqual(self.audit(self.write("c.jsonl.gz", gzip.compress(data))), self.expected)
        # Two members, and a name that does not say that it is gzip.
        members = gzip.compress(data[:500]) + gzip.compress(data[500:])
        self.assertEqual(self.audit(self.write("c.jsonl", members)), self.expected)

    def test_standard_input(self):
        for name, data in (("plain", harness.jsonl(self.notes).encode()),
                           ("gzip", gzip.compress(harness.jsonl(self.notes).encode()))):
            with self.subTest(name), open(self.write("in", data), "rb") as file:
                self.assertEqual(self.audit("-", stdin=file), self.expected)
        with subprocess.Popen(["cat", self.path("plain.jsonl")], stdout=subprocess.PIPE) as cat:
            self.assertEqual(self.audit("-", stdin=cat.stdout), self.expected)

    def test_members_called_id_and_unknown_members(self):
        others = [{"id": d["_id"], "text": d["text"], "metadata": {"deep": [1, None]}, "n": 1e3}
                  for d in self.notes]
        self.assertEqual(self.audit(self.write("c.jsonl", harness.jsonl(others))), self.expected)

    def test_escapes_line_ends_blank_lines_and_a_byte_order_mark(self):
        lines = [json.dumps(d, ensure_ascii=True) for d in self.notes]
        data = "\ufeff" + "\r\n\r\n".join(lines)  # and no newline at the end
        self.assertEqual(self.audit(self.write("c.jsonl", data)), self.expected)

    def test_a_folder_of_files(self):
        for note in self.notes:
            self.write(f"docs/{note['_id']}", note["text"])
        self.write("docs/.hidden.txt", "not seen")
        self.write("docs/picture.png", "not read")
        result = self.run_program("audit", self.path("docs"), "--embeddings", self.embeddings,
                                  "--format", "jsonl", expect=1)
        self.assertEqual(result.of_type("document"), self.expected)
        self.assertIn("passed over 1 file", result.err)

    def test_float16_and_float32_of_the_same_numbers(self):
        self.write("v.npy", harness.npy(harness.vectors(COUNT), "<f2"))
        self.assertEqual(self.audit(self.path("plain.jsonl")), self.expected)

    def test_a_pipe_that_is_not_named_by_a_dash(self):
        with subprocess.Popen(["cat", self.path("plain.jsonl")], stdout=subprocess.PIPE) as cat:
            self.assertEqual(self.audit("/dev/stdin", stdin=cat.stdout), self.expected)


if __name__ == "__main__":
    harness.unittest.main()
