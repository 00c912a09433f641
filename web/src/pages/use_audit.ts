// The records of an audit that is done, by rank, page after page.
import { useCallback, useEffect, useState } from "preact/hooks";
import type { AuditAnswer, AuditedDocument, AuditSummary } from "../api/audit_record";
import { type Client, pathOf } from "../api/client";
import { asProblem, isAbort, type Problem } from "../api/problem";

const LIMIT = 100;

export interface AuditRecords {
  documents: AuditedDocument[];
  summary: AuditSummary | null;
  hasMore: boolean;
  loading: boolean;
  problem: Problem | null;
  more: () => void;
}

export function useAudit(client: Client, id: string, flagged: boolean, isDone: boolean): AuditRecords {
  const [answer, setAnswer] = useState<AuditAnswer | null>(null);
  const [loading, setLoading] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const load = useCallback(
    (first: number | null, known: AuditedDocument[], signal?: AbortSignal) => {
      setLoading(true);
      setProblem(null);
      client
        .get<AuditAnswer>(pathOf`/v1/audits/${id}`, {
          query: { first, limit: LIMIT, flagged: flagged ? true : null },
          ...(signal ? { signal } : {}),
        })
        .then((found) => setAnswer({ ...found, documents: [...known, ...found.documents] }))
        .catch((error: unknown) => {
          if (!isAbort(error)) setProblem(asProblem(error));
        })
        .finally(() => setLoading(false));
    },
    [client, id, flagged],
  );
  useEffect(() => {
    if (!isDone) return;
    const stop = new AbortController();
    load(null, [], stop.signal);
    return () => stop.abort();
  }, [load, isDone]);
  return {
    documents: answer?.documents ?? [],
    summary: answer?.summary ?? null,
    hasMore: answer !== null && answer.next !== null,
    loading,
    problem,
    more: () => load(answer?.next ?? null, answer?.documents ?? []),
  };
}
