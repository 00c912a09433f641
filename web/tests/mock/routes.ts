// What each path of the mock service answers, in the shapes of docs/design/rest.md.
import type { Decision } from "../../src/api/review";
import type { ProbeSet } from "../../src/api/operation";
import { AUDIT_SUMMARY, AUDITED, jobOf } from "./audits";
import { coverage } from "./coverage";
import { listLooks, listMonitors, lookNow, putMonitor, removeMonitor } from "./monitors";
import { Refusal } from "./refusal";
import { type MockDocument, MockState, storedVerdict } from "./state";
import { ADMITTED, REJECTED, reportOf, screened, wordless } from "./verdicts";
import { sha256, STEALTH } from "./texts";
import { envelopeOf, verificationOf } from "./verification";

export interface MockCall {
  state: MockState;
  who: string;
  query: URLSearchParams;
  parts: string[]; // what the pattern's groups matched
  body: string;
  json: Record<string, unknown>;
}

export interface MockAnswer {
  status: number;
  json?: unknown;
  events?: { job: string; stages: string[] };
}

type Handler = (call: MockCall) => MockAnswer;
type Route = [
  method: string,
  pattern: RegExp,
  role: "screen" | "read" | "review" | "admin",
  handler: Handler,
];

const ok = (json: unknown, status = 200): MockAnswer => ({ status, json });
const list = (items: unknown[]): MockAnswer => ok({ items, next: null });
const STAGES = ["read", "norms", "encode", "forest", "anomaly", "signals", "norms", "screen"];

function documentAt(call: MockCall): MockDocument {
  const found = call.state.documents.get(call.parts[0] ?? "");
  if (!found) throw new Refusal(404, "not_found", `there is no document ${call.parts[0]}`);
  return found;
}

function reasonOf(call: MockCall): string {
  const reason = String(call.json.reason ?? "").trim();
  if (reason === "") throw new Refusal(422, "invalid_argument", "a decision needs a reason");
  return reason;
}

function decided(call: MockCall): MockAnswer {
  const seen = call.json.report;
  if (seen && seen !== documentAt(call).verdicts[0]?.report)
    throw new Refusal(409, "report_changed", "there is a newer report");
  const decision = call.state.decide(
    documentAt(call).document.document,
    call.parts[1] as Decision["action"],
    call.who,
    reasonOf(call),
  );
  if (!decision) throw new Refusal(409, "already_decided", "this report was decided on already");
  return ok(decision);
}

function decidedInBulk(call: MockCall): MockAnswer {
  const reason = reasonOf(call);
  const items = (call.json.documents as string[]).map((document) => {
    const decision = call.state.decide(document, call.json.action as Decision["action"], call.who, reason);
    return decision
      ? { document, decision }
      : { document, problem: { code: "already_decided", detail: "this report was decided on already" } };
  });
  return ok({ items });
}

// A text that the samples know to be false is a job of some seconds; others are answered at once.
function screen(call: MockCall): MockAnswer {
  if (call.body.trim() === "") throw new Refusal(422, "invalid_input", "the document holds no text");
  const id = call.query.get("id") ?? "upload";
  const document = `d-${++call.state.next}`;
  const isFalse = call.body === STEALTH;
  const judgement = { ...(isFalse ? REJECTED : ADMITTED), report: reportOf(document) };
  const time = new Date().toISOString();
  const corpus = call.query.get("corpus") ?? "";
  call.state.add({
    document: {
      document,
      id,
      source: id,
      media_type: "text/markdown",
      corpus,
      raw_sha256: sha256(call.body),
      created: time,
    },
    text: call.body,
    decisions: [],
    record: judgement,
    verdicts: [storedVerdict(document, id, judgement, time)],
  });
  if (!isFalse) return ok(screened(judgement, document, id, call.body));
  const job = jobOf(`s-${document}`, "screens", "queued", 0, STAGES.length);
  call.state.jobs.set(job.id, job);
  call.state.items.set(job.id, [screened(wordless(judgement), document, id, call.body)]);
  return accepted(job.id);
}

function accepted(job: string): MockAnswer {
  return ok({ job, events: `/v1/jobs/${job}/events` }, 202);
}

function jobAt(call: MockCall) {
  const job = call.state.jobs.get(call.parts[0] ?? "");
  if (!job) throw new Refusal(404, "not_found", "there is no such job");
  return job;
}

function audit(call: MockCall): MockAnswer {
  const job = jobAt(call);
  if (job.state !== "done") return ok({ job, documents: [], next: null });
  const all = call.query.get("flagged") === "true" ? AUDITED.filter((record) => record.flagged) : AUDITED;
  const first = Number(call.query.get("first") ?? 1); // a rank
  const limit = Math.min(Number(call.query.get("limit") ?? 100), 30);
  const documents = all.filter((record) => record.rank >= first).slice(0, limit);
  const last = documents.at(-1)?.rank ?? 0;
  const next = all.some((record) => record.rank > last) ? last + 1 : null;
  return ok({ job, summary: AUDIT_SUMMARY, documents, next });
}

function startAudit(call: MockCall): MockAnswer {
  const job = jobOf(`a-${++call.state.next}`, "audit", "running", 0, 683);
  call.state.jobs.set(job.id, job);
  return accepted(job.id);
}

