// A line of text with its label, a hint, and what is wrong with it.
import type { ComponentChildren, JSX } from "preact";
import { useId } from "preact/hooks";
import { Hostile } from "./hostile";

export function TextField({
  label,
  value,
  onChange,
  type = "text",
  hint,
  refusal,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  type?: "text" | "password";
  hint?: ComponentChildren;
  refusal?: string | undefined;
}): JSX.Element {
  const id = useId();
  const described = [hint ? `${id}-hint` : "", refusal ? `${id}-refusal` : ""].filter(Boolean).join(" ");
  const members = {
    id,
    value,
    autocomplete: "off",
    spellcheck: false,
    "aria-invalid": refusal !== undefined,
    "aria-describedby": described || undefined,
    onInput: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {type === "password" ? <input type="password" {...members} /> : <input type="text" {...members} />}
      <Refusal id={`${id}-refusal`} text={refusal} />
      {hint && (
        <span id={`${id}-hint`} class="faint">
          {hint}
        </span>
      )}
    </div>
  );
}

export function Refusal({ id, text }: { id: string; text: string | undefined }): JSX.Element | null {
  if (text === undefined) return null;
  return (
    <span id={id} class="refusal" role="alert">
      <Hostile text={text} class="plain" />
    </span>
  );
}
