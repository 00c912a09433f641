// Documents that the state knows: their verdicts, what waits for a reviewer, and what was decided.
import type { Judgement } from "./verdict_record";

export interface Page<Item> {
  items: Item[];
  next: number | null;
}

export interface StoredVerdict extends Judgement {
  document: string;
  source: string;
  corpus: string;
  time: string;
  evidence?: Judgement; // the record with its words, of one document's history, as long as they are kept
}

// A verdict with all that is known of it: lists give the signals' numbers without words.
export function withEvidence(verdict: StoredVerdict): StoredVerdict {
  return verdict.evidence ? { ...verdict, ...verdict.evidence } : verdict;
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
  text?: string | null;
  verdicts: StoredVerdict[];
  decisions: Decision[];
}

export interface BulkAnswer {
  items: { document: string; decision?: Decision; problem?: { code: string; detail: string } }[];
}
