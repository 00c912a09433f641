import { describe, expect, it } from "vitest";
import { REJECTED, reportOf, wordless } from "../../tests/mock/verdicts";
import { withWords } from "./review";

describe("WithWords", () => {
  it("takes the words of the record and nothing else", () => {
    const listed = { ...wordless(REJECTED), report: reportOf("listed"), document: "d1" };
    const full = withWords(listed, { ...REJECTED, report: null, verdict: "ADMIT" });
    expect(full.signals.fact_conflict?.conflicts?.[0]?.sentence).toContain("seventeen days");
    expect([full.report, full.verdict, full.document]).toEqual([reportOf("listed"), "REJECT", "d1"]);
  });
  it("leaves a verdict as it is where no record is kept", () => {
    expect(withWords(REJECTED, undefined)).toBe(REJECTED);
    expect(withWords(REJECTED, {})).toEqual(REJECTED);
  });
});
