// Which corpus is meant. A key that may not list the corpora can name one.
import type { JSX } from "preact";
import { useEffect, useId } from "preact/hooks";
import type { Corpus } from "../api/operation";
import type { Page } from "../api/review";
import { useSession } from "../app/session";
import { useResource } from "../app/use_resource";
import { visibleLine } from "../text/runs";
import { Refusal } from "./text_field";

function described(corpus: Corpus): string {
  const size = corpus.documents ? `, ${corpus.documents.toLocaleString("en-GB")} documents` : "";
  return visibleLine(corpus.name) + (corpus.state === "ready" ? size : ` (${corpus.state})`);
}

export function CorpusChoice({
  label,
  value,
  onChange,
  optional = false,
  refusal,
}: {
  label: string;
  value: string;
  onChange: (name: string) => void;
  optional?: boolean;
  refusal?: string | undefined;
}): JSX.Element {
  const { client } = useSession();
  const id = useId();
  const corpora = useResource((signal) => client.get<Page<Corpus>>("/v1/corpora", { signal }), [client]);
  const items = corpora.value?.items;
  useEffect(() => {
    const ready = items?.find((corpus) => corpus.state === "ready");
    if (!optional && value === "" && ready) onChange(ready.name);
  }, [items]);
  if (items && items.length > 0) {
    return (
      <div class="field">
        <label for={id}>{label}</label>
        <select
          id={id}
          value={value}
          aria-invalid={refusal !== undefined}
          aria-describedby={refusal === undefined ? undefined : `${id}-refusal`}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {(optional || value === "") && <option value="">{optional ? "none" : "choose one"}</option>}
          {items.map((corpus) => (
            <option key={corpus.name} value={corpus.name}>
              {described(corpus)}
            </option>
          ))}
        </select>
        <Refusal id={`${id}-refusal`} text={refusal} />
      </div>
    );
  }
  const hint = items
    ? "No corpus is registered yet."
    : corpora.loading
      ? "Loading the list …"
      : "The list cannot be read with this key.";
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="text"
        value={value}
        aria-invalid={refusal !== undefined}
        aria-describedby={refusal === undefined ? `${id}-hint` : `${id}-refusal ${id}-hint`}
        autocomplete="off"
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      <Refusal id={`${id}-refusal`} text={refusal} />
      <span id={`${id}-hint`} class="faint">
        {hint}
      </span>
    </div>
  );
}
