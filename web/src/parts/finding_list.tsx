// Language directed at a model: which rule, in which language, in which view of the text.
import type { JSX } from "preact";
import type { InjectionFinding } from "../api/verdict_record";
import { fixed, spoken } from "../text/format";
import { Hostile } from "./hostile";

export function FindingList({ findings }: { findings: readonly InjectionFinding[] }): JSX.Element {
  return (
    <ul class="findings">
      {findings.map((finding, i) => (
        <li key={i}>
          {finding.span.text !== undefined && (
            <q>
              <Hostile text={finding.span.text} />
            </q>
          )}
          <p class="faint">
            {spoken(finding.category)} · rule <Hostile text={finding.rule} /> · language {finding.language} ·
            seen in the {spoken(finding.view)} view · weight {fixed(finding.weight)} · line{" "}
            {finding.span.line}
            {finding.quoted && " · quoted, so it weighs less"}
          </p>
          {finding.words && finding.words.length > 0 && (
            <p class="faint">
              mostly for: <Hostile text={finding.words.join(", ")} />
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
