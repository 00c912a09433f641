"""A server whose state is in PostgreSQL, while the database is stopped and started again: it says so,
goes on without a restart, and has lost nothing that it acknowledged."""

import os
import pathlib
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "e2e"))

from server import EndpointCase  # noqa: E402

BATCH = 40


def postgres_programs():
    """The folder of the server's programs; None where there is none."""
    folders = [*os.environ["PATH"].split(":"),
               *sorted(map(str, pathlib.Path("/usr/lib/postgresql").glob("*/bin")), reverse=True)]
    needed = ("initdb", "postgres", "pg_isready")
    return next((folder for folder in folders
                 if all(shutil.which(name, path=folder) for name in needed)), None)


class Postgres:
    """A database of its own at a unix socket; PostgreSQL refuses to run as root."""

    def __init__(self, programs):
        self.programs = programs
        self.folder = tempfile.mkdtemp(prefix="ragsieve-pg-")
        self.connection = f"host={self.folder} user=ragsieve dbname=postgres"
        self.user = {}
        self.process = None
        if os.getuid() == 0:
            entry = pwd.getpwnam("postgres")
            self.user = {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
            os.chown(self.folder, entry.pw_uid, entry.pw_gid)
        self.run("initdb", "--no-sync", "--no-locale", "--encoding=UTF8", "--auth=trust",
                 "--username=ragsieve", f"--pgdata={self.folder}/data").wait(60)

    def run(self, program, *arguments):
        with open(self.folder + "/log", "ab") as log:
            return subprocess.Popen([f"{self.programs}/{program}", *arguments], stdout=log,
                                    stderr=log, cwd=self.folder, **self.user)

    def start(self):
        self.process = self.run("postgres", "-D", self.folder + "/data", "-c", "listen_addresses=",
                                "-c", f"unix_socket_directories={self.folder}")
        end = time.monotonic() + 60
        while subprocess.run([f"{self.programs}/pg_isready", "-q", "-h", self.folder],
                             check=False).returncode != 0:
            if time.monotonic() > end or self.process.poll() is not None:
                raise AssertionError(pathlib.Path(self.folder + "/log").read_text())
            time.sleep(0.02)

    def stop(self):
        """As an operator does: sessions are ended."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(60)

    def close(self):
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait(60)
        shutil.rmtree(self.folder)


class PostgresTest(EndpointCase):

    def setUp(self):
        super().setUp()
        programs = postgres_programs()
        if programs is None:
            self.skipTest("no PostgreSQL server is installed (initdb, postgres)")
        self.database = Postgres(programs)
        self.addCleanup(self.database.close)
        self.database.start()
        self.environment["RAGSIEVE__STATE__POSTGRES"] = self.database.connection

    def get(self, server, path):
        answer = server.ask("GET", path, key=self.key)
        self.assertEqual(answer.status, 200, (path, answer.body))
        return answer.json()

    def begin_batch(self, server):
        documents = [{"id": f"{i}.md", "text": f"Note {i}."} for i in range(BATCH)]
        answer = server.ask("POST", "/v1/screens", {"corpus": "notes", "documents": documents},
                            self.key)
        self.assertEqual(answer.status, 202, answer.body)
        return "/v1/jobs/" + answer.json()["job"]

    def wait_for_job(self, server, path):
        end = time.monotonic() + 60
        while True:
            job = self.get(server, path)
            if job["state"] not in ("queued", "running"):
                return job
            self.assertLess(time.monotonic(), end, job)
            time.sleep(0.05)

    def test_the_database_goes_and_comes_back(self):
        server = self.start_server()
        self.make_ready(server)
        first = self.screen(server, "a.md", Idempotency_Key="a")
        self.assertEqual(first.status, 200, first.body)
        document = first.json()["document"]
        waiting = [entry["document"] for entry in self.get(server, "/v1/quarantine")["items"]]
        self.assertIn(document, waiting)
        decision = server.ask("POST", f"/v1/quarantine/{document}/reject", {"reason": "hostile"},
                              self.key)
        self.assertEqual(decision.status, 200, decision.body)
        job = self.begin_batch(server)
        for _ in range(2):
            self.database.stop()
            self.check_says_so(server)
            self.database.start()
            self.wait_until_ready(server, 30)
        self.check_goes_on(server)
        ended = self.wait_for_job(server, job)
        self.assertEqual((ended["state"], ended["progress"]["done"]), ("done", BATCH), ended)
        self.assertEqual(ended["result"]["errors"], 0, ended)
        again = self.screen(server, "a.md", Idempotency_Key="a")
        self.assertEqual((again.status, again.json()["document"]), (200, document))
        history = self.get(server, "/v1/documents/" + document)
        self.assertEqual(history["verdicts"][0]["report"], first.json()["report"])
        self.assertEqual([entry["action"] for entry in history["decisions"]], ["reject"])
        self.check_links(server)
        self.assertEqual(server.stop(), 128 + signal.SIGTERM)

    def check_says_so(self, server):
        self.assertEqual(server.ask("GET", "/healthz").status, 200)
        asked = [("GET", "/readyz", None), ("GET", "/v1/quarantine", None),
                 ("PUT", "/v1/probes/x", {"probes": [{"id": "a", "question": "Where is it?"}]}),
                 ("POST", "/v1/screen", {"corpus": "notes", "id": "b.md", "text": "A note."})]
        for method, path, body in asked:
            answer = server.ask(method, path, body, self.key, timeout=30)
            self.assertEqual(answer.status, 503, (path, answer.body))
            self.assertEqual(answer.headers["content-type"], "application/problem+json")
            self.assertGreater(int(answer.headers["retry-after"]), 0)
        self.assertIsNone(server.process.poll())

    def check_goes_on(self, server):
        for number in range(3):
            answer = self.screen(server, f"after-{number}.md")
            self.assertEqual(answer.status, 200, answer.body)
        self.assertEqual(self.wait_for_job(server, self.begin_batch(server))["state"], "done")

    def check_links(self, server):
        """Every report names the one before it."""
        before, after = "0" * 64, 0
        while after is not None:
            page = self.get(server, f"/v1/reports?after={after}&limit=1000")
            for report in page["items"]:
                self.assertEqual(report["previous"].removeprefix("sha256:"), before)
                before = report["digest"].removeprefix("sha256:")
            after = page["next"]
        self.assertEqual(page["head"]["digest"].removeprefix("sha256:"), before)


if __name__ == "__main__":
    unittest.main()
