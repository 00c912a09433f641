// The records of an audit: every document of a corpus, the highest score first.
import type { Job } from "./job";
import type { Span } from "./verdict_record";

export interface Neighbour {
  id: string;
  cosine: number;
  jaccard: number; // of the words; 0 where it was not computed
  eligible: boolean; // near in meaning and not in words
}

export interface RsgSignal {
  density: number;
  integrity: boolean | number;
  p: number;
  kth_similarity: number;
  neighbours: Neighbour[];
}

export interface AuditTerm {
  value: number;
  p: number;
  copies?: number;
  near_copies?: string[];
  words?: number;
}

export interface AuditedDocument {
  type: "document";
  id: string;
  rank: number;
  score: number;
  flagged: boolean;
  profile: string;
  p?: number;
  strongest?: string;
  signals: { rsg: RsgSignal } & Record<string, AuditTerm | RsgSignal>;
  reasons: string[];
  spans: Span[];
}

export interface AuditSummary {
  command: string;
  profile: string;
  counts: Record<string, number>;
  thresholds: Record<string, number>;
  digests: Record<string, string>;
  unscored: string[];
  version: string;
}

export interface AuditAnswer {
  job: Job;
  summary?: AuditSummary;
  documents: AuditedDocument[];
  next: number | null;
}
