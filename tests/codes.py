"""The codes of all messages, which programs that read `sitegen check --format json` go by.

They are kept in tests/codes.txt: `python tests/codes.py` writes it anew. A line more is a new message; one
that goes, or is another, breaks those programs.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import sitegen

KEPT = Path(__file__).parent / "codes.txt"
PACKAGE = Path(sitegen.__file__).parent
_TEXTS = {"say": 2, "advise": 1, "counted": 3}
"""What makes a message, and up to which of its arguments there are words."""


class Call(NamedTuple):
    """Where a message is made, by what, and its words there; None for one that is put together first."""

    place: str
    name: str
    words: list[str | None]


def calls() -> Iterator[Call]:
    """Every place in the program where a message is made."""
    for path in sorted(PACKAGE.rglob("*.py")):
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        imports = (each for each in nodes if isinstance(each, ast.ImportFrom))
        ours = {name.name for each in imports if each.module == "sitegen.message" for name in each.names}
        for node in nodes:
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in ours & _TEXTS.keys()
            ):
                first = 1 if node.func.id == "counted" else 0
                words = [_word(each) for each in node.args[first : _TEXTS[node.func.id]]]
                yield Call(f"{path.relative_to(PACKAGE)}:{node.lineno}", node.func.id, words)


def _word(argument: ast.expr) -> str | None:
    is_text = isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    return argument.value if is_text else None


def texts() -> dict[str, set[str]]:
    """The texts of each code, of which it should have one."""
    found: dict[str, set[str]] = {}
    for each in calls():
        if each.name == "say" and None not in each.words:
            code, text = map(str, each.words)
            found.setdefault(code, set()).add(text)
    return found


def listed() -> str:
    """All codes, one a line."""
    return "".join(f"{code}\n" for code in sorted(texts()))


if __name__ == "__main__":
    KEPT.write_text(listed(), encoding="utf-8")
