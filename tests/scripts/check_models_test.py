"""Tests of scripts/check_models.py: only listed models with sound files count as there."""

import hashlib
import io
import json
import pathlib
import tempfile
import unittest
from contextlib import redirect_stderr
from unittest import mock

import made_tree  # noqa: F401 (makes scripts/ importable)

import check_models


class CheckModelsTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "a.gguf").write_bytes(b"weights")
        self.digest = hashlib.sha256(b"weights").hexdigest()

    def status(self, listed, *wanted):
        text = listed if isinstance(listed, str) else json.dumps(listed)
        with mock.patch("sys.stdin", io.StringIO(text)), redirect_stderr(io.StringIO()):
            return check_models.main([str(self.folder), *wanted])

    def entry(self, **changes):
        return {"name": "a", "file": "a.gguf", "sha256": self.digest} | changes

    def test_a_sound_model_is_there(self):
        self.assertEqual(self.status({"models": [self.entry()]}, "a"), 0)

    def test_a_missing_model_is_not(self):
        self.assertEqual(self.status({"models": [self.entry()]}, "a", "b"), 1)

    def test_a_wrong_digest_is_not(self):
        self.assertEqual(self.status([self.entry(sha256="0" * 64)], "a"), 1)

    def test_a_missing_file_is_not(self):
        self.assertEqual(self.status([self.entry(file="b.gguf")], "a"), 1)

    def test_an_unreadable_list_is_not(self):
        self.assertEqual(self.status("", "a"), 1)


if __name__ == "__main__":
    unittest.main()
