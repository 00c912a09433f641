"""ragsieve quarantine: the review queue of a running service, from the command line."""

import json
import unittest

from server import EndpointCase


class QuarantineTest(EndpointCase):

    def quarantine(self, server, *arguments, expect):
        key = self.write("reviewer.key", self.key + "\n")
        address = f"http://127.0.0.1:{server.port}"
        return self.run_program("quarantine", *arguments, "--server", address, "--key-file", key,
                                expect=expect)

    def test_what_waits_is_listed_shown_and_decided(self):
        server = self.start_server()
        self.make_ready(server)
        empty = self.quarantine(server, "list", expect=0)
        self.assertIn(b"Nothing waits", empty.out)
        screened = [self.screen(server, name).json() for name in ("a.md", "b\x1b[31m.md", "c.md")]
        documents = [record["document"] for record in screened]
        listed = self.quarantine(server, "list", expect=1)
        self.assertIn(documents[0].encode(), listed.out)
        self.assertNotIn(b"\x1b", listed.out)
        lines = self.quarantine(server, "list", "--format", "jsonl", "--limit", "2", expect=1)
        self.assertEqual(len(lines.records()), 2)
        shown = json.loads(self.quarantine(server, "show", documents[0], expect=0).out)
        self.assertEqual(shown["document"]["source"], "a.md")

        released = self.quarantine(server, "release", documents[0], "--reason", "looked at it",
                                   expect=0)
        self.assertRegex(released.out.decode(), documents[0] + "  release  sha256:[0-9a-f]{64}")
        again = self.quarantine(server, "reject", documents[0], documents[1], "--reason", "poison",
                                expect=3)
        self.assertIn(b"not decided", again.out)
        left = self.quarantine(server, "list", "--format", "jsonl", expect=1)
        self.assertEqual([record["document"] for record in left.records()], [documents[2]])

    def test_what_is_wrong_is_said(self):
        server = self.start_server()
        self.assertIn("404", self.quarantine(server, "show", "none", expect=2).err)
        self.assertIn("400", self.quarantine(server, "show", "../keys", expect=2).err)
        self.key = "rs_" + "a" * 43
        refused = self.quarantine(server, "list", expect=2)
        self.assertIn("401", refused.err)
        self.assertNotIn(self.key, refused.err)
        port = server.port
        server.stop()
        server.port = port
        self.assertIn("cannot reach", self.quarantine(server, "list", expect=2).err)
        self.run_program("quarantine", "list", "--server", "ftp://x", expect=2)


if __name__ == "__main__":
    unittest.main()
