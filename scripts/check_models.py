#!/usr/bin/env python3
"""Reads `ragsieve models list --format json` from stdin and prints the models folder. Exits 0 when
every wanted model is listed and whole (ragsieve compares its files with their digests), else 1
with the reason on stderr.

Usage: check_models.py NAME...
"""

import json
import sys


def problem_of(listing, wanted):
    """Why the wanted models cannot be used as they are; None when they can."""
    states = {model["name"]: model["state"] for model in listing["models"]}
    for name in wanted:
        state = states.get(name, "not imported yet")
        if state != "ok":
            return f"model {name}: {state}"
    return None


def main(wanted):
    try:
        listing = json.load(sys.stdin)
        print(listing["folder"])
        problem = problem_of(listing, wanted)
    except (ValueError, KeyError, TypeError) as error:
        problem = f"the list of models is unreadable: {error!r}"
    if problem:
        print(problem, file=sys.stderr)
    return 1 if problem else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
