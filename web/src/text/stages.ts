// The stages of a screening as the program calls them, in words, and the signals that each measures.
import type { Signals } from "../api/verdict_record";
import { sentenceCase, spoken } from "./format";

interface Stage {
  words: string;
  signals: readonly (keyof Signals)[];
}

const ALL: readonly (keyof Signals)[] = [
  "anomaly",
  "injection",
  "influence",
  "answer_change",
  "fact_conflict",
  "corpus_evidence",
];

const STAGES: Readonly<Record<string, Stage>> = {
  read: { words: "Reading the corpus", signals: [] },
  encode: { words: "Turning text into vectors", signals: [] },
  endpoint: { words: "Asking the model's endpoint", signals: [] },
  forest: { words: "Learning what the corpus looks like", signals: ["anomaly"] },
  anomaly: { words: "Measuring the distance from the corpus", signals: ["anomaly"] },
  injection: { words: "Looking for language directed at the model", signals: ["injection"] },
  answer: { words: "Answering the probes with and without it", signals: ["influence", "answer_change"] },
  norms: { words: "Preparing the comparison with the corpus", signals: [] },
  neighbours: { words: "Looking for neighbours", signals: [] },
  rescore: { words: "Comparing documents with each other", signals: [] },
  rescan: { words: "Comparing documents with each other", signals: [] },
  outliers: { words: "Measuring the distance from the corpus", signals: [] },
  words: { words: "Counting the corpus's words", signals: [] },
  surprisal: { words: "Reading with the language model", signals: [] },
  questions: { words: "Making questions of the corpus", signals: [] },
  signals: {
    words: "Measuring the signals",
    signals: ["injection", "influence", "answer_change", "fact_conflict", "corpus_evidence"],
  },
  screen: { words: "Deciding", signals: [] },
};

export function stageWords(stage: string | undefined): string {
  if (!stage) return "Working";
  return STAGES[stage]?.words ?? sentenceCase(spoken(stage));
}

export type SignalState = "waits" | "measuring" | "measured";

// Of each signal, from the stages that were heard of; the last one is at work.
export function signalStates(heard: readonly string[]): Map<keyof Signals, SignalState> {
  const states = new Map<keyof Signals, SignalState>(ALL.map((name) => [name, "waits"]));
  heard.forEach((stage, i) => {
    const isAtWork = i === heard.length - 1;
    for (const name of STAGES[stage]?.signals ?? []) states.set(name, isAtWork ? "measuring" : "measured");
  });
  if (heard.at(-1) === "screen") for (const name of ALL) states.set(name, "measured");
  return states;
}
