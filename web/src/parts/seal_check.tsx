// The seal of a report, tried out: the document can be edited first, and then no longer verifies.
import type { JSX } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import { pathOf } from "../api/client";
import type { Verification } from "../api/operation";
import { asProblem, type Problem } from "../api/problem";
import { useSession } from "../app/session";
import { EditedText } from "../text/edited_text";
import { shortDigest } from "../text/format";
import { CheckList } from "./check_list";
import { ProblemNote } from "./problem_note";
import { Section } from "./section";

interface Trial {
  busy: boolean;
  verification: Verification | null;
  problem: Problem | null;
}

const NOT_TRIED: Trial = { busy: false, verification: null, problem: null };

function useTrial(report: string): [Trial, (document: string | null) => Promise<void>, () => void] {
  const { client } = useSession();
  const [trial, setTrial] = useState<Trial>(NOT_TRIED);
  const run = async (document: string | null) => {
    setTrial({ ...NOT_TRIED, busy: true });
    try {
      const envelope = await client.get<unknown>(pathOf`/v1/reports/${report}`);
      const json = document === null ? { report: envelope } : { report: envelope, document };
      const { value } = await client.post<Verification>("/v1/verify", { json });
      setTrial({ ...NOT_TRIED, verification: value });
    } catch (error) {
      setTrial({ ...NOT_TRIED, problem: asProblem(error) });
    }
  };
  return [trial, run, () => setTrial(NOT_TRIED)];
}

// `text`: of the document as it was screened; null where it is not at hand.
export function SealCheck({ report, text }: { report: string; text: string | null }): JSX.Element {
  const [edited, setEdited] = useState(() => new EditedText(text ?? ""));
  const [trial, run, forget] = useTrial(report);
  const id = useId();
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
        The verdict is sealed together with digests of the document. Check it as it is, or change a character below
        and see that the seal tells.
      </p>
      {text === null ? (
        <p class="faint">The document&rsquo;s text is not at hand: only the report itself can be checked.</p>
      ) : (
        <>
          <label for={id}>Document to check the seal against {edited.isChanged && <strong class="edited">edited</strong>}</label>
          <textarea id={id} class="paper-input" dir="auto" rows={7} spellcheck={false} value={edited.value}
            onInput={(event) => edit(event.currentTarget.value)} />
        </>
      )}
      <p class="actions">
        <button type="button" class="primary" disabled={trial.busy}
          onClick={() => void run(text === null ? null : edited.toSend)}>
          {trial.busy ? "Checking …" : "Check the seal"}
        </button>
        {edited.isChanged && (
          <button type="button" onClick={() => edit(edited.original)}>Put the original back</button>
        )}
      </p>
      {trial.problem && <ProblemNote problem={trial.problem} />}
      {trial.verification && <CheckList verification={trial.verification} />}
    </Section>
  );
}
