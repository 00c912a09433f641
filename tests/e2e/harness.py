"""What every end-to-end test shares: a folder and a cache of its own, runs of the real program,
records of its output, and made-up corpora and vectors.

RAGSIEVE_BIN names the program (default: the release build). The models are those of the
environment; a test that needs them skips with the reason where there are none.
"""

import functools
import json
import os
import pathlib
import random
import shutil
import struct
import subprocess
import tempfile
import threading
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "samples"
BIN = os.environ.get("RAGSIEVE_BIN", str(ROOT / "build/release/app/ragsieve"))
MODELS = ("all-minilm-l6-v2-f32", "all-minilm-l6-v2-l4-f32", "smollm2-135m-instruct-q8_0")
KILL_AFTER_SECONDS = 240


class Result:
    """One finished run: exit code (of a shell: 128 + signal), what it wrote, time and memory."""

    def __init__(self, exit_code, out, err, seconds, max_rss_bytes):
        self.exit = exit_code
        self.out = out
        self.err = err.decode("utf-8", errors="replace")
        self.seconds = seconds
        self.max_rss_bytes = max_rss_bytes

    def records(self):
        """The objects of a jsonl output."""
        return [json.loads(line) for line in self.out.decode().splitlines()]

    def of_type(self, name):
        return [record for record in self.records() if record["type"] == name]

    def summary(self):
        return self.records()[-1]


class Run:
    """A run that has been started; finish() waits for it."""

    def __init__(self, arguments, environment, stdin=None, stdout=None, stderr=None,
                 preexec=None):
        self._out = tempfile.TemporaryFile()
        self._err = tempfile.TemporaryFile()
        self._start = time.monotonic()
        self.process = subprocess.Popen(
            [BIN, *map(str, arguments)], env=environment, preexec_fn=preexec, cwd=ROOT,
            stdin=stdin if stdin is not None else subprocess.DEVNULL,
            stdout=stdout if stdout is not None else self._out,
            stderr=stderr if stderr is not None else self._err)

    def finish(self):
        timer = threading.Timer(KILL_AFTER_SECONDS, self.process.kill)
        timer.start()
        _, status, usage = os.wait4(self.process.pid, 0)
        timer.cancel()
        seconds = time.monotonic() - self._start
        code = os.waitstatus_to_exitcode(status)
        self.process.returncode = code
        outputs = []
        for file in (self._out, self._err):
            file.seek(0)
            outputs.append(file.read())
            file.close()
        return Result(128 - code if code < 0 else code, *outputs, seconds, usage.ru_maxrss * 1024)


class Case(unittest.TestCase):
    """A test with a folder, configuration, state and cache of its own."""

    def setUp(self):
        self._folder = tempfile.TemporaryDirectory(prefix="ragsieve-e2e-")
        self.addCleanup(self._folder.cleanup)
        self.folder = pathlib.Path(self._folder.name)
        self.environment = clean_environment(self.folder)

    def path(self, name):
        return self.folder / name

    def write(self, name, content):
        """Writes text or bytes to a file of the test's folder; its path."""
        path = self.path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def start(self, *arguments, env=None, **options):
        return Run(arguments, {**self.environment, **(env or {})}, **options)

    def run_program(self, *arguments, expect=None, **options):
        """Runs the program to its end; `expect` is the exit code, or several that will do."""
        result = self.start(*arguments, **options).finish()
        if expect is not None:
            allowed = expect if isinstance(expect, tuple) else (expect,)
            self.assertIn(result.exit, allowed, f"{arguments}\n{result.err}")
        return result

    def use_cache(self, path):
        self.environment["RAGSIEVE__CACHE__PATH"] = str(path)

    def link_models(self):
        """A models folder whose weights are links, which break_models() lets dangle."""
        real = pathlib.Path(models_listing()["folder"])
        copy = self.path("models")
        copy.mkdir()
        shutil.copy(real / "manifest.toml", copy)
        for file in real.iterdir():
            if file.is_file() and file.name != "manifest.toml":
                (copy / file.name).symlink_to(file)
        self.environment["RAGSIEVE__MODELS__DIR"] = str(copy)

    def break_models(self):
        for link in self.path("models").iterdir():
            if link.is_symlink():
                link.unlink()
                link.symlink_to(self.path("weights that are gone"))


