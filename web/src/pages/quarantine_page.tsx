// The review queue, made for the keyboard. Nothing leaves it without a reason.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { newIdempotencyKey, pathOf } from "../api/client";
import { asProblem, type Problem } from "../api/problem";
import type { DecisionAction, Waiting } from "../api/review";
import { mayReview, useSession } from "../app/session";
import { usePages } from "../app/use_pages";
import { Empty } from "../parts/empty";
import { More } from "../parts/more";
import { PageHead } from "../parts/page_head";
import { ProblemNote } from "../parts/problem_note";
import { ReasonDialog, type ReasonRequest } from "../parts/reason_dialog";
import { counted } from "../text/format";
import { visibleLine } from "../text/runs";
import { decide, PartlyDecided } from "./decide";
import { QueueList } from "./queue_list";
import { type ReviewKey, useReviewKeys } from "./review_keys";
import { WaitingView } from "./waiting_view";

const VERBS: Readonly<Record<DecisionAction, string>> = { release: "Release", reject: "Reject", note: "Note" };
const EXPLANATIONS: Readonly<Record<DecisionAction, string>> = {
  release: "It may be added to the corpus. The decision is sealed in a new report, with your name and reason.",
  reject: "It is kept out for good. The decision is sealed in a new report, with your name and reason.",
  note: "The note is kept with the document, which goes on waiting.",
};

function Actions({ onAct, onScreen, disabled }: {
  onAct: (action: DecisionAction) => void;
  onScreen: () => void;
  disabled: boolean;
}): JSX.Element {
  return (
    <p class="actions review-actions">
      <button type="button" class="primary" disabled={disabled} onClick={() => onAct("release")}>Release <kbd>r</kbd></button>
      <button type="button" class="danger" disabled={disabled} onClick={() => onAct("reject")}>Reject <kbd>x</kbd></button>
      <button type="button" disabled={disabled} onClick={() => onAct("note")}>Note <kbd>n</kbd></button>
      <button type="button" disabled={disabled} onClick={onScreen}>Screen again</button>
    </p>
  );
}

function BulkBar({ n, onAct, onClear }: { n: number; onAct: (action: DecisionAction) => void; onClear: () => void }): JSX.Element {
  return (
    <p class="actions bulk" role="status">
      <strong>{counted(n, "document")} selected</strong>
      <button type="button" onClick={() => onAct("release")}>Release all</button>
      <button type="button" onClick={() => onAct("reject")}>Reject all</button>
      <button type="button" onClick={onClear}>Clear</button>
    </p>
  );
}

export function QuarantinePage(): JSX.Element {
  const { client, me, announce } = useSession();
  const queue = usePages<Waiting>(client, "/v1/quarantine");
  const [current, setCurrent] = useState<string | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [request, setRequest] = useState<ReasonRequest | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const at = Math.max(0, queue.items.findIndex((item) => item.document === current));
  const waiting = queue.items[at] ?? null;
  const may = mayReview(me);

  useEffect(() => {
    if (waiting && waiting.document !== current) setCurrent(waiting.document);
  }, [waiting]);

  const open = (document: string) => {
    setCurrent(document);
    setProblem(null);
  };
  const focus = (to: number) => {
    const item = queue.items[Math.max(0, Math.min(queue.items.length - 1, to))];
    if (!item) return;
    open(item.document);
    const rows = document.querySelectorAll<HTMLElement>("[data-document]");
    for (const row of rows) if (row.dataset.document === item.document) row.focus();
  };
  const choose = (document: string) => {
    const next = new Set(chosen);
    if (!next.delete(document)) next.add(document);
    setChosen(next);
  };
  const leave = (decided: readonly string[], verb: string) => {
    const gone = new Set(decided);
    const following = queue.items.slice(at).find((item) => !gone.has(item.document));
    queue.remove((item) => gone.has(item.document));
    setChosen(new Set([...chosen].filter((document) => !gone.has(document))));
    if (following) setCurrent(following.document);
    announce(`${verb}: ${counted(decided.length, "document")}. ${counted(queue.items.length - gone.size, "document")} left.`);
  };
  const ask = (action: DecisionAction) => {
    if (!may || !waiting) return;
    const documents = action !== "note" && chosen.size > 0 ? queue.items.filter((item) => chosen.has(item.document)) : [waiting];
    const what = documents.length === 1 ? `“${visibleLine(documents[0]?.source ?? "", 60)}”` : counted(documents.length, "document");
    setRequest({
      title: `${VERBS[action]} ${action === "note" ? "on " : ""}${what}`,
      explanation: EXPLANATIONS[action],
      verb: VERBS[action],
      danger: action === "reject",
      send: async (reason, key) => {
        try {
          const decided = await decide(client, action, documents, reason, key);
          if (action === "note") announce("The note is kept.");
          else leave(decided, action === "release" ? "Released" : "Rejected");
        } catch (error) {
          if (error instanceof PartlyDecided) leave(error.decided, "Decided");
          throw error;
        }
      },
    });
  };
  const screenAgain = () => {
    if (!waiting) return;
    setProblem(null);
    client
      .post(pathOf`/v1/quarantine/${waiting.document}/screen`, { idempotencyKey: newIdempotencyKey() })
      .then(() => queue.reload())
      .catch((error: unknown) => setProblem(asProblem(error)));
  };
  const act: Readonly<Record<ReviewKey, () => void>> = {
    next: () => focus(at + 1),
    previous: () => focus(at - 1),
    release: () => ask("release"),
    reject: () => ask("reject"),
    note: () => ask("note"),
    select: () => waiting && may && choose(waiting.document),
  };
  useReviewKeys((key) => act[key]());

  return (
    <>
      <PageHead title="Quarantine">
        <kbd>j</kbd> <kbd>k</kbd> next, previous · <kbd>r</kbd> release · <kbd>x</kbd> reject · <kbd>n</kbd> note · <kbd>s</kbd> select
      </PageHead>
      {!may && <p class="note">This key may read the queue, not decide.</p>}
      {chosen.size > 0 && may && <BulkBar n={chosen.size} onAct={ask} onClear={() => setChosen(new Set())} />}
      {queue.items.length === 0 && !queue.loading && !queue.problem && (
        <Empty title="Nothing waits">Every document that was held back has been decided on.</Empty>
      )}
      <div class="review">
        <div class="review-list">
          <QueueList items={queue.items} current={waiting?.document ?? null} chosen={chosen} onOpen={open} onChoose={choose} />
          <More pages={queue} what="documents" />
        </div>
        {waiting && (
          <div class="review-detail">
            {problem && <ProblemNote problem={problem} />}
            <WaitingView key={waiting.document} waiting={waiting} actions={<Actions onAct={ask} onScreen={screenAgain} disabled={!may} />} />
          </div>
        )}
      </div>
      {request && <ReasonDialog request={request} onClose={() => setRequest(null)} />}
    </>
  );
}
