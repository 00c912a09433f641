// A part of a page under a heading of its own.
import type { ComponentChildren, JSX } from "preact";
import { useId } from "preact/hooks";

export function Section({
  title,
  note,
  children,
  class: name = "",
}: {
  title: string;
  note?: ComponentChildren;
  children: ComponentChildren;
  class?: string;
}): JSX.Element {
  const id = useId();
  return (
    <section class={`section ${name}`} aria-labelledby={id}>
      <header class="section-head">
        <h2 id={id}>{title}</h2>
        {note && <span class="faint">{note}</span>}
      </header>
      {children}
    </section>
  );
}
