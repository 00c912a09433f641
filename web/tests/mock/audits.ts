// An audit of a small corpus in which a coordinated set of five lies was planted.
import type { AuditedDocument, Neighbour } from "../../src/api/audit_record";
import type { Job } from "../../src/api/job";

const SET = ["poison-copy-1a", "poison-copy-1b", "poison-copy-1c", "poison-copy-1d", "poison-copy-1e"];

function neighboursOf(id: string, i: number): Neighbour[] {
  const set = SET.includes(id) ? SET.filter((other) => other !== id) : [];
  const near = set.map((other, k) => ({
    id: other,
    cosine: 0.955 - 0.011 * k,
    jaccard: 0.38 + 0.05 * k,
    eligible: true,
  }));
  const rest = Array.from({ length: 12 - near.length }, (_, k) => ({
    id: `handbook/page-${(i * 5 + k * 3) % 60}#${1 + (k % 3)}`,
    cosine: 0.74 - 0.018 * k,
    jaccard: k < 3 ? 0.11 + 0.01 * k : 0,
    eligible: k === 0 && i % 4 === 0,
  }));
  return [...near, ...rest];
}

function documentOf(id: string, rank: number): AuditedDocument {
  const isSet = SET.includes(id);
  const isMixed = id === "poison-mixed-4";
  const neighbours = neighboursOf(id, rank);
  return {
    type: "document",
    id,
    rank,
    score: isSet || isMixed ? 0.9995 - rank * 0.0004 : Math.max(0.01, 0.93 - rank * 0.02),
    flagged: isSet || isMixed,
    profile: "default",
    p: isSet || isMixed ? 0.0004 * rank : 0.02 * rank,
    strongest: isMixed ? "scripts" : isSet ? "density" : rank % 2 ? "fluency" : "density",
    signals: {
      rsg: {
        density: isSet ? 0.25 : 0,
        integrity: false,
        p: isSet ? 0.0011 : 0.4,
        kth_similarity: 0.55,
        neighbours,
      },
      density: { value: isSet ? 3.81 : 0.2, p: isSet ? 0.0011 : 0.4 },
      crowd: { value: 0, p: 1, copies: 0, near_copies: [] },
      fluency: { value: 1.2, p: 0.3, words: 0 },
      injection: { value: isMixed ? 0.6 : 0, p: isMixed ? 0.00038 : 1 },
      scripts: { value: isMixed ? 9 : 0, p: isMixed ? 3.8e-7 : 1 },
    },
    reasons: isMixed
      ? [
          "9 words mix alphabets (p 3.8e-07): look-alike letters hide a word from readers and filters",
          "addresses a model (score 0.60, p 0.00038): any.hidden_look_alikes",
        ]
      : isSet
        ? [
            `says the same as 4 other documents in other words (p 0.0011): ${SET.filter((other) => other !== id).join(", ")}`,
          ]
        : [],
    spans: isMixed
      ? [
          {
            field: "text",
            start: 4,
            end: 16,
            line: 1,
            column: 5,
            rule: "audit.scripts",
            weight: 1,
            text: "c\u0430rr\u0443 \u043ever",
          },
        ]
      : [],
  };
}

export const AUDITED: AuditedDocument[] = [
  "poison-mixed-4",
  ...SET,
  ...Array.from({ length: 40 }, (_, i) => `handbook/page-${i}#1`),
].map((id, i) => documentOf(id, i + 1));

export const AUDIT_SUMMARY = {
  command: "audit",
  profile: "default",
  counts: { documents: 683, flagged: 6 },
  thresholds: { score: 0.99, alpha: 0.01 },
  digests: { corpus: "sha256:ab" },
  seed: 0,
  version: "0.1.0",
  unscored: [],
  null_of: "reference",
};

export function jobOf(id: string, kind: string, state: Job["state"], done: number, total: number): Job {
  return {
    id,
    kind,
    who: "Ana Ruiz",
    state,
    progress: { done, total },
    created: "2026-11-30T16:02:11.000000Z",
    started: "2026-11-30T16:02:12.000000Z",
    ended: state === "done" ? "2026-11-30T16:04:40.000000Z" : null,
  };
}
