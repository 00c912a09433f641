// Which words of two short texts differ: the longest common subsequence of their words. Two texts
// that are too long for it are shown as wholly different, and only their beginnings.

import { clipped } from "./runs";

export interface DiffPiece {
  text: string;
  same: boolean;
}

export interface WordDiff {
  before: DiffPiece[];
  after: DiffPiece[];
}

const MAX_CELLS = 250_000;
const LONGEST = 4000; // of each side, in UTF-16 units

// Words, and single characters of scripts that set no spaces, each with the space before it.
export function wordsOf(text: string): string[] {
  return (
    text.match(
      /\s*(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}\p{M}_]+?(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])|[\p{L}\p{N}\p{M}_]+|[^\s\p{L}\p{N}\p{M}_])|\s+$/gu,
    ) ?? []
  );
}

function joined(words: string[], same: boolean[]): DiffPiece[] {
  const pieces: DiffPiece[] = [];
  const add = (text: string, isSame: boolean) => {
    const last = pieces.at(-1);
    if (last && last.same === isSame) last.text += text;
    else if (text !== "") pieces.push({ text, same: isSame });
  };
  words.forEach((word, i) => {
    const isSame = same[i] ?? false;
    const opensChange = !isSame && pieces.at(-1)?.same !== false;
    const space = opensChange ? (/^\s*/.exec(word)?.[0] ?? "") : ""; // stands before the change, not in it
    add(space, true);
    add(word.slice(space.length), isSame);
  });
  return pieces;
}

// lengths[i * (m + 1) + j]: of the longest common subsequence of a from i on and b from j on.
function lengthsOf(a: string[], b: string[]): Uint32Array {
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; --i) {
    for (let j = b.length - 1; j >= 0; --j) {
      const at = i * width + j;
      lengths[at] =
        a[i] === b[j]
          ? (lengths[at + width + 1] ?? 0) + 1
          : Math.max(lengths[at + width] ?? 0, lengths[at + 1] ?? 0);
    }
  }
  return lengths;
}

export function wordDiff(before: string, after: string): WordDiff {
  const a = wordsOf(clipped(before, LONGEST));
  const b = wordsOf(clipped(after, LONGEST));
  const sameA = a.map(() => false);
  const sameB = b.map(() => false);
  if (a.length * b.length <= MAX_CELLS) {
    const keysA = a.map((word) => word.trim());
    const keysB = b.map((word) => word.trim());
    const lengths = lengthsOf(keysA, keysB);
    const width = b.length + 1;
    for (let i = 0, j = 0; i < a.length && j < b.length;) {
      if (keysA[i] === keysB[j]) {
        sameA[i++] = true;
        sameB[j++] = true;
      } else if ((lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0)) {
        ++i;
      } else {
        ++j;
      }
    }
  }
  return { before: joined(a, sameA), after: joined(b, sameB) };
}
