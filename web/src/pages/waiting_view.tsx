// One waiting document: its verdict with all evidence, its text, and what was said of it before.
import type { ComponentChildren, JSX } from "preact";
import { useMemo } from "preact/hooks";
import { pathOf } from "../api/client";
import { type DocumentHistory, type Waiting, withWords } from "../api/review";
import { hashOf } from "../app/router";
import { useSession } from "../app/session";
import { useResource } from "../app/use_resource";
import { Loading } from "../parts/empty";
import { ProblemNote } from "../parts/problem_note";
import { VerdictReport } from "../parts/verdict_report";
import { utf8 } from "../text/runs";
import { DecisionList } from "./decision_list";

export function WaitingView({
  waiting,
  actions,
}: {
  waiting: Waiting;
  actions: ComponentChildren;
}): JSX.Element {
  const { client } = useSession();
  const id = waiting.document;
  const history = useResource(
    (signal) => client.get<DocumentHistory>(pathOf`/v1/documents/${id}`, { signal }),
    [client, id],
  );
  const text = history.value?.text;
  const bytes = useMemo(() => (typeof text === "string" ? utf8(text) : null), [text]);
  const latest = history.value?.verdicts[0]?.report === waiting.report ? history.value?.record : undefined;
  const judgement = useMemo(() => withWords(waiting, latest), [waiting, latest]);
  return (
    <div class="waiting">
      {actions}
      {history.loading && !history.value && <Loading what="the document" />}
      <VerdictReport judgement={judgement} name={waiting.source} bytes={bytes} />
      {history.problem && <ProblemNote problem={history.problem} onRetry={history.reload} />}
      {history.value && <DecisionList decisions={history.value.decisions} />}
      <p>
        <a href={hashOf("document", id)}>History and seal of this document</a>
      </p>
    </div>
  );
}
