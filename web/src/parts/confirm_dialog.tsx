// Asks again before something that cannot be taken back.
import type { JSX } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { asProblem, type Problem } from "../api/problem";
import { ProblemNote } from "./problem_note";

export function ConfirmDialog({
  title,
  explanation,
  verb,
  send,
  onClose,
}: {
  title: string;
  explanation: string;
  verb: string;
  send: () => Promise<void>;
  onClose: () => void;
}): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const id = useId();
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const confirm = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await send();
      onClose();
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
    }
  };
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby={`${id}-title`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        <h2 id={`${id}-title`}>{title}</h2>
        <p>{explanation}</p>
        {problem && <ProblemNote problem={problem} />}
        <p class="actions">
          <button type="button" autofocus onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          <button type="submit" class="danger" disabled={busy}>
            {busy ? "Sending …" : verb}
          </button>
        </p>
      </form>
    </dialog>
  );
}
