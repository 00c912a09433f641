// The checks of a seal, as the service words them. The mock's envelope names its document's digest.
import type { Verification } from "../../src/api/operation";
import { sha256 } from "./texts";

const OWNER = "data team";
const KEY = "d5f705961c0e029e281d91c450ea646c3fb2bdfac5b14d3f66e6017c3ad6a3cc";

interface Payload {
  subject: { name: string; digest: { sha256: string } }[];
  predicate: { verdict: string };
}

export function envelopeOf(subject: string, verdict: string, text: string): unknown {
  const payload: Payload = {
    subject: [{ name: subject, digest: { sha256: sha256(text) } }],
    predicate: { verdict },
  };
  return {
    payload: Buffer.from(JSON.stringify(payload)).toString("base64"),
    payloadType: "application/vnd.in-toto+json",
    signatures: [
      {
        keyid: KEY,
        sig: "6RRSrO2NnXeRAWJp85d0aSfS2XkUSVckHY7YjT6zeKAiwF/T9Tx8coAHZyQ+kPZ1lxCRq+Xv3VjbyJmV1SW0Cw==",
      },
    ],
  };
}

export function verificationOf(report: { payload: string }, document: string | undefined): Verification {
  const payload = JSON.parse(Buffer.from(report.payload, "base64").toString("utf8")) as Payload;
  const expected = payload.subject[0]?.digest.sha256;
  const same = document !== undefined && sha256(document) === expected;
  const digest = (name: string, good: string, bad: string): Verification["checks"][number] => ({
    name,
    status: document === undefined ? "not_checked" : same ? "passed" : "failed",
    reason: document === undefined ? "the document is not at hand" : same ? good : bad,
  });
  return {
    outcome: document === undefined ? "could_not_check" : same ? "verifies" : "does_not_verify",
    checks: [
      { name: "envelope", status: "passed", reason: "DSSE, application/vnd.in-toto+json, 1 signature" },
      { name: "signature", status: "passed", reason: "Ed25519, over exactly the bytes that are read" },
      { name: "key_trust", status: "passed", reason: `trusted: ${OWNER} (key ${KEY.slice(0, 16)})` },
      {
        name: "key_validity",
        status: "passed",
        reason: `${OWNER} (key ${KEY.slice(0, 16)}) was valid at 2026-11-30T10:48:27Z`,
      },
      digest(
        "raw_digest",
        "the bytes are those that were reported on",
        "the file changed since the report, or is another document",
      ),
      digest(
        "canonical_digest",
        "the text is the one that was reported on",
        "the text changed since the report",
      ),
      {
        name: "verdict",
        status: "passed",
        reason: `${payload.predicate.verdict} follows from the signals and thresholds of the report`,
      },
      { name: "chain", status: "passed", reason: "link 2 of 2, unbroken; the last is 748174eef3f2" },
    ],
    report: `sha256:${sha256(report.payload)}`,
    owner: OWNER,
    key_id: KEY,
  };
}
