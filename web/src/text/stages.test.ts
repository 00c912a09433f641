import { describe, expect, it } from "vitest";
import { signalStates, stageWords } from "./stages";

describe("Stages", () => {
  it("have words, also those that are new", () => {
    expect([stageWords("encode"), stageWords("new_stage"), stageWords(undefined)]).toEqual([
      "Turning text into vectors",
      "New stage",
      "Working",
    ]);
  });
  it("say which signals wait, are measured now, and are known", () => {
    const states = signalStates(["encode", "injection", "answer"]);
    expect([states.get("injection"), states.get("answer_change"), states.get("fact_conflict")]).toEqual([
      "measured",
      "measuring",
      "waits",
    ]);
    expect(
      [...signalStates(["norms", "signals", "screen"]).values()].every((state) => state === "measured"),
    ).toBe(true);
    expect(signalStates([]).get("anomaly")).toBe("waits");
  });
});
