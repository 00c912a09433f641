import { describe, expect, it } from "vitest";
import { Client } from "./client";
import { followJob } from "./job_events";
import { Problem } from "./problem";

type Script = (() => Response | Promise<Response>)[];

function streamOf(text: string, isEndless = false): Response {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text));
      if (!isEndless) controller.close();
    },
  });
  return new Response(body, { status: 200, headers: { "Content-Type": "text/event-stream" } });
}

function follow(script: Script, options: { silenceMs?: number } = {}) {
  const lastIds: (string | null)[] = [];
  const heard: string[] = [];
  const connections: boolean[] = [];
  const stop = new AbortController();
  const send = (async (_url: string, init: RequestInit) => {
    lastIds.push(new Headers(init.headers).get("Last-Event-ID"));
    const next = script.shift();
    if (!next) throw new TypeError("nothing more");
    return next();
  }) as unknown as typeof fetch;
  const over = followJob(new Client("k", { fetch: send }), "/v1/jobs/1/events", {
    signal: stop.signal,
    firstPauseMs: 1,
    longestPauseMs: 4,
    ...options,
    onEvent: (event) => heard.push(`${event.id} ${event.type}`),
    onConnection: (connected) => connections.push(connected),
  });
  return { over, lastIds, heard, connections, stop };
}

describe("FollowJob", () => {
  it("ends with the event that ends the job", async () => {
    const run = follow([
      () => streamOf("id: 1\nevent: progress\ndata: {}\n\nid: 2\nevent: done\ndata: {}\n\n"),
    ]);
    expect(await run.over).toMatchObject({ id: "2", type: "done" });
    expect(run.heard).toEqual(["1 progress", "2 done"]);
  });
  it("goes on behind the last event after a broken connection", async () => {
    const run = follow([
      () => streamOf("id: 1\nevent: progress\ndata: {}\n\nid: 2\nevent: prog"),
      () => Promise.reject(new TypeError("down")),
      () => streamOf("id: 2\nevent: failed\ndata: {}\n\n"),
    ]);
    expect((await run.over).type).toBe("failed");
    expect(run.lastIds).toEqual([null, "1", "1"]);
    expect(run.heard).toEqual(["1 progress", "2 failed"]);
    expect(run.connections).toEqual([true, false, false, true]);
  });
  it("connects anew when not even a heartbeat comes", async () => {
    const run = follow(
      [() => streamOf(": alive\n\n", true), () => streamOf("event: cancelled\ndata: {}\n\n")],
      { silenceMs: 20 },
    );
    expect((await run.over).type).toBe("cancelled");
    expect(run.lastIds.length).toBe(2);
  });
  it("waits out a busy service and stops at a refusal", async () => {
    const busy = () => new Response("{}", { status: 503 });
    await expect(follow([busy, () => streamOf("event: done\ndata: {}\n\n")]).over).resolves.toMatchObject({
      type: "done",
    });
    await expect(follow([() => new Response("{}", { status: 404 })]).over).rejects.toThrow(Problem);
  });
  it("stops when it is stopped, also while it waits", async () => {
    const run = follow([() => streamOf(": alive\n\n", true)]);
    setTimeout(() => run.stop.abort(), 10);
    await expect(run.over).rejects.toThrow();
    expect(run.lastIds.length).toBe(1);
  });
});
