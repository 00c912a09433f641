"""Tests of scripts/count_tests.py on results in ctest's form."""

import io
import pathlib
import tempfile
import unittest
from contextlib import redirect_stderr

import made_tree  # noqa: F401 (makes scripts/ importable)

import count_tests

RESULTS = """<?xml version="1.0"?>
<testsuite>
 <testcase name="a" status="run"/>
 <testcase name="b" status="run"/>
 <testcase name="c" status="fail"><failure message=""/></testcase>
 <testcase name="d" status="notrun">
  <skipped message="SKIP_REGULAR_EXPRESSION_MATCHED"/></testcase>
 <testcase name="e" status="disabled"><skipped message="Disabled"/></testcase>
 <testcase name="f" status="notrun"><skipped message="Unable to find executable"/></testcase>
</testsuite>
"""


class CountTestsTest(unittest.TestCase):

    def count(self, text, forbid_skips=False):
        with tempfile.TemporaryDirectory() as folder, redirect_stderr(io.StringIO()) as talk:
            path = pathlib.Path(folder) / "results.xml"
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
            numbers = count_tests.count(path, forbid_skips)
        self.talk = talk.getvalue()
        return numbers

    def test_counts_each_outcome(self):
        self.assertEqual(self.count(RESULTS), (2, 2, 2))

    def test_a_case_that_could_not_start_has_failed(self):
        self.count(RESULTS)
        self.assertIn("failed: f", self.talk)

    def test_a_forbidden_skip_has_failed(self):
        self.assertEqual(self.count(RESULTS, forbid_skips=True), (2, 4, 0))

    def test_an_empty_run_counts_nothing(self):
        self.assertEqual(self.count("<testsuite/>"), (0, 0, 0))

    def test_bytes_that_a_test_printed_are_no_obstacle(self):
        text = b'<testsuite><testcase status="run"><system-out>\x01\xff\xed\xa0\x80' \
               b"</system-out></testcase></testsuite>"
        self.assertEqual(self.count(text), (1, 0, 0))

    def test_an_unreadable_file_is_an_error(self):
        with redirect_stderr(io.StringIO()):
            self.assertEqual(count_tests.main(["no-such-file.xml"]), 2)


if __name__ == "__main__":
    unittest.main()
