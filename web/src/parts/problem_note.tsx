// What went wrong, as the service says it, with the number under which its log has it.
import type { JSX } from "preact";
import type { Problem } from "../api/problem";
import { Hostile } from "./hostile";

const ADVICE: Readonly<Record<number, string>> = {
  401: "Enter a key that is valid.",
  403: "This key's role may not do that. Ask an administrator for another one.",
  404: "It may have been removed, or the address is mistyped.",
  409: "The state has changed meanwhile: load it again.",
  413: "Send less at once.",
  429: "Many requests came at once. Wait a moment.",
  503: "The service cannot do that just now.",
};

function placeOf(problem: Problem): string | null {
  const where = problem.where;
  if (!where) return null;
  const parts = [
    where.path,
    where.line ? `line ${where.line}` : null,
    where.field ? `“${where.field}”` : null,
  ];
  return parts.filter(Boolean).join(", ");
}

export function ProblemNote({ problem, onRetry }: { problem: Problem; onRetry?: () => void }): JSX.Element {
  const place = placeOf(problem);
  const wait = problem.retryAfterS !== null ? ` Try again in ${problem.retryAfterS} s.` : "";
  return (
    <div class="problem" role="alert">
      <p class="problem-title">
        <strong>
          <Hostile text={problem.title} />
        </strong>{" "}
        <code>{problem.code}</code>
      </p>
      <p>
        <Hostile text={problem.detail} />
      </p>
      {place && (
        <p>
          Where: <Hostile text={place} />
        </p>
      )}
      <p class="faint">
        {(ADVICE[problem.status] ?? "") + wait}
        {problem.requestId && (
          <>
            {" "}
            Request <code>{problem.requestId}</code>
          </>
        )}
      </p>
      {onRetry && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}
