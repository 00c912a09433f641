// The signals of a verdict: score, p-value and one line of why. A signal that did not run has a word
// instead of a bar: it is never drawn as zero.
import type { JSX } from "preact";
import type { Signal } from "../api/verdict_record";
import { fixed, NOTHING, probability, spoken } from "../text/format";
import { signalStates } from "../text/stages";
import { GLOSSES, type SignalRow, statusWord } from "../text/verdict_words";
import { Hostile } from "./hostile";

export function SignalBar({ score }: { score: number }): JSX.Element {
  return (
    <svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect class="bar-ground" width="100" height="6" />
      <rect class="bar-value" width={Math.max(0, Math.min(1, score)) * 100} height="6" />
    </svg>
  );
}

function Measure({ signal }: { signal: Signal }): JSX.Element {
  if (signal.status === "ran" && signal.score !== null) return <SignalBar score={signal.score} />;
  return <span class={`status status-${signal.status}`}>{statusWord(signal.status)}</span>;
}

function isRare(signal: Signal, alpha: number | null): boolean {
  return typeof signal.p === "number" && alpha !== null && signal.p <= alpha;
}

export function SignalTable({ rows, alpha }: { rows: SignalRow[]; alpha: number | null }): JSX.Element {
  return (
    <table class="signals">
      <caption class="visually-hidden">Signals, their scores and p-values</caption>
      <thead>
        <tr>
          <th scope="col">Signal</th>
          <th scope="col">
            <span class="visually-hidden">Bar</span>
          </th>
          <th scope="col" class="number">
            Score
          </th>
          <th scope="col" class="number">
            p
          </th>
        </tr>
      </thead>
      {rows.map(({ name, gloss, signal, reason }) => (
        <tbody key={name} class={isRare(signal, alpha) ? "rare" : ""}>
          <tr>
            <th scope="row" title={gloss}>
              {spoken(name)}
            </th>
            <td class="signal-measure">
              <Measure signal={signal} />
            </td>
            <td class="number">{fixed(signal.score)}</td>
            <td class="number">{signal.p === undefined ? NOTHING : probability(signal.p)}</td>
          </tr>
          <tr class="signal-reason">
            <td colSpan={4}>{reason ? <Hostile text={reason} /> : <span class="faint">{gloss}</span>}</td>
          </tr>
        </tbody>
      ))}
    </table>
  );
}

// The same rows while the work goes on: `heard` are the stages that were reported so far.
export function SignalsAtWork({ heard }: { heard: readonly string[] }): JSX.Element {
  const states = signalStates(heard);
  return (
    <ul class="signals-at-work">
      {GLOSSES.map(([name, gloss]) => {
        const state = states.get(name) ?? "waits";
        return (
          <li key={name} class={`at-work-${state}`}>
            <strong>{spoken(name)}</strong> <span class="faint">{gloss}</span>
            <span class="at-work-state">{state}</span>
          </li>
        );
      })}
    </ul>
  );
}
