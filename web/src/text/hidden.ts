// Which code points a reader does not see, and what each is called. The same set as the program's
// own reports use: Cc, Zl, Zp; Cf but for signs that are drawn; fillers, variation selectors, the
// blank Braille pattern, tags, noncharacters.

const HIDDEN: readonly (readonly [number, number])[] = [
  [0x0000, 0x001f],
  [0x007f, 0x009f],
  [0x00ad, 0x00ad],
  [0x034f, 0x034f],
  [0x061c, 0x061c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x2800, 0x2800],
  [0x3164, 0x3164],
  [0xfdd0, 0xfdef],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0xfffe, 0xffff],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff],
];

const NAMES: Readonly<Record<number, string>> = {
  0x00: "null",
  0x07: "bell",
  0x08: "backspace",
  0x0b: "vertical tab",
  0x0c: "form feed",
  0x0d: "carriage return",
  0x1b: "escape",
  0x7f: "delete",
  0xad: "soft hyphen",
  0x34f: "combining grapheme joiner",
  0x61c: "Arabic letter mark",
  0x200b: "zero width space",
  0x200c: "zero width non-joiner",
  0x200d: "zero width joiner",
  0x200e: "left-to-right mark",
  0x200f: "right-to-left mark",
  0x2028: "line separator",
  0x2029: "paragraph separator",
  0x202a: "left-to-right embedding",
  0x202b: "right-to-left embedding",
  0x202c: "pop directional formatting",
  0x202d: "left-to-right override",
  0x202e: "right-to-left override",
  0x2060: "word joiner",
  0x2061: "function application",
  0x2062: "invisible times",
  0x2063: "invisible separator",
  0x2064: "invisible plus",
  0x2066: "left-to-right isolate",
  0x2067: "right-to-left isolate",
  0x2068: "first strong isolate",
  0x2069: "pop directional isolate",
  0x2800: "blank Braille pattern",
  0x3164: "Hangul filler",
  0xfe0e: "text variation selector",
  0xfe0f: "emoji variation selector",
  0xfeff: "byte order mark",
};

export function isHidden(codePoint: number): boolean {
  if (codePoint >= 0x20 && codePoint < 0x7f) return false; // most of most texts
  if ((codePoint & 0xfffe) === 0xfffe) return true;
  return HIDDEN.some(([first, last]) => first <= codePoint && codePoint <= last);
}

// "U+200B"
export function codePointLabel(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`;
}

export function codePointName(codePoint: number): string {
  const name = NAMES[codePoint];
  if (name) return name;
  if (0xe0020 <= codePoint && codePoint <= 0xe007e) {
    return `tag of “${String.fromCodePoint(codePoint - 0xe0000)}”`;
  }
  if (0xfe00 <= codePoint && codePoint <= 0xfe0f) return "variation selector";
  return codePoint < 0xa0 ? "control character" : "hidden character";
}
