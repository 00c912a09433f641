"""What reaches a terminal: no hostile control or bidirectional character of a document, colour and
a progress bar only where a terminal is, and silence where it is asked for."""

import os
import pty
import re
import threading
import unicodedata

import harness
from harness import SAMPLES

ESCAPE = "\x1b[31mred\x1b]0;title\x07"
BIDI = "\u202egnirts\u2066\u200b\U000e0041"
EVIL_ID = "evil\u200b\U000e0041<U+1>"
HOSTILE = f"{ESCAPE} {BIDI}\r\nx\x9b5m \u2028end w\u0430y"
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
OWN_CONTROLS = re.compile(r"\x1b\[[0-9;]*m|\r\x1b\[K|\r\n|\n")


def hidden(text):
    """The code points of `text` that a terminal may obey or not show."""
    return {hex(ord(c)) for c in text
            if unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp") and c != "\n"}


class Terminal:
    """A pseudo-terminal that takes the output of a run."""

    def __init__(self):
        self._mine, self.theirs = pty.openpty()
        self._text = b""
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self):
        while True:
            try:
                piece = os.read(self._mine, 65536)
            except OSError:  # the other side has been closed
                return
            if not piece:
                return
            self._text += piece

    def close(self):
        os.close(self.theirs)
        self._reader.join()
        os.close(self._mine)
        return self._text.decode("utf-8", errors="replace")


class HostileTest(harness.Case):

    def audit(self, lines, *extra, **options):
        corpus = self.write("corpus.jsonl", lines)
        rows = harness.npy(harness.vectors(lines.count("\n")))
        return self.run_program("audit", corpus, "--embeddings", self.write("v.npy", rows),
                                *extra, **options)

    def hostile_lines(self):
        return harness.jsonl([*harness.documents(20),
                              {"_id": EVIL_ID, "title": HOSTILE, "text": HOSTILE}])

    def test_texts_never_arrive_raw(self):
        for output in ("text", "json", "jsonl", "sarif"):
            with self.subTest(output):
                result = self.audit(self.hostile_lines(), "--format", output, "--show-text", "on",
                                    expect=1)
                text = result.out.decode()
                self.assertIn("evil", text)
                self.assertEqual(hidden(text), set())
                self.assertEqual(hidden(result.err), set())

    def test_json_still_says_exactly_what_was_there(self):
        result = self.audit(self.hostile_lines(), "--format", "jsonl", "--show-text", "on",
                            expect=1)
        record = result.records()[0]
        self.assertEqual(record["id"], EVIL_ID)
        for span in record["spans"]:
            field = HOSTILE.encode()[span["start"]:span["end"]]
            self.assertEqual(field.decode(), span["text"])

    def test_an_id_cannot_look_like_the_mark_of_a_hidden_character(self):
        text = self.audit(self.hostile_lines(), expect=1).out.decode()
        self.assertIn("evil<U+200B><U+E0041><U+003C>U+1>", text)

    def test_hostile_ids_are_refused_and_named_in_safe_words(self):
        for bad in (ESCAPE, "a\nb", "a\u202eb", "a\u2028b", "a\x9bb", "a\ufeffb", "\x00"):
            with self.subTest(repr(bad)):
                lines = harness.jsonl([*harness.documents(20), {"_id": bad, "text": "words"}])
                result = self.audit(lines, expect=3)
                self.assertIn("21: _id: holds U+", result.out.decode())
                self.assertEqual(hidden(result.out.decode()), set())

    def test_names_of_files_and_keys(self):
        for i in range(20):
            self.write(f"docs/{i}.txt", f"entry{i} town{i}")
        self.write("docs/a\x1b[31m\n.txt", "words")
        self.write("docs/b\u202e.txt", "words")
        embeddings = self.write("v.npy", harness.npy(harness.vectors(22)))
        result = self.run_program("audit", self.path("docs"), "--embeddings", embeddings, expect=3)
        self.assertEqual(hidden(result.out.decode()), set())
        config = self.write("config.toml", '"\\u001b[31m" = 1\n[run]\n"\\u202e" = 2\n')
        result = self.run_program("config", "check", "--config", config, expect=2)
        self.assertEqual(hidden(result.err), set())

    def test_a_path_on_the_command_line(self):
        for command in (("audit", self.path("no\x1b[31m.jsonl"), "--embeddings", "x.npy"),
                        ("audit", "x\u202e", "--no-such\x1b[31m"),
                        ("models", "import", "x\x1b[31m", "--name", "m", "--role", "\x1b[31m")):
            with self.subTest(command):
                result = self.run_program(*command, expect=2)
                self.assertEqual(hidden(result.err), set())

    @harness.needs_models
    def test_queries_and_anchors_of_filter(self):
        context = harness.context("q\u200b", 20)
        context["query"] = HOSTILE
        for document in context["documents"][:5]:
            document["text"] = HOSTILE + " zanzibar answer"
        contexts = self.write("contexts.jsonl", harness.jsonl([context]))
        for output in ("text", "jsonl"):
            result = self.run_program("filter", contexts, "--format", output, "--show-text", "on",
                                      expect=(0, 1, 3))
            self.assertEqual(hidden(result.out.decode()), set())


class ColourTest(harness.Case):

    def audit(self, **options):
        corpus = self.write("corpus.jsonl", harness.jsonl(
            [*harness.documents(20), {"_id": "mixed", "text": "the firmw\u0430re"}]))
        embeddings = self.write("v.npy", harness.npy(harness.vectors(21)))
        return self.run_program("audit", corpus, "--embeddings", embeddings, expect=1, **options)

    def test_no_colour_where_no_terminal_is(self):
        result = self.audit()
        self.assertNotIn(b"\x1b", result.out)
        self.assertNotIn("\x1b", result.err)

    def test_colour_and_text_of_spans_at_a_terminal(self):
        terminal = Terminal()
        self.audit(stdout=terminal.theirs)
        shown = terminal.close()
        self.assertRegex(shown, COLOUR)
        self.assertIn("w\u0430", shown)
        self.assertEqual(hidden(OWN_CONTROLS.sub("", shown)), set())


@harness.needs_models
class ProgressTest(harness.Case):

    def setUp(self):
        super().setUp()
        passages = harness.read_jsonl(SAMPLES / "corpus.jsonl")[:150]
        self.corpus = self.write("corpus.jsonl", harness.jsonl(passages))

    def start_audit(self, name, *extra, **options):
        """Starts an audit that encodes everything: its cache is its own."""
        cache = {"RAGSIEVE__CACHE__PATH": str(self.path(name))}
        return self.start("audit", self.corpus, *extra, env=cache, **options)

    def test_bar_at_a_terminal_none_elsewhere_none_when_quiet(self):
        bar, silence = Terminal(), Terminal()
        runs = [self.start_audit("bar", stderr=bar.theirs), self.start_audit("none"),
                self.start_audit("quiet", "--quiet", stderr=silence.theirs)]
        results = [run.finish() for run in runs]
        for result in results:
            self.assertIn(result.exit, (0, 1))
        shown = bar.close()
        self.assertRegex(shown, r"\[#*\.*\] \d+/150, \d+/s, \d+:\d\d left")
        self.assertRegex(shown, r"\r\x1b\[K[^\r]*took")  # the bar is gone before the last line
        self.assertEqual(hidden(OWN_CONTROLS.sub("", shown)), set())
        self.assertRegex(results[1].err, r"^ragsieve: audit took \d+\.\d s\n$")
        self.assertEqual(silence.close(), "")


if __name__ == "__main__":
    harness.unittest.main()
