import { describe, expect, it } from "vitest";
import { REJECTED, SPEAKING, UNFINISHED, ADMITTED } from "../../tests/mock/verdicts";
import { leadOf, movedFirst } from "./lead_evidence";
import { marksOf } from "./marks_of";
import { becauseOf, reasonOf, ruleSentence, signalRows } from "./verdict_words";

describe("VerdictWords", () => {
  it("say the strongest rule of a family once", () => {
    expect(becauseOf(REJECTED)).toEqual([
      "It contradicts a fact that the trusted corpus supports, and would be retrieved for a question about it.",
      "It is rarer than alpha allows among the trusted documents.",
    ]);
  });
  it("tell what could not be measured, and never call it clean", () => {
    expect(becauseOf(UNFINISHED)[0]).toBe(
      "Answer change: out of time, the generator did not answer within 30 s.",
    );
    expect(signalRows(UNFINISHED).find((row) => row.name === "influence")?.signal.score).toBeNull();
  });
  it("have a sentence for a verdict without rules", () => {
    expect(becauseOf(ADMITTED)).toEqual(["Nothing in it is rarer than in the trusted documents."]);
  });
  it("go by the signals where a list leaves the rules out", () => {
    const { decisive: _decisive, ...listed } = REJECTED;
    expect(becauseOf(listed)).toEqual(["Rarer than alpha allows: fact conflict, answer change."]);
    expect(becauseOf({ ...listed, verdict: "ADMIT" })).toEqual([
      "Nothing in it is rarer than in the trusted documents.",
    ]);
  });
  it("show a rule that they do not know as it is called", () => {
    expect(ruleSentence("new.rule")).toBe("new.rule");
  });
  it("give a signal's reason without its name and numbers", () => {
    expect(reasonOf("fact_conflict", REJECTED.reasons ?? [])).toBe(
      "contradicts 1 fact that the corpus supports, of handbook/annual-leave#3 (number)",
    );
    expect(reasonOf("anomaly", ["anomaly: far, score 0.13, p 3e-05"])).toBe("far");
    expect(reasonOf("anomaly", [])).toBe("");
  });
});

describe("LeadEvidence", () => {
  it("is what decided", () => {
    expect(leadOf(REJECTED).conflict?.trusted_id).toBe("handbook/annual-leave#3");
    expect(leadOf(SPEAKING).finding?.rule).toBe("en.ignore_previous");
    expect(leadOf(ADMITTED)).toEqual({});
    const { fact_conflict: _gone, ...signals } = REJECTED.signals;
    expect(leadOf({ ...REJECTED, signals }).probe?.id).toBe("q01");
  });
  it("goes with the first rule that decided", () => {
    const signals = { ...REJECTED.signals, injection: SPEAKING.signals.injection };
    const both = { ...REJECTED, signals: signals as typeof REJECTED.signals };
    const of = (...decisive: string[]) => Object.keys(leadOf({ ...both, decisive }));
    expect(of("conflict.retrieved", "injection.finding", "p.quarantine")).toEqual(["conflict"]);
    expect(of("injection.strong", "conflict.supported")).toEqual(["finding"]);
    expect(of("p.reject")).toEqual(["conflict"]);
  });
  it("never is a conflict that does not count", () => {
    const conflict = REJECTED.signals.fact_conflict?.conflicts?.[0];
    if (!conflict) throw new Error("no sample");
    const signals = {
      fact_conflict: { status: "ran" as const, score: 0.6, conflicts: [{ ...conflict, superseded: true }] },
    };
    expect(leadOf({ ...REJECTED, signals })).toEqual({});
  });
  it("puts changed and supported answers first", () => {
    const ids = movedFirst(REJECTED.signals.influence?.probes ?? []).map((probe) => probe.id);
    expect(ids.slice(0, 3)).toEqual(["q01", "q02", "q05"]);
  });
});

describe("MarksOf", () => {
  it("marks a span once, from the signals or the record's own list", () => {
    expect(marksOf(REJECTED).map((mark) => mark.kind)).toEqual(["conflict"]);
    expect(marksOf(SPEAKING).map((mark) => mark.kind)).toEqual(["injection"]);
    const { spans: _spans, ...stored } = REJECTED;
    expect(marksOf(stored)).toEqual(marksOf(REJECTED));
  });
  it("marks what a signal that it does not know found", () => {
    const span = { field: "text", start: 0, end: 3, line: 1, column: 1, rule: "new", weight: 1 };
    expect(marksOf({ ...ADMITTED, spans: [span] })).toEqual([
      { start: 0, end: 3, kind: "other", label: "new" },
    ]);
  });
  it("leaves out spans of other fields", () => {
    const span = { field: "title", start: 0, end: 3, line: 1, column: 1, rule: "en.x", weight: 1 };
    expect(marksOf({ ...ADMITTED, spans: [span] })).toEqual([]);
  });
});
