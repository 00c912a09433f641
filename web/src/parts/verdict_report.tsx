// Everything that a verdict rests on, from the plain reasons down to the marked text.
import type { ComponentChildren, JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { Judgement } from "../api/verdict_record";
import { counted, fixed } from "../text/format";
import { leadOf } from "../text/lead_evidence";
import { marksOf } from "../text/marks_of";
import { signalRows } from "../text/verdict_words";
import { ConflictList } from "./conflict_list";
import { DocumentText } from "./document_text";
import { FindingList } from "./finding_list";
import { Hostile } from "./hostile";
import { ProbeMap } from "./probe_map";
import { Section } from "./section";
import { SignalTable } from "./signal_table";
import { VerdictHead } from "./verdict_head";

function Companions({ ids }: { ids: readonly string[] }): JSX.Element {
  return (
    <ul class="ids">
      {ids.map((id) => (
        <li key={id}>
          <Hostile text={id} />
        </li>
      ))}
    </ul>
  );
}

function Heaviest({ judgement }: { judgement: Judgement }): JSX.Element | null {
  const sentences = [...(judgement.attribution ?? [])].filter((one) => one.weight > 0 && one.span.text);
  if (sentences.length === 0) return null;
  sentences.sort((a, b) => b.weight - a.weight);
  return (
    <Section title="Sentences that weigh most" note="how much of the evidence goes without each">
      <ol class="heaviest">
        {sentences.slice(0, 5).map(({ weight, span }) => (
          <li key={span.start}>
            <span class="number">{fixed(weight)}</span> <Hostile text={span.text} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

// `bytes`: of the document, where they are at hand; `seal`: the check of the report.
export function VerdictReport({
  judgement,
  name,
  bytes,
  seal,
}: {
  judgement: Judgement;
  name: string;
  bytes: Uint8Array | null;
  seal?: ComponentChildren;
}): JSX.Element {
  const { injection, influence, fact_conflict: facts, corpus_evidence: evidence } = judgement.signals;
  const marks = useMemo(() => marksOf(judgement), [judgement]);
  const lead = leadOf(judgement);
  const conflicts = (facts?.conflicts ?? []).filter((conflict) => conflict !== lead.conflict);
  const findings = (injection?.findings ?? []).filter((finding) => finding !== lead.finding);
  const companions = evidence?.set ?? [];
  return (
    <div class="report">
      <VerdictHead judgement={judgement} name={name} />
      <div class="report-columns">
        <Section title="Signals" note="smaller p: rarer among the trusted documents">
          <SignalTable rows={signalRows(judgement)} alpha={judgement.alpha} />
        </Section>
        {influence && (influence.probes?.length ?? 0) > 0 && (
          <Section title="Probes moved">
            <ProbeMap influence={influence} />
          </Section>
        )}
      </div>
      {conflicts.length > 0 && (
        <Section
          title={`${lead.conflict ? "More facts" : "Facts"} that differ from the trusted source`}
          note={counted(conflicts.length, "conflict")}
        >
          <ConflictList conflicts={conflicts} />
        </Section>
      )}
      {findings.length > 0 && (
        <Section
          title={`${lead.finding ? "More text" : "Text"} that speaks to the model`}
          note={counted(findings.length, "finding")}
        >
          <FindingList findings={findings} />
        </Section>
      )}
      {companions.length > 0 && (
        <Section title="Stands together with" note="documents that arrived with it or lately">
          <Companions ids={companions} />
        </Section>
      )}
      {bytes && (
        <Section title="The document">
          <DocumentText bytes={bytes} marks={marks} />
        </Section>
      )}
      <Heaviest judgement={judgement} />
      {(judgement.notes ?? []).map((note) => (
        <p class="note" key={note}>
          Note: <Hostile text={note} class="plain" />
        </p>
      ))}
      {seal}
    </div>
  );
}
