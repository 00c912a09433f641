// The questions whose answers must not move.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { pathOf } from "../api/client";
import type { ProbeSet } from "../api/operation";
import { hashOf, type Route } from "../app/router";
import { mayReview, useSession } from "../app/session";
import { usePages } from "../app/use_pages";
import { useResource } from "../app/use_resource";
import { Empty, Loading } from "../parts/empty";
import { Hostile } from "../parts/hostile";
import { More } from "../parts/more";
import { PageHead } from "../parts/page_head";
import { ProblemNote } from "../parts/problem_note";
import { moment, shortDigest } from "../text/format";
import { CoverageView } from "./coverage_view";
import { ProbeEditor } from "./probe_editor";

function NewSet(): JSX.Element {
  const [name, setName] = useState("");
  return (
    <form
      class="filters"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== "") location.hash = `${hashOf("probes", name.trim())}?new=1`;
      }}
    >
      <div class="field">
        <label for="set-name">Name of a new set</label>
        <input
          id="set-name"
          type="text"
          value={name}
          autocomplete="off"
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </div>
      <button type="submit" disabled={name.trim() === ""}>
        Begin
      </button>
    </form>
  );
}

function Sets(): JSX.Element {
  const { client, me } = useSession();
  const sets = usePages<ProbeSet>(client, "/v1/probes");
  return (
    <>
      <PageHead title="Probes">Questions that users ask, whose answers must not move.</PageHead>
      {sets.items.length === 0 && !sets.loading && !sets.problem && (
        <Empty title="No set of your own">Until there is one, probes are made of the corpus itself.</Empty>
      )}
      <ul class="jobs">
        {sets.items.map((set) => (
          <li key={set.name}>
            <a href={hashOf("probes", set.name)}>
              <Hostile text={set.name} />
            </a>
            <span class="faint">
              version {set.version} · {moment(set.time)} · <code>{shortDigest(set.digest)}</code>
            </span>
          </li>
        ))}
      </ul>
      <More pages={sets} what="sets" />
      {mayReview(me) && <NewSet />}
      <CoverageView sets={sets} />
    </>
  );
}

function EditSet({ name, isNew }: { name: string; isNew: boolean }): JSX.Element {
  const { client, me } = useSession();
  const empty: ProbeSet = { name, version: 0, digest: "", time: "", probes: [] };
  const stored = useResource(
    (signal) =>
      isNew ? Promise.resolve(empty) : client.get<ProbeSet>(pathOf`/v1/probes/${name}`, { signal }),
    [client, name, isNew],
  );
  const set = stored.value;
  return (
    <>
      <PageHead title={<Hostile text={name} />}>
        <a href={hashOf("probes")}>All sets</a>
        {set && set.version > 0 && (
          <>
            {" "}
            · version {set.version} · {moment(set.time)} · <code>{shortDigest(set.digest)}</code>
          </>
        )}
      </PageHead>
      {stored.problem && <ProblemNote problem={stored.problem} onRetry={stored.reload} />}
      {!set && stored.loading && <Loading what="the probes" />}
      {set && <ProbeEditor set={set} mayEdit={mayReview(me)} onSaved={stored.set} />}
    </>
  );
}

export function ProbesPage({ route }: { route: Route }): JSX.Element {
  const name = route.parts[0];
  return name === undefined ? <Sets /> : <EditSet key={name} name={name} isNew={route.query.has("new")} />;
}
