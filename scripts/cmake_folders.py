"""The ragsieve_folder(...) calls of the tree, and whether their DEPS agree with layers.toml and
with what the sources include: a folder must link without the floors above it, and must name the
floors that it uses."""

import re

KEYWORDS = {"SOURCES", "TESTS", "MODEL_TESTS", "DEPS", "LIBS"}
CALL = re.compile(r"\bragsieve_folder\s*\(([^)]*)\)")


def without_comments(text):
    return re.sub(r"#[^\n]*", "", text)


def dependencies(text, folder):
    """The DEPS of the call for `folder` in a CMakeLists.txt; None when there is no such call."""
    for match in CALL.finditer(without_comments(text)):
        words = match.group(1).split()
        if not words or words[0] != folder:
            continue
        found, keyword = [], None
        for word in words[1:]:
            if word in KEYWORDS:
                keyword = word
            elif keyword == "DEPS":
                found.append(word)
        return found
    return None


def linked_folders(text, floors):
    """Floors that appear as ragsieve_<floor> in the text: what it links beside its DEPS."""
    return {f for f in re.findall(r"\bragsieve_([a-z]+)\b", without_comments(text))} & floors


def closure(folder, graph):
    """Every folder that `folder` links, directly or not."""
    seen, pending = set(), [folder]
    while pending:
        for used in graph.get(pending.pop(), ()):
            if used not in seen:
                seen.add(used)
                pending.append(used)
    return seen


def check(layers, root, used_by_library):
    """Breaks, as printable lines. `used_by_library`: folder -> folders that its sources include."""
    breaks, graph = [], {}
    floors = {path.name for path in (root / "ragsieve").iterdir() if path.is_dir()}
    for folder in sorted(floors):
        path = root / "ragsieve" / folder / "CMakeLists.txt"
        if not path.is_file():
            continue
        where = path.relative_to(root)
        text = path.read_text(encoding="utf-8")
        deps = dependencies(text, folder)
        if deps is None or folder not in layers.may_include:
            breaks.append(f"{where}: no ragsieve_folder({folder} ...) known to layers.toml")
            continue
        graph[folder] = deps
        for used in sorted(set(deps) | linked_folders(text, floors) - {folder}):
            if not layers.allows(folder, used):
                breaks.append(f"{where}: '{folder}' may not link '{used}'")
    for folder, used in sorted(used_by_library.items()):
        if folder not in graph:
            continue
        for missing in sorted(used - closure(folder, graph)):
            breaks.append(f"ragsieve/{folder}/CMakeLists.txt: the sources include '{missing}', "
                          "which DEPS does not bring")
    return breaks
