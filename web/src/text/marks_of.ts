// The marks of a verdict's evidence in the document's text.
import type { Judgement, Span } from "../api/verdict_record";
import type { Mark, MarkKind } from "./segments";

function markOf(span: Span, kind: MarkKind, label: string): Mark {
  return { start: span.start, end: span.end, kind, label };
}

const placeOf = (span: Span) => `${span.start}-${span.end}`;

// Of the field `text`. The signals say what a span is; the record's own list holds the same spans by
// the names of their rules, and those of signals that this page does not know.
export function marksOf(judgement: Judgement): Mark[] {
  const marks: Mark[] = [];
  const seen = new Set<string>();
  const add = (span: Span, kind: MarkKind, label: string) => {
    if (span.field !== "text") return;
    seen.add(placeOf(span));
    marks.push(markOf(span, kind, label));
  };
  for (const finding of judgement.signals.injection?.findings ?? []) {
    add(finding.span, "injection", `speaks to the model (${finding.rule})`);
  }
  for (const conflict of judgement.signals.fact_conflict?.conflicts ?? []) {
    add(conflict.span, "conflict", `contradicts ${conflict.trusted_id}`);
  }
  for (const span of judgement.spans ?? []) if (!seen.has(placeOf(span))) add(span, "other", span.rule);
  return marks;
}
