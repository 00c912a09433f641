// The seal of a report, tried out: the document can be edited first, and then no longer verifies.
import type { JSX } from "preact";
import { useEffect, useId, useMemo, useState } from "preact/hooks";
import { pathOf } from "../api/client";
import type { Verification } from "../api/operation";
import { asProblem, type Problem } from "../api/problem";
import { useSession } from "../app/session";
import { EditedText } from "../text/edited_text";
import { counted, shortDigest } from "../text/format";
import { countMarks, runsOfText } from "../text/runs";
import { CheckList } from "./check_list";
import { ProblemNote } from "./problem_note";
import { Section } from "./section";

interface Trial {
  busy: boolean;
  verification: Verification | null;
  problem: Problem | null;
}

const NOT_TRIED: Trial = { busy: false, verification: null, problem: null };

interface TrialActions {
  check: (document: string | null) => Promise<void>;
  save: () => Promise<void>; // for `ragsieve verify`, which asks no server
  forget: () => void;
}

function saveAs(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function useTrial(report: string): [Trial, TrialActions] {
  const { client } = useSession();
  const [trial, setTrial] = useState<Trial>(NOT_TRIED);
  const attempt = async (work: (envelope: unknown) => Promise<Verification | null>) => {
    setTrial({ ...NOT_TRIED, busy: true });
    try {
      const envelope = await client.get<unknown>(pathOf`/v1/reports/${report}`);
      setTrial({ ...NOT_TRIED, verification: await work(envelope) });
    } catch (error) {
      setTrial({ ...NOT_TRIED, problem: asProblem(error) });
    }
  };
  const check = (document: string | null) =>
    attempt(async (envelope) => {
      const json = document === null ? { report: envelope } : { report: envelope, document };
      return (await client.post<Verification>("/v1/verify", { json })).value;
    });
  const save = () =>
    attempt((envelope) => {
      saveAs(`${report.replace(":", "-")}.dsse.json`, `${JSON.stringify(envelope)}\n`);
      return Promise.resolve(null);
    });
  return [trial, { check, save, forget: () => setTrial(NOT_TRIED) }];
}

// `text`: of the document as it was screened; null where it is not at hand.
export function SealCheck({ report, text }: { report: string; text: string | null }): JSX.Element {
  const [edited, setEdited] = useState(() => new EditedText(text ?? ""));
  const [trial, { check, save, forget }] = useTrial(report);
  const id = useId();
  const hidden = useMemo(() => countMarks(runsOfText(edited.value)), [edited.value]);
  useEffect(() => {
    setEdited(new EditedText(text ?? ""));
    forget();
  }, [report, text]);
  const edit = (value: string) => {
    setEdited(edited.withValue(value));
    forget();
  };
  return (
    <Section title="The seal" note={<code>{shortDigest(report)}</code>} class="seal">
      <p>
        The verdict is sealed together with digests of the document. Check it as it is, or change a character
        below and see that the seal tells.
      </p>
      {text === null ? (
        <p class="faint">The document&rsquo;s text is not at hand: only the report itself can be checked.</p>
      ) : (
        <>
          <label for={id}>
            Document to check the seal against {edited.isChanged && <strong class="edited">edited</strong>}
          </label>
          <textarea
            id={id}
            class="paper-input"
            dir="auto"
            rows={7}
            spellcheck={false}
            value={edited.value}
            onInput={(event) => edit(event.currentTarget.value)}
          />
          {text.includes("\uFFFD") && (
            <p class="faint">
              It holds U+FFFD: if that stands for bytes that are not UTF-8, the seal cannot be checked here.
              Save the report, and use <code>ragsieve verify</code> with the file itself.
            </p>
          )}
          {hidden > 0 && (
            <p class="faint">
              This field holds {counted(hidden, "character")} that it does not draw; some of them may turn its
              letters round.
            </p>
          )}
        </>
      )}
      <p class="actions">
        <button
          type="button"
          class="primary"
          disabled={trial.busy}
          onClick={() => void check(text === null ? null : edited.toSend)}
        >
          {trial.busy ? "Checking …" : "Check the seal"}
        </button>
        {edited.isChanged && (
          <button type="button" onClick={() => edit(edited.original)}>
            Put the original back
          </button>
        )}
        <button type="button" disabled={trial.busy} onClick={() => void save()}>
          Save the report
        </button>
      </p>
      {trial.problem && <ProblemNote problem={trial.problem} />}
      {trial.verification && <CheckList verification={trial.verification} />}
    </Section>
  );
}
