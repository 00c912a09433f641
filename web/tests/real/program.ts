// A running `ragsieve serve` with a state of its own, over the sample corpus. RAGSIEVE_BIN names
// the program (default: the release build); models and the cache of vectors are the user's.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const BIN = process.env.RAGSIEVE_BIN ?? join(ROOT, "build/release/app/ragsieve");
export const CORPUS = "handbook";
const READY_MS = 280_000;
const TERMINATED = 128 + 15; // the exit code after SIGTERM

export function sample(path: string): string {
  return readFileSync(join(ROOT, "samples", path), "utf8");
}

export class Program {
  base = "";
  key = "";
  readonly #folder = mkdtempSync(join(tmpdir(), "ragsieve-page-"));
  #process: ChildProcess | null = null;

  get log(): string {
    return readFileSync(join(this.#folder, "log"), "utf8");
  }

  async start(): Promise<void> {
    if (!existsSync(BIN)) throw new Error(`${BIN} is not built: run scripts/build.sh release first`);
    const at = (name: string) => join(this.#folder, name);
    mkdirSync(at("state"), { mode: 0o700 });
    mkdirSync(at("corpora"));
    copyFileSync(join(ROOT, "samples/corpus.jsonl"), at("corpora/corpus.jsonl"));
    execFileSync(BIN, ["keygen", "--out", at("gate"), "--owner", "Safety desk"], { stdio: "pipe" });
    const log = openSync(at("log"), "a");
    const flags = ["--listen", "127.0.0.1:0", "--key", at("gate.key.toml"), "--first-key", at("first.key")];
    this.#process = spawn(BIN, ["serve", ...flags], {
      cwd: ROOT,
      env: {
        ...process.env,
        RAGSIEVE__STATE__DIR: at("state"),
        RAGSIEVE__SERVER__CORPORA_DIR: at("corpora"),
      },
      stdio: ["ignore", log, log],
    });
    closeSync(log);
    await this.#until("listen", () => {
      this.base = /"serves at ([\d.:]+)"/.exec(this.log)?.[1] ?? "";
      return Promise.resolve(this.base !== "");
    });
    this.base = `http://${this.base}`;
    this.key = readFileSync(at("first.key"), "utf8").trim();
    await this.#makeReady();
  }

  // The corpus is registered, its probes are the sample questions.
  async #makeReady(): Promise<void> {
    await this.send("PUT", `/v1/corpora/${CORPUS}`, { path: "corpus.jsonl" });
    await this.#until("become ready", async () => (await fetch(`${this.base}/readyz`)).ok);
    const probes = sample("queries.jsonl")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { _id: string; text: string; answers: string[] })
      .map(({ _id, text, answers }) => ({ id: _id, question: text, expected_fact: answers[0] }));
    await this.send("PUT", `/v1/probes/${CORPUS}`, { probes });
  }

  async #until(what: string, happened: () => Promise<boolean>): Promise<void> {
    for (const end = Date.now() + READY_MS; !(await happened()); await sleep(100)) {
      if (this.#process?.exitCode !== null || Date.now() > end)
        throw new Error(`the program did not ${what}: ${this.log}`);
    }
  }

  ask(method: string, path: string, json?: unknown): Promise<Response> {
    return fetch(this.base + path, {
      method,
      headers: { Authorization: `Bearer ${this.key}`, "Content-Type": "application/json" },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
  }

  async send<Value>(method: string, path: string, json?: unknown): Promise<Value> {
    const answer = await this.ask(method, path, json);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as Value;
  }

  // Ends the program as a service manager does, and removes its folder.
  async stop(): Promise<void> {
    const running = this.#process;
    try {
      if (running?.exitCode === null) {
        const ended = once(running, "exit");
        running.kill("SIGTERM");
        await ended;
      }
      if (running && running.exitCode !== TERMINATED)
        throw new Error(`the program ended with ${running.exitCode}: ${this.log}`);
    } finally {
      rmSync(this.#folder, { recursive: true });
    }
  }
}
