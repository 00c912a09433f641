#!/usr/bin/env python3
"""Checks layers.toml against every file: who includes whom, who owns which third-party header,
and that the CMake dependencies say the same. Prints each break as `file:line: reason`, exits 1.

Usage: check_layers.py [ROOT]   (default: the tree that this script lies in)
"""

import graphlib
import pathlib
import re
import sys
import tomllib

import cmake_folders
from tree_files import read_text, tracked_files

CXX_SUFFIXES = {".h", ".hpp", ".cc", ".cpp", ".c"}
SURFACES = {"cli", "server", "app", "tests", "bench", "fuzz", "eval"}
OWN_FOLDERS = ("ragsieve/", *(f"{surface}/" for surface in sorted(SURFACES)))
INCLUDE = re.compile(r'^\s*#\s*include\s*(<[^>]*>|"[^"]*"|\S+)')
# C and POSIX headers; a C++ standard header has neither a suffix nor a folder.
SYSTEM_HEADERS = {
    "assert.h", "ctype.h", "dirent.h", "dlfcn.h", "errno.h", "fcntl.h", "fenv.h", "float.h",
    "glob.h", "grp.h", "immintrin.h", "inttypes.h", "langinfo.h", "libgen.h", "limits.h",
    "locale.h", "math.h", "poll.h", "pthread.h", "pwd.h", "sched.h", "semaphore.h", "signal.h",
    "stdbool.h", "stddef.h", "stdint.h", "stdio.h", "stdlib.h", "string.h", "strings.h",
    "sysexits.h", "termios.h", "time.h", "ucontext.h", "unistd.h", "wchar.h"}
SYSTEM_FOLDERS = ("sys/", "linux/", "arpa/", "netinet/", "bits/")


class Layers:
    """layers.toml, read and checked for itself."""

    def __init__(self, root):
        with open(root / "layers.toml", "rb") as file:
            data = tomllib.load(file)
        self.may_include = data["may_include"]
        self.third_party = data["third_party"]

    def allows(self, user, used):
        allowed = self.may_include[user]
        return user == used or used in allowed or "*" in allowed

    def owners(self, header):
        """Folders that may include this third-party header; None when nobody is named."""
        openings = [o for o in self.third_party if header.startswith(o)]
        return self.third_party[max(openings, key=len)] if openings else None

    def breaks(self):
        """Unknown names and circles among the floors."""
        for user, allowed in self.may_include.items():
            for used in allowed:
                if used != "*" and used not in self.may_include:
                    yield f"layers.toml: '{user}' may include '{used}', which is no folder"
        try:
            graphlib.TopologicalSorter(self.may_include).prepare()
        except graphlib.CycleError as error:
            yield f"layers.toml: a circle: {' -> '.join(error.args[1])}"
        for opening, owners in self.third_party.items():
            for owner in owners:
                if owner != "*" and owner not in self.may_include:
                    yield f"layers.toml: owner '{owner}' of '{opening}' is no folder"


def folder_of(name):
    """The floor or surface that a file belongs to; None outside of both."""
    parts = name.parts
    if parts[0] == "ragsieve" and len(parts) > 2:
        return parts[1]
    return parts[0] if parts[0] in SURFACES and len(parts) > 1 else None


def is_system(header):
    if "." not in header and "/" not in header:
        return True
    return header in SYSTEM_HEADERS or header.startswith(SYSTEM_FOLDERS)


def is_private_header(name):
    """Headers that no other folder sees may show third-party types."""
    if name.name.endswith("_internal.h") or name.parts[0] != "ragsieve":
        return True
    return name.parts[1:3] in {("models", "llama"), ("models", "onednn")}


def includes_of(text):
    """(line number, bracket or quote, header) of each include outside of block comments."""
    text = re.sub(r"/\*.*?\*/", lambda m: "\n" * m.group().count("\n"), text, flags=re.S)
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            spec = match.group(1)
            yield number, spec[0], spec.strip('<>"')


def check_own(layers, root, folder, header):
    """Why this include of one of our headers is wrong; None when it is right."""
    used = folder_of(pathlib.PurePosixPath(header))
    if used is None or used not in layers.may_include:
        return f'"{header}" belongs to no folder of layers.toml'
    if not (root / header).is_file():
        return f'"{header}" does not exist'
    if not layers.allows(folder, used):
        allowed = ", ".join(layers.may_include[folder]) or "nothing"
        return f"'{folder}' may not include '{used}' (it may include {allowed})"
    return None


def check_foreign(layers, name, folder, header):
    """Why this include of a third-party header is wrong; None when it is right."""
    owners = layers.owners(header)
    if owners is None:
        return (f"'{header}' is no standard header, and [third_party] of layers.toml names no "
                'owner of it (our own headers are included as "ragsieve/...")')
    if "*" not in owners and folder not in owners:
        return f"'{folder}' may not include '{header}' (its owners: {', '.join(owners)})"
    if name.suffix in {".h", ".hpp"} and not is_private_header(name):
        return f"a header that other folders see may not include '{header}'"
    return None


def check_file(layers, root, name):
    """Breaks in one source file, and the folders that it includes."""
    folder = folder_of(name)
    breaks, used = [], set()
    if folder not in layers.may_include:
        return [f"{name}: '{folder}' is missing in layers.toml"], used
    for line, form, header in includes_of(read_text(root, name) or ""):
        if header.startswith(OWN_FOLDERS):
            reason = check_own(layers, root, folder, header)
            used.add(folder_of(pathlib.PurePosixPath(header)))
        elif form == "<" and is_system(header):
            reason = None
        else:
            reason = check_foreign(layers, name, folder, header)
        if reason:
            breaks.append(f"{name}:{line}: {reason}")
    return breaks, used - {folder, None}


def check_tree(root):
    """Every break of the tree, as printable lines."""
    layers = Layers(root)
    breaks = list(layers.breaks())
    used_by_library = {}
    for name in tracked_files(root):
        if name.suffix not in CXX_SUFFIXES or folder_of(name) is None:
            continue
        found, used = check_file(layers, root, name)
        breaks += found
        if name.parts[0] == "ragsieve" and not name.stem.endswith(("_test", "_bench")):
            used_by_library.setdefault(name.parts[1], set()).update(used)
    breaks += cmake_folders.check(layers, root, used_by_library)
    return breaks


def main(arguments):
    default = pathlib.Path(__file__).resolve().parent.parent
    root = pathlib.Path(arguments[0]) if arguments else default
    breaks = check_tree(root)
    for line in breaks:
        print(line)
    print(f"layers: {len(breaks)} breaks" if breaks else "layers: every file holds")
    return 1 if breaks else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
