// All corpora that are watched, or one of them.
import type { JSX } from "preact";
import type { Monitor } from "../api/monitor";
import type { Page } from "../api/review";
import { hashOf, type Route } from "../app/router";
import { useSession } from "../app/session";
import { useRenewal } from "../app/use_renewal";
import { useResource } from "../app/use_resource";
import { Empty, Loading } from "../parts/empty";
import { Hostile } from "../parts/hostile";
import { PageHead } from "../parts/page_head";
import { ProblemNote } from "../parts/problem_note";
import { Section } from "../parts/section";
import { MonitorForm } from "./monitor_form";
import { MonitorView } from "./monitor_view";
import { Watched } from "./watched";

function NewMonitor(): JSX.Element {
  const { client } = useSession();
  const monitors = useResource((signal) => client.get<Page<Monitor>>("/v1/monitors", { signal }), [client]);
  return (
    <Section title="Watch a corpus">
      <MonitorForm
        monitor={null}
        taken={(monitors.value?.items ?? []).map((one) => one.name)}
        onSaved={(monitor) => {
          location.hash = hashOf("monitor", monitor.name);
        }}
      />
    </Section>
  );
}

// The service lists monitors and has no path for one.
function OneMonitor({ name }: { name: string }): JSX.Element {
  const { client } = useSession();
  const monitors = useResource(
    (signal) => client.get<Page<Monitor>>("/v1/monitors", { signal }),
    [client, name],
  );
  useRenewal(monitors.reload);
  const items = monitors.value?.items;
  const monitor = items?.find((one) => one.name === name);
  return (
    <>
      <PageHead title={<Hostile text={name} />}>
        <a href={hashOf("monitor")}>All watched corpora</a>
      </PageHead>
      {monitors.problem && <ProblemNote problem={monitors.problem} onRetry={monitors.reload} />}
      {!items && monitors.loading && <Loading what="the monitor" />}
      {items && !monitor && (
        <Empty title="There is no monitor of this name">
          It may have been stopped. <a href={hashOf("monitor")}>See what is watched.</a>
        </Empty>
      )}
      {monitor && <MonitorView monitor={monitor} onChanged={monitors.reload} />}
    </>
  );
}

export function MonitorPage({ route }: { route: Route }): JSX.Element {
  const { me } = useSession();
  const name = route.parts[0];
  if (name !== undefined) return <OneMonitor key={name} name={name} />;
  return (
    <>
      <PageHead title="Watched corpora">
        Looked at again and again: what was clean when it was opened may change.
      </PageHead>
      <Watched />
      {me.role === "admin" && <NewMonitor />}
    </>
  );
}
