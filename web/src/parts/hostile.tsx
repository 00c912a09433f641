// Text from outside, always as text: isolated from the direction of what stands around it, and with
// a chip for each character that is not drawn. Nothing of it is ever markup.
import type { ComponentChild, JSX } from "preact";
import { clipped, type Run, runsOfText } from "../text/runs";

const CHIPS_IN_A_ROW = 10;
const LONGEST = 4000; // of a name or a reason; a document's text is shown by parts/document_text.tsx

// No component: there may be many.
function chip(label: string, name: string): JSX.Element {
  return (
    <span class="chip" title={name}>
      {label}
    </span>
  );
}

// A flood of hidden characters is counted, so that the words between stay readable.
export function Runs({ runs }: { runs: readonly Run[] }): JSX.Element {
  const shown: ComponentChild[] = [];
  for (let i = 0; i < runs.length;) {
    const run = runs[i];
    if (!run) break;
    if (run.kind === "text") {
      shown.push(run.text);
      ++i;
      continue;
    }
    let end = i;
    while (end < runs.length && runs[end]?.kind === "mark") ++end;
    const last = end - i > CHIPS_IN_A_ROW + 1 ? i + CHIPS_IN_A_ROW : end;
    for (; i < last; ++i) {
      const mark = runs[i];
      if (mark?.kind === "mark") shown.push(chip(mark.label, mark.name));
    }
    if (i < end) shown.push(chip(`and ${end - i} more hidden`, "more characters that are not drawn"));
    i = end;
  }
  return <>{shown}</>;
}

export function Hostile({
  text,
  class: name = "",
}: {
  text: string | null | undefined;
  class?: string;
}): JSX.Element {
  return (
    <bdi dir="auto" class={`hostile ${name}`}>
      <Runs runs={runsOfText(clipped(text ?? "", LONGEST))} />
    </bdi>
  );
}
