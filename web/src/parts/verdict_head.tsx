// A verdict in ten seconds: the word, why in one to three sentences, and the piece of evidence that
// weighs most, before any number.
import type { JSX } from "preact";
import type { Judgement } from "../api/verdict_record";
import { fixed, probability } from "../text/format";
import { leadOf } from "../text/lead_evidence";
import { becauseOf } from "../text/verdict_words";
import { AnswerPair } from "./answers";
import { ConflictView } from "./conflict_list";
import { FindingList } from "./finding_list";
import { Hostile } from "./hostile";
import { VerdictMark } from "./verdict_mark";

const ADVISORY = new Set(["tag", "observe"]);

function Lead({ judgement }: { judgement: Judgement }): JSX.Element | null {
  const { finding, conflict, probe } = leadOf(judgement);
  if (finding) return <FindingList findings={[finding]} />;
  if (conflict) return <ConflictView conflict={conflict} />;
  return probe ? <AnswerPair probe={probe} /> : null;
}

export function VerdictHead({ judgement, name }: { judgement: Judgement; name: string }): JSX.Element {
  const because = becauseOf(judgement);
  return (
    <div class={`verdict-head verdict-head-${judgement.verdict.toLowerCase()}`}>
      <p class="verdict-line">
        <VerdictMark verdict={judgement.verdict} large />
        <Hostile text={name} class="verdict-name" />
      </p>
      <ul class="because">
        {because.map((sentence) => (
          <li key={sentence}>
            <Hostile text={sentence} class="plain" />
          </li>
        ))}
      </ul>
      <Lead judgement={judgement} />
      <p class="faint verdict-numbers">
        {judgement.p === null
          ? `score ${fixed(judgement.score)}`
          : `p ${probability(judgement.p)} at alpha ${probability(judgement.alpha)}`}
        {` · ${judgement.profile} profile · mode ${judgement.mode}`}
        {ADVISORY.has(judgement.mode) && " (the verdict is advisory: nothing is held back)"}
      </p>
    </div>
  );
}
