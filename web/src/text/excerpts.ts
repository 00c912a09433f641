// Which parts of a long text are shown: some context around each mark, and the opening. A text that
// is short enough is shown whole.
import { decodeAt } from "./runs";
import type { Mark } from "./segments";

export interface ByteRange {
  start: number;
  end: number;
}

const WHOLE_BYTES = 24_000;
const CONTEXT_BYTES = 700;
const OPENING_BYTES = 1_500;
const MAX_BYTES = 200_000; // of all excerpts together: every chip is an element of the page

// The nearest start of a code point at or before `at`.
function codePointStart(bytes: Uint8Array, at: number): number {
  for (let back = 0; back < 4 && at - back > 0; ++back) {
    if (((bytes[at - back] ?? 0) & 0xc0) !== 0x80) {
      const { size } = decodeAt(bytes, at - back);
      return size > back ? at - back : at;
    }
  }
  return at;
}

// The first `bytes` of a text, cut between code points.
export function beginningOf(bytes: Uint8Array, limit: number): ByteRange {
  return { start: 0, end: codePointStart(bytes, Math.min(limit, bytes.length)) };
}

export function excerptsOf(bytes: Uint8Array, marks: readonly Mark[]): ByteRange[] {
  const whole = { start: 0, end: bytes.length };
  if (bytes.length <= WHOLE_BYTES) return [whole];
  const wanted: ByteRange[] = [{ start: 0, end: OPENING_BYTES }];
  for (const mark of marks) wanted.push({ start: mark.start - CONTEXT_BYTES, end: mark.end + CONTEXT_BYTES });
  wanted.sort((a, b) => a.start - b.start);
  const ranges: ByteRange[] = [];
  let total = 0;
  for (const range of wanted) {
    const start = codePointStart(bytes, Math.min(Math.max(0, range.start), bytes.length));
    const end = codePointStart(bytes, Math.min(Math.max(0, range.end), bytes.length));
    const last = ranges.at(-1);
    const size = end - Math.max(start, last?.end ?? 0);
    if (total + size > MAX_BYTES) break;
    total += Math.max(0, size);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else if (start < end) ranges.push({ start, end });
  }
  return ranges;
}
