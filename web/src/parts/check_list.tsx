// What a verification found, check by check; what could not be checked never counts as good.
import type { JSX } from "preact";
import type { Check, Verification } from "../api/operation";
import { shortDigest, spoken } from "../text/format";
import { Hostile } from "./hostile";

const OUTCOMES: Readonly<Record<Verification["outcome"], string>> = {
  verifies: "The seal holds.",
  does_not_verify: "Does not verify.",
  could_not_check: "Could not be checked in full.",
};

const EXPLANATIONS: Readonly<Record<Verification["outcome"], string>> = {
  verifies: "The document is, byte for byte, the one that this verdict is about.",
  does_not_verify: "The document or the report is not what was sealed.",
  could_not_check: "Nothing failed, but not every check could be made: do not take it for good.",
};

const SIGNS: Readonly<Record<Check["status"], string>> = { passed: "✓", failed: "✕", not_checked: "?" };

export function CheckList({ verification }: { verification: Verification }): JSX.Element {
  return (
    <div class={`checks checks-${verification.outcome}`}>
      <p class="checks-outcome" role="status">
        <strong>{OUTCOMES[verification.outcome] ?? verification.outcome}</strong>{" "}
        {EXPLANATIONS[verification.outcome]}
      </p>
      <ul>
        {verification.checks.map((check) => (
          <li key={check.name} class={`check-${check.status}`}>
            <span class="check-sign" aria-hidden="true">
              {SIGNS[check.status]}
            </span>
            <span class="check-name">{spoken(check.name)}</span>
            <span class="check-status">{spoken(check.status)}</span>
            <Hostile text={check.reason} class="plain check-reason" />
          </li>
        ))}
      </ul>
      {verification.owner && (
        <p class="faint">
          Sealed by <Hostile text={verification.owner} />, key <code>{shortDigest(verification.key_id)}</code>
          , report <code>{shortDigest(verification.report)}</code>
        </p>
      )}
    </div>
  );
}
