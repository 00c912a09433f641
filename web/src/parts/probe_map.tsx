// Every probe as a cell, darker the further the document moves its answer; a changed answer has a
// notch. Arrow keys go from cell to cell; the chosen one's answers stand below.
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { InfluenceSignal, MovedProbe } from "../api/verdict_record";
import { fixed } from "../text/format";
import { movedFirst } from "../text/lead_evidence";
import { visibleLine } from "../text/runs";
import { AnswerPair } from "./answers";

const STEPS = [0.02, 0.2, 0.4, 0.6, 0.8];
const MAX_CELLS = 600;

export function heatOf(shift: number): number {
  return STEPS.filter((step) => shift >= step).length;
}

function labelOf(probe: MovedProbe): string {
  const change = probe.changed ? ", answer changed" : "";
  return `${visibleLine(probe.question, 120)}: shift ${fixed(probe.shift)}${change}`;
}

// How far a key moves in a list that is laid out in rows of equal length.
function step(key: string, columns: number): number {
  return { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[key] ?? 0;
}

function columnsOf(group: HTMLElement): number {
  const cells = [...group.children] as HTMLElement[];
  const top = cells[0]?.offsetTop;
  const second = cells.findIndex((cell) => cell.offsetTop !== top);
  return second < 0 ? cells.length : second;
}

export function ProbeMap({ influence }: { influence: InfluenceSignal }): JSX.Element {
  const probes = useMemo(() => movedFirst(influence.probes ?? []), [influence]);
  const [chosen, setChosen] = useState(0);
  const group = useRef<HTMLDivElement>(null);
  const [touched, setTouched] = useState(false);
  useEffect(() => {
    setChosen(0);
    setTouched(false);
  }, [influence]);
  const choose = (i: number) => {
    setChosen(i);
    setTouched(true);
  };
  const move = (event: KeyboardEvent) => {
    if (!group.current) return;
    const by = step(event.key, columnsOf(group.current));
    if (by === 0) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(probes.length - 1, MAX_CELLS - 1, chosen + by));
    choose(next);
    (group.current.children[next] as HTMLElement | undefined)?.focus();
  };
  const n = influence.n_probes ?? probes.length;
  const changed = probes.filter((probe) => probe.changed).length;
  const first = probes[chosen];
  const current = touched || first?.changed ? first : undefined;
  return (
    <div class="probe-map">
      <p>
        <strong>
          {changed} of {n}
        </strong>{" "}
        probe answers change.{" "}
        <span class="faint">
          Darker: the answer moves further. Notched: it changes. Choose one to see its answers.
        </span>
      </p>
      <div
        ref={group}
        class="heat"
        role="group"
        aria-label={`${probes.length} probes, the most moved first`}
        onKeyDown={move}
      >
        {probes.slice(0, MAX_CELLS).map((probe, i) => (
          <button
            key={probe.id}
            type="button"
            class={`heat-cell heat-${heatOf(probe.shift)}${probe.changed ? " heat-changed" : ""}`}
            aria-label={labelOf(probe)}
            aria-pressed={probe === current}
            title={visibleLine(probe.question, 120)}
            tabIndex={i === chosen ? 0 : -1}
            onClick={() => choose(i)}
          />
        ))}
      </div>
      {probes.length > MAX_CELLS && (
        <p class="faint">
          The {MAX_CELLS} most moved of {probes.length} are shown.
        </p>
      )}
      {current && <AnswerPair probe={current} />}
    </div>
  );
}
