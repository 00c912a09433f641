#!/usr/bin/env python3
"""Checks that no two types of one namespace share a name: in one program they would be the same type
to the linker, with two layouts (the one definition rule; no compiler sees it across files). Types
in an anonymous namespace, in a function or in another type are their file's own.

Usage: check_names.py [ROOT]   (default: the tree that this script lies in)
"""

import pathlib
import re
import sys

from tree_files import read_text, tracked_files

SUFFIXES = {".h", ".cc"}
# Tests, tools and targets are programs of their own; what they link are the folders under ragsieve.
PROGRAMS = ("app/", "bench/", "eval/", "fuzz/", "tests/")
NOISE = re.compile(r'//[^\n]*|/\*.*?\*/|R"\((?:.|\n)*?\)"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\''
                   r'|^[ \t]*#[^\n]*(?:\\\n[^\n]*)*', re.S | re.M)
TOKEN = re.compile(r"namespace\s*([\w:]*)\s*\{|"
                   r"(?<!enum )(?<!friend )\b(?:class|struct|union|enum(?:\s+(?:class|struct))?)\s+"
                   r"(?:\[\[\w+\]\]\s*)?(\w+)(?:\s+final)?\s*(?::(?!:)[^;{()]*)?\{|[{}\n]")


def definitions(text):
    """(qualified name, line) of every type that is visible to the linker."""
    scopes = []  # a namespace's name, "" of an anonymous one, None of anything else
    line = 1
    for match in TOKEN.finditer(NOISE.sub(lambda m: "\n" * m.group().count("\n"), text)):
        token = match.group()
        if token == "}":
            if scopes:
                scopes.pop()
        elif token == "{":
            scopes.append(None)
        elif match.group(2):
            if all(scopes):
                yield "::".join([*scopes, match.group(2)]), line + token.count("\n")
            scopes.append(None)
        elif token != "\n":
            scopes.append(match.group(1))
        line += token.count("\n")


def check_tree(root):
    places = {}
    for name in tracked_files(root):
        path = str(name)
        if name.suffix not in SUFFIXES or path.startswith(PROGRAMS):
            continue
        if path.endswith("_test.cc"):
            continue
        text = read_text(root, name)
        for qualified, line in definitions(text or ""):
            places.setdefault(qualified, []).append(f"{path}:{line}")
    return [f"{found[1]}: {name} is defined at {found[0]} too: one type, one name"
            for name, found in sorted(places.items()) if len(found) > 1]


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else
                        pathlib.Path(__file__).resolve().parents[1])
    breaks = check_tree(root)
    for line in breaks:
        print(line)
    print("names: every type has its own" if not breaks else f"names: {len(breaks)} breaks")
    return 1 if breaks else 0


if __name__ == "__main__":
    sys.exit(main())
