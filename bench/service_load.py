#!/usr/bin/env python3
"""How much the service bears: `ragsieve serve` with real models over samples/, asked by clients on
the same machine. For /v1/filter (contexts of known documents) and /v1/screen: first as many requests
as a few clients that wait for their answers can send, then a fixed rate of four times the requests a
second that were answered. Prints one JSON object a scenario: requests a second, latencies, what else
was answered, and the server's memory. Needs a built ragsieve and its models (scripts/models.sh).

    bench/service_load.py [--seconds 60] [--clients 4]
"""

import argparse
import collections
import http.client
import json
import pathlib
import queue
import shutil
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests/e2e"))

import harness  # noqa: E402
from server import Server  # noqa: E402

DEPTH = 40
SENDERS = 64  # threads that send at a fixed rate


class Tally:
    """Answers by status with their times; thread-safe."""

    def __init__(self):
        self.lock = threading.Lock()
        self.seconds = collections.defaultdict(list)
        self.without_retry = 0

    def add(self, status, seconds, retry_after):
        with self.lock:
            self.seconds[status].append(seconds)
            if status in (429, 503) and retry_after is None:
                self.without_retry += 1

    def of(self, status):
        return sorted(self.seconds.get(status, []))


class Sender:
    """One connection that is kept and made anew where it broke."""

    def __init__(self, server, key, path, tally):
        self.server, self.path, self.tally = server, path, tally
        self.headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
        self.connection = None

    def send(self, body):
        begun = time.monotonic()
        try:
            if self.connection is None:
                self.connection = http.client.HTTPConnection("127.0.0.1", self.server.port,
                                                             timeout=60)
            self.connection.request("POST", self.path, body=body, headers=self.headers)
            response = self.connection.getresponse()
            response.read()
            self.tally.add(response.status, time.monotonic() - begun,
                           response.getheader("Retry-After"))
            if response.will_close:
                self.connection.close()
                self.connection = None
        except (OSError, http.client.HTTPException):
            self.tally.add(0, time.monotonic() - begun, None)
            self.connection = None


def closed_loop(server, key, path, bodies, clients, seconds):
    tally, end = Tally(), time.monotonic() + seconds

    def work(first):
        sender, at = Sender(server, key, path, tally), first
        while time.monotonic() < end:
            sender.send(bodies(at))
            at += clients

    threads = [threading.Thread(target=work, args=(i,)) for i in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return tally


def fixed_rate(server, key, path, bodies, rate, seconds):
    tally, waiting = Tally(), queue.Queue()

    def work():
        sender = Sender(server, key, path, tally)
        while (at := waiting.get()) is not None:
            sender.send(bodies(at))

    threads = [threading.Thread(target=work) for _ in range(SENDERS)]
    for thread in threads:
        thread.start()
    begun = time.monotonic()
    for at in range(int(rate * seconds)):
        delay = begun + at / rate - time.monotonic()
        if delay > 0:
            time.sleep(delay)
        waiting.put(at + 1_000_000)
    for _ in threads:
        waiting.put(None)
    for thread in threads:
        thread.join()
    return tally


def percentile(values, share):
    return round(1000 * values[min(len(values) - 1, int(share * len(values)))], 1) if values else None


def rss_mb(server):
    text = pathlib.Path(f"/proc/{server.process.pid}/status").read_text()
    line = next(line for line in text.splitlines() if line.startswith("VmRSS:"))
    return round(int(line.split()[1]) / 1024, 1)


def told(name, load, tally, seconds, before_mb, server):
    good = tally.of(200)
    others = {str(status): len(times) for status, times in sorted(tally.seconds.items())
              if status != 200}
    return {"scenario": name, "load": load, "seconds": round(seconds, 1),
            "requests_per_second": round(len(good) / seconds, 2), "answered": len(good),
            "p50_ms": percentile(good, 0.50), "p99_ms": percentile(good, 0.99), "others": others,
            "refusals_without_retry_after": tally.without_retry,
            "rss_mb": [before_mb, rss_mb(server)]}


def run(name, path, bodies, server, key, options):
    for at in range(20):  # opened, cached
        Sender(server, key, path, Tally()).send(bodies(at))
    before, begun = rss_mb(server), time.monotonic()
    tally = closed_loop(server, key, path, bodies, options.clients, options.seconds)
    peak = told(name, "closed", tally, time.monotonic() - begun, before, server)
    print(json.dumps(peak), flush=True)
    before, begun = rss_mb(server), time.monotonic()
    rate = 4 * peak["requests_per_second"]
    tally = fixed_rate(server, key, path, bodies, rate, options.seconds)
    over = told(name, f"{rate:.1f} a second", tally, time.monotonic() - begun, before, server)
    over["goodput_share"] = round(over["requests_per_second"] / peak["requests_per_second"], 3)
    print(json.dumps(over), flush=True)


def filter_bodies():
    corpus = harness.read_jsonl(harness.SAMPLES / "corpus.jsonl")
    queries = harness.read_jsonl(harness.SAMPLES / "queries.jsonl")
    bodies = []
    for query in queries:
        context = harness.retrieve(query, corpus, DEPTH)
        for document in context["documents"]:
            del document["rank"]
        bodies.append(json.dumps({"corpus": "handbook", "contexts": [context]}).encode())
    return lambda at: bodies[at % len(bodies)]


def screen_bodies():
    """Documents that were never seen: nothing of them is in a cache."""
    poison = (harness.SAMPLES / "demo/stealth.md").read_text()
    return lambda at: json.dumps({"corpus": "handbook", "id": f"{at}.md", "timeout_ms": 60000,
                                  "text": f"Note {at} of {time.time_ns()}. {poison}"}).encode()


def serve(folder):
    environment = harness.clean_environment(folder)
    (folder / "state").mkdir(mode=0o700)
    (folder / "corpora").mkdir()
    shutil.copy(harness.SAMPLES / "corpus.jsonl", folder / "corpora/handbook.jsonl")
    environment["RAGSIEVE__STATE__DIR"] = str(folder / "state")
    environment["RAGSIEVE__SERVER__CORPORA_DIR"] = str(folder / "corpora")
    subprocess.run([harness.BIN, "keygen", "--out", str(folder / "gate"), "--owner", "bench"],
                   env=environment, check=True, stdout=subprocess.DEVNULL)
    server = Server(environment, folder / "log", "--key", folder / "gate.key.toml", "--first-key",
                    folder / "first.key")
    key = (folder / "first.key").read_text().strip()
    queries = harness.read_jsonl(harness.SAMPLES / "queries.jsonl")
    probes = [{"id": query["_id"], "question": query["text"]} for query in queries]
    for path, body in (("/v1/probes/handbook", {"probes": probes}),
                       ("/v1/corpora/handbook", {"path": "handbook.jsonl"})):
        answer = server.ask("PUT", path, body, key)
        assert answer.status < 300, answer.body
    while server.ask("GET", "/readyz").status != 200:
        time.sleep(0.2)
    return server, key


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--clients", type=int, default=4)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ragsieve-load-") as name:
        server, key = serve(pathlib.Path(name))
        try:
            run("filter", "/v1/filter", filter_bodies(), server, key, options)
            run("screen", "/v1/screen", screen_bodies(), server, key, options)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
