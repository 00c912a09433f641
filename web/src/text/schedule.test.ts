import { describe, expect, it } from "vitest";
import { dueWords, scheduleWords } from "./schedule";

describe("Schedule", () => {
  it("is said in words", () => {
    expect(["1m", "90m", "1h", "12h", "1d", "31d"].map(scheduleWords)).toEqual([
      "every minute",
      "every 90 minutes",
      "every hour",
      "every 12 hours",
      "every day",
      "every 31 days",
    ]);
  });
  it("is refused where the service would refuse it", () => {
    for (const text of [
      "",
      "h",
      "0m",
      "01h",
      "1",
      "1w",
      "1 h",
      "-1h",
      "32d",
      "745h",
      "99999m",
      "100000m",
      "1.5h",
    ])
      expect([text, scheduleWords(text)]).toEqual([text, null]);
    expect(scheduleWords("44640m")).toBe("every 44,640 minutes");
  });
  it("says when the next look is due", () => {
    const now = Date.parse("2026-11-30T16:00:00Z");
    const at = (time: string | null) => dueWords(time, now);
    expect(at(null)).toBe("at once");
    expect(at("2026-11-30T15:00:00Z")).toBe("due now");
    expect(at("2026-11-30T16:12:30Z")).toBe("in 12 min");
    expect(at("2026-11-30T19:00:00Z")).toBe("in 3 h");
    expect(at("2026-12-02T19:00:00Z")).toBe("in 2 days");
    expect(at("soon")).toBe("soon");
  });
});