function saveProbes(call: MockCall): MockAnswer {
  const name = call.parts[0] ?? "";
  const probes = call.json.probes as NonNullable<ProbeSet["probes"]>;
  const set = {
    name,
    version: (call.state.probes.get(name)?.version ?? 0) + 1,
    digest: sha256(JSON.stringify(probes)),
    time: new Date().toISOString(),
    probes,
  };
  call.state.probes.set(name, set);
  const findings = probes
    .filter((probe) => probe.question.endsWith("."))
    .map((probe) => ({
      kind: "statement",
      id: probe.id,
      other: "",
      line: 1,
      message: "is a statement, not a question",
    }));
  return ok({ ...set, findings, not_checked: ["near-duplicates were not looked for: there is no encoder"] });
}

function report(call: MockCall): MockAnswer {
  const found = call.state.reports.get(call.parts[0] ?? "");
  if (!found) throw new Refusal(404, "not_found", `there is no report ${call.parts[0]}`);
  return ok(envelopeOf(found.subject, found.verdict, found.text ?? ""));
}

export const ROUTES: Route[] = [
  [
    "GET",
    /^\/v1\/overview$/,
    "read",
    ({ state, query }) =>
      ok({
        ...state.overview,
        waiting: state.waiting().length,
        days: state.overview.days.slice(-Number(query.get("days") ?? 30)),
      }),
  ],
  [
    "GET",
    /^\/v1\/verdicts$/,
    "read",
    ({ state, query }) =>
      list(
        [...state.documents.values()]
          .flatMap((one) => one.verdicts)
          .slice(0, Number(query.get("limit") ?? 100)),
      ),
  ],
  ["GET", /^\/v1\/quarantine$/, "read", ({ state }) => list(state.waiting())],
  ["POST", /^\/v1\/quarantine\/decisions$/, "review", decidedInBulk],
  ["POST", /^\/v1\/quarantine\/([^/]+)\/(release|reject|note)$/, "review", decided],
  ["POST", /^\/v1\/quarantine\/([^/]+)\/screen$/, "review", (call) => ok(documentAt(call).verdicts[0])],
  [
    "GET",
    /^\/v1\/documents$/,
    "read",
    ({ state, query }) =>
      list(
        [...state.documents.values()]
          .map((one) => one.document)
          .filter((one) => !query.get("source") || one.source === query.get("source")),
      ),
  ],
  ["GET", /^\/v1\/documents\/([^/]+)$/, "read", (call) => ok(documentAt(call))],
  ["POST", /^\/v1\/screen$/, "screen", screen],
  ["GET", /^\/v1\/reports\/([^/]+)$/, "read", report],
  [
    "POST",
    /^\/v1\/verify$/,
    "read",
    ({ json }) => ok(verificationOf(json.report as { payload: string }, json.document as string | undefined)),
  ],
  ["GET", /^\/v1\/jobs$/, "read", ({ state }) => list([...state.jobs.values()])],
  ["GET", /^\/v1\/jobs\/([^/]+)$/, "read", (call) => ok(jobAt(call))],
  [
    "GET",
    /^\/v1\/jobs\/([^/]+)\/items$/,
    "read",
    (call) => list((call.state.items.get(jobAt(call).id) ?? []).map((result, item) => ({ item, result }))),
  ],
  [
    "DELETE",
    /^\/v1\/jobs\/([^/]+)$/,
    "review",
    (call) => {
      const job = jobAt(call);
      job.state = "cancelled";
      return ok(job);
    },
  ],
  [
    "GET",
    /^\/v1\/(?:jobs|audits)\/([^/]+)\/events$/,
    "read",
    (call) => ({ status: 200, events: { job: jobAt(call).id, stages: STAGES } }),
  ],
  ["POST", /^\/v1\/audits$/, "review", startAudit],
  ["GET", /^\/v1\/audits\/([^/]+)$/, "read", audit],
  [
    "GET",
    /^\/v1\/probes$/,
    "read",
    ({ state }) => list([...state.probes.values()].map(({ probes: _probes, ...set }) => set)),
  ],
  [
    "GET",
    /^\/v1\/probes\/([^/]+)$/,
    "read",
    ({ state, parts }) => {
      const set = state.probes.get(parts[0] ?? "");
      if (!set) throw new Refusal(404, "not_found", "there is no such probe set");
      return ok(set);
    },
  ],
  ["PUT", /^\/v1\/probes\/([^/]+)$/, "review", saveProbes],
  ["GET", /^\/v1\/monitors$/, "read", listMonitors],
  ["PUT", /^\/v1\/monitors\/([^/]+)$/, "admin", putMonitor],
  ["DELETE", /^\/v1\/monitors\/([^/]+)$/, "admin", removeMonitor],
  ["POST", /^\/v1\/monitors\/([^/]+)\/looks$/, "review", lookNow],
  ["GET", /^\/v1\/monitors\/([^/]+)\/looks$/, "read", listLooks],
  ["GET", /^\/v1\/corpora$/, "read", ({ state }) => list(state.corpora)],
  ["GET", /^\/v1\/corpora\/([^/]+)\/coverage$/, "read", coverage],
  ["GET", /^\/v1\/settings$/, "read", ({ state }) => ok(state.settings)],
  ["GET", /^\/v1\/keys$/, "admin", ({ state }) => list(state.keys)],
];
