"""ragsieve serve: a poison is rejected with its reasons, nothing is done without a key, bad input is
answered and not dropped, and what was acknowledged is there after a kill."""

import json
import signal
import socket
import time
import unittest

import harness
from harness import SAMPLES
from server import ServerCase

POISON = (SAMPLES / "demo/poison.md").read_text()


def refused(server):
    """Whether nobody listens any more."""
    try:
        socket.create_connection(("127.0.0.1", server.port), timeout=1).close()
    except OSError:
        return True
    return False


@harness.needs_models
class ServeTest(ServerCase):

    def test_a_poison_is_rejected_and_the_verdict_survives_a_kill(self):
        server = self.serve()
        self.make_ready(server)
        answer = self.screen(server, "poison.md", POISON)
        self.assertEqual(answer.status, 200, answer.body)
        record = answer.json()
        self.assertEqual(record["verdict"], "REJECT")
        self.assertTrue(record["reasons"][0].startswith("REJECT ("), record["reasons"])
        self.assertRegex(record["report"], "^sha256:[0-9a-f]{64}$")
        self.assertEqual(server.stop(signal.SIGKILL), -signal.SIGKILL)

        again = self.serve()
        self.wait_until_ready(again)
        second = self.screen(again, "poison.md", POISON).json()
        self.assertEqual(second["verdict"], "REJECT")
        self.assertNotEqual(second["document"], record["document"])
        self.assertNotEqual(second["report"], record["report"])
        self.assertEqual(again.stop(), 128 + signal.SIGTERM)
        log = self.path("log").read_text()
        self.assertNotIn(self.key, log)
        self.assertNotIn(POISON.split()[5] + " " + POISON.split()[6], log)
        for line in log.splitlines():
            self.assertEqual(set(json.loads(line)), {"time", "level", "message"})

    def test_without_a_key_or_with_a_wrong_one_nothing_is_told(self):
        server = self.serve()
        for path in ("/v1/corpora", "/v1/screen", "/v1/nothing"):
            for key in (None, "rs_" + "a" * 43, "nonsense"):
                answer = server.ask("GET", path, key=key)
                self.assertEqual(answer.status, 401)
                self.assertEqual(answer.headers["content-type"], "application/problem+json")
                self.assertEqual(answer.headers["www-authenticate"], "Bearer")
        self.assertEqual(server.ask("GET", "/healthz").json(), {"status": "ok"})
        self.assertEqual(server.ask("GET", "/v1/nothing", key=self.key).status, 404)
        self.assertEqual(server.ask("GET", "/openapi.json").json()["openapi"], "3.1.0")

    def test_bad_input_is_answered(self):
        server = self.serve()
        problem = server.ask("POST", "/v1/screen", b"{", self.key, Content_Type="application/json")
        self.assertEqual((problem.status, problem.json()["code"]), (422, "invalid_input"))
        wrong = server.ask("POST", "/v1/screen", b"x", self.key, Content_Type="application/pdf")
        self.assertEqual(wrong.status, 415)
        large = server.ask("POST", "/v1/screen", b"x" * (25 << 20), self.key,
                           Content_Type="text/plain")
        self.assertEqual((large.status, large.json()["code"]), (413, "too_large"))
        for path in ("../secret", "/etc/passwd", ""):
            answer = server.ask("PUT", "/v1/corpora/x", {"path": path}, self.key)
            self.assertEqual(answer.status, 400, path)
            self.assertEqual(answer.json()["where"], {"field": "path"})
        self.assertEqual(self.screen(server, "a.md", "text").status, 404)  # no such corpus
        metrics = server.ask("GET", "/metrics", key=self.key).body.decode()
        self.assertIn('{method="PUT",route="/v1/corpora/{name}",status="400"} 3\n', metrics)
        self.assertIn("\nragsieve_state_readable 1\n", metrics)

    def test_one_server_has_the_state_and_says_so(self):
        server = self.serve()
        second = self.run_program("serve", "--listen", "127.0.0.1:0", expect=(2, 3))
        self.assertIn(str(server.process.pid), second.err)
        unset = {**self.environment, "RAGSIEVE__MODELS__ENCODER": "absent",
                 "RAGSIEVE__STATE__DIR": str(self.path("other"))}
        missing = self.run_program("serve", env=unset, expect=2)
        self.assertIn("absent", missing.err)

    def test_a_batch_becomes_a_job_that_a_kill_does_not_lose(self):
        server = self.serve()
        self.make_ready(server)
        documents = [{"id": f"{i}.md", "text": f"Note {i}. {POISON}"} for i in range(20)]
        answer = server.ask("POST", "/v1/screens", {"corpus": "handbook", "documents": documents},
                            self.key)
        self.assertEqual(answer.status, 202, answer.body)
        self.assertEqual(answer.headers["location"], "/v1/jobs/" + answer.json()["job"])
        server.stop(signal.SIGKILL)
        self.assertTrue(refused(server))
        again = self.serve()
        self.wait_until_ready(again)
        end = time.monotonic() + 120
        while True:
            job = again.ask("GET", "/v1/jobs/" + answer.json()["job"], key=self.key).json()
            if job["state"] not in ("queued", "running"):
                break
            self.assertLess(time.monotonic(), end, job)
            time.sleep(0.2)
        self.assertEqual(job["state"], "done", job)
        self.assertEqual(job["progress"]["done"], 20)


if __name__ == "__main__":
    unittest.main()
