"""The service keeps the promises of its OpenAPI document: schemathesis sends what the document
allows and what it does not, with a fixed seed; and every route refuses who has no key or the wrong
role. The models are a small endpoint of the test."""

import subprocess
import unittest

import harness
from openai_server import DIMENSION, OpenAiServer
from server import ServerCase

ROLES = {"screen": {"screen"}, "read": {"read"}, "review": {"review", "read"},
         "admin": {"screen", "read", "review", "admin"}}
CHECKS = ("not_a_server_error,status_code_conformance,content_type_conformance,"
          "response_schema_conformance,response_headers_conformance")
# 503 says when to come back: of a corpus that was just registered it is the right answer.
CONFIG = """[checks.not_a_server_error]
expected-statuses = ["2XX", "3XX", "4XX", "503"]
"""


class OpenApiTest(ServerCase):

    def setUp(self):
        super().setUp()
        models = OpenAiServer()
        models.__enter__()
        self.addCleanup(models.stop)
        self.environment.update({
            "RAGSIEVE__ENCODER__KIND": "openai",
            "RAGSIEVE__ENCODER__URL": models.url("good"),
            "RAGSIEVE__ENCODER__MODEL": "bag-of-words",
            "RAGSIEVE__ENCODER__DIM": str(DIMENSION),
            "RAGSIEVE__GATE__CORPUS_PROBES": "5",
        })
        self.write("corpora/handbook.jsonl", harness.jsonl(harness.documents(30)))
        self.server = self.serve()
        self.make_ready(self.server)

    def test_every_answer_is_one_that_the_document_has(self):
        program = subprocess.run([harness.ROOT / "scripts/schemathesis.sh"], check=True,
                                 capture_output=True, text=True).stdout.splitlines()[-1]
        self.write("schemathesis.toml", CONFIG)
        # Not among them: streams, which do not end, and the route that revokes the key in use.
        done = subprocess.run(
            [program, "run", f"http://127.0.0.1:{self.server.port}/openapi.json",
             "--header", f"Authorization: Bearer {self.key}", "--seed", "1", "--checks", CHECKS,
             "--max-examples", "10", "--max-time", "100", "--generation-database", "none",
             "--exclude-path-regex", "/events$|/v1/keys/", "--request-timeout", "20", "--no-color"],
            capture_output=True, text=True, timeout=400, cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stdout[-6000:] + done.stderr[-2000:])
        self.assertRegex(done.stdout, r"\d+ generated, \d+ passed")
        self.assertNotIn("only 401/403", done.stdout)
        print(done.stdout[done.stdout.index("Test cases:"):].split("\n\n")[0])

    def operations(self):
        document = self.server.ask("GET", "/openapi.json").json()
        for path, methods in document["paths"].items():
            for method, operation in methods.items():
                yield method.upper(), path, operation

    def test_every_route_refuses_who_has_no_key_or_the_wrong_role(self):
        keys = {}
        for role in ROLES:
            made = self.server.ask("POST", "/v1/keys", {"name": role, "role": role}, self.key)
            self.assertEqual(made.status, 201, made.body)
            keys[role] = made.json()["secret"]
        refused = 0
        for method, path, operation in self.operations():
            place = path.replace("{", "").replace("}", "")
            wanted = operation.get("x-role")
            open_to_all = operation["security"] == []
            self.assertEqual(wanted is None, open_to_all, path)
            answer = self.server.ask(method, place)
            self.assertEqual(answer.status == 401, not open_to_all, f"{method} {path}")
            if open_to_all:
                continue
            for role, may in ROLES.items():
                allowed = wanted == "any" or wanted in may
                if allowed:
                    continue
                answer = self.server.ask(method, place, key=keys[role])
                self.assertEqual(answer.status, 403, f"{method} {path} as {role}")
                refused += 1
        self.assertGreater(refused, 40)


if __name__ == "__main__":
    unittest.main()
