"""A state whose disk is full: what cannot be kept is refused and said to be so, reads go on, and once
there is space again so does everything else, without a restart.

The state lies on a small file system where one can be mounted; elsewhere no file of the server may
grow beyond a limit, which is raised again.
"""

import contextlib
import pathlib
import resource
import signal
import subprocess
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "e2e"))

from server import EndpointCase  # noqa: E402

DISK_BYTES = 8 << 20
FILE_BYTES = 2 << 20  # where nothing can be mounted
MOST_SCREENS = 2000
CHANGING = ("/v1/screen", "/v1/quarantine", "/v1/probes", "/v1/corpora", "/v1/keys", "/v1/jobs",
            "/v1/audits")
UNLIMITED = resource.RLIM_INFINITY


class SmallDisk:
    """The disk of a folder, which can be filled and emptied."""

    def __init__(self, folder):
        self.folder = folder
        self.mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES},mode=0700", "tmpfs", folder],
            stderr=subprocess.DEVNULL, check=False).returncode == 0

    def fill(self, process):
        if not self.mounted:
            resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (FILE_BYTES, UNLIMITED))
            return
        with contextlib.suppress(OSError), open(self.folder / "filler", "wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))

    def empty(self, process):
        if not self.mounted:
            resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (UNLIMITED, UNLIMITED))
        else:
            (self.folder / "filler").unlink()

    def close(self):
        if self.mounted:
            subprocess.run(["umount", "-l", self.folder], check=True)


class FullDiskTest(EndpointCase):

    def setUp(self):
        super().setUp()
        self.disk = SmallDisk(self.path("state"))
        self.addCleanup(self.disk.close)
        self.known = {}  # name -> (document, report)

    def screen_known(self, server, name):
        answer = self.screen(server, name, Idempotency_Key=name)
        if answer.status == 200:
            self.known[name] = (answer.json()["document"], answer.json()["report"])
        return answer

    def assert_no_space(self, answer):
        self.assertEqual(answer.status, 507, answer.body)
        self.assertEqual(answer.headers["content-type"], "application/problem+json")
        self.assertEqual(answer.json()["code"], "no_space", answer.body)
        self.assertGreater(int(answer.headers["retry-after"]), 0)

    def screen_until_full(self, server):
        for number in range(MOST_SCREENS):
            answer = self.screen_known(server, f"until-{number}.md")
            if answer.status != 200:
                return answer
        raise AssertionError("the disk does not become full")

    def test_nothing_is_acknowledged_that_cannot_be_kept(self):
        server = self.start_server()
        self.make_ready(server)
        self.assertEqual(self.screen_known(server, "first.md").status, 200)
        self.disk.fill(server.process)
        self.check_documented(server)
        self.assert_no_space(self.screen_until_full(server))
        batch = {"corpus": "notes",
                 "documents": [{"id": f"{i}.md", "text": "x" * 9000} for i in range(900)]}
        self.assert_no_space(server.ask("POST", "/v1/screens", batch, self.key))
        probes = [{"id": f"p{i}", "question": "Where is it? " * 90} for i in range(900)]
        self.assert_no_space(server.ask("PUT", "/v1/probes/notes", {"probes": probes}, self.key))
        self.check_reads(server)
        self.disk.empty(server.process)
        self.check_goes_on(server)
        self.assertEqual(server.stop(), 128 + signal.SIGTERM)
        with self.sound_database() as database:
            kept = dict(database.execute("SELECT document, report FROM verdicts"))
            names = [row[0] for row in database.execute("SELECT source FROM documents")]
        for document, report in self.known.values():
            self.assertEqual("sha256:" + kept[document], report)
        self.assertEqual(sorted(names), sorted(self.known))  # and nothing else

    def check_documented(self, server):
        """What changes something may find the disk full, and says so in its description."""
        paths = server.ask("GET", "/openapi.json", key=self.key).json()["paths"]
        for path in filter(lambda known: known.startswith(CHANGING), paths):
            for method, operation in paths[path].items():
                if method in ("post", "put", "delete"):
                    self.assertIn("507", operation["responses"], (method, path))

    def check_reads(self, server):
        self.assertEqual(server.ask("GET", "/healthz").status, 200)
        self.assertEqual(server.ask("GET", "/readyz").status, 200)
        for path in ("/v1/quarantine", "/v1/verdicts", "/v1/reports", "/v1/overview",
                     "/v1/documents/" + self.known["first.md"][0]):
            answer = server.ask("GET", path, key=self.key)
            self.assertEqual(answer.status, 200, (path, answer.body))

    def check_goes_on(self, server):
        end = time.monotonic() + 20
        while self.screen_known(server, "after.md").status != 200:
            self.assertLess(time.monotonic(), end, "there is space, and nothing is kept")
            time.sleep(0.1)
        document = self.known["first.md"][0]
        again = self.screen(server, "first.md", Idempotency_Key="first.md")
        self.assertEqual((again.status, again.json()["document"]), (200, document))
        note = server.ask("POST", f"/v1/quarantine/{document}/note", {"reason": "looked at"},
                          self.key)
        self.assertEqual(note.status, 200, note.body)


if __name__ == "__main__":
    unittest.main()
