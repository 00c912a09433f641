"""Tests of scripts/check_models.py: only models that are listed and whole count as there."""

import io
import json
import unittest
from contextlib import redirect_stderr, redirect_stdout
from unittest import mock

import made_tree  # noqa: F401 (makes scripts/ importable)

import check_models


class CheckModelsTest(unittest.TestCase):

    def status(self, listing, *wanted):
        text = listing if isinstance(listing, str) else json.dumps(listing)
        talk, self.printed = io.StringIO(), io.StringIO()
        with mock.patch("sys.stdin", io.StringIO(text)), redirect_stderr(talk), \
                redirect_stdout(self.printed):
            status = check_models.main(wanted)
        self.talk = talk.getvalue()
        return status

    def listing(self, state):
        return {"folder": "models", "models": [{"name": "a", "state": state}]}

    def test_a_whole_model_is_there(self):
        self.assertEqual(self.status(self.listing("ok"), "a"), 0)
        self.assertEqual(self.printed.getvalue(), "models\n")

    def test_a_damaged_model_is_not(self):
        self.assertEqual(self.status(self.listing("damaged"), "a"), 1)
        self.assertIn("model a: damaged", self.talk)

    def test_a_missing_model_is_not_but_the_folder_is_known(self):
        self.assertEqual(self.status(self.listing("ok"), "a", "b"), 1)
        self.assertIn("model b: not imported yet", self.talk)
        self.assertEqual(self.printed.getvalue(), "models\n")

    def test_an_unreadable_list_is_not(self):
        for text in ["", "[]", "{}", '{"folder": "a", "models": [{"name": "a"}]}']:
            self.assertEqual(self.status(text, "a"), 1, text)
            self.assertIn("unreadable", self.talk)


if __name__ == "__main__":
    unittest.main()
