"""A small tree with two floors, written for one test and removed with it."""

import pathlib
import sys
import tempfile

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))

LAYERS = """
[may_include]
base = []
text = ["base"]
detect = ["base", "text"]
app = ["*"]
[third_party]
"unicode/" = ["text"]
"gtest/" = ["*"]
"""


def folder_call(name, deps):
    return f"# ragsieve_folder(none)\nragsieve_folder({name}\n  SOURCES a.cc\n  DEPS {deps})\n"


def make_tree(case, files):
    """The root of a tree of two sound floors and these files; `case` removes it."""
    folder = tempfile.TemporaryDirectory()
    case.addCleanup(folder.cleanup)
    root = pathlib.Path(folder.name)
    sound = {
        "layers.toml": LAYERS,
        "ragsieve/base/a.h": "// A value.\n#include <vector>\n",
        "ragsieve/text/a.h": '// Words.\n#include "ragsieve/base/a.h"\n',
        "ragsieve/text/CMakeLists.txt": folder_call("text", "base"),
    }
    for name, text in (sound | files).items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root
