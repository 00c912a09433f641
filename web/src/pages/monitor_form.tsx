// Has a corpus watched, or watched otherwise. The address that is told is a secret: it is never shown
// again, and a change has to bring it anew.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { pathOf } from "../api/client";
import type { Monitor } from "../api/monitor";
import { asProblem, type Problem } from "../api/problem";
import { useSession } from "../app/session";
import { CorpusChoice } from "../parts/corpus_choice";
import { ProblemNote } from "../parts/problem_note";
import { TextField } from "../parts/text_field";
import { scheduleWords } from "../text/schedule";
import { draftOf, faultsOfDraft, type MonitorDraft, refusedField, requestOf } from "./monitor_fields";

export function MonitorForm({
  monitor,
  taken,
  onSaved,
  onCancel,
}: {
  monitor: Monitor | null; // null: a new one
  taken: readonly string[];
  onSaved: (monitor: Monitor) => void;
  onCancel?: () => void;
}): JSX.Element {
  const { client } = useSession();
  const [draft, setDraft] = useState<MonitorDraft>(() => draftOf(monitor));
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const faults = faultsOfDraft(draft, taken);
  const refused = refusedField(problem);
  const words = { ...(tried ? faults : {}), ...refused };
  const form = `monitor-form-${monitor?.name ?? "new"}`;
  useEffect(() => {
    if (tried && !busy)
      document.getElementById(form)?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [tried, problem]);
  const edit = (change: Partial<MonitorDraft>) => {
    setDraft((known) => ({ ...known, ...change }));
    setProblem(null);
  };
  const save = async (event: Event) => {
    event.preventDefault();
    setTried(true);
    setProblem(null);
    if (busy || Object.keys(faults).length > 0) return;
    setBusy(true);
    try {
      const { value } = await client.put<Monitor>(pathOf`/v1/monitors/${draft.name}`, {
        json: requestOf(draft),
      });
      onSaved(value);
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
    }
  };
  return (
    <form id={form} class="monitor-form" noValidate onSubmit={(event) => void save(event)}>
      {!monitor && (
        <TextField
          label="Name of the monitor"
          value={draft.name}
          refusal={words.name}
          hint="As handbook-daily. It cannot be changed later."
          onChange={(name) => edit({ name })}
        />
      )}
      <CorpusChoice
        label="Corpus"
        value={draft.corpus}
        refusal={words.corpus}
        onChange={(corpus) => edit({ corpus })}
      />
      <TextField
        label="Look at it every"
        value={draft.schedule}
        refusal={words.schedule}
        hint={scheduleWords(draft.schedule.trim()) ?? "15m, 1h or 7d"}
        onChange={(schedule) => edit({ schedule })}
      />
      <label class="check">
        <input
          type="checkbox"
          checked={draft.tells}
          onChange={() => edit({ tells: !draft.tells, webhook: "" })}
        />{" "}
        Tell a webhook of what is found
      </label>
      {draft.tells && (
        <TextField
          label="Address of the webhook"
          type="password"
          value={draft.webhook}
          refusal={words.webhook}
          hint={
            monitor?.webhook
              ? "The address that is told now is not shown and not kept by a change: enter it anew."
              : "Kept by the service and never shown again."
          }
          onChange={(webhook) => edit({ webhook })}
        />
      )}
      <p class="actions">
        <button type="submit" class="primary" disabled={busy}>
          {busy ? "Saving …" : monitor ? "Save the change" : "Watch it"}
        </button>
        {onCancel && (
          <button type="button" onClick={onCancel}>
            Cancel
          </button>
        )}
      </p>
      {problem && Object.keys(refused).length === 0 && <ProblemNote problem={problem} />}
    </form>
  );
}
