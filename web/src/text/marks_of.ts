// The marks of a verdict's evidence in the document's text.
import type { Judgement, Span } from "../api/verdict_record";
import type { Mark, MarkKind } from "./segments";

function kindOf(rule: string): MarkKind {
  if (rule.startsWith("injection.")) return "injection";
  return rule.startsWith("conflict.") ? "conflict" : "other";
}

function markOf(span: Span, kind: MarkKind, label: string): Mark {
  return { start: span.start, end: span.end, kind, label };
}

// Of the field `text`. Where the record lists its spans these are all; the state's verdicts have
// them in their signals.
export function marksOf(judgement: Judgement): Mark[] {
  const marks: Mark[] = [];
  const seen = new Set<string>();
  const add = (span: Span, kind: MarkKind, label: string) => {
    const key = `${span.start}-${span.end}-${kind}`;
    if (span.field !== "text" || seen.has(key)) return;
    seen.add(key);
    marks.push(markOf(span, kind, label));
  };
  for (const finding of judgement.signals.injection?.findings ?? []) {
    add(finding.span, "injection", `speaks to the model (${finding.rule})`);
  }
  for (const conflict of judgement.signals.fact_conflict?.conflicts ?? []) {
    add(conflict.span, "conflict", `contradicts ${conflict.trusted_id}`);
  }
  for (const span of judgement.spans ?? []) add(span, kindOf(span.rule), span.rule);
  return marks;
}
