// How far each signal's scores have moved, week by week: the population stability index.
import type { JSX } from "preact";
import type { Overview } from "../api/operation";
import { fixed, spoken } from "../text/format";

type Drift = Overview["drift"][number];

export interface DriftRow {
  signal: string;
  weeks: Drift[]; // oldest first
  latest: Drift;
}

export function driftRows(drift: readonly Drift[]): DriftRow[] {
  const bySignal = new Map<string, Drift[]>();
  for (const one of drift) bySignal.set(one.signal, [...(bySignal.get(one.signal) ?? []), one]);
  return [...bySignal].flatMap(([signal, unsorted]) => {
    const weeks = unsorted.sort((a, b) => a.week.localeCompare(b.week));
    const latest = weeks.at(-1);
    return latest ? [{ signal, weeks, latest }] : [];
  });
}

// The usual reading of the index.
export function driftWord(psi: number | null): "too few" | "steady" | "moving" | "shifted" {
  if (psi === null) return "too few";
  if (psi < 0.1) return "steady";
  return psi < 0.25 ? "moving" : "shifted";
}

// Weeks with too few scores have no point.
function Spark({ weeks }: { weeks: readonly Drift[] }): JSX.Element {
  const x = (i: number) => 3 + (weeks.length < 2 ? 47 : (i * 94) / (weeks.length - 1));
  const known = weeks.flatMap(({ psi }, i) => (psi === null ? [] : [{ x: x(i), psi }]));
  const top = Math.max(0.3, ...known.map(({ psi }) => psi));
  const y = (psi: number) => 25 - (psi / top) * 22;
  const last = known.at(-1);
  return (
    <svg class="spark" viewBox="0 0 100 28" aria-hidden="true">
      <line class="spark-limit" x1="0" x2="100" y1={y(0.25)} y2={y(0.25)} />
      <polyline points={known.map((point) => `${point.x},${y(point.psi)}`).join(" ")} />
      {last && <circle cx={last.x} cy={y(last.psi)} r="2.6" />}
    </svg>
  );
}

export function DriftTable({ drift }: { drift: readonly Drift[] }): JSX.Element {
  return (
    <table class="plain-table drift">
      <thead>
        <tr>
          <th scope="col">Signal</th>
          <th scope="col">Weeks</th>
          <th scope="col" class="number">
            PSI
          </th>
          <th scope="col">Reading</th>
          <th scope="col" class="number">
            Verdicts
          </th>
        </tr>
      </thead>
      <tbody>
        {driftRows(drift).map(({ signal, weeks, latest }) => (
          <tr key={signal}>
            <th scope="row">{spoken(signal)}</th>
            <td>
              <Spark weeks={weeks} />
            </td>
            <td class="number">{fixed(latest.psi)}</td>
            <td>
              <span class={`drift-${driftWord(latest.psi).replace(" ", "-")}`}>{driftWord(latest.psi)}</span>
            </td>
            <td class="number faint">{latest.n}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
