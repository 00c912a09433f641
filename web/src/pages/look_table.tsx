// Every look at a watched corpus in numbers, newest first.
import type { JSX } from "preact";
import type { Look } from "../api/monitor";
import { moment, percent } from "../text/format";
import { alarmRate } from "./looks";

const COLUMNS: readonly (readonly [string, (look: Look) => number])[] = [
  ["Documents", (look) => look.documents],
  ["Added", (look) => look.added],
  ["Changed", (look) => look.changed],
  ["Removed", (look) => look.removed],
  ["Screened again", (look) => look.rescreened],
];

function Count({ n, strong = false }: { n: number; strong?: boolean }): JSX.Element {
  const text = n.toLocaleString("en-GB");
  return (
    <td class={n === 0 ? "number faint" : "number"}>
      {strong && n > 0 ? <strong class="news">{text}</strong> : text}
    </td>
  );
}

export function LookTable({ looks }: { looks: readonly Look[] }): JSX.Element {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Looks, newest first">
      <table class="plain-table look-table">
        <thead>
          <tr>
            <th scope="col">Look</th>
            <th scope="col" class="number">
              Newly flagged
            </th>
            <th scope="col" class="number">
              Re-opened
            </th>
            <th scope="col" class="number">
              Flagged
            </th>
            <th scope="col" class="number">
              Alarm rate
            </th>
            {COLUMNS.map(([name]) => (
              <th key={name} scope="col" class="number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {looks.map((look) => (
            <tr key={look.sequence}>
              <th scope="row">
                <time dateTime={look.time}>{moment(look.time)}</time>
              </th>
              <Count n={look.newly_flagged} strong />
              <Count n={look.reopened} strong />
              <Count n={look.flagged} />
              <td class="number">{percent(alarmRate(look), 2)}</td>
              {COLUMNS.map(([name, of]) => (
                <Count key={name} n={of(look)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
