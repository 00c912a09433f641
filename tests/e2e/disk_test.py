"""A full disk while something is written: exit 3 and a message that says so; the file that was
there before is whole, and nothing half-written stays. A cache that cannot grow only costs a
warning."""

import contextlib
import os
import resource
import signal
import subprocess

import harness

SMALL_BYTES = 64 << 10


def limit_file_size():
    """For machines where nothing can be mounted: no file grows beyond SMALL_BYTES."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (SMALL_BYTES, SMALL_BYTES))


class DiskTest(harness.Case):

    def setUp(self):
        super().setUp()
        self.corpus = self.write("corpus.jsonl", harness.jsonl(harness.documents(40)))
        self.embeddings = self.write("v.npy", harness.npy(harness.vectors(40)))

    @contextlib.contextmanager
    def small_disk(self, size=SMALL_BYTES):
        """A folder that holds `size` bytes at most and the options of the runs that use it."""
        folder = self.path("disk")
        folder.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder],
                                 stderr=subprocess.DEVNULL, check=False).returncode == 0
        try:
            yield folder, {} if mounted else {"preexec": limit_file_size}
        finally:
            if mounted:
                subprocess.run(["umount", folder], check=True)

    def fill(self, folder, leave=0):
        """Takes the rest of a small disk but for `leave` bytes."""
        with contextlib.suppress(OSError), open(folder / "filler", "wb", buffering=0) as file:
            while file.tell() < 1 << 20:
                file.write(bytes(4096))
        if leave:
            with open(folder / "filler", "r+b") as file:
                file.truncate(max(0, (folder / "filler").stat().st_size - leave))

    def assert_full(self, result, *parts):
        self.assertEqual(result.exit, 3, result.err)
        self.assertRegex(result.err, "No space left on device|File too large")
        for part in parts:
            self.assertIn(part, result.err)

    def test_stdout_in_every_format(self):
        for output in ("text", "json", "jsonl", "sarif"):
            with self.subTest(output), open("/dev/full", "wb") as full:
                result = self.run_program("audit", self.corpus, "--embeddings", self.embeddings,
                                          "--format", output, stdout=full)
                self.assert_full(result, "stdout")

    def test_stdout_of_the_small_commands(self):
        for command in (("config", "check"), ("models", "list"), ("--version",)):
            with self.subTest(command), open("/dev/full", "wb") as full:
                result = self.run_program(*command, stdout=full)
                self.assert_full(result)

    def test_removed_ids_keep_the_earlier_list(self):
        many = self.write("many.jsonl", harness.jsonl(
            {"_id": f"{i:04}" + "x" * 900, "text": "mix\u0430ed scripts"} for i in range(200)))
        embeddings = self.write("many.npy", harness.npy(harness.vectors(200)))
        with self.small_disk() as (disk, options):
            removed = disk / "removed.txt"
            removed.write_text("an-earlier-id\n")
            result = self.run_program("audit", many, "--embeddings", embeddings, "--removed",
                                      removed, "--format", "jsonl", **options)
            self.assert_full(result, "removed.txt")
            self.assertEqual(result.out, b"")
            self.assertEqual(removed.read_text(), "an-earlier-id\n")
            self.assertEqual([p.name for p in disk.iterdir()], ["removed.txt"])

    @harness.needs_models
    def test_index_build_keeps_the_earlier_index(self):
        more = self.write("more.jsonl", harness.jsonl(harness.documents(120)))
        with self.small_disk(128 << 10) as (disk, options):
            index = disk / "index"
            self.run_program("index", "build", self.corpus, "--out", index, expect=0)
            before = {p.name: p.read_bytes() for p in index.iterdir()}
            result = self.run_program("index", "build", more, "--out", index, **options)
            self.assert_full(result, str(index))
            self.assertEqual({p.name: p.read_bytes() for p in index.iterdir()}, before)
            self.run_program("audit", index, expect=(0, 1))

    @harness.needs_models
    def test_export_leaves_nothing_half_written(self):
        # Where only the size of a file can be limited, the index itself does not fit: its file or
        # the exported one is named, and neither stays by halves.
        more = self.write("more.jsonl", harness.jsonl(harness.documents(120)))
        with self.small_disk() as (disk, options):
            result = self.run_program("index", "build", more, "--out", self.path("index"),
                                      "--export", disk / "v.npy", **options)
            self.assert_full(result, ".npy")
            self.assertEqual(list(disk.iterdir()), [])

    @harness.needs_models
    def test_a_cache_that_cannot_grow_is_a_warning(self):
        plain = self.run_program("audit", self.corpus, "--format", "jsonl", expect=(0, 1))
        with self.small_disk() as (disk, options):
            self.fill(disk, leave=8192)
            self.use_cache(disk / "cache.sqlite")
            result = self.run_program("audit", self.corpus, "--format", "jsonl", expect=(0, 1),
                                      **options)
            self.assertEqual(result.out, plain.out)
            self.assertIn("cache", result.err)

    def test_a_folder_that_cannot_be_written_or_is_not_there(self):
        target = self.path("no/such/folder/removed.txt")
        result = self.run_program("audit", self.corpus, "--embeddings", self.embeddings,
                                  "--removed", target)
        self.assertIn(result.exit, (2, 3))
        self.assertIn(str(target), result.err)
        self.assertEqual(result.out, b"")

    def test_a_reader_that_goes_away(self):
        many = self.write("many.jsonl", harness.jsonl(harness.documents(3000)))
        embeddings = self.write("many.npy", harness.npy(harness.vectors(3000)))
        reader, writer = os.pipe()
        running = self.start("audit", many, "--embeddings", embeddings, "--format", "jsonl",
                             stdout=writer)
        os.close(writer)
        os.close(reader)
        result = running.finish()
        self.assertIn(result.exit, (3, 128 + signal.SIGPIPE), result.err)


if __name__ == "__main__":
    harness.unittest.main()
