// How a corpus is to be watched, as it is filled in, and what keeps it from being sent.
import type { Monitor, MonitorRequest } from "../api/monitor";
import type { Problem } from "../api/problem";
import { scheduleWords } from "../text/schedule";

export const FIELDS = ["name", "corpus", "schedule", "webhook"] as const;
export type MonitorField = (typeof FIELDS)[number];
export type FieldWords = Partial<Record<MonitorField, string>>;

export interface MonitorDraft {
  name: string;
  corpus: string;
  schedule: string;
  tells: boolean;
  webhook: string;
}

export function draftOf(monitor: Monitor | null): MonitorDraft {
  return {
    name: monitor?.name ?? "",
    corpus: monitor?.corpus ?? "",
    schedule: monitor?.schedule ?? "1d",
    tells: monitor?.webhook ?? false,
    webhook: "",
  };
}

// `taken`: names of other monitors, which a PUT would change.
export function faultsOfDraft(draft: MonitorDraft, taken: readonly string[]): FieldWords {
  const faults: FieldWords = {};
  if (!/^[a-z0-9_-]{1,64}$/.test(draft.name))
    faults.name = "It is made of a-z, 0-9, _ and -, at most 64 of them.";
  else if (taken.includes(draft.name)) faults.name = "There is a monitor of this name.";
  if (draft.corpus === "") faults.corpus = "Which corpus is meant?";
  if (scheduleWords(draft.schedule.trim()) === null)
    faults.schedule = "A number of minutes, hours or days, from 1m to 31d, as 1h.";
  if (draft.tells && draft.webhook.trim() === "") faults.webhook = "Which address is told?";
  return faults;
}

export function requestOf(draft: MonitorDraft): MonitorRequest {
  const request: MonitorRequest = { corpus: draft.corpus, schedule: draft.schedule.trim() };
  if (draft.tells) request.webhook = draft.webhook.trim();
  return request;
}

// What the service refuses, at the field that it names.
export function refusedField(problem: Problem | null): FieldWords {
  const field = FIELDS.find((name) => name === problem?.where?.field);
  return field && problem ? { [field]: problem.detail } : {};
}
