// What the latest look found: documents that are newly flagged, and verdicts that it re-opened.
import type { JSX } from "preact";
import type { Look, NewlyFlagged, Reopened } from "../api/monitor";
import { hashOf } from "../app/router";
import { Hostile } from "../parts/hostile";
import { Section } from "../parts/section";
import { VerdictMark } from "../parts/verdict_mark";
import { counted, fixed, moment, percent, spoken } from "../text/format";
import { alarmRate, changesOf } from "./looks";

function Partly({ shown, of }: { shown: number; of: number }): JSX.Element | null {
  if (shown >= of) return null;
  return (
    <p class="faint">
      {shown} of {of.toLocaleString("en-GB")} are listed.
    </p>
  );
}

function Flagged({ found }: { found: readonly NewlyFlagged[] }): JSX.Element {
  return (
    <table class="plain-table">
      <caption>
        Flagged now, and not at the look before or of another text. <a href={hashOf("audit")}>An audit</a>{" "}
        shows why, and their neighbours.
      </caption>
      <thead>
        <tr>
          <th scope="col">Document</th>
          <th scope="col">Signal</th>
          <th scope="col" class="number">
            Rank
          </th>
          <th scope="col" class="number">
            Score
          </th>
        </tr>
      </thead>
      <tbody>
        {found.map((one) => (
          <tr key={one.id}>
            <th scope="row">
              <Hostile text={one.id} />
            </th>
            <td class="look-signal">{one.term ? <Hostile text={spoken(one.term)} class="plain" /> : "–"}</td>
            <td class="number">{one.rank}</td>
            <td class="number">{fixed(one.score, 3)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ReopenedList({ found }: { found: readonly Reopened[] }): JSX.Element {
  return (
    <table class="plain-table">
      <caption>
        They leaned on what changed and came out otherwise: they wait{" "}
        <a href={hashOf("quarantine")}>in the queue</a>.
      </caption>
      <thead>
        <tr>
          <th scope="col">Document</th>
          <th scope="col">Before</th>
          <th scope="col">Now</th>
        </tr>
      </thead>
      <tbody>
        {found.map((one) => (
          <tr key={one.report}>
            <th scope="row">
              <a href={hashOf("document", one.document)}>
                <Hostile text={one.document} />
              </a>
            </th>
            <td>
              <VerdictMark verdict={one.before} />
            </td>
            <td>
              <VerdictMark verdict={one.verdict} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function LookReport({ look }: { look: Look }): JSX.Element {
  const { newly_flagged: flagged, reopened } = look.found;
  return (
    <>
      <Section title="Latest look" note={<time dateTime={look.time}>{moment(look.time)}</time>}>
        <p>
          <strong>{counted(look.documents, "document")}</strong>, {changesOf(look)}.{" "}
          <strong>{look.flagged.toLocaleString("en-GB")} flagged</strong> ({percent(alarmRate(look), 2)}).{" "}
          {look.rescreened === 0
            ? "No verdict had to be screened again."
            : `${counted(look.rescreened, "verdict")} screened again.`}
        </p>
        {look.left_alone > 0 && (
          <p>
            <strong>{counted(look.left_alone, "document")} could not be screened again</strong>: the verdicts
            stay as they are, and nothing is known of what the change does to them.
          </p>
        )}
      </Section>
      <Section title="Newly flagged" note={look.newly_flagged.toLocaleString("en-GB")}>
        {flagged.length > 0 ? <Flagged found={flagged} /> : <p class="faint">Nothing at this look.</p>}
        <Partly shown={flagged.length} of={look.newly_flagged} />
      </Section>
      <Section title="Re-opened" note={look.reopened.toLocaleString("en-GB")}>
        {reopened.length > 0 ? (
          <ReopenedList found={reopened} />
        ) : (
          <p class="faint">No verdict at this look.</p>
        )}
        <Partly shown={reopened.length} of={look.reopened} />
      </Section>
    </>
  );
}
