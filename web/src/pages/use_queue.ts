// The review queue: which document is read, which are chosen, and what is being decided.
import { useState } from "preact/hooks";
import { newIdempotencyKey, pathOf } from "../api/client";
import { asProblem, type Problem } from "../api/problem";
import type { DecisionAction, Waiting } from "../api/review";
import { mayReview, useSession } from "../app/session";
import { type Pages, usePages } from "../app/use_pages";
import type { ReasonRequest } from "../parts/reason_dialog";
import { counted } from "../text/format";
import { visibleLine } from "../text/runs";
import { decide, PartlyDecided } from "./decide";

const VERBS: Readonly<Record<DecisionAction, string>> = {
  release: "Release",
  reject: "Reject",
  note: "Note",
};
const DONE: Readonly<Record<DecisionAction, string>> = {
  release: "Released",
  reject: "Rejected",
  note: "Noted",
};
const EXPLANATIONS: Readonly<Record<DecisionAction, string>> = {
  release:
    "It may be added to the corpus. The decision is sealed in a new report, with your name and reason.",
  reject: "It is kept out for good. The decision is sealed in a new report, with your name and reason.",
  note: "The note is kept with the document, which goes on waiting.",
};

export interface Queue {
  pages: Pages<Waiting>;
  waiting: Waiting | null; // the one that is read
  chosen: ReadonlySet<string>;
  request: ReasonRequest | null;
  screening: boolean;
  problem: Problem | null; // of a new screening
  open: (document: string) => void;
  step: (by: number) => void;
  choose: (document: string) => void;
  clear: () => void;
  ask: (action: DecisionAction) => void;
  dismiss: () => void;
  screenAgain: () => void;
}

function titleOf(action: DecisionAction, documents: readonly Waiting[]): string {
  const [first] = documents;
  const what =
    documents.length === 1 && first
      ? `“${visibleLine(first.source, 60)}”`
      : counted(documents.length, "document");
  return `${VERBS[action]} ${action === "note" ? "on " : ""}${what}`;
}

function focusRow(wanted: string): void {
  for (const row of document.querySelectorAll<HTMLElement>("[data-document]")) {
    if (row.dataset.document === wanted) row.focus();
  }
}

export function useQueue(): Queue {
  const { client, me, announce } = useSession();
  const pages = usePages<Waiting>(client, "/v1/quarantine");
  const [current, setCurrent] = useState<string | null>(null); // null: the first
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [request, setRequest] = useState<ReasonRequest | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [screening, setScreening] = useState(false);
  const { items } = pages;
  const at = Math.max(
    0,
    items.findIndex((item) => item.document === current),
  );
  const waiting = items[at] ?? null;

  const open = (document: string) => {
    setCurrent(document);
    setProblem(null);
  };
  const step = (by: number) => {
    const item = items[Math.max(0, Math.min(items.length - 1, at + by))];
    if (!item) return;
    open(item.document);
    focusRow(item.document);
  };
  const choose = (document: string) => {
    const next = new Set(chosen);
    if (!next.delete(document)) next.add(document);
    setChosen(next);
  };
  const leave = (decided: readonly string[], verb: string) => {
    const gone = new Set(decided);
    const following = items.slice(at).find((item) => !gone.has(item.document));
    pages.remove((item) => gone.has(item.document));
    setChosen(new Set([...chosen].filter((document) => !gone.has(document))));
    if (following) setCurrent(following.document);
    announce(
      `${verb}: ${counted(gone.size, "document")}. ${counted(items.length - gone.size, "document")} left.`,
    );
  };
  const send = async (action: DecisionAction, documents: readonly Waiting[], reason: string, key: string) => {
    try {
      const decided = await decide(client, action, documents, reason, key);
      if (action === "note") announce("The note is kept.");
      else leave(decided, DONE[action]);
    } catch (error) {
      if (error instanceof PartlyDecided) leave(error.decided, DONE[action]);
      throw error;
    }
  };
  const ask = (action: DecisionAction) => {
    if (!waiting || !mayReview(me)) return;
    const isBulk = action !== "note" && chosen.size > 0;
    const documents = isBulk ? items.filter((item) => chosen.has(item.document)) : [waiting];
    setRequest({
      title: titleOf(action, documents),
      explanation: EXPLANATIONS[action],
      verb: VERBS[action],
      danger: action === "reject",
      send: (reason, key) => send(action, documents, reason, key),
    });
  };
  const screenAgain = () => {
    if (!waiting) return;
    setProblem(null);
    setScreening(true);
    client
      .post(pathOf`/v1/quarantine/${waiting.document}/screen`, { idempotencyKey: newIdempotencyKey() })
      .then(() => {
        announce("Screened again.");
        pages.reload();
      })
      .catch((error: unknown) => setProblem(asProblem(error)))
      .finally(() => setScreening(false));
  };
  return {
    pages,
    waiting,
    chosen,
    request,
    screening,
    problem,
    open,
    step,
    choose,
    ask,
    screenAgain,
    clear: () => setChosen(new Set()),
    dismiss: () => setRequest(null),
  };
}
