// A cell a document, darker the more probes reach it; a crossed frame where none does. One canvas,
// so that ten thousand cells cost as much as ten. Arrow keys go from cell to cell and each is told.
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { CoveredDocument } from "../api/coverage";
import { useSession } from "../app/session";
import { useThemeTurn } from "../app/theme";
import { Hostile } from "../parts/hostile";
import { counted } from "../text/format";
import { visibleLine } from "../text/runs";
import { cellAfter, cellAt, type CellGrid, gridOf, SHADE_WORDS, shadeOf } from "./coverage_cells";

const GAP = 2;

export function reachWords(cell: CoveredDocument): string {
  if (cell.probes === 0) return "no probe reaches it";
  return `${counted(cell.probes, "probe")} ${cell.probes === 1 ? "reaches" : "reach"} it, best at rank ${cell.best_rank}`;
}

interface Colours {
  shades: string[];
  missed: string;
  ink: string;
}

// As the legend has them: the theme's own.
function coloursOf(box: HTMLElement): Colours {
  const swatches = [...box.querySelectorAll(".cover-swatch")].map((swatch) => getComputedStyle(swatch));
  return {
    shades: swatches.map((style) => style.backgroundColor),
    missed: swatches[0]?.color ?? "",
    ink: getComputedStyle(box).color,
  };
}

function cornerOf(grid: CellGrid, i: number): [x: number, y: number] {
  const slot = grid.slots[i] ?? 0;
  return [(slot % grid.columns) * grid.pitch, Math.floor(slot / grid.columns) * grid.pitch];
}

function draw(
  canvas: HTMLCanvasElement,
  cells: readonly CoveredDocument[],
  grid: CellGrid,
  colours: Colours,
  chosen: number | null,
): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  const size = grid.pitch - GAP;
  const crosses = new Path2D();
  cells.forEach((cell, i) => {
    const [x, y] = cornerOf(grid, i);
    const shade = shadeOf(cell.probes);
    if (shade > 0) {
      context.fillStyle = colours.shades[shade] ?? "";
      context.fillRect(x, y, size, size);
      return;
    }
    crosses.rect(x + 0.5, y + 0.5, size - 1, size - 1);
    crosses.moveTo(x + 1, y + 1);
    crosses.lineTo(x + size - 1, y + size - 1);
    crosses.moveTo(x + size - 1, y + 1);
    crosses.lineTo(x + 1, y + size - 1);
  });
  context.strokeStyle = colours.missed;
  context.stroke(crosses);
  if (chosen === null) return;
  const [x, y] = cornerOf(grid, chosen);
  context.strokeStyle = colours.ink;
  context.lineWidth = 2;
  context.strokeRect(x, y, size, size);
}

// The canvas is as wide as its box, in the screen's own pixels.
function useWidth(): [{ current: HTMLDivElement | null }, number] {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!box.current) return;
    const watch = new ResizeObserver(() => setWidth(box.current?.clientWidth ?? 0));
    watch.observe(box.current);
    return () => watch.disconnect();
  }, []);
  return [box, width];
}

function Legend(): JSX.Element {
  return (
    <p class="chart-legend">
      <span>Probes that reach a document:</span>
      {SHADE_WORDS.map((words, shade) => (
        <span key={words}>
          <i class={`cover-swatch cover-${shade}`} aria-hidden="true" /> {words}
        </span>
      ))}
    </p>
  );
}

export function CoverageMap({
  cells,
  onTopic,
}: {
  cells: readonly CoveredDocument[];
  onTopic: (topic: string) => void;
}): JSX.Element {
  const { announce } = useSession();
  const [box, width] = useWidth();
  const whole = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const turn = useThemeTurn();
  const [chosen, setChosen] = useState<number | null>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const grid = useMemo(() => gridOf(cells, width), [cells, width]);
  useEffect(() => {
    setChosen(null);
    setHovered(null);
  }, [cells]);
  // Before the next frame: until it is drawn anew, the old picture is stretched to the new width.
  useLayoutEffect(() => {
    if (!canvas.current || !whole.current || width === 0) return;
    const scale = devicePixelRatio;
    canvas.current.width = Math.round(width * scale);
    canvas.current.height = Math.round(grid.rows * grid.pitch * scale);
    canvas.current.getContext("2d")?.scale(scale, scale);
    draw(canvas.current, cells, grid, coloursOf(whole.current), chosen);
  }, [cells, grid, turn, chosen, width]);
  const at = (event: MouseEvent) => cellAt(grid, event.offsetX, event.offsetY);
  const move = (event: KeyboardEvent) => {
    const after = cellAfter(grid, chosen ?? 0, event.key);
    const next = after === null || chosen !== null || event.key === "End" ? after : 0;
    const cell = next === null ? undefined : cells[next];
    if (next === null || !cell) return;
    event.preventDefault();
    setChosen(next);
    announce(`${visibleLine(cell.id, 80)}, ${visibleLine(cell.topic, 80)}: ${reachWords(cell)}`);
    const top = cornerOf(grid, next)[1];
    const view = box.current;
    if (view && (top < view.scrollTop || top + grid.pitch > view.scrollTop + view.clientHeight))
      view.scrollTop = top - view.clientHeight / 2;
  };
  const shown = cells[hovered ?? chosen ?? -1];
  return (
    <div ref={whole} class="cover">
      <Legend />
      <div
        ref={box}
        class="cover-map"
        role="group"
        tabIndex={0}
        aria-label={`${counted(cells.length, "document")}, a cell each; the arrow keys go from one to another`}
        onKeyDown={move}
      >
        <canvas
          ref={canvas}
          aria-hidden="true"
          onMouseMove={(event) => setHovered(at(event))}
          onMouseLeave={() => setHovered(null)}
          onClick={(event) => setChosen(at(event))}
        />
      </div>
      <p class="cover-line">
        {shown ? (
          <>
            <Hostile text={shown.id} /> <span class="faint">{reachWords(shown)} · topic</span>{" "}
            <button type="button" class="link" onClick={() => onTopic(shown.topic)}>
              <Hostile text={shown.topic} />
            </button>
          </>
        ) : (
          <span class="faint">Point at a cell, or go to the map and use the arrow keys.</span>
        )}
      </p>
    </div>
  );
}
