import { describe, expect, it } from "vitest";
import { isHidden } from "./hidden";
import { clipped, countMarks, decodeAt, isUtf8, runsOf, runsOfText, utf8, visibleLine } from "./runs";

const labels = (text: string) => runsOfText(text).map((run) => (run.kind === "mark" ? run.label : run.text));

describe("Runs", () => {
  it("leave plain text of any script as it is", () => {
    for (const text of ["plain", "Грüße 漢字 العربية 😀", "", "a\n\tb"])
      expect(labels(text).join("")).toBe(text);
  });
  it("mark what is not drawn", () => {
    expect(labels("a\u200Bb\u202Ec\u0007")).toEqual(["a", "U+200B", "b", "U+202E", "c", "U+0007"]);
    expect(labels("\uFEFFx\u{E0061}")).toEqual(["U+FEFF", "x", "U+E0061"]);
  });
  it("name what they mark", () => {
    const names = runsOfText("\u200B\u{E0061}\u0001\u180E").map((run) =>
      run.kind === "mark" ? run.name : "",
    );
    expect(names).toEqual(["zero width space", "tag of “a”", "control character", "hidden character"]);
  });
  it("draw CR LF as one line end and a lone CR as a mark", () => {
    expect(labels("a\r\nb")).toEqual(["a\nb"]);
    expect(labels("a\rb")).toEqual(["a", "U+000D", "b"]);
  });
  it("show bytes that are not UTF-8", () => {
    expect(runsOf(new Uint8Array([0x61, 0xff, 0xc3, 0x62]))).toEqual([
      { kind: "text", text: "a" },
      { kind: "mark", label: "0xFF", name: "a byte that is not UTF-8" },
      { kind: "mark", label: "0xC3", name: "a byte that is not UTF-8" },
      { kind: "text", text: "b" },
    ]);
  });
  it("take a part of the bytes", () => {
    const bytes = utf8("äöü");
    expect(runsOf(bytes, 2, 4)).toEqual([{ kind: "text", text: "ö" }]);
    expect(countMarks(runsOf(utf8("a\u200Bb\u200B"), 1, 4))).toBe(1);
  });
});

describe("UTF-8", () => {
  it("agrees with the platform on every kind of sequence", () => {
    const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    const samples = [
      [0x41],
      [0xc2, 0x80],
      [0xdf, 0xbf],
      [0xe0, 0xa0, 0x80],
      [0xed, 0x9f, 0xbf],
      [0xee, 0x80, 0x80],
      [0xf0, 0x90, 0x80, 0x80],
      [0xf4, 0x8f, 0xbf, 0xbf],
      [0x80],
      [0xc0, 0x80],
      [0xc1, 0xbf],
      [0xe0, 0x80, 0x80],
      [0xed, 0xa0, 0x80],
      [0xf0, 0x80, 0x80, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0xf5, 0x80, 0x80, 0x80],
      [0xe2, 0x82],
      [0xf0, 0x9f, 0x98],
    ];
    for (const sample of samples) {
      const bytes = new Uint8Array(sample);
      let text: string | null = null;
      try {
        text = strict.decode(bytes);
      } catch {
        text = null;
      }
      expect(isUtf8(bytes), sample.map((byte) => byte.toString(16)).join(" ")).toBe(text !== null);
      if (text !== null)
        expect(decodeAt(bytes, 0)).toEqual({ codePoint: text.codePointAt(0), size: sample.length });
    }
  });
});

describe("HiddenCharacters", () => {
  it("are those of the program's own reports", () => {
    for (const point of [
      0x00, 0x1f, 0x7f, 0xad, 0x200b, 0x200f, 0x2028, 0x2066, 0x2800, 0x3164, 0xfe0f, 0xfeff, 0xfffe, 0x1ffff,
      0xe0000, 0xe0fff,
    ])
      expect(isHidden(point)).toBe(true);
    for (const point of [0x20, 0x41, 0xa0, 0x2010, 0x2070, 0x0600, 0x1f600, 0xe1000])
      expect(isHidden(point)).toBe(false);
  });
});

describe("Clipped", () => {
  it("says that something was left out and halves no pair", () => {
    expect([clipped("abc", 3), clipped("abcd", 3), clipped("a😀b", 2), clipped("a😀b", 3)]).toEqual([
      "abc",
      "abc…",
      "a…",
      "a😀…",
    ]);
  });
});

describe("VisibleLine", () => {
  it("is one printable line, cut by code points", () => {
    expect(visibleLine("a\n b\u200B<x>")).toBe("a b<U+200B><x>");
    expect(visibleLine("😀😀😀😀", 3)).toBe("😀😀…");
  });
});
