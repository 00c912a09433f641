// A verdict's word with a sign of its own shape, so that colour is never all that tells it.
import type { JSX } from "preact";
import type { VerdictName } from "../api/verdict_record";

const SIGNS: Readonly<Record<VerdictName, string>> = {
  ADMIT: "M3 8.5l3.2 3.2L13 5",
  QUARANTINE: "M5.5 3.5v9M10.5 3.5v9",
  REJECT: "M4 4l8 8M12 4l-8 8",
  INCOMPLETE: "M5.5 6a2.5 2.5 0 1 1 3.6 2.3c-.8.4-1.1.8-1.1 1.5M8 12.4v.2",
};

export function VerdictMark({
  verdict,
  large = false,
}: {
  verdict: VerdictName;
  large?: boolean;
}): JSX.Element {
  return (
    <span class={`verdict verdict-${verdict.toLowerCase()}${large ? " verdict-large" : ""}`}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path
          d={SIGNS[verdict] ?? ""}
          fill="none"
          stroke="currentColor"
          stroke-width="2"
          stroke-linecap="round"
        />
      </svg>
      {verdict}
    </span>
  );
}
