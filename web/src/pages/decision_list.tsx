// What reviewers decided about a document, the newest first.
import type { JSX } from "preact";
import type { Decision } from "../api/review";
import { Hostile } from "../parts/hostile";
import { Section } from "../parts/section";
import { moment, shortDigest } from "../text/format";

const DONE: Readonly<Record<Decision["action"], string>> = {
  release: "released it",
  reject: "rejected it",
  note: "noted",
};

export function DecisionLine({ decision }: { decision: Decision }): JSX.Element {
  return (
    <>
      <p>
        <strong>
          <Hostile text={decision.who} />
        </strong>{" "}
        {DONE[decision.action] ?? decision.action}{" "}
        <time class="faint" dateTime={decision.time}>
          {moment(decision.time)}
        </time>
      </p>
      <p class="decision-reason">
        <Hostile text={decision.reason} />
      </p>
      {decision.report && (
        <p class="faint">
          sealed in <code>{shortDigest(decision.report)}</code>
        </p>
      )}
    </>
  );
}

export function DecisionList({ decisions }: { decisions: readonly Decision[] }): JSX.Element | null {
  if (decisions.length === 0) return null;
  return (
    <Section title="Said of it before">
      <ul class="decisions">
        {decisions.map((decision) => (
          <li key={decision.time}>
            <DecisionLine decision={decision} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
