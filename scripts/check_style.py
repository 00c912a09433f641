#!/usr/bin/env python3
"""Checks what the eye tires of: lengths of files and functions, clang-format, a comment at the
top of each public header, no left-over marks and no paths of one machine.
Prints each break as `file:line: reason`, exits 1.

Usage: check_style.py [ROOT]   (default: the tree that this script lies in)
"""

import pathlib
import re
import shutil
import subprocess
import sys

import function_lengths
from tree_files import read_text, tracked_files

MAX_FILE_LINES = 400
MAX_FUNCTION_LINES = 70
CLANG_FORMAT = "clang-format-19"
CXX_SUFFIXES = {".h", ".cc"}
CODE_SUFFIXES = CXX_SUFFIXES | {".py", ".sh", ".cmake", ".ts", ".tsx", ".css"}
MARKS = re.compile(r"\b(" + "|".join(["TO" + "DO", "FIX" + "ME", "HA" + "CK", "X" * 3]) + r")\b")
MACHINE_PATH = re.compile(r"(^|[^0-9A-Za-z_.])/(work|root|home|tmp)/[a-z]")
SCRATCH = re.compile(r"mktemp|TMPDIR")


def is_code(name):
    return (name.suffix in CODE_SUFFIXES or name.name == "CMakeLists.txt"
            or name.parts[0] == ".ci")


def functions_of(name, text):
    if name.suffix in CXX_SUFFIXES:
        return function_lengths.cxx_functions(text)
    if name.suffix == ".py":
        return function_lengths.python_functions(text)
    if name.suffix == ".sh" or name.parts[0] == ".ci":
        return function_lengths.shell_functions(text)
    return []


def check_lengths(name, text):
    lines = text.count("\n")
    if lines > MAX_FILE_LINES:
        yield f"{name}:{lines}: {lines} lines, at most {MAX_FILE_LINES} are allowed"
    for function, line, length in functions_of(name, text):
        if length > MAX_FUNCTION_LINES:
            yield (f"{name}:{line}: {function} has {length} lines, "
                   f"at most {MAX_FUNCTION_LINES} are allowed")


def check_words(name, text):
    for number, line in enumerate(text.splitlines(), 1):
        mark = MARKS.search(line)
        if mark and is_code(name):
            yield f"{name}:{number}: '{mark.group()}': finish it, or say it in docs/"
        if MACHINE_PATH.search(line) and not SCRATCH.search(line):
            yield f"{name}:{number}: a path of one machine"


def check_opening(name, text):
    if name.suffix == ".h" and name.parts[0] == "ragsieve" and not text.startswith("//"):
        yield f"{name}:1: a header opens with what it is and when to use it"


def check_format(root, names):
    """What clang-format would change, one line a place."""
    if not names:
        return []
    if shutil.which(CLANG_FORMAT) is None:
        return [f"{CLANG_FORMAT} is not installed: run scripts/setup.sh --dev"]
    run = subprocess.run([CLANG_FORMAT, "--dry-run", "-Werror", *map(str, names)], cwd=root,
                         capture_output=True, text=True, check=False)
    places = [line for line in run.stderr.splitlines() if ": error: " in line]
    if run.returncode and not places:
        places = [f"{CLANG_FORMAT}: {run.stderr.strip()}"]
    return places


def check_tree(root):
    """Every break of the tree, as printable lines."""
    breaks, sources = [], []
    for name in tracked_files(root):
        text = read_text(root, name)
        if text is None:
            continue
        breaks += check_words(name, text)
        if not is_code(name):
            continue
        breaks += check_lengths(name, text)
        breaks += check_opening(name, text)
        if name.suffix in CXX_SUFFIXES:
            sources.append(name)
    return breaks + check_format(root, sources)


def main(arguments):
    default = pathlib.Path(__file__).resolve().parent.parent
    root = pathlib.Path(arguments[0]) if arguments else default
    breaks = check_tree(root)
    for line in breaks:
        print(line)
    print(f"style: {len(breaks)} breaks" if breaks else "style: every file holds")
    return 1 if breaks else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
