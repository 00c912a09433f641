// Watched corpora: one with a history, a re-opened verdict and a webhook that does not answer, one
// that was not looked at yet.
import type { Look, Monitor } from "../../src/api/monitor";
import { jobOf } from "./audits";
import type { MockAnswer, MockCall } from "./routes";
import { Refusal } from "./refusal";
import { hoursAgo } from "./state";
import { HOSTILE_NAME } from "./texts";
import { reportOf } from "./verdicts";

export interface WatchedCorpus {
  monitor: Monitor;
  address: string; // what no answer shows
  looks: Look[]; // newest first
}

function lookOf(sequence: number, hours: number): Look {
  const isQuiet = sequence % 4 !== 0;
  return {
    sequence,
    time: hoursAgo(hours),
    job: `m-${sequence}`,
    documents: 640 + sequence,
    added: isQuiet ? 0 : 4,
    changed: isQuiet ? 0 : sequence % 3,
    removed: 0,
    flagged: 4 + ((sequence * 7) % 5),
    newly_flagged: isQuiet ? 0 : 1,
    rescreened: isQuiet ? 0 : 2,
    reopened: 0,
    left_alone: 0,
    found: { newly_flagged: [], reopened: [], left_alone: [], more: false },
  };
}

const LATEST: Look = {
  ...lookOf(13, 2),
  added: 5,
  changed: 1,
  flagged: 9,
  newly_flagged: 3,
  rescreened: 4,
  reopened: 1,
  found: {
    newly_flagged: [
      { id: "poison-copy-1a", rank: 1, score: 0.9991, term: "density" },
      { id: HOSTILE_NAME, rank: 2, score: 0.9987, term: "injection" },
    ],
    reopened: [
      { document: "d-099", before: "ADMIT", verdict: "QUARANTINE", report: reportOf("reopened d-099") },
    ],
    left_alone: [],
    more: false,
  },
};

export function watchedCorpora(): Map<string, WatchedCorpus> {
  const daily: WatchedCorpus = {
    monitor: {
      name: "handbook-daily",
      corpus: "handbook",
      schedule: "1d",
      webhook: true,
      created: hoursAgo(700),
      last_look: LATEST.time,
      next_look: hoursAgo(-22),
      manifest: "90734643b1197797f0f761ec1543e117a51629e81af716f5d30dd7e1d6d78735",
      deliveries: { waiting: 1, given_up: 2 },
    },
    address: "https://chat.example/hook/s3cret",
    looks: [LATEST, ...Array.from({ length: 12 }, (_, i) => lookOf(12 - i, 2 + 24 * (i + 1)))],
  };
  const fresh: WatchedCorpus = {
    monitor: {
      name: "support-hourly",
      corpus: "support",
      schedule: "1h",
      webhook: false,
      created: hoursAgo(0.1),
      last_look: null,
      next_look: null,
      manifest: null,
      deliveries: { waiting: 0, given_up: 0 },
    },
    address: "",
    looks: [],
  };
  return new Map([daily, fresh].map((one) => [one.monitor.name, one]));
}

function watchedAt(call: MockCall): WatchedCorpus {
  const found = call.state.watched.get(call.parts[0] ?? "");
  if (!found) throw new Refusal(404, "not_found", "there is no such monitor", "monitor");
  return found;
}

export function listMonitors({ state }: MockCall): MockAnswer {
  return { status: 200, json: { items: [...state.watched.values()].map((one) => one.monitor) } };
}

export function putMonitor(call: MockCall): MockAnswer {
  const name = call.parts[0] ?? "";
  const { corpus, schedule, webhook = "" } = call.json as Record<string, string>;
  if (!call.state.corpora.some((one) => one.name === corpus))
    throw new Refusal(400, "invalid_input", "there is no such corpus", "corpus");
  if (webhook !== "" && !webhook.startsWith("https://"))
    throw new Refusal(400, "invalid_input", "expected an address that begins with https://", "webhook");
  const known = call.state.watched.get(name) ?? {
    monitor: {
      name,
      created: new Date().toISOString(),
      last_look: null,
      next_look: null,
      manifest: null,
      deliveries: { waiting: 0, given_up: 0 },
    },
    looks: [],
  };
  const monitor = { ...known.monitor, corpus, schedule, webhook: webhook !== "" } as Monitor;
  call.state.watched.set(name, { ...known, monitor, address: webhook });
  return { status: 200, json: monitor };
}

export function removeMonitor(call: MockCall): MockAnswer {
  call.state.watched.delete(watchedAt(call).monitor.name);
  return { status: 204 };
}

// What the look found is there at once; its job takes its time all the same.
export function lookNow(call: MockCall): MockAnswer {
  const watched = watchedAt(call);
  const job = jobOf(`m-${++call.state.next}`, "monitor", "running", 0, 653);
  call.state.jobs.set(job.id, job);
  const time = new Date().toISOString();
  const look = { ...lookOf(call.state.next, 0), job: job.id, time, documents: 653, flagged: 8 };
  watched.looks.unshift({ ...look, newly_flagged: 0, added: 0, changed: 0, rescreened: 0 });
  watched.monitor = { ...watched.monitor, last_look: time };
  return { status: 202, json: { job: job.id, events: `/v1/jobs/${job.id}/events` } };
}

export function listLooks(call: MockCall): MockAnswer {
  const { looks } = watchedAt(call);
  const before = Number(call.query.get("before") ?? Infinity);
  const limit = Math.min(Number(call.query.get("limit") ?? 100), 10);
  const found = looks.filter((look) => look.sequence < before);
  const items = found.slice(0, limit);
  const next = found.length > limit ? (items.at(-1)?.sequence ?? null) : null;
  return { status: 200, json: { items, next } };
}
