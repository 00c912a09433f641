// What the gate did lately, and what waits for a person.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Overview } from "../api/operation";
import type { Page, StoredVerdict } from "../api/review";
import { hashOf } from "../app/router";
import { useSession } from "../app/session";
import { useRenewal } from "../app/use_renewal";
import { useResource } from "../app/use_resource";
import { Empty, Loading } from "../parts/empty";
import { Hostile } from "../parts/hostile";
import { PageHead } from "../parts/page_head";
import { ProblemNote } from "../parts/problem_note";
import { Section } from "../parts/section";
import { VerdictMark } from "../parts/verdict_mark";
import { ago, counted, percent } from "../text/format";
import { becauseOf } from "../text/verdict_words";
import { DriftTable } from "./drift_table";
import { VerdictChart } from "./verdict_chart";
import { Watched } from "./watched";

const SPANS = [7, 30, 90];
const MOST_WATCHED = 8;

function Figures({ overview }: { overview: Overview }): JSX.Element {
  const total = overview.days.reduce(
    (sum, day) => sum + day.admit + day.quarantine + day.reject + day.incomplete,
    0,
  );
  const jobs = overview.jobs.running + overview.jobs.queued;
  return (
    <dl class="figures">
      <div class={overview.waiting > 0 ? "figure-strong" : ""}>
        <dt>waiting for review</dt>
        <dd>{overview.waiting > 0 ? <a href={hashOf("quarantine")}>{overview.waiting}</a> : "0"}</dd>
      </div>
      <div>
        <dt>not admitted</dt>
        <dd>{percent(overview.alarm_rate)}</dd>
      </div>
      <div>
        <dt>verdicts</dt>
        <dd>{total.toLocaleString("en-GB")}</dd>
      </div>
      <div>
        <dt>jobs at work</dt>
        <dd>
          {jobs}
          {overview.jobs.queued > 0 && <small> {overview.jobs.queued} queued</small>}
        </dd>
      </div>
    </dl>
  );
}

function Latest(): JSX.Element {
  const { client } = useSession();
  const latest = useResource(
    (signal) => client.get<Page<StoredVerdict>>("/v1/verdicts", { query: { limit: 8 }, signal }),
    [client],
  );
  useRenewal(latest.reload);
  if (latest.problem) return <ProblemNote problem={latest.problem} onRetry={latest.reload} />;
  if (!latest.value) return <Loading what="verdicts" />;
  if (latest.value.items.length === 0) return <Empty title="No verdict yet" />;
  return (
    <ul class="latest">
      {latest.value.items.map((item) => (
        <li key={item.report ?? item.time}>
          <VerdictMark verdict={item.verdict} />
          <a href={hashOf("document", item.document)}>
            <Hostile text={item.source} />
          </a>
          <span class="faint latest-why">{becauseOf(item)[0]}</span>
          <time class="faint" dateTime={item.time}>
            {ago(item.time)}
          </time>
        </li>
      ))}
    </ul>
  );
}

export function OverviewPage(): JSX.Element {
  const { client } = useSession();
  const [days, setDays] = useState(30);
  const overview = useResource(
    (signal) => client.get<Overview>("/v1/overview", { query: { days }, signal }),
    [client, days],
  );
  useRenewal(overview.reload);
  const value = overview.value;
  return (
    <>
      <PageHead title="Overview">What the gate decided, and what waits for a person.</PageHead>
      {overview.problem && <ProblemNote problem={overview.problem} onRetry={overview.reload} />}
      {!value && overview.loading && <Loading what="the overview" />}
      {value && <Figures overview={value} />}
      <Section
        title="Verdicts by day"
        note={
          <span class="choices" role="group" aria-label="Time span">
            {SPANS.map((span) => (
              <button key={span} type="button" aria-pressed={span === days} onClick={() => setDays(span)}>
                {span} days
              </button>
            ))}
          </span>
        }
      >
        {value && value.days.length > 0 && <VerdictChart days={value.days} />}
        {value && value.days.length === 0 && (
          <Empty title={`No verdict in ${counted(days, "day")}`}>
            <a href={hashOf("screen")}>Screen a document</a> to see the first one here.
          </Empty>
        )}
      </Section>
      <Section title="Watched corpora" note={<a href={hashOf("monitor")}>all of them</a>}>
        <Watched most={MOST_WATCHED} />
      </Section>
      <div class="columns-box">
        <div class="report-columns">
          <Section title="Latest verdicts">
            <Latest />
          </Section>
          <Section title="Drift" note="scores against the first four weeks">
            {value && value.drift.length > 0 && <DriftTable drift={value.drift} />}
            {value && value.drift.length === 0 && (
              <Empty title="Not enough weeks yet">A week is compared with the first four.</Empty>
            )}
          </Section>
        </div>
      </div>
    </>
  );
}
