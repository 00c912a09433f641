// Looks at a watched corpus as numbers and words.
import type { Look, Monitor } from "../api/monitor";
import { counted } from "../text/format";

// Flagged of all documents; null where there was none.
export function alarmRate(look: Look): number | null {
  return look.documents > 0 ? look.flagged / look.documents : null;
}

// What a reviewer has to do with it, in a line; null: nothing.
export function newsOf(look: Look): string | null {
  const parts = [
    look.newly_flagged > 0 ? `${counted(look.newly_flagged, "document")} newly flagged` : null,
    look.reopened > 0 ? `${counted(look.reopened, "verdict")} re-opened` : null,
    look.left_alone > 0 ? `${counted(look.left_alone, "document")} not screened again` : null,
  ].filter((part) => part !== null);
  return parts.length > 0 ? parts.join(", ") : null;
}

export function changesOf(look: Look): string {
  const { added, changed, removed } = look;
  if (added + changed + removed === 0) return "no document had changed";
  const parts = [
    added > 0 ? `${added.toLocaleString("en-GB")} added` : null,
    changed > 0 ? `${changed.toLocaleString("en-GB")} changed` : null,
    removed > 0 ? `${removed.toLocaleString("en-GB")} removed` : null,
  ];
  return parts.filter((part) => part !== null).join(", ");
}

// What keeps the one who is to be told from being told; null: nothing does.
export function untoldOf({ deliveries }: Monitor): string | null {
  const { given_up: lost, waiting } = deliveries;
  const parts = [
    lost > 0 ? `${counted(lost, "message")} given up` : null,
    waiting > 0 ? `${counted(waiting, "message")} waiting` : null,
  ].filter((part) => part !== null);
  return parts.length > 0 ? parts.join(", ") : null;
}

// Oldest first, as a chart is drawn; times in seconds.
export function rateSeries(looks: readonly Look[]): [number[], (number | null)[]] {
  const sorted = [...looks].sort((a, b) => a.sequence - b.sequence);
  return [sorted.map((look) => Date.parse(look.time) / 1000), sorted.map(alarmRate)];
}
