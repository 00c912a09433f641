// A page's name and what it is for, in one line each.
import type { ComponentChildren, JSX } from "preact";

export function PageHead({
  title,
  children,
}: {
  title: ComponentChildren;
  children?: ComponentChildren;
}): JSX.Element {
  return (
    <header class="page-head">
      <h1>{title}</h1>
      {children && <p>{children}</p>}
    </header>
  );
}
