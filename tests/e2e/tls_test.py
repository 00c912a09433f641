"""A server over TLS, asked by another implementation's client: certificates checked, events, limits,
a renewed certificate, and the refusals to start."""

import contextlib
import http.client
import json
import signal
import socket
import ssl
import subprocess
import time
import unittest

from server import EndpointCase


def days_certificate(folder, name):
    """FOLDER/NAME.pem and FOLDER/NAME.key.pem, of 127.0.0.1."""
    certificate, key = folder / f"{name}.pem", folder / f"{name}.key.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                    "ec_paramgen_curve:P-256", "-nodes", "-days", "1", "-subj", f"/CN={name}",
                    "-addext", "subjectAltName=IP:127.0.0.1", "-out", certificate, "-keyout", key],
                   check=True, capture_output=True)
    key.chmod(0o600)
    return certificate, key


class TlsTest(EndpointCase):

    def setUp(self):
        super().setUp()
        self.certificate, self.tls_key = days_certificate(self.path(""), "gate")
        self.use(self.certificate, self.tls_key)

    def use(self, certificate, key):
        self.environment["RAGSIEVE__SERVER__TLS_CERTIFICATE"] = str(certificate)
        self.environment["RAGSIEVE__SERVER__TLS_KEY"] = str(key)

    def begin(self):
        server = self.start_server()
        server.certificate = self.certificate
        return server

    def handshake(self, server, **versions):
        context = ssl.create_default_context(cafile=self.certificate)
        context.set_alpn_protocols(["h2", "http/1.1"])
        for name, version in versions.items():
            setattr(context, name, version)
        plain = socket.create_connection(("127.0.0.1", server.port), 20)
        return context.wrap_socket(plain, server_hostname="127.0.0.1")

    def test_a_document_is_screened_and_its_events_are_read(self):
        server = self.begin()
        self.assertIn(b"over TLS", self.path("log").read_bytes())
        self.make_ready(server)
        answer = self.screen(server, "a.md")
        self.assertEqual(answer.status, 200, answer.body)
        documents = [{"id": f"{i}.md", "text": f"Note {i}."} for i in range(3)]
        job = server.ask("POST", "/v1/screens", {"corpus": "notes", "documents": documents},
                         self.key).json()
        events = server.ask("GET", job["events"], key=self.key)  # until it has ended
        self.assertEqual(events.headers["content-type"], "text/event-stream")
        self.assertIn(b"event: done", events.body)
        large = server.ask("POST", "/v1/screen?corpus=notes&id=x", b"x" * (25 << 20), self.key,
                           Content_Type="text/plain")
        self.assertEqual((large.status, large.json()["code"]), (413, "too_large"))
        self.assertEqual(server.stop(), 128 + signal.SIGTERM)

    def test_versions_and_protocols(self):
        server = self.begin()
        with self.handshake(server) as newest:
            self.assertEqual(newest.version(), "TLSv1.3")
            self.assertEqual(newest.selected_alpn_protocol(), "http/1.1")
        with self.handshake(server, maximum_version=ssl.TLSVersion.TLSv1_2) as older:
            self.assertEqual(older.version(), "TLSv1.2")
            self.assertIn("ECDHE", older.cipher()[0])

    def test_who_speaks_plainly_gets_nothing_and_disturbs_nobody(self):
        server = self.begin()
        plain = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        with contextlib.closing(plain), self.assertRaises((http.client.HTTPException, OSError)):
            plain.request("GET", "/healthz")
            plain.getresponse()
        self.assertEqual(server.ask("GET", "/healthz").status, 200)

    def test_a_renewed_certificate_is_shown_after_a_hangup(self):
        server = self.begin()
        self.assertEqual(server.ask("GET", "/healthz").status, 200)
        renewed, key = days_certificate(self.path(""), "renewed")
        self.certificate.write_bytes(renewed.read_bytes())
        server.process.send_signal(signal.SIGHUP)  # the pair is no pair yet: the old one stays
        self.wait_for_log("the old certificate stays")
        self.tls_key.write_bytes(key.read_bytes())
        server.process.send_signal(signal.SIGHUP)
        self.wait_for_log("the certificate was read again")
        self.assertEqual(server.ask("GET", "/healthz").status, 200)  # by the new one

    def wait_for_log(self, words):
        end = time.monotonic() + 20
        while not any(words in json.loads(line)["message"]
                      for line in self.path("log").read_text().splitlines()):
            self.assertLess(time.monotonic(), end, f"the log does not say {words!r}")
            time.sleep(0.02)

    def refused(self, expect):
        return self.run_program("serve", "--listen", "127.0.0.1:0", expect=expect).err

    def test_what_cannot_be_used_is_a_refusal_to_start(self):
        other, other_key = days_certificate(self.path(""), "other")
        self.use(self.certificate, other_key)
        self.assertIn(str(other_key), self.refused(2))
        self.use(self.path("none.pem"), self.tls_key)
        self.assertIn("none.pem", self.refused(2))
        self.use(self.certificate, self.tls_key)
        self.tls_key.chmod(0o644)
        self.assertIn("expected 0600", self.refused(2))
        self.environment["RAGSIEVE__SERVER__TLS_KEY"] = ""
        self.assertIn("server.tls_key", self.refused(2))

    def test_config_check_shows_the_keys(self):
        shown = self.run_program("config", "check", expect=0).out.decode()
        self.assertIn(f'tls_certificate = "{self.certificate}"', shown)
        self.assertIn(f'tls_key = "{self.tls_key}"', shown)


if __name__ == "__main__":
    unittest.main()
