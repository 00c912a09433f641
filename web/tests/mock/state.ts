// What the mock service knows. Each test has a state of its own.
import type { Job } from "../../src/api/job";
import type { ApiKey, Corpus, Overview, ProbeSet, Settings } from "../../src/api/operation";
import type { Decision, StoredDocument, StoredVerdict, Waiting } from "../../src/api/review";
import type { Judgement } from "../../src/api/verdict_record";
import { jobOf } from "./audits";
import { coverageOf } from "./coverage";
import { type WatchedCorpus, watchedCorpora } from "./monitors";
import { HOSTILE, HOSTILE_NAME, LONG, QUERIES, REMINDER, sha256, STEALTH } from "./texts";
import { ADMITTED, LATE_REJECTED, REJECTED, reportOf, SPEAKING, UNFINISHED, wordless } from "./verdicts";

export interface MockDocument {
  document: StoredDocument;
  text: string | null;
  record: Judgement;
  verdicts: StoredVerdict[];
  decisions: Decision[];
}

const HOUR = 3_600_000;
export function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * HOUR).toISOString().replace("Z", "000Z");
}

// As the state has it: the words are a part of their own.
export function storedVerdict(
  document: string,
  source: string,
  judgement: Judgement,
  time: string,
): StoredVerdict {
  const { verdict, score, p, alpha, mode, profile, report, signals } = judgement;
  return {
    document,
    source,
    verdict,
    score,
    p,
    alpha,
    mode,
    profile,
    corpus: "handbook",
    report,
    time,
    signals: wordless({ ...judgement, signals }).signals,
  };
}

function documentOf(
  document: string,
  source: string,
  text: string,
  judgement: Judgement,
  hours: number,
): MockDocument {
  const time = hoursAgo(hours);
  return {
    document: {
      document,
      id: source,
      source,
      media_type: "text/markdown",
      corpus: "handbook",
      raw_sha256: sha256(text),
      created: time,
    },
    text,
    record: judgement,
    verdicts: [storedVerdict(document, source, judgement, time)],
    decisions: [],
  };
}

function overviewOf(): Overview {
  const days = Array.from({ length: 30 }, (_, i) => {
    const date = new Date(Date.now() - (29 - i) * 24 * HOUR);
    const weekend = [0, 6].includes(date.getUTCDay());
    return {
      day: date.toISOString().slice(0, 10),
      admit: weekend ? 4 + (i % 3) : 21 + ((i * 7) % 13),
      quarantine: (i * 5) % 4,
      reject: i === 21 ? 9 : (i * 3) % 3,
      incomplete: i % 9 === 0 ? 2 : 0,
    };
  });
  const signals = ["anomaly", "injection", "influence", "answer_change", "fact_conflict", "corpus_evidence"];
  const drift = signals.flatMap((signal, s) =>
    Array.from({ length: 6 }, (_, w) => ({
      signal,
      week: new Date(Date.UTC(2026, 9, 19 + 7 * w)).toISOString().slice(0, 10),
      psi:
        w === 1
          ? null
          : s === 4
            ? 0.04 + 0.055 * w
            : 0.02 + 0.01 * ((s * 3 + w) % 4) + (s === 1 && w === 5 ? 0.1 : 0),
      n: 140 + 9 * w,
    })),
  );
  return { waiting: 4, jobs: { queued: 1, running: 1 }, days, alarm_rate: 0.0712, drift };
}

