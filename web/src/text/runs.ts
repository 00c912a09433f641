// Text from outside as runs that can be shown: what is drawn as it is, and a mark for each code
// point that is not drawn and each byte that is not UTF-8. Offsets count bytes of the UTF-8.
import { codePointLabel, codePointName, isHidden } from "./hidden";

export type Run = { kind: "text"; text: string } | { kind: "mark"; label: string; name: string };

interface Decoded {
  codePoint: number; // -1: this byte is not UTF-8
  size: number;
}

const encoder = new TextEncoder();

// A lone surrogate has no UTF-8 and becomes U+FFFD, as every encoder of the platform does.
export function utf8(text: string): Uint8Array {
  return encoder.encode(text);
}

const SMALLEST = [0, 0, 0x80, 0x800, 0x10000];

function sizeOf(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead < 0xe0) return 2;
  if (lead >= 0xe0 && lead < 0xf0) return 3;
  return lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
}

export function decodeAt(bytes: Uint8Array, at: number): Decoded {
  const lead = bytes[at] ?? 0;
  const size = sizeOf(lead);
  if (size === 1) return { codePoint: lead, size };
  const bad = { codePoint: -1, size: 1 };
  if (size === 0 || at + size > bytes.length) return bad;
  let codePoint = lead & (0x7f >> size);
  for (let i = 1; i < size; ++i) {
    const byte = bytes[at + i] ?? 0;
    if ((byte & 0xc0) !== 0x80) return bad;
    codePoint = (codePoint << 6) | (byte & 0x3f);
  }
  const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
  return codePoint < (SMALLEST[size] ?? 0) || isSurrogate || codePoint > 0x10ffff ? bad : { codePoint, size };
}

export function isUtf8(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length;) {
    const { codePoint, size } = decodeAt(bytes, at);
    if (codePoint < 0) return false;
    at += size;
  }
  return true;
}

// Line feed and tab are drawn by the layout; so is a carriage return before a line feed.
function isLayout(bytes: Uint8Array, at: number, codePoint: number): boolean {
  return codePoint === 0x0a || codePoint === 0x09 || (codePoint === 0x0d && bytes[at + 1] === 0x0a);
}

function markOf(byte: number, codePoint: number): Run {
  if (codePoint >= 0)
    return { kind: "mark", label: codePointLabel(codePoint), name: codePointName(codePoint) };
  const label = `0x${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  return { kind: "mark", label, name: "a byte that is not UTF-8" };
}

export function runsOf(bytes: Uint8Array, start = 0, end = bytes.length): Run[] {
  const runs: Run[] = [];
  let text = "";
  for (let at = start; at < end;) {
    const { codePoint, size } = decodeAt(bytes, at);
    if (codePoint < 0 || (isHidden(codePoint) && !isLayout(bytes, at, codePoint))) {
      if (text !== "") runs.push({ kind: "text", text });
      text = "";
      runs.push(markOf(bytes[at] ?? 0, codePoint));
    } else if (codePoint !== 0x0d) {
      text += String.fromCodePoint(codePoint);
    }
    at += size;
  }
  if (text !== "") runs.push({ kind: "text", text });
  return runs;
}

export function runsOfText(text: string): Run[] {
  return runsOf(utf8(text));
}

// At most so many UTF-16 units, with an ellipsis where something was left out.
export function clipped(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const last = text.charCodeAt(longest - 1);
  return `${text.slice(0, last >= 0xd800 && last < 0xdc00 ? longest - 1 : longest)}…`;
}

// One printable line: marks as <U+200B>, line breaks as spaces. For attributes and SVG.
export function visibleLine(text: string, longest = Infinity): string {
  const points = Array.from(
    runsOfText(text)
      .map((run) => (run.kind === "text" ? run.text.replace(/\s+/g, " ") : `<${run.label}>`))
      .join(""),
  );
  return points.length <= longest ? points.join("") : `${points.slice(0, longest - 1).join("")}…`;
}

export function countMarks(runs: Run[]): number {
  return runs.filter((run) => run.kind === "mark").length;
}
