// The record of a screening as `screen --format jsonl` and POST /v1/screen give it. Members that
// hold a document's text may be left out by the sender; what a signal did not measure is null.

export type VerdictName = "ADMIT" | "QUARANTINE" | "REJECT" | "INCOMPLETE";
export type SignalStatus = "ran" | "skipped" | "failed" | "timed_out" | "cut_off";

// Byte offsets into the UTF-8 of the field, line and column from 1.
export interface Span {
  field: string;
  start: number;
  end: number;
  line: number;
  column: number;
  rule: string;
  weight: number;
  text?: string;
}

export interface Signal {
  status: SignalStatus;
  reason?: string;
  score: number | null;
  p?: number | null;
}

export interface AnomalySignal extends Signal {
  percentile?: number | null;
  chunk?: string | null;
}

export interface InjectionFinding {
  rule: string;
  category: string;
  language: string;
  view: string;
  weight: number;
  quoted: boolean;
  span: Span;
  words?: string[];
}

export interface InjectionSignal extends Signal {
  findings?: InjectionFinding[];
}

export interface MovedProbe {
  id: string;
  question: string;
  rank: number;
  shift: number;
  before?: string;
  after?: string;
  changed: boolean;
  supported: boolean;
}

export interface InfluenceSignal extends Signal {
  capture?: number | null;
  mean_shift?: number | null;
  max_shift?: number | null;
  n_probes?: number;
  probes?: MovedProbe[];
}

export interface Conflict {
  sentence?: string;
  trusted_id: string;
  trusted_sentence?: string;
  cosine: number;
  differs: string[];
  supported: boolean;
  superseded: boolean;
  retrieved: boolean;
  span: Span;
}

export interface ConflictSignal extends Signal {
  conflicts?: Conflict[];
}

export interface EvidenceSignal extends Signal {
  terms?: Record<string, { value: number; p: number | null }>;
  set?: string[];
}

export interface Signals {
  anomaly?: AnomalySignal;
  injection?: InjectionSignal;
  influence?: InfluenceSignal;
  answer_change?: Signal;
  fact_conflict?: ConflictSignal;
  corpus_evidence?: EvidenceSignal;
}

// What every view of a verdict needs, whether it was just made or comes from the state.
export interface Judgement {
  verdict: VerdictName;
  score: number | null;
  p: number | null;
  alpha: number | null;
  mode: string;
  profile: string;
  signals: Signals;
  report: string | null;
  decisive?: string[];
  reasons?: string[];
  spans?: Span[];
  attribution?: { weight: number; span: Span }[];
  notes?: string[];
}

export interface Screened extends Judgement {
  type: "verdict";
  path: string;
  id: string;
  document: string;
  job?: string;
  raw_sha256: string | null;
  canonical_sha256: string | null;
  raw_form: string;
}
