"""Functions of C++, Python and shell sources with their lengths in lines, found by simple
scanners: braces for C++ (comments, strings and preprocessor lines blanked first), the syntax tree
for Python, `name() {` to a lone `}` for shell. Good enough to refuse what is far too long."""

import ast
import re

_BLANK = re.compile(
    r'R"(?P<tag>[^(\s]*)\(.*?\)(?P=tag)"'  # raw string
    r'|"(?:\\.|[^"\\\n])*"'                # string
    r"|(?<![0-9A-Fa-f])'(?:\\.|[^'\\\n])+'"  # character, but no digit separator
    r"|//(?:\\\n|[^\n])*|/\*.*?\*/"        # comments
    r"|^[ \t]*\#(?:\\\n|[^\n])*",          # preprocessor
    re.S | re.M)
_SCOPE = re.compile(r"^(?:inline\s+|typedef\s+|static\s+|const\s+)*"
                    r"(?:namespace|class|struct|union|enum|extern)\b")
_AFTER_PARAMETERS = re.compile(
    r"\)\s*(?:const|noexcept|override|final|mutable|&|\s)*(?:->\s*[^()]+)?$")
_INITIALISERS = re.compile(r"\)\s*(?:noexcept\s*)?:(?!:)")


def blank(text):
    """The text with comments, literals and preprocessor lines gone, its line breaks kept."""
    def replacement(match):
        literal = '""' if match.group().lstrip("R")[0] in "\"'" else " "
        return literal + "\n" * match.group().count("\n")
    return _BLANK.sub(replacement, text)


def _without_template(head):
    """The head of a declaration behind its `template <...>`."""
    while head.startswith("template"):
        depth, end = 0, len(head)
        for at, char in enumerate(head):
            depth += (char == "<") - (char == ">")
            if char == ">" and depth == 0:
                end = at + 1
                break
        head = head[end:].lstrip()
    return head


def _kind(head):
    """What a brace opens behind `head` outside of a function: scope, function or value."""
    head = _without_template(head.strip())
    if not head or head.count("(") != head.count(")"):
        return "value"
    if _SCOPE.match(head) and not _AFTER_PARAMETERS.search(head):
        return "scope"
    if _INITIALISERS.search(head):
        # A member's initialiser stands behind its name, the body behind `)` or a `}` (a mark).
        return "function" if head[-1] in ")\0" else "value"
    if _AFTER_PARAMETERS.search(head):
        return "function"
    return "value"


def _name(head):
    match = re.search(r"([~\w:]+(?:\([^()]*\))?)\s*$", _without_template(head.strip()).split("(")[0])
    test = re.match(r"\s*(TEST\w*)\s*\(\s*(\w+)\s*,\s*(\w+)", head)
    if test:
        return f"{test.group(1)}({test.group(2)}, {test.group(3)})"
    return match.group(1) if match else "function"


def cxx_functions(text):
    """(name, first line, lines) of each function, its signature counted."""
    found, stack, head, line, head_line = [], [], "", 1, 1
    for char in blank(text):
        if char == "\n":
            line += 1
        if char == "{":
            inside = any(kind == "function" for kind, _, _ in stack)
            kind = "value" if inside else _kind(head)
            stack.append((kind, _name(head) if kind == "function" else "", head_line))
            if kind in {"scope", "function"}:
                head = ""
        elif char == "}" and stack:
            kind, name, start = stack.pop()
            if kind == "function":
                found.append((name, start, line - start + 1))
            head = "" if kind in {"scope", "function"} else head + "\0"
        elif char == ";" and head.count("(") == head.count(")"):
            head = ""
        elif head or not char.isspace():
            if not head:
                head_line = line
            head += char
    return found


def python_functions(text):
    """(name, first line, lines) of each function."""
    nodes = (n for n in ast.walk(ast.parse(text))
             if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef)))
    return [(n.name, n.lineno, n.end_lineno - n.lineno + 1) for n in nodes]


def shell_functions(text):
    """(name, first line, lines) of each function that opens with `name() {`."""
    found, name, start = [], None, 0
    for number, line in enumerate(text.splitlines(), 1):
        opening = re.match(r"(\w+)\(\) \{", line)
        if opening and not line.rstrip().endswith("}"):
            name, start = opening.group(1), number
        elif line == "}" and name:
            found.append((name, start, number - start + 1))
            name = None
    return found