const SETTINGS: Settings = {
  version: "0.1.0",
  engine: "llama.cpp 0.3.36, x86-64-v4, 2 threads",
  config: [
    { section: "server", key: "listen", value: '"127.0.0.1:8443"', source: "file" },
    { section: "server", key: "body_bytes", value: "25165824", source: "default" },
    { section: "server", key: "corpora_dir", value: '"/srv/ragsieve/corpora"', source: "file" },
    { section: "gate", key: "calibration_documents", value: "2000", source: "default" },
    { section: "gate", key: "seed", value: "0", source: "environment" },
    { section: "gate", key: "max_bytes", value: "1048576", source: "default" },
    { section: "state", key: "postgres", value: '"********"', source: "environment" },
    { section: "state", key: "keep_days", value: "90", source: "default" },
  ],
  models: [
    {
      role: "encoder",
      name: "all-minilm-l6-v2-f32",
      sha256: "1528cfe93beb4aad6473917736dfd7b486b180e5e969b393302f3d5c9177e91d",
    },
    {
      role: "causal",
      name: "smollm2-135m-instruct-q8_0",
      sha256: "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    },
  ],
  corpora_dir: "/srv/ragsieve/corpora",
  key: { owner: "data team", id: "d5f705961c0e029e281d91c450ea646c3fb2bdfac5b14d3f66e6017c3ad6a3cc" },
};

export class MockState {
  documents = new Map<string, MockDocument>();
  jobs = new Map<string, Job>();
  items = new Map<string, unknown[]>(); // results, by job
  reports = new Map<string, { text: string | null; subject: string; verdict: string }>();
  overview = overviewOf();
  settings = SETTINGS;
  corpora: Corpus[] = [
    {
      name: "handbook",
      path: "handbook.jsonl",
      state: "ready",
      manifest: "90734643b1197797f0f761ec1543e117a51629e81af716f5d30dd7e1d6d78735",
      documents: 650,
      probes: "leave",
      created: hoursAgo(900),
      updated: hoursAgo(30),
    },
    {
      name: "support",
      path: "support",
      state: "indexing",
      manifest: null,
      documents: null,
      created: hoursAgo(1),
      updated: hoursAgo(1),
    },
  ];
  probes = new Map<string, ProbeSet>([
    [
      "leave",
      {
        name: "leave",
        version: 3,
        digest: sha256("leave"),
        time: hoursAgo(200),
        probes: QUERIES.map((query, i) => ({
          id: query._id,
          question: query.text,
          weight: 1,
          ...(i % 3 ? {} : { expected_fact: query.answers[0] ?? "" }),
        })),
      },
    ],
  ]);
  coverage = new Map([["handbook", coverageOf("handbook", 650)]]);
  watched: Map<string, WatchedCorpus> = watchedCorpora();
  keys: ApiKey[] = [
    { id: "k1", name: "Ana Ruiz", role: "review", created: hoursAgo(2000), revoked: null },
    { id: "k2", name: "ingest pipeline", role: "screen", created: hoursAgo(1500), revoked: null },
    { id: "k3", name: "old laptop", role: "admin", created: hoursAgo(3000), revoked: hoursAgo(500) },
  ];
  log: { method: string; path: string; idempotencyKey: string | undefined; body: unknown }[] = [];
  next = 900;

  constructor() {
    this.add(documentOf("d-101", "people/stealth.md", STEALTH, REJECTED, 0.4));
    this.add(documentOf("d-102", HOSTILE_NAME, HOSTILE, SPEAKING, 3));
    this.add(documentOf("d-103", "safety/fire-drill.md", REMINDER, UNFINISHED, 9));
    this.add(documentOf("d-104", "products/rain-gauges-manual.txt", LONG, LATE_REJECTED, 52));
    this.add(documentOf("d-099", "safety/assembly-points.md", REMINDER, ADMITTED, 60));
    this.jobs.set("a-7", jobOf("a-7", "audit", "done", 683, 683));
    this.jobs.set("a-8", jobOf("a-8", "audit", "running", 210, 683));
    this.jobs.set("s-3", jobOf("s-3", "screens", "done", 40, 40));
  }

  add(document: MockDocument): void {
    this.documents.set(document.document.document, document);
    for (const verdict of document.verdicts) {
      this.reports.set(verdict.report ?? "", {
        text: document.text,
        subject: verdict.source,
        verdict: verdict.verdict,
      });
    }
  }

  waiting(): Waiting[] {
    return [...this.documents.values()].flatMap(({ verdicts, decisions, record }) => {
      const latest = verdicts[0];
      const isDecided = decisions.some((decision) => decision.action !== "note");
      if (!latest || latest.verdict === "ADMIT" || isDecided) return [];
      return [{ ...latest, reasons: record.reasons ?? [], decisive: record.decisive ?? [] }];
    });
  }

  decide(id: string, action: Decision["action"], who: string, reason: string): Decision | null {
    const found = this.documents.get(id);
    if (!found || found.decisions.some((decision) => decision.action !== "note")) return null;
    const isNote = action === "note";
    const decision: Decision = {
      document: id,
      action,
      who,
      reason,
      answers: found.verdicts[0]?.report ?? null,
      report: isNote ? null : reportOf(`${action} ${id}`),
      time: new Date().toISOString(),
    };
    found.decisions.unshift(decision);
    return decision;
  }
}
