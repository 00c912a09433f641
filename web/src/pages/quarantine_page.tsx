// The review queue, made for the keyboard. Nothing leaves it without a reason.
import type { JSX } from "preact";
import type { DecisionAction } from "../api/review";
import { mayReview, useSession } from "../app/session";
import { Empty } from "../parts/empty";
import { More } from "../parts/more";
import { PageHead } from "../parts/page_head";
import { ProblemNote } from "../parts/problem_note";
import { ReasonDialog } from "../parts/reason_dialog";
import { counted } from "../text/format";
import { QueueList } from "./queue_list";
import { type ReviewKey, useReviewKeys } from "./review_keys";
import { useQueue } from "./use_queue";
import { WaitingView } from "./waiting_view";

function Actions({
  onAct,
  onScreen,
  screening,
  disabled,
}: {
  onAct: (action: DecisionAction) => void;
  onScreen: () => void;
  screening: boolean;
  disabled: boolean;
}): JSX.Element {
  return (
    <p class="actions review-actions">
      <button type="button" class="primary" disabled={disabled} onClick={() => onAct("release")}>
        Release <kbd>r</kbd>
      </button>
      <button type="button" class="danger" disabled={disabled} onClick={() => onAct("reject")}>
        Reject <kbd>x</kbd>
      </button>
      <button type="button" disabled={disabled} onClick={() => onAct("note")}>
        Note <kbd>n</kbd>
      </button>
      <button type="button" disabled={disabled || screening} onClick={onScreen}>
        {screening ? "Screening …" : "Screen again"}
      </button>
    </p>
  );
}

function BulkBar({
  n,
  onAct,
  onClear,
}: {
  n: number;
  onAct: (action: DecisionAction) => void;
  onClear: () => void;
}): JSX.Element {
  return (
    <p class="actions bulk" role="status">
      <strong>{counted(n, "document")} selected</strong>
      <button type="button" onClick={() => onAct("release")}>
        Release all
      </button>
      <button type="button" onClick={() => onAct("reject")}>
        Reject all
      </button>
      <button type="button" onClick={onClear}>
        Clear
      </button>
    </p>
  );
}

export function QuarantinePage(): JSX.Element {
  const { me } = useSession();
  const queue = useQueue();
  const { pages, waiting, chosen } = queue;
  const may = mayReview(me);
  const act: Readonly<Record<ReviewKey, () => void>> = {
    next: () => queue.step(1),
    previous: () => queue.step(-1),
    release: () => queue.ask("release"),
    reject: () => queue.ask("reject"),
    note: () => queue.ask("note"),
    select: () => waiting && may && queue.choose(waiting.document),
  };
  useReviewKeys((key) => act[key]());
  return (
    <>
      <PageHead title="Quarantine">
        <kbd>j</kbd> <kbd>k</kbd> next, previous · <kbd>r</kbd> release · <kbd>x</kbd> reject · <kbd>n</kbd>{" "}
        note · <kbd>s</kbd> select
      </PageHead>
      {!may && <p class="note">This key may read the queue, not decide.</p>}
      {chosen.size > 0 && may && <BulkBar n={chosen.size} onAct={queue.ask} onClear={queue.clear} />}
      {pages.items.length === 0 && !pages.loading && !pages.problem && (
        <Empty title="Nothing waits">Every document that was held back has been decided on.</Empty>
      )}
      <div class="review">
        <div class="review-list">
          <QueueList
            items={pages.items}
            current={waiting?.document ?? null}
            chosen={chosen}
            onOpen={queue.open}
            onChoose={queue.choose}
          />
          <More pages={pages} what="documents" />
        </div>
        {waiting && (
          <div class="review-detail">
            {queue.problem && <ProblemNote problem={queue.problem} />}
            <WaitingView
              key={waiting.document}
              waiting={waiting}
              actions={
                <Actions
                  onAct={queue.ask}
                  onScreen={queue.screenAgain}
                  screening={queue.screening}
                  disabled={!may}
                />
              }
            />
          </div>
        )}
      </div>
      {queue.request && <ReasonDialog request={queue.request} onClose={queue.dismiss} />}
    </>
  );
}
