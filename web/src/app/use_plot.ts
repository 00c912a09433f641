// A uPlot chart in a box: made anew with its data and with the theme, as wide as the box.
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import { useThemeTurn } from "./theme";

export function plotAxis(ink: string, grid: string, font: string): uPlot.Axis {
  return { stroke: ink, font, grid: { stroke: grid, width: 1 }, ticks: { show: false } };
}

// The box gives the colours: those of its letters, of its border, and of what it holds.
export function usePlot(
  data: uPlot.AlignedData,
  optionsOf: (box: HTMLElement) => uPlot.Options,
): { box: RefObject<HTMLDivElement | null>; canvas: RefObject<HTMLDivElement | null> } {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLDivElement>(null);
  const turn = useThemeTurn();
  useEffect(() => {
    if (!box.current || !canvas.current) return;
    const options = optionsOf(box.current);
    const plot = new uPlot(options, data, canvas.current);
    const watch = new ResizeObserver(() =>
      plot.setSize({ width: box.current?.clientWidth ?? 300, height: options.height }),
    );
    watch.observe(box.current);
    return () => {
      watch.disconnect();
      plot.destroy();
    };
  }, [data, turn]);
  return { box, canvas };
}
