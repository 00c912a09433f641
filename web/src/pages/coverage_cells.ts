// Documents as cells of a map: their order, their shade and their place. A topic's documents lie
// together, and an empty place lies between two topics where these are few enough.
import type { CoveredDocument, CoveredTopic, Coverage } from "../api/coverage";

const SHADES = [1, 2, 4, 8]; // probes, from which a shade begins
export const SHADE_WORDS = ["no probe", "1", "2–3", "4–7", "8 or more"] as const;

export function shadeOf(probes: number): number {
  return SHADES.filter((from) => probes >= from).length;
}

// Those with nothing reached first, then by how many documents are out of reach. Long topics are
// told by their beginning: those that begin alike are one.
export function topicsByNeed(topics: readonly CoveredTopic[]): CoveredTopic[] {
  const byName = new Map<string, CoveredTopic>();
  for (const { topic, documents, reached } of topics) {
    const known = byName.get(topic) ?? { topic, documents: 0, reached: 0 };
    byName.set(topic, {
      topic,
      documents: known.documents + documents,
      reached: known.reached + reached,
    });
  }
  const missed = (topic: CoveredTopic) => topic.documents - topic.reached;
  return [...byName.values()].sort(
    (a, b) => Number(a.reached > 0) - Number(b.reached > 0) || missed(b) - missed(a),
  );
}

// By topic in the order of `topics`, those of none of them last; within a topic as they came.
export function cellsOf(
  coverage: Coverage,
  topics: readonly CoveredTopic[],
  only: string | null,
): CoveredDocument[] {
  if (only !== null) return coverage.items.filter((item) => item.topic === only);
  const groups = new Map<string, CoveredDocument[]>(topics.map(({ topic }) => [topic, []]));
  for (const item of coverage.items) {
    const group = groups.get(item.topic);
    if (group) group.push(item);
    else groups.set(item.topic, [item]);
  }
  return [...groups.values()].flat();
}

export interface CellGrid {
  pitch: number; // CSS pixels from one cell to the next
  columns: number;
  rows: number;
  slots: number[]; // of each cell: its place, counted row by row; ascending
}

function pitchOf(cells: number): number {
  if (cells <= 300) return 20;
  return cells <= 2500 ? 13 : 9;
}

export function gridOf(cells: readonly CoveredDocument[], width: number): CellGrid {
  const pitch = pitchOf(cells.length);
  const columns = Math.max(1, Math.floor(width / pitch));
  const breaks = cells.map((cell, i) => i > 0 && cell.topic !== cells[i - 1]?.topic);
  const gap = breaks.filter(Boolean).length * 4 <= cells.length ? 1 : 0;
  let next = 0;
  const slots = breaks.map((isBreak) => {
    if (isBreak) next += gap;
    return next++;
  });
  return { pitch, columns, rows: Math.max(1, Math.ceil(next / columns)), slots };
}

// The cell nearest to a place.
function nearest(slots: readonly number[], place: number): number {
  let low = 0;
  let high = slots.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((slots[middle] ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  const before = slots[low - 1];
  const at = slots[low] ?? 0;
  return before !== undefined && place - before < at - place ? low - 1 : low;
}

// The cell at a point, in CSS pixels; null between two topics and beyond the last one.
export function cellAt(grid: CellGrid, x: number, y: number): number | null {
  const column = Math.floor(x / grid.pitch);
  if (column < 0 || column >= grid.columns || y < 0) return null;
  const place = Math.floor(y / grid.pitch) * grid.columns + column;
  const found = nearest(grid.slots, place);
  return grid.slots[found] === place ? found : null;
}

// Where a key leads from a cell; null: it is none of the map's keys.
export function cellAfter(grid: CellGrid, from: number, key: string): number | null {
  const last = grid.slots.length - 1;
  const within = (i: number) => Math.max(0, Math.min(last, i));
  const down = (places: number) => nearest(grid.slots, (grid.slots[from] ?? 0) + places);
  if (key === "ArrowRight") return within(from + 1);
  if (key === "ArrowLeft") return within(from - 1);
  if (key === "ArrowDown") return down(grid.columns);
  if (key === "ArrowUp") return down(-grid.columns);
  if (key === "Home") return 0;
  return key === "End" ? last : null;
}
