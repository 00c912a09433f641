// The one piece of evidence that stands beside a verdict's word: what decided, in the document's own
// words, by the weightiest rule, which the service names first. The lists further down leave it out.
import type { Conflict, InjectionFinding, Judgement, MovedProbe } from "../api/verdict_record";

export interface LeadEvidence {
  finding?: InjectionFinding;
  conflict?: Conflict;
  probe?: MovedProbe;
}

// Changed answers that the corpus supported first, then by how far they moved.
export function movedFirst(probes: readonly MovedProbe[]): MovedProbe[] {
  const weight = (probe: MovedProbe) =>
    (probe.changed && probe.supported ? 4 : probe.changed ? 2 : 0) + Math.max(0, Math.min(1, probe.shift));
  return [...probes].sort((a, b) => weight(b) - weight(a));
}

export function leadOf(judgement: Judgement): LeadEvidence {
  if (judgement.verdict === "ADMIT") return {};
  const { injection, fact_conflict: facts, influence } = judgement.signals;
  const finding = [...(injection?.findings ?? [])].sort((a, b) => b.weight - a.weight)[0];
  const rules = judgement.decisive ?? [];
  const conflicts = (facts?.conflicts ?? []).filter((one) => one.supported && !one.superseded);
  const conflict = conflicts.find((one) => one.retrieved) ?? conflicts[0];
  const family = rules.find((rule) => rule.startsWith("injection.") || rule.startsWith("conflict."));
  if (family?.startsWith("injection.") && finding) return { finding };
  if (conflict) return { conflict };
  if (family && finding) return { finding };
  const probe = movedFirst(influence?.probes ?? []).find((one) => one.changed && one.supported);
  return probe ? { probe } : {};
}
