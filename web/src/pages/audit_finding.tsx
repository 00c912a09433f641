// One document of an audit: why it stands where it does, and among whom.
import type { JSX } from "preact";
import type { AuditedDocument, AuditTerm } from "../api/audit_record";
import { Hostile } from "../parts/hostile";
import { Section } from "../parts/section";
import { fixed, probability, spoken } from "../text/format";
import { Neighbourhood } from "./neighbourhood";

function Terms({ record }: { record: AuditedDocument }): JSX.Element | null {
  const terms = Object.entries(record.signals).filter(([name]) => name !== "rsg") as [string, AuditTerm][];
  const { density, p } = record.signals.rsg;
  const rows: [string, { value: number; p: number }][] =
    terms.length > 0 ? terms : [["density", { value: density, p }]];
  return (
    <table class="plain-table">
      <thead>
        <tr>
          <th scope="col">Signal</th>
          <th scope="col" class="number">
            Value
          </th>
          <th scope="col" class="number">
            p
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, term]) => (
          <tr key={name} class={name === record.strongest ? "strongest" : ""}>
            <th scope="row">
              {spoken(name)}
              {name === record.strongest && <span class="tag">strongest</span>}
            </th>
            <td class="number">{fixed(term.value)}</td>
            <td class="number">{probability(term.p)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function AuditFinding({
  record,
  known,
  onOpen,
}: {
  record: AuditedDocument;
  known: ReadonlyMap<string, AuditedDocument>;
  onOpen: (id: string) => void;
}): JSX.Element {
  return (
    <div class="finding" role="group" aria-label="Finding">
      <h2>
        <Hostile text={record.id} />
      </h2>
      <p>
        {record.flagged ? <span class="flag">flagged</span> : <span class="faint">not flagged</span>} · rank{" "}
        {record.rank} · score {fixed(record.score, 3)}
        {record.p !== undefined && ` · p ${probability(record.p)}`}
      </p>
      {record.reasons.length > 0 ? (
        <ul class="because">
          {record.reasons.map((reason) => (
            <li key={reason}>
              <Hostile text={reason} class="plain" />
            </li>
          ))}
        </ul>
      ) : (
        <p class="faint">Nothing about it is rare.</p>
      )}
      {record.spans.length > 0 && (
        <Section title="Where to look">
          <ul class="findings">
            {record.spans.map((span, i) => (
              <li key={i}>
                {span.text !== undefined && (
                  <q>
                    <Hostile text={span.text} />
                  </q>
                )}
                <p class="faint">
                  {span.field}, line {span.line}, column {span.column} · <Hostile text={span.rule} />
                </p>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title="Neighbourhood">
        <Neighbourhood record={record} known={known} onOpen={onOpen} />
      </Section>
      <Section title="Signals">
        <Terms record={record} />
      </Section>
    </div>
  );
}