def clean_environment(folder):
    """This process's environment with every path of the program's own inside `folder`."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("RAGSIEVE_")}
    if "RAGSIEVE__MODELS__DIR" in os.environ:
        environment["RAGSIEVE__MODELS__DIR"] = os.environ["RAGSIEVE__MODELS__DIR"]
    elif "XDG_DATA_HOME" in os.environ or "HOME" in os.environ:
        data = os.environ.get("XDG_DATA_HOME") or os.path.join(os.environ["HOME"], ".local/share")
        environment["RAGSIEVE__MODELS__DIR"] = os.path.join(data, "ragsieve/models")
    environment["RAGSIEVE__CACHE__PATH"] = str(folder / "cache.sqlite")
    for name in ("CONFIG", "STATE", "CACHE"):
        environment[f"XDG_{name}_HOME"] = str(folder / f"xdg-{name.lower()}")
    return environment


@functools.cache
def models_listing():
    with tempfile.TemporaryDirectory() as folder:
        environment = clean_environment(pathlib.Path(folder))
        done = subprocess.run([BIN, "models", "list", "--format", "json"], env=environment,
                              stdout=subprocess.PIPE, check=False)
    return json.loads(done.stdout)


def missing_models():
    """Why the tests with models cannot run; empty when they can."""
    listing = models_listing()
    whole = {model["name"] for model in listing["models"] if model["state"] == "ok"}
    missing = [name for name in MODELS if name not in whole]
    if not missing:
        return ""
    return f"no {', '.join(missing)} in {listing['folder']}: run scripts/models.sh"


def needs_models(case):
    """Decorator of a test class or method."""
    reason = missing_models()
    return unittest.skipIf(bool(reason), reason)(case)


def read_jsonl(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def jsonl(records):
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


def qrels():
    """{query id: id of the passage that answers it} of the samples."""
    rows = (SAMPLES / "qrels.tsv").read_text().splitlines()[1:]
    return {row.split("\t")[0]: row.split("\t")[1] for row in rows}


def documents(count, start=0):
    """Made-up documents that differ in their words."""
    return [{"_id": f"d{i}", "title": f"Note {i}", "text": f"entry{i} about town{i} and river{i}"}
            for i in range(start, start + count)]


def context(query_id, count, start=0):
    """A retrieval result of `count` made-up documents."""
    listed = [{"id": d["_id"], "rank": rank, "text": d["text"]}
              for rank, d in enumerate(documents(count, start), 1)]
    return {"query_id": query_id, "query": "where is the head office", "documents": listed}


def words(text):
    return set("".join(c if c.isalnum() else " " for c in text.lower()).split())


def retrieve(query, corpus, depth):
    """The context of `query` by the number of shared words: a ranking that needs no model."""
    wanted = words(query["text"])
    ranked = sorted(corpus, key=lambda d: (-len(wanted & words(d["title"] + " " + d["text"])),
                                           d["_id"]))[:depth]
    listed = [{"id": d["_id"], "rank": rank, "title": d["title"], "text": d["text"]}
              for rank, d in enumerate(ranked, 1)]
    return {"query_id": query["_id"], "query": query["text"], "documents": listed}


def npy(rows, descr="<f4", fortran=False, shape=None):
    """Bytes of an .npy file (version 1.0) of `rows`, written by hand."""
    shape = shape or (len(rows), len(rows[0]))
    header = f"{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': {shape}, }}"
    header += " " * (-(10 + len(header) + 1) % 64) + "\n"
    code = {"<f4": "f", "<f8": "d", "<f2": "e"}[descr]
    values = [value for row in rows for value in row]
    return (b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() +
            struct.pack(f"<{len(values)}{code}", *values))


def vectors(count, dim=32):
    """Rows in directions that have little in common, exact in float16 too."""
    draw = random.Random(7)
    return [[round(draw.gauss(0, 1) * 64) / 64 for _ in range(dim)] for _ in range(count)]
