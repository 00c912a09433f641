import { describe, expect, it, vi } from "vitest";
import { Client, newIdempotencyKey, pathOf, queryOf } from "./client";
import { Problem, problemOf, retryAfter } from "./problem";

const answer = (status: number, body: string, headers: Record<string, string> = {}) =>
  new Response(body === "" && status === 204 ? null : body, { status, headers });

function clientOf(response: Response | Error, onRefused?: () => void) {
  const calls: { url: string; init: RequestInit }[] = [];
  const send = (async (url: string, init: RequestInit) => {
    calls.push({ url, init });
    if (response instanceof Error) throw response;
    return response;
  }) as unknown as typeof fetch;
  return { client: new Client("rs_secret", { fetch: send, ...(onRefused ? { onRefused } : {}) }), calls };
}

async function problemFrom(work: Promise<unknown>): Promise<Problem> {
  const error = await work.then(
    () => null,
    (found: unknown) => found,
  );
  if (!(error instanceof Problem)) throw new Error("no problem");
  return error;
}

describe("Client", () => {
  it("sends the key in the header and nowhere else", async () => {
    const { client, calls } = clientOf(answer(200, '{"items":[]}'));
    await client.get("/v1/quarantine", { query: { limit: 5, before: null } });
    expect(calls[0]?.url).toBe("/v1/quarantine?limit=5");
    expect(new Headers(calls[0]?.init.headers).get("Authorization")).toBe("Bearer rs_secret");
    expect(calls[0]?.init).toMatchObject({
      credentials: "omit",
      cache: "no-store",
      redirect: "error",
      referrerPolicy: "no-referrer",
    });
    expect(JSON.stringify(client)).not.toContain("rs_secret");
  });
  it("posts JSON with an idempotency key, and bytes as they are", async () => {
    const first = clientOf(answer(202, '{"id":"j"}'));
    expect(await first.client.post("/v1/audits", { json: { corpus: "a" }, idempotencyKey: "k" })).toEqual({
      status: 202,
      value: { id: "j" },
    });
    const headers = new Headers(first.calls[0]?.init.headers);
    expect([headers.get("Content-Type"), headers.get("Idempotency-Key"), first.calls[0]?.init.body]).toEqual([
      "application/json",
      "k",
      '{"corpus":"a"}',
    ]);
    const second = clientOf(answer(200, "{}"));
    await second.client.post("/v1/screen", {
      body: { type: "text/markdown", bytes: new Uint8Array([0xff]) },
    });
    expect(second.calls[0]?.init.body).toEqual(new Uint8Array([0xff]));
  });
  it("takes an empty answer for nothing", async () => {
    const { client } = clientOf(answer(204, ""));
    expect((await client.delete("/v1/keys/1")).value).toBeUndefined();
  });
  it("tells a problem of the service with all that it says", async () => {
    const body = JSON.stringify({
      type: "about:blank",
      title: "Conflict",
      status: 409,
      code: "corpus_not_ready",
      detail: "the corpus is indexed",
      where: { field: "corpus" },
      request_id: "r1",
    });
    const problem = await problemFrom(clientOf(answer(409, body)).client.get("/v1/x"));
    expect(problem).toMatchObject({
      status: 409,
      code: "corpus_not_ready",
      detail: "the corpus is indexed",
      where: { field: "corpus" },
      requestId: "r1",
    });
  });
  it("says when a key is refused, and only then", async () => {
    const onRefused = vi.fn();
    await problemFrom(clientOf(answer(403, "{}"), onRefused).client.get("/v1/keys"));
    expect(onRefused).not.toHaveBeenCalled();
    await problemFrom(clientOf(answer(401, "{}"), onRefused).client.get("/v1/me"));
    expect(onRefused).toHaveBeenCalledOnce();
  });
  it("tells a service that cannot be reached, and an answer that is no JSON", async () => {
    expect((await problemFrom(clientOf(new TypeError("failed")).client.get("/v1/me"))).code).toBe(
      "unreachable",
    );
    expect((await problemFrom(clientOf(answer(200, "<html>")).client.get("/v1/me"))).code).toBe("unreadable");
  });
  it("lets go what the page itself stopped", async () => {
    await expect(clientOf(new DOMException("stopped", "AbortError")).client.get("/v1/me")).rejects.toThrow(
      DOMException,
    );
  });
});

describe("Problem", () => {
  it("is made of a page that is no problem document too", () => {
    expect(problemOf(502, "<html>bad gateway</html>", new Headers())).toMatchObject({
      status: 502,
      code: "http_502",
      title: "Status 502",
    });
    expect(problemOf(503, '"text"', new Headers({ "Retry-After": "7", "X-Request-Id": "r9" }))).toMatchObject(
      { retryAfterS: 7, requestId: "r9" },
    );
  });
  it("reads both forms of Retry-After", () => {
    const now = Date.parse("2026-11-30T18:00:00Z");
    expect([
      retryAfter("12", now),
      retryAfter("Mon, 30 Nov 2026 18:00:30 GMT", now),
      retryAfter("soon", now),
      retryAfter(null, now),
    ]).toEqual([12, 30, null, null]);
  });
});

describe("Paths", () => {
  it("are encoded part by part, colons left as they are", () => {
    const id = "../a b/c?d#e";
    expect(pathOf`/v1/documents/${id}`).toBe("/v1/documents/..%2Fa%20b%2Fc%3Fd%23e");
    expect(pathOf`/v1/reports/${"sha256:ab"}`).toBe("/v1/reports/sha256:ab");
  });
  it("leave out what is not set", () => {
    expect(queryOf({ a: "", b: undefined, c: false, d: "x y&z" })).toBe("?c=false&d=x+y%26z");
    expect(queryOf({})).toBe("");
  });
  it("have idempotency keys of 128 bits", () => {
    const keys = new Set(Array.from({ length: 100 }, newIdempotencyKey));
    expect(keys.size).toBe(100);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
  });
});
