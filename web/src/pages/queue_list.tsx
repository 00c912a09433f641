// What waits for a reviewer, one row a document. The current row is read, checked rows are decided
// on together.
import type { JSX } from "preact";
import type { Waiting } from "../api/review";
import { Hostile } from "../parts/hostile";
import { VerdictMark } from "../parts/verdict_mark";
import { ago } from "../text/format";
import { visibleLine } from "../text/runs";
import { becauseOf } from "../text/verdict_words";

export function QueueList({
  items,
  current,
  chosen,
  onOpen,
  onChoose,
}: {
  items: readonly Waiting[];
  current: string | null;
  chosen: ReadonlySet<string>;
  onOpen: (document: string) => void;
  onChoose: (document: string) => void;
}): JSX.Element {
  return (
    <ul class="queue" aria-label="Waiting documents">
      {items.map((item) => (
        <li key={item.document} class={item.document === current ? "queue-current" : ""}>
          <input
            type="checkbox"
            aria-label={`Select ${visibleLine(item.source, 80)}`}
            checked={chosen.has(item.document)}
            onChange={() => onChoose(item.document)}
          />
          <button
            type="button"
            data-document={item.document}
            aria-current={item.document === current ? "true" : undefined}
            onClick={() => onOpen(item.document)}
          >
            <span class="queue-line">
              <VerdictMark verdict={item.verdict} />{" "}
              <time class="faint" dateTime={item.time}>
                {ago(item.time)}
              </time>
            </span>
            <Hostile text={item.source} class="queue-name" />
            <span class="queue-why">{becauseOf(item)[0]}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
