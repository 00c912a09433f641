// One document: every verdict and decision about it in order, and the seals of its reports.
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { pathOf } from "../api/client";
import { type Decision, type DocumentHistory, type StoredVerdict, withWords } from "../api/review";
import { hashOf } from "../app/router";
import { useSession } from "../app/session";
import { useResource } from "../app/use_resource";
import { Empty, Loading } from "../parts/empty";
import { Hostile } from "../parts/hostile";
import { PageHead } from "../parts/page_head";
import { ProblemNote } from "../parts/problem_note";
import { SealCheck } from "../parts/seal_check";
import { Section } from "../parts/section";
import { VerdictMark } from "../parts/verdict_mark";
import { VerdictReport } from "../parts/verdict_report";
import { moment, shortDigest } from "../text/format";
import { utf8 } from "../text/runs";
import { becauseOf } from "../text/verdict_words";
import { DecisionLine } from "./decision_list";

type Entry = { time: string; verdict: StoredVerdict } | { time: string; decision: Decision };

export function entriesOf(history: DocumentHistory): Entry[] {
  const entries: Entry[] = [
    ...history.verdicts.map((verdict) => ({ time: verdict.time, verdict })),
    ...history.decisions.map((decision) => ({ time: decision.time, decision })),
  ];
  return entries.sort((a, b) => b.time.localeCompare(a.time));
}

function VerdictEntry({
  verdict,
  isOpen,
  onOpen,
}: {
  verdict: StoredVerdict;
  isOpen: boolean;
  onOpen: () => void;
}): JSX.Element {
  return (
    <>
      <p>
        <VerdictMark verdict={verdict.verdict} />{" "}
        <time class="faint" dateTime={verdict.time}>
          {moment(verdict.time)}
        </time>
      </p>
      <p>{becauseOf(verdict)[0]}</p>
      <p class="faint">
        against <Hostile text={verdict.corpus} /> · report <code>{shortDigest(verdict.report)}</code>{" "}
        {isOpen ? (
          "· shown below"
        ) : (
          <button type="button" class="link" onClick={onOpen}>
            show this verdict
          </button>
        )}
      </p>
    </>
  );
}

function Timeline({
  history,
  open,
  onOpen,
}: {
  history: DocumentHistory;
  open: StoredVerdict | null;
  onOpen: (verdict: StoredVerdict) => void;
}): JSX.Element {
  return (
    <ol class="timeline">
      {entriesOf(history).map((entry) => (
        <li key={entry.time} class={"verdict" in entry ? "entry-verdict" : "entry-decision"}>
          {"verdict" in entry ? (
            <VerdictEntry
              verdict={entry.verdict}
              isOpen={entry.verdict === open}
              onOpen={() => onOpen(entry.verdict)}
            />
          ) : (
            <DecisionLine decision={entry.decision} />
          )}
        </li>
      ))}
    </ol>
  );
}

function Facts({ history }: { history: DocumentHistory }): JSX.Element {
  const { document } = history;
  return (
    <dl class="facts">
      <div>
        <dt>Number</dt>
        <dd>
          <code>{document.document}</code>
        </dd>
      </div>
      <div>
        <dt>Type</dt>
        <dd>{document.media_type}</dd>
      </div>
      <div>
        <dt>Corpus</dt>
        <dd>
          <Hostile text={document.corpus} />
        </dd>
      </div>
      <div>
        <dt>Arrived</dt>
        <dd>{moment(document.created)}</dd>
      </div>
      <div>
        <dt>SHA-256</dt>
        <dd>
          <code class="digest">{document.raw_sha256}</code>
        </dd>
      </div>
    </dl>
  );
}

export function DocumentPage({ id }: { id: string }): JSX.Element {
  const { client } = useSession();
  const history = useResource(
    (signal) => client.get<DocumentHistory>(pathOf`/v1/documents/${id}`, { signal }),
    [client, id],
  );
  const [chosen, setChosen] = useState<StoredVerdict | null>(null);
  const value = history.value;
  const text = typeof value?.text === "string" ? value.text : null;
  const bytes = useMemo(() => (text === null ? null : utf8(text)), [text]);
  const open = chosen ?? value?.verdicts[0] ?? null;
  const record = open === value?.verdicts[0] ? value?.record : undefined; // of the latest only
  const judgement = useMemo(() => open && withWords(open, record), [open, record]);
  if (history.problem)
    return (
      <>
        <PageHead title="Document" />
        <ProblemNote problem={history.problem} onRetry={history.reload} />
      </>
    );
  if (!value)
    return (
      <>
        <PageHead title="Document" />
        <Loading what="the document" />
      </>
    );
  const name = value.document.source || value.document.id;
  return (
    <>
      <PageHead title={<Hostile text={name} />}>
        <a href={hashOf("documents")}>All documents</a>
      </PageHead>
      <Facts history={value} />
      <Section title="History">
        <Timeline history={value} open={open} onOpen={setChosen} />
      </Section>
      {judgement ? (
        <VerdictReport
          judgement={judgement}
          name={name}
          bytes={bytes}
          seal={judgement.report && <SealCheck report={judgement.report} text={text} />}
        />
      ) : (
        <Empty title="No verdict yet" />
      )}
      {judgement && open !== value.verdicts[0] && (
        <p class="note">Of an earlier verdict the numbers are kept, not the words of its evidence.</p>
      )}
      {text === null && (
        <p class="note">
          The text is not kept any more: it goes when the last verdict and decision are old. Verdicts and
          reports stay.
        </p>
      )}
    </>
  );
}
