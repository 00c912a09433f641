// Long work: its state, and the events that tell how far it is.

export type JobState = "queued" | "running" | "done" | "failed" | "cancelled";

export interface Job {
  id: string;
  kind: string;
  who: string;
  state: JobState;
  progress: { done: number; total: number };
  created: string;
  started?: string | null;
  ended?: string | null;
  error?: { code: string; message: string } | null;
  result?: unknown;
}

// The answer to work that was queued.
export interface Accepted {
  job: string;
  events: string; // path of its event stream
}

// One document of a batch that is done.
export interface JobItem<Result> {
  item: number;
  result: Result | { error: { code: string; message: string } };
}

export interface JobProgress {
  stage?: string;
  item?: string;
  done: number;
  total: number;
}

export function isOver(state: JobState): boolean {
  return state === "done" || state === "failed" || state === "cancelled";
}
