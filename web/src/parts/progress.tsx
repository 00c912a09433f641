// How far work is. Without a total it only says that it goes on.
import type { JSX } from "preact";

export function Progress({
  label,
  done,
  total,
}: {
  label: string;
  done: number;
  total: number;
}): JSX.Element {
  const known = total > 0;
  return (
    <div class="progress">
      <div class="progress-line" role="status">
        <span>{label}</span>
        {known && (
          <span class="number">
            {done.toLocaleString("en-GB")} of {total.toLocaleString("en-GB")}
          </span>
        )}
      </div>
      {known ? <progress aria-label={label} max={total} value={done} /> : <progress aria-label={label} />}
    </div>
  );
}
