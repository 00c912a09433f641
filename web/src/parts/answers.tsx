// What would be answered to a probe without the document and with it, side by side.
import type { JSX } from "preact";
import type { MovedProbe } from "../api/verdict_record";
import { fixed } from "../text/format";
import { wordDiff } from "../text/word_diff";
import { DiffText } from "./diff_text";
import { Hostile } from "./hostile";

export function AnswerPair({ probe }: { probe: MovedProbe }): JSX.Element {
  const diff = wordDiff(probe.before ?? "", probe.after ?? "");
  const shown = probe.before !== undefined || probe.after !== undefined;
  const place = probe.rank > 0 ? `retrieved at rank ${probe.rank}` : "not retrieved";
  const support = probe.supported
    ? "the corpus supports the answer before"
    : "the corpus does not support the answer before";
  return (
    <article class="answers">
      <h3>
        <Hostile text={probe.question} />
      </h3>
      <p class="faint">
        probe <Hostile text={probe.id} /> · shift {fixed(probe.shift)} · {place}
        {probe.changed && ` · ${support}`}
      </p>
      {shown && (
        <div class={probe.changed ? "answer-pair answer-changed" : "answer-pair"}>
          <div class="answer-before">
            <h4>Answer without it</h4>
            <p>
              <DiffText pieces={diff.before} side="before" />
            </p>
          </div>
          <div class="answer-after">
            <h4>Answer with it{probe.changed ? "" : " (the same fact)"}</h4>
            <p>
              <DiffText pieces={diff.after} side="after" />
            </p>
          </div>
        </div>
      )}
    </article>
  );
}
