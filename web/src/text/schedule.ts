// How often a corpus is looked at, as the service writes it: a number of minutes, hours or days.
import { counted } from "./format";

const UNITS = {
  m: { seconds: 60, word: "minute" },
  h: { seconds: 3600, word: "hour" },
  d: { seconds: 86_400, word: "day" },
} as const;
const LONGEST_S = 31 * UNITS.d.seconds;

// "90m" as "every 90 minutes"; null where it is no schedule, from a minute to 31 days.
export function scheduleWords(schedule: string): string | null {
  const [, digits = "", unit = ""] = /^([1-9]\d{0,4})([mhd])$/.exec(schedule) ?? [];
  const found = UNITS[unit as keyof typeof UNITS];
  const n = Number(digits);
  if (!found || n * found.seconds > LONGEST_S) return null;
  return n === 1 ? `every ${found.word}` : `every ${counted(n, found.word)}`;
}

// "in 12 min", "due now"; without a time the first look is made at once.
export function dueWords(time: string | null, nowMs: number = Date.now()): string {
  if (time === null) return "at once";
  const seconds = Math.round((Date.parse(time) - nowMs) / 1000);
  if (Number.isNaN(seconds)) return time;
  if (seconds < 60) return "due now";
  if (seconds < 3600) return `in ${Math.floor(seconds / 60)} min`;
  if (seconds < 86_400) return `in ${Math.floor(seconds / 3600)} h`;
  return `in ${counted(Math.floor(seconds / 86_400), "day")}`;
}
