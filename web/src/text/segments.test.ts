import { describe, expect, it } from "vitest";
import { excerptsOf } from "./excerpts";
import { utf8 } from "./runs";
import { type Mark, segmentsOf } from "./segments";

const mark = (start: number, end: number, kind: Mark["kind"] = "other"): Mark => ({
  start,
  end,
  kind,
  label: kind,
});
const pieces = (text: string, marks: Mark[]) => {
  const bytes = utf8(text);
  return segmentsOf(bytes, marks).map((one) => [
    new TextDecoder().decode(bytes.slice(one.start, one.end)),
    one.marks.map((m) => m.kind),
  ]);
};

describe("Segments", () => {
  it("follow each other and cover the text", () => {
    expect(pieces("abcdef", [mark(2, 4, "conflict")])).toEqual([
      ["ab", []],
      ["cd", ["conflict"]],
      ["ef", []],
    ]);
    expect(pieces("abc", [])).toEqual([["abc", []]]);
  });
  it("count bytes, not characters", () => {
    expect(pieces("äöü!", [mark(2, 4)])).toEqual([
      ["ä", []],
      ["ö", ["other"]],
      ["ü!", []],
    ]);
    expect(pieces("😀 x", [mark(5, 6)])).toEqual([
      ["😀 ", []],
      ["x", ["other"]],
    ]);
  });
  it("have both marks where spans overlap", () => {
    expect(pieces("abcdef", [mark(1, 4, "injection"), mark(3, 6, "conflict")])).toEqual([
      ["a", []],
      ["bc", ["injection"]],
      ["d", ["injection", "conflict"]],
      ["ef", ["conflict"]],
    ]);
  });
  it("widen a span that cuts a code point", () => {
    expect(pieces("aäb", [mark(2, 3)])).toEqual([
      ["a", []],
      ["ä", ["other"]],
      ["b", []],
    ]);
  });
  it("bear spans that are no spans of the text", () => {
    expect(pieces("abc", [mark(-5, 1), mark(2, 99), mark(2, 2), mark(3, 1)])).toEqual([
      ["a", ["other"]],
      ["b", []],
      ["c", ["other"]],
    ]);
    expect(pieces("", [mark(0, 3)])).toEqual([]);
  });
  it("agree with counting by hand on many random spans", () => {
    let seed = 7;
    const random = (n: number) => (seed = (seed * 1103515245 + 12345) % 2147483648) % n;
    for (let round = 0; round < 200; ++round) {
      const marks = Array.from({ length: random(6) }, () => mark(random(30), random(30)));
      const bytes = utf8("x".repeat(25));
      const covered = segmentsOf(bytes, marks).flatMap((one) =>
        Array.from({ length: one.end - one.start }, () => one.marks.length),
      );
      expect(covered).toEqual(
        Array.from(
          { length: 25 },
          (_, i) => marks.filter((m) => m.start <= i && i < Math.min(m.end, 25)).length,
        ),
      );
    }
  });
});

describe("Excerpts", () => {
  it("are the whole of a short text", () => {
    expect(excerptsOf(utf8("short"), [mark(1, 2)])).toEqual([{ start: 0, end: 5 }]);
  });
  it("are the opening and what stands around the marks of a long one", () => {
    const bytes = utf8("x".repeat(100_000));
    expect(excerptsOf(bytes, [mark(50_000, 50_010), mark(50_900, 50_910)])).toEqual([
      { start: 0, end: 1500 },
      { start: 49_300, end: 51_610 },
    ]);
  });
  it("are bounded, whatever is marked", () => {
    const bytes = utf8("x".repeat(1_000_000));
    const ranges = excerptsOf(
      bytes,
      Array.from({ length: 5000 }, (_, i) => mark(i * 200, i * 200 + 10)),
    );
    const total = ranges.reduce((sum, range) => sum + range.end - range.start, 0);
    expect(total > 100_000 && total <= 200_000).toBe(true);
  });
  it("never cut a code point", () => {
    const bytes = utf8("€".repeat(20_000));
    for (const { start, end } of excerptsOf(bytes, [mark(30_001, 30_002)])) {
      expect(start % 3).toBe(0);
      expect(end % 3).toBe(0);
    }
  });
});
