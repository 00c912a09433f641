// The alarm rate look by look, as a line. The canvas is for the eye; the table of looks says the same.
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import uPlot from "uplot";
import type { Look } from "../api/monitor";
import { plotAxis, usePlot } from "../app/use_plot";
import { counted, moment, percent } from "../text/format";
import { alarmRate, rateSeries } from "./looks";

const HEIGHT = 160;
const DAY_S = 86_400;

function tick(seconds: number, step: number): string {
  const date = new Date(seconds * 1000);
  const isDay = step >= DAY_S || (date.getHours() === 0 && date.getMinutes() === 0);
  return new Intl.DateTimeFormat(
    "en-GB",
    isDay ? { day: "numeric", month: "short" } : { hour: "2-digit", minute: "2-digit" },
  ).format(date);
}

function optionsOf(box: HTMLElement, onLook: (i: number | null) => void): uPlot.Options {
  const style = getComputedStyle(box);
  const font = `12px ${style.fontFamily}`;
  const axis = plotAxis(style.color, style.borderTopColor, font);
  const line = getComputedStyle(box.querySelector(".swatch") ?? box).color;
  return {
    width: box.clientWidth,
    height: HEIGHT,
    padding: [10, 12, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false } },
    scales: { y: { range: (_u, _min, max) => [0, Math.max(0.01, max * 1.15)] } },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 28,
        space: 80,
        values: (_u, splits, _axis, _space, step) => splits.map((at) => tick(at, step)),
      },
      { ...axis, size: 52, space: 36, values: (_u, splits) => splits.map((rate) => percent(rate)) },
    ],
    series: [{}, { stroke: line, width: 2, points: { show: true, size: 6, fill: line } }],
    hooks: { setCursor: [(plot) => onLook(plot.cursor.idx ?? null)] },
  };
}

export function LookChart({ looks }: { looks: readonly Look[] }): JSX.Element {
  const [hovered, setHovered] = useState<number | null>(null);
  const data = useMemo(() => rateSeries(looks) as uPlot.AlignedData, [looks]);
  const { box, canvas } = usePlot(data, (found) => optionsOf(found, setHovered));
  const sorted = useMemo(() => [...looks].sort((a, b) => a.sequence - b.sequence), [looks]);
  const shown = (hovered === null ? undefined : sorted[hovered]) ?? sorted.at(-1);
  return (
    <div ref={box} class="chart">
      <p class="chart-legend">
        <span>
          <i class="swatch swatch-reject" aria-hidden="true" /> alarm rate
        </span>
        {shown && (
          <span>
            {moment(shown.time)}: <strong class="number">{percent(alarmRate(shown))}</strong>, {shown.flagged}{" "}
            of {counted(shown.documents, "document")}
          </span>
        )}
      </p>
      <div ref={canvas} aria-hidden="true" />
    </div>
  );
}
