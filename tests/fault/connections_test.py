"""Ten thousand connections at once: those that say nothing do not keep others from being answered,
those that are slow are told so or closed, memory stays bounded, and the server is well afterwards.

Where the hard limit of open files is lower, as many as it allows, and the test says how many; below
a thousand it is skipped.
"""

import contextlib
import pathlib
import resource
import select
import socket
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "e2e"))

from server import EndpointCase  # noqa: E402

CONNECTIONS = 10_000
FEWEST = 1_000
OWN_FILES = 256  # of this process and of the server, beside the connections
PASSING = 8      # of the server's, which come and go beside them
SLOW = 0.3       # of all: these send half a header
BYTES_OF_ONE = 24 << 10
HEADER_SECONDS = 10


def memory_of(process):
    """Resident bytes."""
    for line in pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) << 10
    raise AssertionError("the process is gone")


def open_files(process):
    return sum(1 for _ in pathlib.Path(f"/proc/{process.pid}/fd").iterdir())


class ConnectionsTest(EndpointCase):

    def setUp(self):
        super().setUp()
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        self.count = min(CONNECTIONS, hard - OWN_FILES)
        if self.count < FEWEST:
            self.skipTest(f"the hard limit of open files is {hard}, too low for {FEWEST}")
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        self.addCleanup(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        if self.count < CONNECTIONS:
            print(f"only {self.count} connections: the hard limit of open files is {hard}",
                  file=sys.stderr)

    def connect_all(self, server, stack):
        slow, idle = [], []
        for number in range(self.count):
            made = socket.create_connection(("127.0.0.1", server.port), 30)
            stack.callback(made.close)
            if number < self.count * SLOW:
                made.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0")
                slow.append(made)
            else:
                idle.append(made)
        return slow, idle

    def longest_answer(self, server, count=20):
        """Of some requests, in seconds."""
        longest = 0
        for _ in range(count):
            begun = time.monotonic()
            self.assertEqual(server.ask("GET", "/v1/me", key=self.key, timeout=30).status, 200)
            longest = max(longest, time.monotonic() - begun)
        return longest

    def ends_of(self, sockets, seconds):
        """What each got until it was closed."""
        poll, got = select.poll(), {}
        by_number = {one.fileno(): one for one in sockets}
        for number in by_number:
            got[number] = b""
            poll.register(number, select.POLLIN)
        left, end = set(by_number), time.monotonic() + seconds
        while left:
            self.assertLess(time.monotonic(), end, f"{len(left)} are still open")
            for number, _ in poll.poll(1000):
                more = b""
                with contextlib.suppress(ConnectionResetError):
                    more = by_number[number].recv(4096)
                got[number] += more
                if not more:
                    poll.unregister(number)
                    left.discard(number)
        return list(got.values())

    def test_ten_thousand_disturb_nobody(self):
        server = self.start_server()
        self.make_ready(server)
        self.longest_answer(server)
        files, memory = open_files(server.process), memory_of(server.process)
        with contextlib.ExitStack() as stack:
            begun = time.monotonic()
            slow, idle = self.connect_all(server, stack)
            longest = self.longest_answer(server)
            held = open_files(server.process) - files
            grown = memory_of(server.process) - memory
            self.assertLess(time.monotonic() - begun, HEADER_SECONDS, "they were not all at once")
            self.assertGreaterEqual(held, self.count - PASSING)
            self.assertLess(longest, 2)
            self.assertLess(grown, self.count * BYTES_OF_ONE)
            self.assertEqual(self.screen(server, "meanwhile.md").status, 200)
            for answer in self.ends_of(slow, 3 * HEADER_SECONDS):
                self.assertTrue(answer == b"" or answer.startswith(b"HTTP/1.1 408 "), answer)
            self.assertEqual(set(self.ends_of(idle, 3 * HEADER_SECONDS)), {b""})
        self.check_well(server, files)
        print(f"{held} connections at once, {grown / self.count / 1024:.1f} KiB each, the longest "
              f"answer meanwhile {longest * 1000:.0f} ms", file=sys.stderr)

    def check_well(self, server, files):
        end = time.monotonic() + 20
        while open_files(server.process) > files + PASSING:
            self.assertLess(time.monotonic(), end, "connections are left open")
            time.sleep(0.05)
        self.assertLess(self.longest_answer(server), 2)
        self.assertEqual(self.screen(server, "after.md").status, 200)
        self.assertEqual(server.stop(), 128 + 15)


if __name__ == "__main__":
    unittest.main()
