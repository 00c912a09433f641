// Documents that the state knows: their verdicts, what waits for a reviewer, and what was decided.
import type { Judgement } from "./verdict_record";

export interface Page<Item> {
  items: Item[];
  next?: number | null; // none: there is one page
}

export interface StoredVerdict extends Judgement {
  document: string;
  source: string;
  corpus: string;
  time: string;
}

const WORDS = ["decisive", "signals", "reasons", "spans", "attribution", "notes"] as const;

// A verdict with what its record says in the document's words: lists give the numbers alone.
export function withWords<Kind extends Judgement>(
  verdict: Kind,
  record: Partial<Judgement> | undefined,
): Kind {
  if (!record) return verdict;
  const found = WORDS.filter((name) => record[name] !== undefined).map((name) => [name, record[name]]);
  return { ...verdict, ...Object.fromEntries(found) };
}

export interface Waiting extends StoredVerdict {
  reasons: string[];
  decisive: string[];
}

export type DecisionAction = "release" | "reject" | "note";

export interface Decision {
  document: string;
  action: DecisionAction;
  who: string;
  reason: string;
  answers: string | null;
  report: string | null;
  time: string;
}

export interface StoredDocument {
  document: string;
  id: string;
  source: string;
  media_type: string;
  corpus: string;
  raw_sha256: string;
  created: string;
}

export interface DocumentHistory {
  document: StoredDocument;
  text?: string | null; // what was no UTF-8 is U+FFFD in it
  record?: Partial<Judgement>; // of the latest verdict, as long as the text is kept
  verdicts: StoredVerdict[]; // newest first
  decisions: Decision[];
}

export interface BulkAnswer {
  items: { document: string; decision?: Decision; problem?: { code: string; detail: string } }[];
}
