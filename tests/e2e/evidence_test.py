"""keygen, seal and verify as a user runs them, beside a verifier that shares no code with the
program: Python's `cryptography` and the text of the specifications. Both must agree on every
report, good or tampered with, as far as the second one can see."""

import base64
import hashlib
import json
import os
import stat
import tomllib
import unittest

import harness

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ed25519
except ImportError:
    ed25519 = None

DOCUMENT = "# First aid\n\nThe kit hangs beside the door of the caf\u00e9.\n"
TYPE = "application/vnd.in-toto+json"
NO_REPORT = "0" * 64


def canonical(value):
    """RFC 8785 for what stands in a statement: ASCII names, integers, strings."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def sha256(content):
    return hashlib.sha256(content if isinstance(content, bytes) else content.encode()).hexdigest()


def statement(document=DOCUMENT, previous=NO_REPORT, time="2024-05-01T12:00:00Z"):
    """An admission whose verdict follows from its numbers."""
    signals = [{"name": "anomaly", "status": "ran", "score": 120000, "p": 410000},
               {"name": "injection", "status": "ran", "score": 0, "p": 1000000}]
    predicate = {
        "raw_form": "file", "canonical_sha256": sha256(document), "verdict": "ADMIT",
        "profile": "default", "mode": "block", "score": 180000, "p": 820000, "alpha": 10000,
        "decisive": [], "signals": signals, "facts": {"conflicts": 0, "retrieved_conflicts": 0},
        "thresholds": {"quarantine_from": 350000, "reject_from": 650000, "anomaly_weight": 250000,
                       "injection_weight": 250000, "influence_weight": 500000, "alpha": 10000,
                       "injection_finding": 500000, "injection_strong": 900000},
        "models": [{"role": "encoder", "name": "all-minilm-l6-v2-f32", "sha256": "e" * 64}],
        "reasons": ["Nothing speaks against it."], "version": "0.1.0", "time": time,
        "policy_sha256": "a" * 64, "corpus_sha256": "b" * 64, "previous_sha256": previous}
    return {"_type": "https://in-toto.io/Statement/v1",
            "subject": [{"name": "first-aid.md", "digest": {"sha256": sha256(document)}}],
            "predicateType": "https://ragsieve.dev/attestation/screen/v1", "predicate": predicate}


def pae(payload_type, payload):
    kind = payload_type.encode()
    return b"DSSEv1 %d %s %d %s" % (len(kind), kind, len(payload), payload)


def independent_verdict(report, document, pem):
    """Whether the seal holds and is about this document, by the other implementation."""
    try:
        envelope = json.loads(report)
        payload = base64.b64decode(envelope["payload"], validate=True)
        if envelope["payloadType"] != TYPE:
            return False
        signature = base64.b64decode(envelope["signatures"][0]["sig"], validate=True)
        key = serialization.load_pem_public_key(pem)
        key.verify(signature, pae(TYPE, payload))
        subject = json.loads(payload)["subject"]
    except (ValueError, KeyError, IndexError, TypeError, InvalidSignature):
        return False
    return subject[0]["digest"]["sha256"] == sha256(document)


def altered(report, change):
    envelope = json.loads(report)
    change(envelope)
    return json.dumps(envelope).encode()


def altered_payload(report, before, after):
    def change(envelope):
        payload = base64.b64decode(envelope["payload"])
        assert before in payload, before
        envelope["payload"] = base64.b64encode(payload.replace(before, after, 1)).decode()
    return altered(report, change)


def with_another_letter(content, position):
    letter = b"B" if content[position:position + 1] == b"A" else b"A"
    return content[:position] + letter + content[position + 1:]


@unittest.skipIf(ed25519 is None, "no second verifier: run scripts/setup.sh --dev")
class EvidenceTest(harness.Case):

    def setUp(self):
        super().setUp()
        self.run_program("keygen", "--out", self.path("desk"), "--owner", "Safety desk", expect=0)
        self.document = self.write("first-aid.md", DOCUMENT)
        self.trust = self.path("desk.trust.json")

    def private_key(self, name="desk"):
        text = self.path(f"{name}.key.toml").read_text()
        seed = base64.b64decode(tomllib.loads(text)["private_key"])
        return ed25519.Ed25519PrivateKey.from_private_bytes(seed)

    def sealed_elsewhere(self, content, name="desk", hint=""):
        """An envelope over `content` made by the other implementation."""
        payload = content if isinstance(content, bytes) else canonical(content)
        signature = self.private_key(name).sign(pae(TYPE, payload))
        return json.dumps({
            "payload": base64.b64encode(payload).decode(), "payloadType": TYPE,
            "signatures": [{"keyid": hint, "sig": base64.b64encode(signature).decode()}]}).encode()

    def seal(self, content, name="7-report", key="desk"):
        report = self.write(f"{name}.report.json",
                            canonical({"sealed": False, "statement": content}))
        self.run_program("seal", report, "--key", self.path(f"{key}.key.toml"), expect=0)
        self.assertFalse(report.exists())
        return self.path(f"{name}.dsse.json")

    def verify(self, report, expect, *more, document=None, trust=None):
        result = self.run_program("verify", report, "--document", document or self.document,
                                  "--trust", trust or self.trust, "--format", "json", *more,
                                  expect=expect)
        return json.loads(result.out)

    def check_of(self, verification, name):
        return next(check for check in verification["checks"] if check["name"] == name)

    def edit_trust(self, **more):
        trust = json.loads(self.trust.read_text())
        trust["keys"][0].update(more)
        self.trust.write_text(json.dumps(trust))

    # --- keys ------------------------------------------------------------------------------

    def test_keys_are_what_other_tools_read(self):
        private = self.path("desk.key.toml")
        self.assertEqual(stat.S_IMODE(os.stat(private).st_mode), 0o600)
        self.assertEqual(tomllib.loads(private.read_text())["owner"], "Safety desk")
        pem = serialization.load_pem_public_key(self.path("desk.pub.pem").read_bytes())
        raw = (serialization.Encoding.Raw, serialization.PublicFormat.Raw)
        self.assertEqual(pem.public_bytes(*raw), self.private_key().public_key().public_bytes(*raw))
        der = pem.public_bytes(serialization.Encoding.DER,
                               serialization.PublicFormat.SubjectPublicKeyInfo)
        self.assertEqual(json.loads(self.trust.read_text())["keys"][0]["id"], sha256(der))

    def test_a_key_is_never_overwritten(self):
        before = self.path("desk.key.toml").read_bytes()
        result = self.run_program("keygen", "--out", self.path("desk"), expect=2)
        self.assertIn("exists already", result.err)
        for name in ("desk.pub.pem", "desk.trust.json"):
            self.path(name).unlink()
        self.assertIn("never overwritten",
                      self.run_program("keygen", "--out", self.path("desk"), expect=2).err)
        self.assertEqual(self.path("desk.key.toml").read_bytes(), before)

    def test_rights_that_are_too_wide_are_refused(self):
        self.path("desk.key.toml").chmod(0o644)
        report = self.write("r.report.json",
                            canonical({"sealed": False, "statement": statement()}))
        result = self.run_program("seal", report, "--key", self.path("desk.key.toml"), expect=2)
        self.assertIn("chmod 600", result.err)

    def test_a_passphrase_locks_the_key(self):
        phrase = "correct horse battery"
        file = self.write("phrase", phrase + "\n")
        made = self.run_program("keygen", "--out", self.path("night"), "--passphrase-file", file,
                                expect=0)
        text = self.path("night.key.toml").read_text()
        self.assertIn("locked_key", text)
        self.assertNotIn("private_key", text)
        report = self.write("r.report.json",
                            canonical({"sealed": False, "statement": statement()}))
        key = self.path("night.key.toml")
        none = self.run_program("seal", report, "--key", key, expect=2)
        self.assertIn("--passphrase-file", none.err)
        wrong = self.run_program("seal", report, "--key", key, expect=2,
                                 env={"RAGSIEVE_KEY_PASSPHRASE": "wrong horse"})
        self.assertIn("does not open it", wrong.err)
        empty = self.run_program("seal", report, "--key", key, expect=2,
                                 env={"RAGSIEVE_KEY_PASSPHRASE": ""})
        self.assertIn("is empty", empty.err)
        right = self.run_program("seal", report, "--key", key, expect=0,
                                 env={"RAGSIEVE_KEY_PASSPHRASE": phrase})
        for result in (made, none, wrong, right):
            for word in (phrase, "wrong horse"):
                self.assertNotIn(word, result.err + result.out.decode())
        self.verify(self.path("r.dsse.json"), 0, trust=self.path("night.trust.json"))

    # --- good reports ----------------------------------------------------------------------

    def test_both_verify_what_either_seals(self):
        pem = self.path("desk.pub.pem").read_bytes()
        ours = self.seal(statement())
        theirs = self.write("theirs.dsse.json", self.sealed_elsewhere(statement()))
        for report in (ours, theirs):
            verification = self.verify(report, 0)
            self.assertEqual(verification["outcome"], "verifies")
            self.assertEqual(verification["verdict"], "ADMIT")
            self.assertEqual(verification["owner"], "Safety desk")
            self.assertEqual(verification["report"], "sha256:" + sha256(canonical(statement())))
            self.assertTrue(independent_verdict(report.read_bytes(), DOCUMENT, pem))
        envelopes = [json.loads(report.read_bytes()) for report in (ours, theirs)]
        self.assertEqual(envelopes[0]["signatures"][0]["sig"], envelopes[1]["signatures"][0]["sig"])

    def test_text_tells_each_check_and_then_the_verdict(self):
        result = self.run_program("verify", self.seal(statement()), "--document", self.document,
                                  "--trust", self.trust, expect=0)
        lines = result.out.decode().splitlines()
        self.assertEqual(len(lines), 9)
        self.assertRegex(lines[0], r"^passed +envelope ")
        self.assertRegex(lines[7], r"^not checked +chain ")
        self.assertIn("ADMIT for first-aid.md", lines[8])
        self.assertIn("sealed by Safety desk: verifies.", lines[8])

    def test_line_ends_are_told_from_text(self):
        report = self.seal(statement())
        windows = self.write("windows.md", DOCUMENT.replace("\n", "\r\n").replace("\u00e9",
                                                                                "e\u0301"))
        verification = self.verify(report, 4, document=windows)
        self.assertEqual(self.check_of(verification, "canonical_digest")["status"], "passed")
        self.assertIn("not its text", self.check_of(verification, "raw_digest")["reason"])

    # --- tampering -------------------------------------------------------------------------

    def test_both_find_every_tampering_that_both_can_see(self):
        self.run_program("keygen", "--out", self.path("other"), expect=0)
        pem = self.path("desk.pub.pem").read_bytes()
        good = self.seal(statement()).read_bytes()
        lie = statement()
        lie["predicate"]["verdict"] = "REJECT"
        spaced = json.dumps(statement()).encode()

        def drop(member):
            return altered(good, lambda envelope: envelope.pop(member))

        def with_signature(change):
            return altered(good, lambda envelope: change(envelope["signatures"][0]))

        hint = json.loads(good)["signatures"][0]["keyid"]
        cases = [  # report, document, the check that fails, whether the other one sees it
            (good, DOCUMENT + " ", "raw_digest", True),
            (good, DOCUMENT.replace("door", "desk"), "canonical_digest", True),
            (good, "", "raw_digest", True),
            (good, "\ufeff" + DOCUMENT, "raw_digest", True),
            (altered_payload(good, b"ADMIT", b"REJECT"), DOCUMENT, "signature", True),
            (altered_payload(good, b"820000", b"820001"), DOCUMENT, "signature", True),
            (altered_payload(good, b"2024-05-01", b"2024-05-02"), DOCUMENT, "signature", True),
            (altered_payload(good, sha256(DOCUMENT).encode(), sha256("x").encode()), "x",
             "signature", True),
            (altered_payload(good, NO_REPORT.encode(), b"1" * 64), DOCUMENT, "signature", True),
            (with_signature(lambda s: s.update(sig="A" * 86 + "==")), DOCUMENT, "signature", True),
            (with_signature(lambda s: s.update(sig=s["sig"][:-4])), DOCUMENT, "signature", True),
            (with_signature(lambda s: s.update(sig=s["sig"][:-1])), DOCUMENT, "envelope", True),
            (with_signature(lambda s: s.update(sig="")), DOCUMENT, "signature", True),
            (with_signature(lambda s: s.pop("sig")), DOCUMENT, "envelope", True),
            (drop("payload"), DOCUMENT, "envelope", True),
            (drop("signatures"), DOCUMENT, "envelope", True),
            (altered(good, lambda e: e.update(payloadType="text/plain")), DOCUMENT, "envelope",
             True),
            (altered(good, lambda e: e.update(signatures=[])), DOCUMENT, "envelope", True),
            (good[:len(good) // 2], DOCUMENT, "envelope", True),
            (b"", DOCUMENT, "envelope", True),
            (with_another_letter(good, good.index(b'"payload":"') + 30), DOCUMENT, "signature",
             True),
            (self.sealed_elsewhere(statement(), "other"), DOCUMENT, "key_trust", True),
            (self.sealed_elsewhere(statement(), "other", hint), DOCUMENT, "signature", True),
            (self.sealed_elsewhere(lie), DOCUMENT, "verdict", False),
            (self.sealed_elsewhere(spaced), DOCUMENT, "verdict", False),
            (self.sealed_elsewhere(statement(time="2999-01-01T00:00:00Z")), DOCUMENT,
             "key_validity", False),
        ]
        for index, (report, document, failed, seen) in enumerate(cases):
            with self.subTest(index=index, failed=failed):
                file = self.write("case.dsse.json", report)
                verification = self.verify(file, 4, document=self.write("case.md", document))
                self.assertEqual(verification["outcome"], "does_not_verify")
                check = self.check_of(verification, failed)
                self.assertEqual(check["status"], "failed", verification)
                self.assertTrue(check["reason"])
                self.assertEqual(independent_verdict(report, document, pem), not seen)

    def test_an_unsealed_report_does_not_verify(self):
        report = self.write("r.report.json",
                            canonical({"sealed": False, "statement": statement()}))
        verification = self.verify(report, 4)
        self.assertIn("unsealed", self.check_of(verification, "envelope")["reason"])

    def test_rotation_and_revocation(self):
        report = self.seal(statement())
        for more, exit_code, reason in (
                ({"not_after": "2024-05-01T12:00:00Z"}, 0, "was valid at"),
                ({"not_after": "2024-05-01T11:59:59Z"}, 4, "valid only until"),
                ({"not_after": "2025-01-01T00:00:00Z", "not_before": "2024-06-01T00:00:00Z"}, 4,
                 "valid only from"),
                ({"not_before": "2024-01-01T00:00:00Z", "revoked_at": "2024-05-02T00:00:00Z"}, 0,
                 "was valid at"),
                ({"revoked_at": "2024-05-01T00:00:00Z", "revoked_reason": "laptop lost"}, 4,
                 "laptop lost")):
            self.edit_trust(**more)
            verification = self.verify(report, exit_code)
            self.assertIn(reason, self.check_of(verification, "key_validity")["reason"])

    # --- the chain -------------------------------------------------------------------------

    def make_chain(self, n_links):
        """A folder of sealed reports that the other implementation linked."""
        folder = self.path("chain")
        folder.mkdir()
        links, previous = [], NO_REPORT
        for number in range(1, n_links + 1):
            content = statement(previous=previous, time=f"2024-05-0{number}T12:00:00Z")
            previous = sha256(canonical(content))
            link = folder / f"{number}-{previous[:12]}.dsse.json"
            link.write_bytes(self.sealed_elsewhere(content))
            links.append(link)
        (folder / "head").write_bytes(canonical({"digest": previous, "number": n_links}) + b"\n")
        return folder, links

    def test_a_chain_is_checked_where_it_is_named(self):
        folder, links = self.make_chain(4)
        verification = self.verify(links[1], 0, "--chain", folder)
        self.assertIn("link 2 of 4", self.check_of(verification, "chain")["reason"])
        outside = self.write("outside.dsse.json",
                             self.sealed_elsewhere(statement(time="2024-04-01T00:00:00Z")))
        self.assertIn("no link of this chain",
                      self.check_of(self.verify(outside, 4, "--chain", folder), "chain")["reason"])
        kept = links[2].read_bytes()
        links[2].unlink()
        self.assertIn("link 3 is missing",
                      self.check_of(self.verify(links[1], 4, "--chain", folder), "chain")["reason"])
        links[2].write_bytes(kept)
        last = links[3].read_bytes()
        links[3].unlink()
        self.assertIn("cut off",
                      self.check_of(self.verify(links[1], 4, "--chain", folder), "chain")["reason"])
        links[3].write_bytes(last)
        (folder / "head").unlink()
        self.assertIn("head is missing",
                      self.check_of(self.verify(links[1], 4, "--chain", folder), "chain")["reason"])
        verification = self.verify(links[1], 3, "--chain", self.path("nowhere"))
        self.assertEqual(verification["outcome"], "could_not_check")

    # --- wrong use -------------------------------------------------------------------------

    def test_could_not_check_differs_from_does_not_verify(self):
        report = self.seal(statement())
        command = ("verify", report, "--document", self.document, "--trust", self.trust)
        for index in (1, 3, 5):
            arguments = list(command)
            arguments[index] = self.path("nowhere")
            result = self.run_program(*arguments, expect=3)
            self.assertIn("nowhere", result.err)
            self.assertEqual(result.out, b"")
        self.run_program("verify", report, expect=2)
        self.run_program("verify", report, "--document", self.document, expect=2)
        self.run_program(*command, "--format", "xml", expect=2)
        self.trust.write_text("{}")
        self.assertIn("version", self.run_program(*command, expect=2).err)

    def test_seal_refuses_what_would_not_verify(self):
        key = self.path("desk.key.toml")
        lie = statement()
        lie["predicate"]["verdict"] = "REJECT"
        report = self.write("lie.report.json", canonical({"sealed": False, "statement": lie}))
        self.assertIn("nothing was sealed",
                      self.run_program("seal", report, "--key", key, expect=3).err)
        self.assertFalse(self.path("lie.dsse.json").exists())
        sealed = self.seal(statement())
        self.assertIn("sealed already",
                      self.run_program("seal", sealed, "--key", key, expect=2).err)
        self.write("7-report.report.json",
                   canonical({"sealed": False, "statement": statement()}))
        self.assertIn("exists already",
                      self.run_program("seal", self.path("7-report.report.json"), "--key", key,
                                       expect=2).err)

    def test_old_seals_verify_for_ever(self):
        folders = sorted((harness.SAMPLES / "evidence").glob("v*"))
        self.assertTrue(folders)
        for folder in folders:
            trust = folder / "trust.json"
            pem = json.loads(trust.read_text())["keys"][0]["public_key"].encode()
            reports = sorted(folder.glob("*.dsse.json"))
            self.assertTrue(reports)
            for report in reports:
                document = folder / "document.md"
                self.verify(report, 0, document=document, trust=trust)
                self.assertTrue(independent_verdict(report.read_bytes(), document.read_bytes(), pem))


if __name__ == "__main__":
    harness.unittest.main()
