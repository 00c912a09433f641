// Verdicts by day as stacked bars. The canvas is for the eye; a table below says the same.
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import uPlot from "uplot";
import type { Overview } from "../api/operation";
import { plotAxis, usePlot } from "../app/use_plot";
import { counted } from "../text/format";

type Day = Overview["days"][number];
const KINDS = ["reject", "quarantine", "incomplete", "admit"] as const;
const HEIGHT = 240;

// uPlot has no stacks: each series holds the sum of itself and those below, the tallest drawn first.
export function stacked(days: readonly Day[]): number[][] {
  const sums = days.map(() => 0);
  return KINDS.map((kind) => days.map((day, i) => (sums[i] = (sums[i] ?? 0) + day[kind])));
}

function secondsOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / 1000;
}

function dayLabel(seconds: number): string {
  return new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" }).format(
    seconds * 1000,
  );
}

function optionsOf(box: HTMLElement, onDay: (day: number | null) => void): uPlot.Options {
  const style = getComputedStyle(box);
  const colours = KINDS.map((kind) => getComputedStyle(box.querySelector(`.swatch-${kind}`) ?? box).color);
  const ink = style.color;
  const grid = style.borderTopColor;
  const font = `12px ${style.fontFamily}`;
  const bars = uPlot.paths.bars?.({ size: [0.72, 40], radius: 0.12 });
  const series = KINDS.map((_, i) => ({
    fill: colours[i] ?? ink,
    stroke: colours[i] ?? ink,
    width: 0,
    points: { show: false },
    ...(bars ? { paths: bars } : {}),
  })).reverse();
  return {
    width: box.clientWidth,
    height: HEIGHT,
    padding: [10, 8, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    scales: {
      x: { time: false, range: (_u, min, max) => [min - 43_200, max + 43_200] },
      y: { range: (_u, _min, max) => [0, Math.max(4, max * 1.06)] },
    },
    axes: [
      {
        ...plotAxis(ink, grid, font),
        grid: { show: false },
        size: 28,
        space: 64,
        values: (_u, splits) => splits.map(dayLabel),
        incrs: [86_400, 172_800, 345_600, 604_800, 1_209_600],
      },
      {
        ...plotAxis(ink, grid, font),
        size: 44,
        values: (_u, splits) => splits.map((n) => (Number.isInteger(n) ? String(n) : "")),
      },
    ],
    series: [{}, ...series],
    hooks: { setCursor: [(plot) => onDay(plot.cursor.idx ?? null)] },
  };
}

function Table({ days }: { days: readonly Day[] }): JSX.Element {
  return (
    <details>
      <summary>The same as a table</summary>
      <div class="scroll" tabIndex={0} role="region" aria-label="Verdicts by day">
        <table class="plain-table">
          <thead>
            <tr>
              <th scope="col">Day</th>
              {KINDS.map((kind) => (
                <th key={kind} scope="col" class="number">
                  {kind}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...days].reverse().map((day) => (
              <tr key={day.day}>
                <th scope="row">{day.day}</th>
                {KINDS.map((kind) => (
                  <td key={kind} class="number">
                    {day[kind]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

export function VerdictChart({ days }: { days: readonly Day[] }): JSX.Element {
  const [hovered, setHovered] = useState<number | null>(null);
  const data = useMemo(
    () => [days.map((day) => secondsOf(day.day)), ...stacked(days).reverse()] as uPlot.AlignedData,
    [days],
  );
  const { box, canvas } = usePlot(data, (found) => optionsOf(found, setHovered));
  const shown = hovered === null ? null : (days[hovered] ?? null);
  const total = (kind: (typeof KINDS)[number]) =>
    shown ? shown[kind] : days.reduce((sum, day) => sum + day[kind], 0);
  return (
    <div ref={box} class="chart">
      <p class="chart-legend">
        <span class="chart-day">{shown ? dayLabel(secondsOf(shown.day)) : counted(days.length, "day")}</span>
        {[...KINDS].reverse().map((kind) => (
          <span key={kind}>
            <i class={`swatch swatch-${kind}`} aria-hidden="true" /> {kind}{" "}
            <strong class="number">{total(kind)}</strong>
          </span>
        ))}
      </p>
      <div ref={canvas} aria-hidden="true" />
      <Table days={days} />
    </div>
  );
}
