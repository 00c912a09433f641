// Corpora that are watched, and what each look at one found.
import type { VerdictName } from "./verdict_record";

export interface Monitor {
  name: string;
  corpus: string;
  schedule: string; // "15m", "1h", "7d"
  webhook: boolean; // whether somebody is told; the address is not shown
  created: string;
  last_look: string | null; // that was made to its end
  next_look: string | null; // null: at once
  manifest: string | null;
  deliveries: { waiting: number; given_up: number };
}

export interface MonitorRequest {
  corpus: string;
  schedule: string;
  webhook?: string; // none: nobody is told
}

export interface NewlyFlagged {
  id: string; // of the corpus
  rank: number;
  score: number;
  term?: string; // what spoke most against it
}

export interface Reopened {
  document: string;
  before: VerdictName;
  verdict: VerdictName;
  report: string;
}

export interface Look {
  sequence: number;
  time: string;
  job: string;
  documents: number;
  added: number;
  changed: number;
  removed: number;
  flagged: number;
  newly_flagged: number;
  rescreened: number;
  reopened: number;
  left_alone: number; // could not be screened again
  // At most 100 of each.
  found: { newly_flagged: NewlyFlagged[]; reopened: Reopened[]; left_alone: string[]; more: boolean };
}
