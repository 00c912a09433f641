// Spans as pieces of a text that follow each other: where spans overlap, a piece has several marks.
// Offsets are bytes of UTF-8; an edge inside a code point moves outwards, one beyond the text to
// its end, and an empty or reversed span is left out.

export type MarkKind = "injection" | "conflict" | "other";

export interface Mark {
  start: number;
  end: number;
  kind: MarkKind;
  label: string;
}

export interface Segment {
  start: number;
  end: number;
  marks: Mark[];
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

function snapped(bytes: Uint8Array, mark: Mark): Mark {
  let start = Math.min(Math.max(0, Math.trunc(mark.start)), bytes.length);
  let end = Math.min(Math.max(0, Math.trunc(mark.end)), bytes.length);
  for (let steps = 0; steps < 3 && start > 0 && isContinuation(bytes[start]); ++steps) --start;
  for (let steps = 0; steps < 3 && end < bytes.length && isContinuation(bytes[end]); ++steps) ++end;
  return { ...mark, start, end };
}

export function segmentsOf(bytes: Uint8Array, marks: Mark[]): Segment[] {
  const placed = marks.map((mark) => snapped(bytes, mark)).filter((mark) => mark.start < mark.end);
  const edges = new Set([0, bytes.length]);
  for (const mark of placed) edges.add(mark.start).add(mark.end);
  const sorted = [...edges].sort((a, b) => a - b);
  const opening = [...placed].sort((a, b) => a.start - b.start);
  const segments: Segment[] = [];
  let open: Mark[] = [];
  let next = 0;
  for (let i = 0; i + 1 < sorted.length; ++i) {
    const start = sorted[i] ?? 0;
    const end = sorted[i + 1] ?? start;
    open = open.filter((mark) => mark.end > start);
    for (let mark = opening[next]; mark && mark.start <= start; mark = opening[++next]) open.push(mark);
    segments.push({ start, end, marks: [...open] });
  }
  return segments;
}
