// The corpora that are watched, a line each: when they are looked at and what the last look brought.
import type { JSX } from "preact";
import { pathOf } from "../api/client";
import type { Look, Monitor } from "../api/monitor";
import type { Page } from "../api/review";
import { hashOf } from "../app/router";
import { useSession } from "../app/session";
import { useRenewal } from "../app/use_renewal";
import { useResource } from "../app/use_resource";
import { Empty, Loading } from "../parts/empty";
import { Hostile } from "../parts/hostile";
import { ProblemNote } from "../parts/problem_note";
import { ago } from "../text/format";
import { dueWords, scheduleWords } from "../text/schedule";
import { changesOf, newsOf, untoldOf } from "./looks";

// Its latest look is read once for each time that it was looked at.
function LastLook({ monitor }: { monitor: Monitor }): JSX.Element {
  const { client } = useSession();
  const latest = useResource(
    (signal) =>
      client.get<Page<Look>>(pathOf`/v1/monitors/${monitor.name}/looks`, { query: { limit: 1 }, signal }),
    [client, monitor.name, monitor.last_look],
  );
  if (latest.problem) return <span class="refusal">its looks cannot be read: {latest.problem.detail}</span>;
  if (!latest.value) return <span class="faint">reading its last look …</span>;
  const look = latest.value.items[0];
  if (!look) return <span class="faint">no look yet</span>;
  const news = newsOf(look);
  if (news) return <strong class="news">{news}</strong>;
  return <span>nothing new; {changesOf(look)}</span>;
}

function Line({ monitor }: { monitor: Monitor }): JSX.Element {
  const untold = untoldOf(monitor);
  return (
    <li>
      <a href={hashOf("monitor", monitor.name)}>
        <Hostile text={monitor.name} />
      </a>
      <LastLook monitor={monitor} />
      {untold && <span class="refusal">{untold}</span>}
      <span class="faint watched-when">
        corpus <Hostile text={monitor.corpus} class="plain" /> ·{" "}
        {scheduleWords(monitor.schedule) ?? monitor.schedule} ·{" "}
        {monitor.last_look ? `last look ${ago(monitor.last_look)}` : "not looked at yet"} · next{" "}
        {dueWords(monitor.next_look)} · {monitor.webhook ? "a webhook is told" : "nobody is told"}
      </span>
    </li>
  );
}

export function Watched({ most = Infinity }: { most?: number }): JSX.Element {
  const { client, me } = useSession();
  const monitors = useResource((signal) => client.get<Page<Monitor>>("/v1/monitors", { signal }), [client]);
  useRenewal(monitors.reload);
  const items = monitors.value?.items;
  return (
    <>
      {monitors.problem && <ProblemNote problem={monitors.problem} onRetry={monitors.reload} />}
      {!items && monitors.loading && <Loading what="the watched corpora" />}
      {items && items.length === 0 && (
        <Empty title="No corpus is watched">
          A corpus that was clean can change later.{" "}
          {me.role === "admin" ? (
            <a href={hashOf("monitor")}>Watch a corpus.</a>
          ) : (
            "An administrator can have it looked at again and again."
          )}
        </Empty>
      )}
      {items && items.length > 0 && (
        <ul class="jobs watched">
          {items.slice(0, most).map((monitor) => (
            <Line key={monitor.name} monitor={monitor} />
          ))}
        </ul>
      )}
      {items && items.length > most && (
        <p class="faint">
          The first {most} of {items.length} are shown. <a href={hashOf("monitor")}>See all of them.</a>
        </p>
      )}
    </>
  );
}
