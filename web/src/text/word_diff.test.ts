import { describe, expect, it } from "vitest";
import { wordDiff, wordsOf } from "./word_diff";

const marked = (pieces: { text: string; same: boolean }[]) =>
  pieces.map((piece) => (piece.same ? piece.text : `[${piece.text}]`)).join("");

describe("WordDiff", () => {
  it("marks the words that differ, not the spaces before them", () => {
    const { before, after } = wordDiff("up to six days, at most", "up to seventeen days, at most");
    expect(marked(before)).toBe("up to [six] days, at most");
    expect(marked(after)).toBe("up to [seventeen] days, at most");
  });
  it("marks what was added and what is gone", () => {
    expect(marked(wordDiff("a b", "a x y b").after)).toBe("a [x y] b");
    expect(marked(wordDiff("a x y b", "a b").before)).toBe("a [x y] b");
  });
  it("finds nothing in equal texts and everything against an empty one", () => {
    expect(wordDiff("same text", "same text").after.every((piece) => piece.same)).toBe(true);
    expect(marked(wordDiff("", "all new").after)).toBe("[all new]");
    expect(wordDiff("", "")).toEqual({ before: [], after: [] });
  });
  it("goes by characters where a script sets no spaces", () => {
    expect(marked(wordDiff("可结转六天", "可结转十七天").after)).toBe("可结转[十七]天");
  });
  it("loses nothing of either text", () => {
    for (const text of [
      "  lead and trail  ",
      "tabs\tand\n\nlines",
      "a-b_c 1,140 naïve é 漢字x",
      "\u200Bzero\u200B width",
      "👩‍👧 ok",
    ]) {
      expect(wordsOf(text).join("")).toBe(text);
      expect(
        wordDiff(text, "x")
          .before.map((piece) => piece.text)
          .join(""),
      ).toBe(text);
    }
  });
  it("does not try texts that are too long for it", () => {
    const long = "wo ".repeat(3000);
    const { before } = wordDiff(long, long);
    expect(before.some((piece) => piece.same && piece.text.trim() !== "")).toBe(false);
    expect(before.map((piece) => piece.text).join("").length).toBe(4001);
  });
});
