// Follows a job's events by fetch, because EventSource cannot send a key. After a broken connection
// it goes on behind the last event that came, waiting longer each time.
import type { Client } from "./client";
import { isAbort, Problem } from "./problem";
import { type ServerEvent, SseParser } from "./sse_parser";

export interface FollowOptions {
  signal: AbortSignal;
  onEvent: (event: ServerEvent) => void;
  onConnection?: (connected: boolean) => void;
  silenceMs?: number; // without even a heartbeat: connect anew
  firstPauseMs?: number;
  longestPauseMs?: number;
}

const OVER = new Set(["done", "failed", "cancelled"]);

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new DOMException("stopped", "AbortError"));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
  });
}

// A refusal that time does not heal.
function isFinal(error: unknown): boolean {
  if (!(error instanceof Problem) || error.status === 0) return false;
  return error.status < 500 && error.status !== 408 && error.status !== 429;
}

class Follower {
  #lastId = "";
  #came = false;

  constructor(
    private readonly client: Client,
    private readonly path: string,
    private readonly options: FollowOptions,
  ) {}

  async run(): Promise<ServerEvent> {
    const longest = this.options.longestPauseMs ?? 8000;
    const first = this.options.firstPauseMs ?? 500;
    for (let wait = first; ; wait = Math.min(wait * 2, longest)) {
      this.#came = false;
      let retryAfterMs = 0;
      try {
        const last = await this.#connect();
        if (last) return last;
      } catch (error) {
        if ((isAbort(error) && this.options.signal.aborted) || isFinal(error)) throw error;
        if (error instanceof Problem) retryAfterMs = (error.retryAfterS ?? 0) * 1000;
      }
      this.options.onConnection?.(false);
      if (this.#came) wait = first;
      await pause(Math.max(wait, retryAfterMs), this.options.signal);
    }
  }

  // One connection: the last event of the job, or null where the stream ended before it.
  async #connect(): Promise<ServerEvent | null> {
    const watch = new AbortController();
    const stop = () => watch.abort();
    this.options.signal.addEventListener("abort", stop, { once: true });
    try {
      const headers: Record<string, string> = { Accept: "text/event-stream" };
      if (this.#lastId !== "") headers["Last-Event-ID"] = this.#lastId;
      const response = await this.client.open("GET", this.path, { headers, signal: watch.signal });
      this.options.onConnection?.(true);
      return await this.#read(response, watch);
    } finally {
      watch.abort();
      this.options.signal.removeEventListener("abort", stop);
    }
  }

  async #read(response: Response, watch: AbortController): Promise<ServerEvent | null> {
    if (!response.body) return null;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    watch.signal.addEventListener("abort", () => void reader.cancel().catch(() => undefined), { once: true });
    const parser = new SseParser();
    parser.lastEventId = this.#lastId;
    for (;;) {
      const timer = setTimeout(() => watch.abort(), this.options.silenceMs ?? 60_000);
      const { done, value } = await reader.read().finally(() => clearTimeout(timer));
      if (done) return null;
      for (const event of parser.push(value)) {
        this.#lastId = event.id;
        this.#came = true;
        this.options.onEvent(event);
        if (OVER.has(event.type)) return event;
      }
    }
  }
}

// Resolves with the event that ends the job. Rejects when stopped, or when the service refuses.
export function followJob(client: Client, path: string, options: FollowOptions): Promise<ServerEvent> {
  return new Follower(client, path, options).run();
}
