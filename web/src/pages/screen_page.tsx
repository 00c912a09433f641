// Screens one document and shows what the gate makes of it.
import type { JSX } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { hashOf } from "../app/router";
import { mayScreen, useSession } from "../app/session";
import { CorpusChoice } from "../parts/corpus_choice";
import { JobView } from "../parts/job_view";
import { PageHead } from "../parts/page_head";
import { ProblemNote } from "../parts/problem_note";
import { Progress } from "../parts/progress";
import { SealCheck } from "../parts/seal_check";
import { SignalsAtWork } from "../parts/signal_table";
import { VerdictReport } from "../parts/verdict_report";
import { isUtf8 } from "../text/runs";
import { DropZone } from "./drop_zone";
import type { Intake } from "./intake";
import { type Screening, useScreening } from "./use_screening";

interface Replaces {
  id: string;
  reason: string;
}

function Replacement({
  value,
  onChange,
}: {
  value: Replaces;
  onChange: (value: Replaces) => void;
}): JSX.Element {
  const id = useId();
  return (
    <details class="replacement">
      <summary>It replaces a trusted document</summary>
      <p class="faint">
        The document that it replaces is left out of the comparison. This is sealed with your name and reason.
      </p>
      <div class="field">
        <label for={`${id}-id`}>Trusted document</label>
        <input
          id={`${id}-id`}
          type="text"
          value={value.id}
          autocomplete="off"
          onInput={(event) => onChange({ ...value, id: event.currentTarget.value })}
        />
      </div>
      <div class="field">
        <label for={`${id}-reason`}>Reason</label>
        <input
          id={`${id}-reason`}
          type="text"
          value={value.reason}
          autocomplete="off"
          onInput={(event) => onChange({ ...value, reason: event.currentTarget.value })}
        />
      </div>
    </details>
  );
}

// U+FEFF at the start is part of the document and of its digest.
function textOf(bytes: Uint8Array): string | null {
  return isUtf8(bytes) ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes) : null;
}

function Outcome({ screening }: { screening: Screening }): JSX.Element | null {
  const { screened, bytes } = screening;
  const head = useRef<HTMLDivElement>(null);
  const { announce } = useSession();
  useEffect(() => {
    if (!screened) return;
    announce(`Verdict: ${screened.verdict}`);
    head.current?.focus();
    head.current?.scrollIntoView({ block: "start" });
  }, [screened]);
  if (!screened || !bytes) return null;
  return (
    <div ref={head} class="outcome" tabIndex={-1} aria-label={`Verdict: ${screened.verdict}`} role="group">
      <VerdictReport
        judgement={screened}
        name={screened.id || screened.path}
        bytes={bytes}
        seal={screened.report && <SealCheck report={screened.report} text={textOf(bytes)} />}
      />
      <p>
        <a href={hashOf("document", screened.document)}>History of this document</a>
      </p>
    </div>
  );
}

export function ScreenPage(): JSX.Element {
  const { client, me } = useSession();
  const [intake, setIntake] = useState<Intake | null>(null);
  const [corpus, setCorpus] = useState("");
  const [replaces, setReplaces] = useState<Replaces>({ id: "", reason: "" });
  const screening = useScreening(client);
  const atWork = screening.sending || screening.followed !== null;
  const isHalf = (replaces.id.trim() === "") !== (replaces.reason.trim() === "");
  const isReady = mayScreen(me) && intake !== null && corpus !== "" && !screening.sending && !isHalf;
  const stages = screening.followed?.stages ?? [];
  const ended = screening.followed?.job?.state === "failed" || screening.followed?.job?.state === "cancelled";
  return (
    <>
      <PageHead title="Screen a document">
        Is it safe to add to the corpus? Nothing is added by screening it.
      </PageHead>
      {!mayScreen(me) && (
        <p class="note">Screening needs a key with the role screen or admin; this one has {me.role}.</p>
      )}
      <form
        class="screen-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (intake && isReady)
            screening.start(intake, {
              corpus,
              supersedes: replaces.id.trim(),
              reason: replaces.reason.trim(),
            });
        }}
      >
        <DropZone intake={intake} onIntake={setIntake} />
        <CorpusChoice label="Trusted corpus" value={corpus} onChange={setCorpus} />
        <Replacement value={replaces} onChange={setReplaces} />
        <p class="actions">
          <button type="submit" class="primary" disabled={!isReady || (atWork && !ended)}>
            Screen
          </button>
          {isHalf && <span class="refusal">To replace a document, name it and give a reason.</span>}
        </p>
      </form>
      {screening.problem && <ProblemNote problem={screening.problem} />}
      {screening.sending && <Progress label="Measuring" done={0} total={0} />}
      {screening.followed && <JobView followed={screening.followed} />}
      {atWork && !ended && <SignalsAtWork heard={stages} />}
      <Outcome screening={screening} />
    </>
  );
}
