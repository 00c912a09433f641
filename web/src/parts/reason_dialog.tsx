// Asks for the reason of a decision. Without one nothing is decided.
import type { JSX } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { newIdempotencyKey } from "../api/client";
import { asProblem, type Problem } from "../api/problem";
import { ProblemNote } from "./problem_note";

export interface ReasonRequest {
  title: string;
  explanation: string;
  verb: string;
  danger?: boolean;
  send: (reason: string, idempotencyKey: string) => Promise<void>;
}

export function ReasonDialog({
  request,
  onClose,
}: {
  request: ReasonRequest;
  onClose: () => void;
}): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const [reason, setReason] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const key = useRef({ of: "", value: "" }); // the same for the same reason: a retry decides once
  const id = useId();
  useLayoutEffect(() => dialog.current?.showModal(), []); // before the next key: it belongs to the reason
  const isReady = /[\p{L}\p{N}]/u.test(reason) && !busy;
  const send = async () => {
    if (!isReady) return;
    const text = reason.trim();
    if (key.current.of !== text) key.current = { of: text, value: newIdempotencyKey() };
    setBusy(true);
    setProblem(null);
    try {
      await request.send(text, key.current.value);
      onClose();
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void send();
  };
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby={`${id}-title`}
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <h2 id={`${id}-title`}>{request.title}</h2>
        <p>{request.explanation}</p>
        <label for={id}>
          Reason <span class="faint">(required, kept with the decision)</span>
        </label>
        <textarea
          id={id}
          rows={4}
          required
          value={reason}
          onInput={(event) => setReason(event.currentTarget.value)}
        />
        {problem && <ProblemNote problem={problem} />}
        <p class="actions">
          <button type="submit" class={request.danger ? "danger" : "primary"} disabled={!isReady}>
            {busy ? "Sending …" : request.verb}
          </button>
          <button type="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          <span class="faint">
            <kbd>Ctrl</kbd> <kbd>Enter</kbd> sends
          </span>
        </p>
      </form>
    </dialog>
  );
}
