#!/usr/bin/env python3
"""Counts the cases of a file that `ctest --output-junit` wrote: prints `PASSED FAILED SKIPPED`,
and on stderr the names of what failed and what was skipped.

A case that could not start (missing program, failed discovery) has failed: ctest calls it
`notrun` as well, but only a case that skipped itself, or is disabled, counts as skipped.

Usage: count_tests.py [--forbid-skips] RESULTS.xml   (--forbid-skips: a skipped case has failed)
Exits 2 when the file is missing or unreadable, 0 otherwise.
"""

import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree

NOT_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
SELF_SKIPPED = ("SKIP_", "Disabled")


def outcome(case):
    """'passed', 'failed' or 'skipped' of one testcase element."""
    if case.find("failure") is not None or case.find("error") is not None:
        return "failed"
    status = case.get("status", "")
    if status == "run":
        return "passed"
    skipped = case.find("skipped")
    message = skipped.get("message", "") if skipped is not None else ""
    if status == "disabled" or (status == "notrun" and message.startswith(SELF_SKIPPED)):
        return "skipped"
    return "failed"


def read_results(path):
    """The file's root element. ctest copies whatever bytes a test printed."""
    text = pathlib.Path(path).read_bytes().decode("utf-8", errors="replace")
    return ElementTree.fromstring(NOT_XML.sub("?", text).encode())


def count(path, forbid_skips):
    """(passed, failed, skipped) of one file."""
    numbers = {"passed": 0, "failed": 0, "skipped": 0}
    for case in read_results(path).iter("testcase"):
        result = outcome(case)
        if result != "passed":
            print(f"{result}: {case.get('name')}", file=sys.stderr)
        if result == "skipped" and forbid_skips:
            result = "failed"
        numbers[result] += 1
    return numbers["passed"], numbers["failed"], numbers["skipped"]


def main(arguments):
    forbid_skips = "--forbid-skips" in arguments
    paths = [a for a in arguments if not a.startswith("--")]
    if len(paths) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        print(*count(paths[0], forbid_skips))
    except (OSError, ElementTree.ParseError) as error:
        print(f"{paths[0]}: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
