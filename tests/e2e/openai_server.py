#!/usr/bin/env python3
"""A small OpenAI-compatible endpoint for tests, deterministic and without models.

The first part of the path is how it behaves: http://127.0.0.1:PORT/MODE/v1 with MODE one of
  good       answers: the sentence of the passages that shares most words with the question
  poison     answers "ninety days" to everything: a model that was taken over
  hang       never answers
  error      HTTP 500
  flaky      HTTP 503 to every odd request of the mode, else good
  busy       HTTP 429 with Retry-After: 1 to every odd request of the mode, else good
  later      HTTP 429 with Retry-After: 3600
  html       HTTP 200 and a web page
  nonsense   HTTP 200 and JSON that is no answer
  empty      HTTP 200, an answer without a word that used all its tokens
  nan        HTTP 200, vectors with NaN in them; else as nonsense
  truncated  breaks the connection off in the middle of the answer
  redirect   HTTP 302
  large      HTTP 200 and 64 MiB

As a module: `with OpenAiServer(die_after=3) as server: server.url("good")`; `server.requests` holds
(path, body, authorization). After `die_after` answers the server closes its port, as a killed one
does. As a program: openai_server.py [--port N] [--die-after N]; prints its address, runs until
it is stopped.
"""

import argparse
import hashlib
import http.server
import json
import math
import re
import socket
import threading

DIMENSION = 32
WORDS = re.compile(r"\w+")


def words(text):
    return [word.lower() for word in WORDS.findall(text)]


def answer_to(prompt):
    """The sentence before "Question:" that shares most words with what stands behind it."""
    passages, _, question = prompt.rpartition("Question:")
    asked = set(words(question))
    sentences = re.split(r"(?<=[.!?])\s+|\n+", passages)
    sentences = [s for s in sentences if s and s != "Passage:"]
    return max(sentences, key=lambda s: len(asked & set(words(s))), default="not stated")


def vector_of(text):
    """A bag of hashed words, of length 1."""
    vector = [1.0] + [0.0] * (DIMENSION - 1)
    for word in words(text):
        digest = hashlib.sha256(word.encode()).digest()
        for i in range(DIMENSION):
            vector[i] += digest[i] / 127.5 - 1
    length = math.sqrt(sum(value * value for value in vector))
    return [value / length for value in vector]


def chat(content, finish="stop"):
    message = {"role": "assistant", "content": content}
    return {"object": "chat.completion",
            "choices": [{"index": 0, "message": message, "finish_reason": finish}]}


def embeddings(texts, vector=vector_of):
    return {"object": "list",
            "data": [{"object": "embedding", "index": i, "embedding": vector(text)}
                     for i, text in enumerate(texts)]}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        """Silent: tests read the program's output, not ours."""

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        owner = self.server.owner
        mode, _, path = self.path.lstrip("/").partition("/")
        number = owner.note(mode, (self.path, body, self.headers.get("Authorization")))
        self.close_connection = True
        try:
            request = json.loads(body)
            getattr(self, "mode_" + mode)("/" + path, request, number)
        except (AttributeError, KeyError, ValueError) as error:
            self.reply(400, json.dumps({"error": {"message": str(error)}}))

    def reply(self, status, body, content_type="application/json", headers=(), promised=None):
        data = body if isinstance(body, bytes) else body.encode()
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(data) if promised is None else promised))
        self.send_header("Connection", "close")
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def good_body(self, path, request):
        if path == "/v1/chat/completions":
            return json.dumps(chat(answer_to(request["messages"][-1]["content"])))
        if path == "/v1/embeddings":
            return json.dumps(embeddings(request["input"]))
        raise KeyError(path)

    def mode_good(self, path, request, _):
        self.reply(200, self.good_body(path, request))

    def mode_poison(self, path, request, number):
        if path != "/v1/chat/completions":
            return self.mode_good(path, request, number)
        return self.reply(200, json.dumps(chat("ninety days")))

    def mode_hang(self, *_):
        self.server.owner.stopping.wait()

    def mode_error(self, *_):
        self.reply(500, "<html>Internal Server Error</html>", "text/html")

    def mode_flaky(self, path, request, number):
        if number % 2 == 1:
            self.reply(503, "", "text/plain")
        else:
            self.mode_good(path, request, number)

    def mode_busy(self, path, request, number):
        if number % 2 == 1:
            self.reply(429, "{}", headers=[("Retry-After", "1")])
        else:
            self.mode_good(path, request, number)

    def mode_later(self, *_):
        self.reply(429, "{}", headers=[("Retry-After", "3600")])

    def mode_html(self, *_):
        self.reply(200, "<!doctype html><title>Welcome</title>", "text/html; charset=utf-8")

    def mode_nonsense(self, *_):
        self.reply(200, '{"choices": [{"message": 7}], "data": "none"}')

    def mode_empty(self, *_):
        self.reply(200, json.dumps(chat("", "length")))

    def mode_nan(self, path, request, number):
        if path != "/v1/embeddings":
            return self.mode_nonsense()
        nan = [math.nan] * DIMENSION
        return self.reply(200, json.dumps(embeddings(request["input"], lambda _: nan)))

    def mode_truncated(self, path, request, _):
        body = self.good_body(path, request).encode()
        self.reply(200, body[:len(body) // 2], promised=len(body))

    def mode_redirect(self, *_):
        self.reply(302, "", headers=[("Location", "/good/v1/chat/completions")])

    def mode_large(self, *_):
        try:
            self.reply(200, b" " * (64 << 20))
        except OSError:
            pass  # the client has seen enough


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    owner = None

    def handle_error(self, *_):
        """A client that hung up is no news."""


class OpenAiServer:
    def __init__(self, port=0, die_after=None):
        self.stopping = threading.Event()
        self.requests = []
        self._die_after = die_after
        self._counts = {}
        self._lock = threading.Lock()
        self._server = Server(("127.0.0.1", port), Handler)
        self._server.owner = self
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self.stop()

    def url(self, mode="good"):
        return f"http://127.0.0.1:{self._server.server_address[1]}/{mode}/v1"

    def note(self, mode, request):
        """Keeps a request; its number among those of its mode, from 1. Before the last answer the
        port is closed, so that the next request finds nobody."""
        with self._lock:
            self.requests.append(request)
            self._counts[mode] = self._counts.get(mode, 0) + 1
            number = self._counts[mode]
            last = len(self.requests) == self._die_after
        if last:
            self._close_port()
        return number

    def _close_port(self):
        try:
            self._server.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # closed before
        self._server.socket.close()
        threading.Thread(target=self._server.shutdown, daemon=True).start()

    def stop(self):
        self.stopping.set()
        if self._thread.is_alive():
            self._server.shutdown()
            self._thread.join()
        self._server.server_close()

    def wait(self):
        self._thread.join()


def main():
    parser = argparse.ArgumentParser(description="OpenAI-compatible endpoint for tests")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--die-after", type=int, help="close the port after so many answers")
    options = parser.parse_args()
    with OpenAiServer(options.port, options.die_after) as server:
        print(server.url("MODE"), flush=True)
        try:
            server.wait()
        except KeyboardInterrupt:
            pass


if __name__ == "__main__":
    main()
