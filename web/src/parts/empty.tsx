// A place with nothing in it: says so, and what to do about it.
import type { ComponentChildren, JSX } from "preact";

export function Empty({ title, children }: { title: string; children?: ComponentChildren }): JSX.Element {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children && <p>{children}</p>}
    </div>
  );
}

export function Loading({ what }: { what: string }): JSX.Element {
  return (
    <p class="loading" role="status">
      <span class="loading-bar" aria-hidden="true" /> Loading {what} …
    </p>
  );
}
