// Speaks to the service of this origin. The key lives in a private field of this object and
// nowhere else: no storage, no cookie, no URL. Every failure is a Problem.
import { isAbort, problemOf, unreachable, unreadable } from "./problem";

export type Query = Record<string, string | number | boolean | null | undefined>;

export interface RequestOptions {
  query?: Query;
  json?: unknown;
  body?: { type: string; bytes: Uint8Array };
  idempotencyKey?: string;
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

export interface Answer<Value> {
  status: number;
  value: Value;
}

// "/v1/documents/{id}" and its parts: each is encoded, a colon stays as it is.
export function pathOf(strings: TemplateStringsArray, ...parts: (string | number)[]): string {
  return strings.reduce((path, piece, i) => {
    const part = i < parts.length ? encodeURIComponent(String(parts[i])).replaceAll("%3A", ":") : "";
    return path + piece + part;
  }, "");
}

export function queryOf(query: Query | undefined): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== null && value !== undefined && value !== "") pairs.set(name, String(value));
  }
  const text = pairs.toString();
  return text === "" ? "" : `?${text}`;
}

// 128 random bits. crypto.randomUUID exists only in secure contexts, this everywhere.
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Client {
  readonly #key: string;
  readonly #fetch: typeof fetch;
  readonly #onRefused: () => void;

  constructor(key: string, options: { fetch?: typeof fetch; onRefused?: () => void } = {}) {
    this.#key = key;
    this.#fetch = options.fetch ?? ((input, init) => fetch(input, init));
    this.#onRefused = options.onRefused ?? (() => undefined);
  }

  async get<Value>(path: string, options: RequestOptions = {}): Promise<Value> {
    return (await this.request<Value>("GET", path, options)).value;
  }

  async post<Value>(path: string, options: RequestOptions = {}): Promise<Answer<Value>> {
    return this.request<Value>("POST", path, options);
  }

  async put<Value>(path: string, options: RequestOptions = {}): Promise<Answer<Value>> {
    return this.request<Value>("PUT", path, options);
  }

  async delete<Value>(path: string, options: RequestOptions = {}): Promise<Answer<Value>> {
    return this.request<Value>("DELETE", path, options);
  }

  // The answer itself, its body unread, for event streams; a status that is no success is a Problem.
  async open(method: string, path: string, options: RequestOptions = {}): Promise<Response> {
    const headers = new Headers(options.headers);
    headers.set("Authorization", `Bearer ${this.#key}`);
    if (!headers.has("Accept")) headers.set("Accept", "application/json, application/problem+json");
    if (options.idempotencyKey) headers.set("Idempotency-Key", options.idempotencyKey);
    let body: BodyInit | null = null;
    if (options.body) {
      headers.set("Content-Type", options.body.type);
      body = options.body.bytes as Uint8Array<ArrayBuffer>;
    } else if (options.json !== undefined) {
      headers.set("Content-Type", "application/json");
      body = JSON.stringify(options.json);
    }
    const response = await this.#send(path + queryOf(options.query), {
      method,
      headers,
      body,
      signal: options.signal ?? null,
      cache: "no-store",
      credentials: "omit",
      redirect: "error",
      referrerPolicy: "no-referrer",
    });
    if (response.ok) return response;
    const problem = problemOf(response.status, await response.text(), response.headers);
    if (response.status === 401) this.#onRefused();
    throw problem;
  }

  async request<Value>(method: string, path: string, options: RequestOptions = {}): Promise<Answer<Value>> {
    const response = await this.open(method, path, options);
    const text = await response.text();
    if (text === "") return { status: response.status, value: undefined as Value };
    try {
      return { status: response.status, value: JSON.parse(text) as Value };
    } catch {
      throw unreadable(response.status);
    }
  }

  async #send(url: string, init: RequestInit): Promise<Response> {
    try {
      return await this.#fetch(url, init);
    } catch (error) {
      if (isAbort(error)) throw error;
      throw unreachable();
    }
  }
}
