// A small service for the tests of the page: it serves the built page under the policy that the
// real one sets, and answers in the shapes of docs/design/rest.md from a state in memory.
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { Refusal } from "./refusal";
import { type MockAnswer, ROUTES } from "./routes";
import { MockState } from "./state";

export const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const PAGE = fileURLToPath(new URL("../../../build/web", import.meta.url));
const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
};
// Who has a role may use what needs it; a reviewer reads too, an administrator may do all.
const may = (role: string, needed: string) =>
  role === "admin" || role === needed || (role === "review" && needed === "read");
const KEYS: Record<string, { name: string; role: string }> = {
  rs_review: { name: "Ana Ruiz", role: "review" },
  rs_admin: { name: "Root Okafor", role: "admin" },
  rs_read: { name: "auditor", role: "read" },
  rs_screen: { name: "ingest pipeline", role: "screen" },
};

export class MockServer {
  state = new MockState();
  faults = new Map<string, { status: number; code: string; detail: string; field?: string }>();
  eventHeaders: (string | undefined)[] = []; // Last-Event-ID of each connection
  eventPauseMs = 5;
  keys = new Map(Object.entries(KEYS));
  #server: Server = createServer((request, response) => void this.#serve(request, response));

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://localhost");
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (!url.pathname.startsWith("/v1/")) return this.#file(url.pathname, response);
    try {
      const answer = this.#answer(request, url, Buffer.concat(chunks).toString("utf8"));
      if (answer.events) return await this.#events(answer.events, request, response);
      response.writeHead(answer.status, { "Content-Type": "application/json" });
      response.end(JSON.stringify(answer.json));
    } catch (error) {
      const refusal = error instanceof Refusal ? error : new Refusal(503, "internal", String(error));
      this.#problem(response, refusal);
    }
  }

  #answer(request: IncomingMessage, url: URL, body: string): MockAnswer {
    const method = request.method ?? "GET";
    const who = this.keys.get(/^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "");
    if (!who) throw new Refusal(401, "unauthorized", "the key is unknown or revoked");
    const fault = this.faults.get(`${method} ${url.pathname}`);
    if (fault) throw new Refusal(fault.status, fault.code, fault.detail, fault.field);
    if (url.pathname === "/v1/me") return { status: 200, json: who };
    for (const [wanted, pattern, role, handler] of ROUTES) {
      const match = pattern.exec(url.pathname);
      if (!match || wanted !== method) continue;
      if (!may(who.role, role))
        throw new Refusal(403, "forbidden", `this needs the role ${role}, the key has ${who.role}`);
      const isJson = (request.headers["content-type"] ?? "").startsWith("application/json");
      const json = isJson && body !== "" ? (JSON.parse(body) as Record<string, unknown>) : {};
      if (method !== "GET")
        this.state.log.push({
          method,
          path: url.pathname,
          idempotencyKey: request.headers["idempotency-key"] as string | undefined,
          body: isJson ? json : body,
        });
      return handler({
        state: this.state,
        who: who.name,
        query: url.searchParams,
        parts: match.slice(1).map(decodeURIComponent),
        body,
        json,
      });
    }
    throw new Refusal(404, "not_found", `there is no ${method} ${url.pathname}`);
  }

  // Breaks off once in the middle: what follows must be asked for by Last-Event-ID.
  async #events(
    events: { job: string; stages: string[] },
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const header = request.headers["last-event-id"] as string | undefined;
    this.eventHeaders.push(header);
    const job = this.state.jobs.get(events.job);
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    response.write(": alive\n\n");
    const total = job?.progress.total ?? events.stages.length;
    for (let id = Number(header ?? 0) + 1; id <= events.stages.length; ++id) {
      await new Promise((resolve) => setTimeout(resolve, this.eventPauseMs));
      if (header === undefined && id === 4) return void response.destroy();
      const done = Math.round((total * id) / events.stages.length);
      response.write(
        `id: ${id}\nevent: progress\ndata: ${JSON.stringify({ stage: events.stages[id - 1], done, total })}\n\n`,
      );
    }
    if (job && job.state !== "cancelled")
      Object.assign(job, { state: "done", progress: { done: total, total } });
    response.end(`id: ${events.stages.length + 1}\nevent: ${job?.state ?? "done"}\ndata: {}\n\n`);
  }

  #file(path: string, response: ServerResponse): void {
    const name = path === "/" ? "/index.html" : normalize(path);
    try {
      const body = readFileSync(PAGE + name);
      response.writeHead(200, {
        "Content-Type": TYPES[extname(name)] ?? "application/octet-stream",
        "Content-Security-Policy": POLICY,
        "X-Content-Type-Options": "nosniff",
      });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  }

  #problem(response: ServerResponse, { status, code, message: detail, field }: Refusal): void {
    const headers: Record<string, string> = {
      "Content-Type": "application/problem+json",
      "X-Request-Id": "01JDQ8",
    };
    if (status === 503 || status === 429) headers["Retry-After"] = "3";
    response.writeHead(status, headers);
    response.end(
      JSON.stringify({
        type: "about:blank",
        title: status === 403 ? "Forbidden" : status === 401 ? "Unauthorized" : "Problem",
        status,
        code,
        detail,
        ...(field ? { where: { field } } : {}),
        request_id: "01JDQ8",
      }),
    );
  }
}
