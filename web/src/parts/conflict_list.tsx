// Where a document and the trusted source say different things: one line each, like a diff.
import type { JSX } from "preact";
import type { Conflict } from "../api/verdict_record";
import { fixed } from "../text/format";
import { wordDiff } from "../text/word_diff";
import { DiffText } from "./diff_text";
import { Hostile } from "./hostile";

function conditions(conflict: Conflict): string {
  const parts = [`cosine ${fixed(conflict.cosine, 3)}`];
  if (conflict.retrieved) parts.push("retrieved for a probe about it");
  if (!conflict.supported) parts.push("not supported by the corpus, so not counted");
  if (conflict.superseded) parts.push("superseded, so not counted");
  return parts.join(" · ");
}

export function ConflictView({ conflict }: { conflict: Conflict }): JSX.Element {
  const diff = wordDiff(conflict.trusted_sentence ?? "", conflict.sentence ?? "");
  const shown = conflict.trusted_sentence !== undefined || conflict.sentence !== undefined;
  return (
    <figure class="conflict">
      <figcaption>
        {conflict.differs.map((what) => (
          <span class="tag" key={what}>
            <Hostile text={what} />
          </span>
        ))}{" "}
        <span class="faint">{conditions(conflict)}</span>
      </figcaption>
      {shown && (
        <div class="diff">
          <p class="diff-before">
            <span class="diff-sign" aria-hidden="true">
              −
            </span>
            <span class="diff-body">
              <DiffText pieces={diff.before} side="before" />
              <cite>
                trusted source, <Hostile text={conflict.trusted_id} />
              </cite>
            </span>
          </p>
          <p class="diff-after">
            <span class="diff-sign" aria-hidden="true">
              +
            </span>
            <span class="diff-body">
              <DiffText pieces={diff.after} side="after" />
              <cite>this document, line {conflict.span.line}</cite>
            </span>
          </p>
        </div>
      )}
      {!shown && (
        <p>
          Against <Hostile text={conflict.trusted_id} />; the sentences are not shown with this key.
        </p>
      )}
    </figure>
  );
}

export function ConflictList({ conflicts }: { conflicts: readonly Conflict[] }): JSX.Element {
  return (
    <>
      {conflicts.map((conflict, i) => (
        <ConflictView key={i} conflict={conflict} />
      ))}
    </>
  );
}
