// One audit: its progress, then the documents by risk, and the chosen one's neighbourhood.
import type { JSX } from "preact";
import { useId, useMemo, useState } from "preact/hooks";
import type { AuditedDocument, AuditSummary } from "../api/audit_record";
import { pathOf } from "../api/client";
import { hashOf } from "../app/router";
import { useSession } from "../app/session";
import { useJob } from "../app/use_job";
import { Empty, Loading } from "../parts/empty";
import { Hostile } from "../parts/hostile";
import { JobView } from "../parts/job_view";
import { PageHead } from "../parts/page_head";
import { ProblemNote } from "../parts/problem_note";
import { SignalBar } from "../parts/signal_table";
import { counted, fixed, percent, spoken } from "../text/format";
import { AuditFinding } from "./audit_finding";
import { filtered, type RiskFilter, signalsIn } from "./risk_filter";
import { useAudit } from "./use_audit";

function Summary({ summary }: { summary: AuditSummary }): JSX.Element {
  const { documents, flagged } = summary.counts;
  return (
    <p>
      {documents !== undefined && (
        <>
          <strong>{counted(documents, "document")}</strong> scored,{" "}
        </>
      )}
      <strong>{flagged ?? 0} flagged</strong>, {summary.unscored.length} not scored
      <span class="faint">
        {" "}
        · {summary.profile} profile
        {summary.thresholds.alpha !== undefined &&
          ` · at an alarm rate of ${percent(summary.thresholds.alpha, 0)}`}
      </span>
    </p>
  );
}

function Filters({
  filter,
  onFilter,
  flagged,
  onFlagged,
  signals,
}: {
  filter: RiskFilter;
  onFilter: (filter: RiskFilter) => void;
  flagged: boolean;
  onFlagged: (flagged: boolean) => void;
  signals: string[];
}): JSX.Element {
  const id = useId();
  return (
    <div class="filters" role="search" aria-label="Filter the findings">
      <label class="check">
        <input type="checkbox" checked={flagged} onChange={() => onFlagged(!flagged)} /> flagged only
      </label>
      <div class="field">
        <label for={`${id}-text`}>Name or reason holds</label>
        <input
          id={`${id}-text`}
          type="search"
          value={filter.text}
          onInput={(event) => onFilter({ ...filter, text: event.currentTarget.value })}
        />
      </div>
      <div class="field">
        <label for={`${id}-signal`}>Strongest signal</label>
        <select
          id={`${id}-signal`}
          value={filter.signal}
          onChange={(event) => onFilter({ ...filter, signal: event.currentTarget.value })}
        >
          <option value="">any</option>
          {signals.map((name) => (
            <option key={name} value={name}>
              {spoken(name)}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}

function RiskList({
  records,
  open,
  onOpen,
}: {
  records: AuditedDocument[];
  open: string | null;
  onOpen: (id: string) => void;
}): JSX.Element {
  return (
    <ol class="risks" aria-label="Documents by risk">
      {records.map((record) => (
        <li key={record.id} class={record.id === open ? "risk-open" : ""}>
          <button
            type="button"
            aria-current={record.id === open ? "true" : undefined}
            onClick={() => onOpen(record.id)}
          >
            <span class="risk-rank number">{record.rank}</span>
            <span class="risk-body">
              <span class="risk-line">
                <Hostile text={record.id} class="risk-name" />
                {record.flagged && <span class="flag">flagged</span>}
              </span>
              <span class="risk-why">
                {record.reasons[0] ? <Hostile text={record.reasons[0]} class="plain" /> : "nothing rare"}
              </span>
            </span>
            <span class="risk-score">
              <span class="number">{fixed(record.score, 3)}</span>
              <SignalBar score={record.score} />
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}

export function AuditView({ id }: { id: string }): JSX.Element {
  const { client } = useSession();
  const followed = useJob(client, id, pathOf`/v1/audits/${id}/events`);
  const [flagged, setFlagged] = useState(true);
  const [filter, setFilter] = useState<RiskFilter>({ text: "", signal: "" });
  const [open, setOpen] = useState<string | null>(null);
  const isDone = followed.job?.state === "done";
  const audit = useAudit(client, id, flagged, isDone);
  const known = useMemo(
    () => new Map(audit.documents.map((record) => [record.id, record])),
    [audit.documents],
  );
  const records = filtered(audit.documents, filter);
  const shown = (open !== null ? known.get(open) : undefined) ?? records[0];
  return (
    <>
      <PageHead title="Audit">
        <a href={hashOf("audit")}>All audits</a> · <code>{id}</code>
      </PageHead>
      <JobView followed={followed} />
      {audit.summary && <Summary summary={audit.summary} />}
      {isDone && (
        <Filters
          filter={filter}
          onFilter={setFilter}
          flagged={flagged}
          onFlagged={setFlagged}
          signals={signalsIn(audit.documents)}
        />
      )}
      {audit.problem && <ProblemNote problem={audit.problem} onRetry={audit.more} />}
      {isDone && !audit.loading && !audit.problem && !audit.hasMore && records.length === 0 && (
        <Empty title={audit.documents.length === 0 ? "Nothing was flagged" : "No finding matches"}>
          {audit.documents.length === 0
            ? "No document of this corpus is rarer than the alarm rate allows."
            : "Take a filter away to see more."}
        </Empty>
      )}
      <div class="review">
        <div class="review-list">
          <RiskList records={records} open={shown?.id ?? null} onOpen={setOpen} />
          {audit.loading && <Loading what="findings" />}
          {audit.hasMore && !audit.loading && (
            <button type="button" class="more" onClick={audit.more}>
              Show more findings
            </button>
          )}
        </div>
        {shown && (
          <div class="review-detail">
            <AuditFinding record={shown} known={known} onOpen={setOpen} />
          </div>
        )}
      </div>
    </>
  );
}
