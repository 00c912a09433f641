import { describe, expect, it } from "vitest";
import { coverageOf } from "../../tests/mock/coverage";
import { cellAfter, cellAt, cellsOf, gridOf, SHADE_WORDS, shadeOf, topicsByNeed } from "./coverage_cells";
import { reachWords } from "./coverage_map";

const coverage = coverageOf("handbook", 650);
const topics = topicsByNeed(coverage.topics);
const cells = cellsOf(coverage, topics, null);

describe("CoverageCells", () => {
  it("are darker by steps, and unlike any other where no probe reaches", () => {
    expect([0, 1, 2, 3, 4, 7, 8, 900].map(shadeOf)).toEqual([0, 1, 2, 2, 3, 3, 4, 4]);
    expect(SHADE_WORDS.length).toBe(5);
    const of = (probes: number, best_rank: number) => reachWords({ id: "a", topic: "t", probes, best_rank });
    expect(of(0, 0)).toBe("no probe reaches it");
    expect([of(1, 3), of(4, 1)]).toEqual([
      "1 probe reaches it, best at rank 3",
      "4 probes reach it, best at rank 1",
    ]);
  });
  it("begin with the topics that nothing reaches", () => {
    const reached = topics.map((topic) => topic.reached > 0);
    expect(reached).toEqual([...reached].sort((a, b) => Number(a) - Number(b)));
    expect(topics.filter((topic) => topic.reached === 0).length).toBe(3);
    expect(cells[0]?.topic).toBe(topics[0]?.topic);
  });
  it("are of one topic where two are told alike", () => {
    const alike = [
      { topic: "a", documents: 2, reached: 0 },
      { topic: "a", documents: 3, reached: 1 },
    ];
    expect(topicsByNeed(alike)).toEqual([{ topic: "a", documents: 5, reached: 1 }]);
  });
  it("hold each document once, in the corpus's order within its topic", () => {
    expect(new Set(cells.map((cell) => cell.id)).size).toBe(650);
    const own = cells.filter((cell) => cell.topic === "Leave");
    expect(own).toEqual(coverage.items.filter((cell) => cell.topic === "Leave"));
    expect(cellsOf(coverage, topics, "Leave")).toEqual(own);
  });
  it("come last where their topic is not among those that are told", () => {
    const some = cellsOf(coverage, topics.slice(0, 2), null);
    expect(some.length).toBe(650);
    expect(some[0]?.topic).toBe(topics[0]?.topic);
  });
});

describe("CellGrid", () => {
  const grid = gridOf(cells, 500);
  it("keeps topics apart and every cell in its columns", () => {
    expect([grid.pitch, grid.columns]).toEqual([13, 38]);
    expect((grid.slots.at(-1) ?? 0) + 1).toBe(650 + topics.length - 1);
    expect(grid.rows).toBe(Math.ceil(663 / 38));
  });
  it("leaves no place between topics of a document or two", () => {
    const lonely = cells.slice(0, 40).map((cell, i) => ({ ...cell, topic: `t${i}` }));
    expect(gridOf(lonely, 500).slots).toEqual(lonely.map((_, i) => i));
  });
  it("finds the cell at a point, and none in a gap or outside", () => {
    for (const i of [0, 37, 46, 649]) {
      const slot = grid.slots[i] ?? 0;
      const [x, y] = [(slot % 38) * 13 + 5, Math.floor(slot / 38) * 13 + 5];
      expect(cellAt(grid, x, y)).toBe(i);
    }
    const hole = grid.slots.findIndex((slot, i) => slot > i); // the place before it is empty
    const gap = (grid.slots[hole] ?? 0) - 1;
    expect(cellAt(grid, (gap % 38) * 13 + 5, Math.floor(gap / 38) * 13 + 5)).toBeNull();
    expect([cellAt(grid, -1, 5), cellAt(grid, 38 * 13, 5), cellAt(grid, 5, 9000)]).toEqual([
      null,
      null,
      null,
    ]);
  });
  it("is walked by keys and never left", () => {
    expect(
      ["ArrowRight", "ArrowLeft", "ArrowUp", "Home", "End", "a"].map((key) => cellAfter(grid, 0, key)),
    ).toEqual([1, 0, 0, 0, 649, null]);
    const below = cellAfter(grid, 3, "ArrowDown") ?? 0;
    expect(grid.slots[below]).toBe(3 + 38);
    expect(cellAfter(grid, 649, "ArrowDown")).toBe(649);
    expect(cellAfter(grid, 649, "ArrowRight")).toBe(649);
  });
  it("bears a width of nothing and no cells", () => {
    expect(gridOf(cells, 0).columns).toBe(1);
    expect(gridOf([], 300)).toMatchObject({ rows: 1, slots: [] });
    expect(cellAt(gridOf([], 300), 5, 5)).toBeNull();
  });
});
