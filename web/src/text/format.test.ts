import { describe, expect, it } from "vitest";
import {
  ago,
  byteSize,
  counted,
  fixed,
  moment,
  percent,
  probability,
  sentenceCase,
  shortDigest,
  spoken,
} from "./format";

describe("Format", () => {
  it("writes what was not measured as a dash, never as zero", () => {
    for (const write of [fixed, probability, percent]) {
      expect(write(null)).toBe("–");
      expect(write(undefined)).toBe("–");
      expect(write(Number.NaN)).toBe("–");
    }
    expect(fixed(0)).toBe("0.00");
  });
  it("gives probabilities the digits that say something", () => {
    expect([1, 0.413211, 0.05, 0.003073, 0.00038, 0.0000012, 3e-9, 0].map(probability)).toEqual([
      "1",
      "0.41",
      "0.05",
      "0.0031",
      "0.00038",
      "0.000001",
      "< 0.000001",
      "0",
    ]);
  });
  it("writes shares, counts and sizes", () => {
    expect([percent(0.0712), percent(1), percent(0.333, 0)]).toEqual(["7.1 %", "100 %", "33 %"]);
    expect([counted(1, "probe"), counted(0, "probe"), counted(15820, "document")]).toEqual([
      "1 probe",
      "0 probes",
      "15,820 documents",
    ]);
    expect([byteSize(1), byteSize(302), byteSize(65_432), byteSize(2_500_000)]).toEqual([
      "1 byte",
      "302 bytes",
      "65.4 kB",
      "2.5 MB",
    ]);
  });
  it("writes times, and what is none as it is", () => {
    expect(moment("2026-11-30T18:05:00.123456Z", "UTC")).toBe("30 Nov 2026, 18:05");
    expect(moment("yesterday")).toBe("yesterday");
    expect(moment(null)).toBe("–");
    const now = Date.parse("2026-11-30T18:00:00Z");
    expect(
      [
        "2026-11-30T17:59:30Z",
        "2026-11-30T17:36:00Z",
        "2026-11-30T09:00:00Z",
        "2026-11-28T17:00:00Z",
        "?",
      ].map((time) => ago(time, now)),
    ).toEqual(["just now", "24 min ago", "9 h ago", "2 days ago", "?"]);
  });
  it("shortens digests and nothing else", () => {
    expect(shortDigest(`sha256:${"ab".repeat(32)}`)).toBe("sha256:abababababab…");
    expect(shortDigest("cd".repeat(32))).toBe("cdcdcdcdcdcd…");
    expect([shortDigest("abc"), shortDigest(null)]).toEqual(["abc", "–"]);
  });
  it("speaks names", () => {
    expect([spoken("fact_conflict"), sentenceCase("key trust"), sentenceCase("")]).toEqual([
      "fact conflict",
      "Key trust",
      "",
    ]);
  });
});
