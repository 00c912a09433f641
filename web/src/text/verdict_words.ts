// A verdict in plain words. What decided is told by the rule's name; a rule that this page does not
// know is shown as it is called.
import type { Judgement, Signal, Signals, SignalStatus, VerdictName } from "../api/verdict_record";
import { sentenceCase, spoken } from "./format";

export interface SignalRow {
  name: keyof Signals;
  gloss: string;
  signal: Signal;
  reason: string;
}

const RULES: Readonly<Record<string, string>> = {
  "conflict.retrieved":
    "It contradicts a fact that the trusted corpus supports, and would be retrieved for a question about it.",
  "conflict.supported": "It contradicts a fact that the trusted corpus supports.",
  "injection.strong": "It speaks to the model, unmistakably.",
  "injection.finding": "It holds language that is directed at the model.",
  "p.reject": "It is far rarer than alpha allows among the trusted documents.",
  "p.quarantine": "It is rarer than alpha allows among the trusted documents.",
  "score.reject": "Its weighted score is over the limit for rejection.",
  "score.quarantine": "Its weighted score is over the limit for quarantine.",
};

const MEANINGS: Readonly<Record<VerdictName, string>> = {
  ADMIT: "Nothing in it is rarer than in the trusted documents.",
  QUARANTINE: "It is held for a reviewer.",
  REJECT: "It is kept out.",
  INCOMPLETE: "It could not be judged. That is not the same as clean.",
};

export const GLOSSES: readonly (readonly [keyof Signals, string])[] = [
  ["fact_conflict", "sentences that contradict the trusted source"],
  ["answer_change", "supported answers that would change"],
  ["injection", "language directed at the model"],
  ["corpus_evidence", "a set of documents that belong together"],
  ["influence", "questions it would be retrieved for"],
  ["anomaly", "distance from everything in the corpus; reported, not counted"],
];

const STATUSES: Readonly<Record<SignalStatus, string>> = {
  ran: "measured",
  skipped: "skipped",
  failed: "failed",
  timed_out: "out of time",
  cut_off: "cut off",
};

export function statusWord(status: SignalStatus): string {
  return STATUSES[status] ?? status;
}

export function ruleSentence(rule: string): string {
  return RULES[rule] ?? rule;
}

function unfinished(signals: Signals): string[] {
  return GLOSSES.flatMap(([name]) => {
    const signal = signals[name];
    if (!signal || signal.status === "ran" || signal.status === "skipped") return [];
    return [
      `${sentenceCase(spoken(name))}: ${statusWord(signal.status)}${signal.reason ? `, ${signal.reason}` : ""}.`,
    ];
  });
}

// Lists of verdicts do not say which rules decided: the signals that are rarer than alpha then.
function rareSignals({ verdict, signals, alpha }: Judgement): string | null {
  if (verdict === "ADMIT") return null;
  const rare = GLOSSES.map(([name]) => ({ name, p: signals[name]?.p ?? 1 })).filter(
    ({ p }) => alpha !== null && p <= alpha,
  );
  if (rare.length === 0) return null;
  return `Rarer than alpha allows: ${rare.map(({ name }) => spoken(name)).join(", ")}.`;
}

// The first decisive rule implies a weaker one of its family, which is then not told again.
function without(rules: string[], weaker: string, stronger: string): string[] {
  return rules.includes(stronger) ? rules.filter((rule) => rule !== weaker) : rules;
}

// One to three sentences that say why, the weightiest first.
export function becauseOf(judgement: Judgement): string[] {
  if (!judgement.decisive && judgement.verdict !== "INCOMPLETE")
    return [rareSignals(judgement) ?? MEANINGS[judgement.verdict]];
  let rules = judgement.decisive ?? [];
  rules = without(rules, "conflict.supported", "conflict.retrieved");
  rules = without(rules, "p.quarantine", "p.reject");
  const sentences = rules.map(ruleSentence);
  if (judgement.verdict === "INCOMPLETE") sentences.unshift(...unfinished(judgement.signals));
  return sentences.length > 0 ? sentences.slice(0, 3) : [MEANINGS[judgement.verdict]];
}

export function meaningOf(verdict: VerdictName): string {
  return MEANINGS[verdict] ?? "";
}

// "answer change: changes 2 of 34 ..., score 0.42, p 0.003" without its name and numbers.
export function reasonOf(name: string, reasons: readonly string[]): string {
  const opening = `${spoken(name)}: `;
  const reason = reasons.find((line) => line.startsWith(opening)) ?? "";
  return reason.slice(opening.length).replace(/, score [\d.]+(, p [\d.e-]+)?$/, "");
}

export function signalRows(judgement: Judgement): SignalRow[] {
  return GLOSSES.flatMap(([name, gloss]) => {
    const signal = judgement.signals[name];
    if (!signal) return [];
    const reason = signal.status === "ran" ? reasonOf(name, judgement.reasons ?? []) : (signal.reason ?? "");
    return [{ name, gloss, signal, reason }];
  });
}
