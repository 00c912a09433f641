// Numbers and times as the page writes them. What was not measured is a dash, never a zero.

export const NOTHING = "–";

export function fixed(value: number | null | undefined, digits = 2): string {
  return value === null || value === undefined || !Number.isFinite(value) ? NOTHING : value.toFixed(digits);
}

// A probability, to two digits that say something: 0.41, 0.0031, below 0.000001.
export function probability(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return NOTHING;
  if (value === 0) return "0";
  if (value < 1e-6) return "< 0.000001";
  if (value >= 0.1) return String(Number(value.toFixed(2)));
  return value.toFixed(Math.min(6, 1 - Math.floor(Math.log10(value)))).replace(/0+$/, "");
}

export function percent(value: number | null | undefined, digits = 1): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return NOTHING;
  return `${(value * 100).toFixed(digits).replace(/\.0+$/, "")} %`;
}

export function counted(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString("en-GB")} ${n === 1 ? one : many}`;
}

export function sentenceCase(text: string): string {
  return text === "" ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

// "fact_conflict" as "fact conflict"
export function spoken(name: string): string {
  return name.replaceAll("_", " ");
}

// "30 Nov 2026, 18:05" of the reader's zone; the text itself where it is no time.
export function moment(time: string | null | undefined, timeZone?: string): string {
  if (!time) return NOTHING;
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  const options: Intl.DateTimeFormatOptions = {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
  };
  if (timeZone) options.timeZone = timeZone;
  return new Intl.DateTimeFormat("en-GB", options).format(date);
}

// "3 min ago"
export function ago(time: string, nowMs: number = Date.now()): string {
  const seconds = Math.round((nowMs - Date.parse(time)) / 1000);
  if (Number.isNaN(seconds)) return time;
  if (seconds < 60) return "just now";
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  return counted(Math.floor(seconds / 86_400), "day") + " ago";
}

// "sha256:748174eef3f2…" or the first twelve digits of a digest.
export function shortDigest(digest: string | null | undefined): string {
  if (!digest) return NOTHING;
  const [, prefix = "", digits = digest] = /^(sha256:)?([0-9a-f]{64})$/.exec(digest) ?? [];
  return digits.length > 12 ? `${prefix}${digits.slice(0, 12)}…` : digest;
}

export function byteSize(bytes: number): string {
  if (bytes < 1000) return counted(bytes, "byte");
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
