// The foot of a list: its next page, its failure, or that it is being read.
import type { JSX } from "preact";
import type { Pages } from "../app/use_pages";
import { Loading } from "./empty";
import { ProblemNote } from "./problem_note";

export function More<Item>({ pages, what }: { pages: Pages<Item>; what: string }): JSX.Element | null {
  if (pages.problem)
    return <ProblemNote problem={pages.problem} onRetry={pages.items.length ? pages.more : pages.reload} />;
  if (pages.loading) return <Loading what={what} />;
  if (!pages.hasMore) return null;
  return (
    <button type="button" class="more" onClick={pages.more}>
      Show more {what}
    </button>
  );
}
