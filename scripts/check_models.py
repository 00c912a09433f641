#!/usr/bin/env python3
"""Exits 0 when `ragsieve models list --format json` (on stdin) lists every wanted model and its
file in the models folder has the sha256 that is listed; 1 otherwise, with the reason.

Usage: check_models.py MODELS_DIR NAME...
"""

import hashlib
import json
import pathlib
import sys


def entries(value):
    """Every object with a `name` inside a JSON value."""
    pending = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, list):
            pending += item
        elif isinstance(item, dict):
            if "name" in item:
                yield item
            pending += item.values()


def problem_of(folder, entry):
    """Why the entry's file cannot be used; None when it is sound."""
    path = folder / str(entry.get("file", ""))
    if not path.is_file():
        return f"{path} is missing"
    with open(path, "rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    listed = str(entry.get("sha256", "")).removeprefix("sha256:")
    return None if found == listed else f"{path} has sha256 {found}, listed is {listed}"


def main(arguments):
    folder, wanted = pathlib.Path(arguments[0]), arguments[1:]
    try:
        listed = {entry["name"]: entry for entry in entries(json.load(sys.stdin))}
    except ValueError as error:
        print(f"the list of models is no JSON: {error}", file=sys.stderr)
        return 1
    for name in wanted:
        problem = problem_of(folder, listed[name]) if name in listed else f"no model '{name}' yet"
        if problem:
            print(problem, file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
