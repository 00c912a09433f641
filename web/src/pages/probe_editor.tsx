// Edits a probe set row by row. Saving makes a new version; what the lint doubts is shown with it.
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { newIdempotencyKey, pathOf } from "../api/client";
import type { ProbeSet } from "../api/operation";
import { asProblem, type Problem } from "../api/problem";
import { useSession } from "../app/session";
import { Hostile } from "../parts/hostile";
import { ProblemNote } from "../parts/problem_note";
import { Section } from "../parts/section";
import { counted, percent, sentenceCase, spoken } from "../text/format";
import { faultsOf, figuresOf, newRow, probeOf, type ProbeRow, rowOf } from "./probe_rows";

const SHOWN = 200;

function Row({
  row,
  number,
  fault,
  disabled,
  onChange,
  onRemove,
}: {
  row: ProbeRow;
  number: number;
  fault: string | undefined;
  disabled: boolean;
  onChange: (row: ProbeRow) => void;
  onRemove: () => void;
}): JSX.Element {
  const edit = (member: keyof ProbeRow) => (event: { currentTarget: { value: string } }) =>
    onChange({ ...row, [member]: event.currentTarget.value.replace(/[\r\n]+/g, " ") });
  const label = (name: string) => <span>{name}</span>;
  return (
    <li class="probe">
      <label class="probe-id">
        {label("Name")}
        <input type="text" value={row.id} disabled={disabled} autocomplete="off" onInput={edit("id")} />
      </label>
      <label class="probe-question">
        {label("Question")}
        <textarea rows={1} dir="auto" value={row.question} disabled={disabled} onInput={edit("question")} />
      </label>
      <label class="probe-fact">
        {label("Expected fact")}
        <textarea rows={1} dir="auto" value={row.fact} disabled={disabled} onInput={edit("fact")} />
      </label>
      <label class="probe-weight">
        {label("Weight")}
        <input
          type="text"
          inputMode="decimal"
          value={row.weight}
          disabled={disabled}
          autocomplete="off"
          onInput={edit("weight")}
        />
      </label>
      <button
        type="button"
        disabled={disabled}
        aria-label={`Remove probe ${number}`}
        title="Remove"
        onClick={onRemove}
      >
        ×
      </button>
      {fault && <p class="refusal">{fault}</p>}
    </li>
  );
}

// What could not be looked for is told in the service's own words.
function Lint({ set }: { set: ProbeSet }): JSX.Element {
  const findings = set.findings ?? [];
  return (
    <div class="note" role="status">
      <p>
        Saved. The lint{" "}
        {findings.length === 0 ? "has no doubts." : `doubts ${counted(findings.length, "probe")}:`}
      </p>
      <ul>
        {findings.map((finding, i) => (
          <li key={i}>
            <strong>
              <Hostile text={finding.id} />
            </strong>{" "}
            {spoken(finding.kind)}: <Hostile text={finding.message} class="plain" />
          </li>
        ))}
        {(set.not_checked ?? []).map((what) => (
          <li key={what} class="faint">
            <Hostile text={sentenceCase(what)} class="plain" />.
          </li>
        ))}
      </ul>
    </div>
  );
}

export function ProbeEditor({
  set,
  mayEdit,
  onSaved,
}: {
  set: ProbeSet;
  mayEdit: boolean;
  onSaved: (set: ProbeSet) => void;
}): JSX.Element {
  const { client } = useSession();
  const [rows, setRows] = useState<ProbeRow[]>(() => (set.probes ?? []).map(rowOf));
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [saved, setSaved] = useState<ProbeSet | null>(null);
  const outcome = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (saved || problem) outcome.current?.scrollIntoView({ block: "nearest" });
  }, [saved, problem]);
  const faults = useMemo(() => faultsOf(rows), [rows]);
  const figures = useMemo(() => figuresOf(rows.map(probeOf)), [rows]);
  const isChanged =
    JSON.stringify(rows.map(probeOf)) !==
    JSON.stringify((set.probes ?? []).map((probe) => probeOf(rowOf(probe))));
  const wanted = text.trim().toLocaleLowerCase();
  const shown = rows.flatMap((row, i) =>
    wanted === "" || `${row.id} ${row.question} ${row.fact}`.toLocaleLowerCase().includes(wanted) ? [i] : [],
  );
  const change = (next: ProbeRow[]) => {
    setRows(next);
    setSaved(null);
  };
  const save = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const json = { probes: rows.map(probeOf) };
      const { value } = await client.put<ProbeSet>(pathOf`/v1/probes/${set.name}`, {
        json,
        idempotencyKey: newIdempotencyKey(),
      });
      setSaved(value);
      onSaved({ ...value, probes: json.probes });
    } catch (error) {
      setProblem(asProblem(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Section
      title="Questions"
      note={`${counted(figures.probes, "probe")} · ${figures.withFact} with an expected fact · the heaviest weighs ${percent(figures.largestShare)}`}
    >
      <div class="filters" role="search" aria-label="Filter the probes">
        <div class="field">
          <label for="probe-text">Show probes that hold</label>
          <input
            id="probe-text"
            type="search"
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </div>
        {mayEdit && (
          <button
            type="button"
            onClick={() => {
              setText("");
              change([newRow(rows), ...rows]);
            }}
          >
            Add a probe
          </button>
        )}
      </div>
      <p class="probes-head" aria-hidden="true">
        <span>Name</span>
        <span>Question</span>
        <span>Expected fact</span>
        <span>Weight</span>
      </p>
      <ul class="probes">
        {shown.slice(0, SHOWN).map((i) => {
          const row = rows[i];
          return (
            row && (
              <Row
                key={i}
                row={row}
                number={i + 1}
                fault={faults.get(i)}
                disabled={!mayEdit}
                onChange={(next) => change(rows.map((old, k) => (k === i ? next : old)))}
                onRemove={() => change(rows.filter((_, k) => k !== i))}
              />
            )
          );
        })}
      </ul>
      {shown.length > SHOWN && (
        <p class="faint">
          The first {SHOWN} of {shown.length} are shown: filter to see others.
        </p>
      )}
      {shown.length === 0 && <p class="faint">No probe holds that.</p>}
      {mayEdit && (
        <p class="actions save-bar">
          <button
            type="button"
            class="primary"
            disabled={!isChanged || faults.size > 0 || busy}
            onClick={() => void save()}
          >
            {busy ? "Saving …" : "Save as a new version"}
          </button>
          {faults.size > 0 && (
            <span class="refusal">{counted(faults.size, "probe")} cannot be saved as it stands.</span>
          )}
        </p>
      )}
      <div ref={outcome}>
        {problem && <ProblemNote problem={problem} />}
        {saved && <Lint set={saved} />}
      </div>
    </Section>
  );
}
