// The map as text: the topics of a corpus by what no probe reaches, and the documents out of reach.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { CoveredDocument, CoveredTopic } from "../api/coverage";
import { Hostile } from "../parts/hostile";
import { counted } from "../text/format";

const FIRST_TOPICS = 12;
const STEP = 50;

export function TopicTable({
  topics,
  only,
  onTopic,
}: {
  topics: readonly CoveredTopic[];
  only: string | null;
  onTopic: (topic: string | null) => void;
}): JSX.Element {
  const [all, setAll] = useState(false);
  const shown = all ? topics : topics.slice(0, FIRST_TOPICS);
  return (
    <>
      <table class="plain-table">
        <caption>Topics, those that no probe reaches first. Choose one to see its documents alone.</caption>
        <thead>
          <tr>
            <th scope="col">Topic</th>
            <th scope="col" class="number">
              Out of reach
            </th>
            <th scope="col" class="number">
              Reached
            </th>
            <th scope="col" class="number">
              Documents
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((topic) => (
            <tr key={topic.topic}>
              <th scope="row">
                <button
                  type="button"
                  class="link"
                  aria-pressed={topic.topic === only}
                  onClick={() => onTopic(topic.topic === only ? null : topic.topic)}
                >
                  <Hostile text={topic.topic} />
                </button>{" "}
                {topic.reached === 0 && <span class="flag">nothing reached</span>}
              </th>
              <td class="number">{(topic.documents - topic.reached).toLocaleString("en-GB")}</td>
              <td class="number">{topic.reached.toLocaleString("en-GB")}</td>
              <td class="number">{topic.documents.toLocaleString("en-GB")}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {topics.length > shown.length && (
        <button type="button" class="more" onClick={() => setAll(true)}>
          Show all {topics.length.toLocaleString("en-GB")} topics
        </button>
      )}
    </>
  );
}

// `named`: whether a topic is told with each; all are of one where one was chosen.
export function Missed({
  cells,
  named,
}: {
  cells: readonly CoveredDocument[];
  named: boolean;
}): JSX.Element | null {
  const [most, setMost] = useState(STEP);
  const missed = cells.filter((cell) => cell.probes === 0);
  if (missed.length === 0) return null;
  return (
    <details>
      <summary>{counted(missed.length, "document")} out of reach</summary>
      <ul class="jobs">
        {missed.slice(0, most).map((cell) => (
          <li key={cell.id}>
            <Hostile text={cell.id} />
            {named && (
              <span class="faint">
                <Hostile text={cell.topic} class="plain" />
              </span>
            )}
          </li>
        ))}
      </ul>
      {missed.length > most && (
        <button type="button" class="more" onClick={() => setMost(most + STEP)}>
          Show more documents
        </button>
      )}
    </details>
  );
}
