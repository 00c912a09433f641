// The audits that were made, and a new one.
import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";
import { newIdempotencyKey } from "../api/client";
import { type Accepted, isOver, type Job } from "../api/job";
import { asProblem, type Problem } from "../api/problem";
import { hashOf, type Route } from "../app/router";
import { mayReview, useSession } from "../app/session";
import { usePages } from "../app/use_pages";
import { CorpusChoice } from "../parts/corpus_choice";
import { Empty } from "../parts/empty";
import { Hostile } from "../parts/hostile";
import { More } from "../parts/more";
import { PageHead } from "../parts/page_head";
import { ProblemNote } from "../parts/problem_note";
import { Section } from "../parts/section";
import { moment } from "../text/format";
import { AuditView } from "./audit_view";

function StartForm(): JSX.Element {
  const { client } = useSession();
  const [corpus, setCorpus] = useState("");
  const [reference, setReference] = useState("");
  const [alpha, setAlpha] = useState("1");
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const id = useId();
  const rate = Number(alpha) / 100;
  const isRate = alpha.trim() !== "" && rate > 0 && rate < 1;
  const start = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      const json = { corpus, alpha: rate, ...(reference ? { reference } : {}) };
      const { value } = await client.post<Accepted>("/v1/audits", {
        json,
        idempotencyKey: newIdempotencyKey(),
      });
      location.hash = hashOf("audit", value.job);
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
    }
  };
  return (
    <form class="audit-form" onSubmit={(event) => void start(event)}>
      <CorpusChoice label="Corpus" value={corpus} onChange={setCorpus} />
      <CorpusChoice label="Trusted reference" value={reference} onChange={setReference} optional />
      <div class="field field-small">
        <label for={id}>Alarm rate, %</label>
        <input
          id={id}
          type="text"
          inputMode="decimal"
          value={alpha}
          aria-invalid={!isRate}
          onInput={(event) => setAlpha(event.currentTarget.value)}
        />
        {!isRate && <span class="refusal">Between 0 and 100.</span>}
      </div>
      <button type="submit" class="primary" disabled={busy || corpus === "" || !isRate}>
        Start
      </button>
      {problem && <ProblemNote problem={problem} />}
    </form>
  );
}

function Made(): JSX.Element {
  const { client } = useSession();
  const jobs = usePages<Job>(client, "/v1/jobs");
  const audits = jobs.items.filter((job) => job.kind === "audit");
  return (
    <>
      {audits.length === 0 && !jobs.loading && !jobs.problem && !jobs.hasMore && (
        <Empty title="No audit yet">An audit ranks every document of a corpus by how suspicious it is.</Empty>
      )}
      <ul class="jobs">
        {audits.map((job) => (
          <li key={job.id}>
            <a href={hashOf("audit", job.id)}>{moment(job.created)}</a>
            <span class={`state state-${job.state}`}>{job.state}</span>
            <span class="faint">
              {!isOver(job.state) &&
                job.progress.total > 0 &&
                `${job.progress.done.toLocaleString("en-GB")} of ${job.progress.total.toLocaleString("en-GB")} · `}
              started by <Hostile text={job.who} />
            </span>
          </li>
        ))}
      </ul>
      <More pages={jobs} what="jobs" />
    </>
  );
}

export function AuditPage({ route }: { route: Route }): JSX.Element {
  const { me } = useSession();
  const id = route.parts[0];
  if (id !== undefined) return <AuditView key={id} id={id} />;
  return (
    <>
      <PageHead title="Audits">Look over a corpus that may be poisoned already.</PageHead>
      {mayReview(me) && (
        <Section title="New audit">
          <StartForm />
        </Section>
      )}
      <Section title="Made so far">
        <Made />
      </Section>
    </>
  );
}
