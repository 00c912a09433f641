// A probe set as it is edited: what differs from the stored one, and what keeps it from being saved.
import type { Probe } from "../api/operation";

export interface ProbeRow {
  id: string;
  question: string;
  fact: string;
  weight: string; // as it is typed
}

export function rowOf(probe: Probe): ProbeRow {
  return {
    id: probe.id,
    question: probe.question,
    fact: probe.expected_fact ?? "",
    weight: String(probe.weight ?? 1),
  };
}

// The first id of the form "q7" that is free.
export function newRow(rows: readonly ProbeRow[]): ProbeRow {
  const taken = new Set(rows.map((row) => row.id));
  let n = rows.length + 1;
  while (taken.has(`q${n}`)) ++n;
  return { id: `q${n}`, question: "", fact: "", weight: "1" };
}

export function probeOf(row: ProbeRow): Probe {
  const probe: Probe = { id: row.id.trim(), question: row.question.trim(), weight: Number(row.weight) };
  if (row.fact.trim() !== "") probe.expected_fact = row.fact.trim();
  return probe;
}

// Faults of each row, by its place; none: it may be saved.
export function faultsOf(rows: readonly ProbeRow[]): Map<number, string> {
  const faults = new Map<number, string>();
  const seen = new Set<string>();
  rows.forEach((row, i) => {
    const id = row.id.trim();
    const weight = Number(row.weight);
    if (id === "") faults.set(i, "It needs a name.");
    else if (seen.has(id)) faults.set(i, `The name ${id} is taken.`);
    else if (row.question.trim() === "") faults.set(i, "It needs a question.");
    else if (row.weight.trim() === "" || !(weight > 0) || !Number.isFinite(weight))
      faults.set(i, "Its weight is a number above 0.");
    seen.add(id);
  });
  return faults;
}

// What of a set is known to be covered, as far as the set itself tells.
export interface SetFigures {
  probes: number;
  withFact: number;
  largestShare: number; // of all weight, of one probe
}

export function figuresOf(probes: readonly Probe[]): SetFigures {
  const weights = probes.map((probe) => probe.weight ?? 1);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return {
    probes: probes.length,
    withFact: probes.filter((probe) => probe.expected_fact).length,
    largestShare: total > 0 ? Math.max(0, ...weights) / total : 0,
  };
}
