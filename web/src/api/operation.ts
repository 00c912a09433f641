// What the service says of itself: overview, settings, corpora, probe sets, keys, verification.

export interface Overview {
  waiting: number;
  jobs: { queued: number; running: number };
  days: { day: string; admit: number; quarantine: number; reject: number; incomplete: number }[];
  alarm_rate: number | null;
  drift: { signal: string; week: string; psi: number | null; n: number }[]; // week: its Monday
}

export interface Settings {
  version: string;
  engine: string;
  // Values are TOML, as `ragsieve config check` prints them.
  config: { section: string; key: string; value: string; source: string }[];
  models: { role?: string; name: string; sha256?: string; [member: string]: unknown }[];
  corpora_dir: string;
  key: { owner: string; id: string } | null;
}

export interface Corpus {
  name: string;
  path: string;
  state: string;
  manifest?: string | null;
  documents?: number | null;
  probes?: string | null;
  created: string;
  updated: string;
}

export interface Probe {
  id: string;
  question: string;
  expected_fact?: string;
  weight?: number;
}

export interface ProbeFinding {
  kind: string;
  id: string;
  other?: string;
  line?: number;
  message: string;
}

export interface ProbeSet {
  name: string;
  version: number;
  digest: string;
  time: string;
  who?: string;
  probes?: Probe[];
  findings?: ProbeFinding[];
  not_checked?: string[]; // what the lint could not look for
}

export interface ApiKey {
  id: string;
  name: string;
  role: string;
  created?: string;
  revoked?: string | null;
}

export interface Me {
  name: string;
  role: string;
}

export interface Check {
  name: string;
  status: "passed" | "failed" | "not_checked";
  reason: string;
}

export interface Verification {
  outcome: "verifies" | "does_not_verify" | "could_not_check";
  checks: Check[];
  report: string;
  owner: string;
  key_id: string;
  statement?: unknown;
}
