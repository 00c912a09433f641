// A document's text with the evidence marked in it. A long one is shown around its marks first.
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { beginningOf, excerptsOf } from "../text/excerpts";
import { byteSize, counted } from "../text/format";
import { runsOf } from "../text/runs";
import { type Mark, segmentsOf } from "../text/segments";
import { Runs } from "./hostile";

const KINDS: readonly (readonly [Mark["kind"], string])[] = [
  ["injection", "speaks to the model"],
  ["conflict", "contradicts the trusted source"],
  ["other", "marked"],
];

const STEP_BYTES = 100_000;

function Passage({
  bytes,
  marks,
  start,
  end,
}: {
  bytes: Uint8Array;
  marks: Mark[];
  start: number;
  end: number;
}): JSX.Element {
  const segments = useMemo(
    () => segmentsOf(bytes, marks).filter((segment) => segment.end > start && segment.start < end),
    [bytes, marks, start, end],
  );
  return (
    <>
      {segments.map((segment) => {
        const runs = runsOf(bytes, Math.max(segment.start, start), Math.min(segment.end, end));
        if (segment.marks.length === 0) return <Runs key={segment.start} runs={runs} />;
        const kinds = [...new Set(segment.marks.map((mark) => `mark-${mark.kind}`))].join(" ");
        return (
          <mark key={segment.start} class={kinds} title={segment.marks.map((mark) => mark.label).join("; ")}>
            <Runs runs={runs} />
          </mark>
        );
      })}
    </>
  );
}

export function DocumentText({ bytes, marks }: { bytes: Uint8Array; marks: Mark[] }): JSX.Element {
  const [limit, setLimit] = useState(0); // 0: excerpts
  const ranges = useMemo(
    () => (limit > 0 ? [beginningOf(bytes, limit)] : excerptsOf(bytes, marks)),
    [bytes, marks, limit],
  );
  const kinds = KINDS.filter(([kind]) => marks.some((mark) => mark.kind === kind));
  const hidden = useMemo(() => runsOf(bytes).filter((run) => run.kind === "mark").length, [bytes]);
  const isCut = ranges.length > 1 || (ranges[0]?.end ?? 0) < bytes.length;
  let reached = 0;
  return (
    <div class="document-text">
      <p class="legend">
        {kinds.map(([kind, word]) => (
          <span key={kind}>
            <mark class={`mark-${kind}`}>{word}</mark>
          </span>
        ))}
        <span>
          {hidden > 0 ? (
            <>
              <span class="chip">U+····</span> {counted(hidden, "hidden character")}
            </>
          ) : (
            "no hidden characters"
          )}
        </span>
        <span class="faint">{byteSize(bytes.length)}</span>
      </p>
      <div class="paper" tabIndex={0} role="region" aria-label="Text of the document">
        {ranges.map(({ start, end }) => {
          const skipped = start - reached;
          reached = end;
          return (
            <span key={start}>
              {skipped > 0 && <span class="skipped">{byteSize(skipped)} not shown</span>}
              <Passage bytes={bytes} marks={marks} start={start} end={end} />
            </span>
          );
        })}
        {reached < bytes.length && <span class="skipped">{byteSize(bytes.length - reached)} not shown</span>}
      </div>
      {isCut && (
        <button type="button" onClick={() => setLimit(limit + STEP_BYTES)}>
          {limit > 0 || bytes.length > STEP_BYTES ? "Show more of the text" : "Show the whole text"}
        </button>
      )}
    </div>
  );
}
