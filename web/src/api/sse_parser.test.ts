import { describe, expect, it } from "vitest";
import { type ServerEvent, SseParser } from "./sse_parser";

const STREAM =
  'id: 7\nevent: progress\ndata: {"done":1}\n\n: alive\n\nid: 8\r\nevent: done\r\ndata: {}\r\n\r\ndata: a\rdata:b\r\r';
const EVENTS: ServerEvent[] = [
  { id: "7", type: "progress", data: '{"done":1}' },
  { id: "8", type: "done", data: "{}" },
  { id: "8", type: "message", data: "a\nb" },
];

describe("SseParser", () => {
  it("reads events of every kind of line end", () => {
    expect(new SseParser().push(STREAM)).toEqual(EVENTS);
  });
  it("gives the same wherever the pieces end", () => {
    for (let cut = 0; cut <= STREAM.length; ++cut) {
      const parser = new SseParser();
      expect([...parser.push(STREAM.slice(0, cut)), ...parser.push(STREAM.slice(cut))]).toEqual(EVENTS);
    }
    const parser = new SseParser();
    expect(Array.from(STREAM).flatMap((character) => parser.push(character))).toEqual(EVENTS);
  });
  it("remembers the last id for the next connection", () => {
    const parser = new SseParser();
    parser.push("id: 12\ndata: x\n\nid: 13\n");
    expect(parser.lastEventId).toBe("13");
  });
  it("skips a byte order mark, comments, unknown fields and events without data", () => {
    expect(new SseParser().push("\uFEFFdata: x\n\nretry: 5\nfield\n\nevent: lost\n\n")).toEqual([
      { id: "", type: "message", data: "x" },
    ]);
  });
  it("takes an id with a NUL for none", () => {
    expect(new SseParser().push("id: 1\0\ndata: x\n\n")[0]?.id).toBe("");
  });
  it("bears heartbeats for ever and refuses an event without end", () => {
    const parser = new SseParser();
    for (let i = 0; i < 300_000; ++i) parser.push(": alive\n\n");
    expect(() => {
      for (let i = 0; i < 20; ++i) parser.push(`data: ${"x".repeat(100_000)}\n`);
    }).toThrow("too large");
  });
});
