// The keys of the review queue. They rest while something is written or a dialog is open.
import { useEffect, useRef } from "preact/hooks";

export type ReviewKey = "next" | "previous" | "release" | "reject" | "note" | "select";

const KEYS: Readonly<Record<string, ReviewKey>> = {
  j: "next",
  k: "previous",
  r: "release",
  x: "reject",
  n: "note",
  s: "select",
};

export function reviewKeyOf(event: {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  target: EventTarget | null;
}): ReviewKey | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const target = event.target as { closest?: (selector: string) => unknown } | null;
  if (target?.closest?.("input:not([type=checkbox]), textarea, select, dialog, [contenteditable]"))
    return null;
  return KEYS[event.key] ?? null;
}

// `act` is always that of the latest rendering: two presses may follow each other faster than effects.
export function useReviewKeys(act: (key: ReviewKey) => void): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const key = reviewKeyOf(event);
      if (!key || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      latest.current(key);
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}
