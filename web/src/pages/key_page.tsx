// Where a key is entered. It stays in this page's memory and is gone when the page is.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Client } from "../api/client";
import type { Me } from "../api/operation";
import { asProblem, type Problem } from "../api/problem";
import { ProblemNote } from "../parts/problem_note";

export function KeyPage({
  note,
  onRefused,
  onEnter,
}: {
  note: string | null;
  onRefused: () => void;
  onEnter: (client: Client, me: Me) => void;
}): JSX.Element {
  const [key, setKey] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const enter = async (event: Event) => {
    event.preventDefault();
    const text = key.trim();
    if (text === "" || busy) return;
    setBusy(true);
    setProblem(null);
    try {
      let isIn = false; // a key that is refused here is told below, one that is revoked later by a note
      const client = new Client(text, { onRefused: () => isIn && onRefused() });
      const me = await client.get<Me>("/v1/me");
      isIn = true;
      onEnter(client, me);
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
    }
  };
  return (
    <main id="main" class="key-page" tabIndex={-1}>
      <h1>ragsieve</h1>
      <p class="key-lead">Review what wants to enter the knowledge base.</p>
      {note && (
        <p class="note" role="status">
          {note}
        </p>
      )}
      <form onSubmit={(event) => void enter(event)}>
        <label for="key">API key</label>
        <input
          id="key"
          type="password"
          value={key}
          autocomplete="off"
          spellcheck={false}
          autofocus
          aria-describedby="key-hint"
          onInput={(event) => setKey(event.currentTarget.value)}
        />
        <p id="key-hint" class="faint">
          Kept in this page&rsquo;s memory only: not stored, not in a cookie, forgotten when the page is
          reloaded.
        </p>
        <button type="submit" class="primary" disabled={key.trim() === "" || busy}>
          {busy ? "Asking …" : "Enter"}
        </button>
      </form>
      {problem && <ProblemNote problem={problem} />}
    </main>
  );
}
