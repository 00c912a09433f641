"""The files that the checks look at: what git tracks, or, in a tree without git, everything
outside build folders. Paths are relative to the root and sorted."""

import pathlib
import subprocess

SKIPPED_FOLDERS = {".git", "build", "__pycache__", "node_modules"}


def tracked_files(root):
    """Relative paths of the project's text and binary files that exist on disk."""
    command = ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others",
               "--exclude-standard"]
    run = subprocess.run(command, capture_output=True, check=False)
    if run.returncode == 0 and (root / ".git").exists():
        names = run.stdout.decode().split("\0")
        return sorted(pathlib.PurePosixPath(n) for n in names if n and (root / n).is_file())
    found = []
    for path in root.rglob("*"):
        relative = path.relative_to(root)
        if path.is_file() and not SKIPPED_FOLDERS.intersection(relative.parts):
            found.append(pathlib.PurePosixPath(relative))
    return sorted(found)


def read_text(root, name):
    """The file's text, or None when it is not text."""
    data = (root / name).read_bytes()
    if b"\0" in data:
        return None
    return data.decode("utf-8", errors="replace")
