"""The codes of all messages, which programs that read `sitegen check --format json` go by.

They are kept in tests/codes.txt: `python tests/codes.py` writes it anew. A line more is a new message; one
that goes, or is another, breaks those programs.
"""

import ast
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import sitegen

CODES_FILE = Path(__file__).parent / "codes.txt"
PACKAGE = Path(sitegen.__file__).parent
MESSAGES = PACKAGE / "core/problems.py"
"""Where the functions that make messages are, and are called too."""
_TEXTS = {"say": 2, "advise": 1, "pluralize": 3, "declare_error": 2, "declare_warning": 2}
"""What makes a message, and up to which of its arguments there are words."""
_WANTED_NODES = ast.Call, ast.Assign, ast.ImportFrom
_LEAVES = ast.Name, ast.Constant, ast.expr_context


class Call(NamedTuple):
    """Where a message is made, its code, if any, and its words; None for one that is put together first."""

    place: str
    code: str | None
    words: list[str | None]


@cache
def calls() -> list[Call]:
    """Every place in the program where a message is made."""
    return [call for path in sorted(PACKAGE.rglob("*.py")) for call in _calls(path)]


@cache
def nodes(path: Path) -> Sequence[ast.AST]:
    """The calls, assignments and imports of a module, read once, in a third of the time of `ast.walk`."""
    wanted_nodes, remaining = [], [ast.parse(path.read_text(encoding="utf-8"))]
    while remaining:
        node = remaining.pop()
        if isinstance(node, list):
            remaining += node
        elif isinstance(node, ast.AST) and not isinstance(node, _LEAVES):
            wanted_nodes += [node] if isinstance(node, _WANTED_NODES) else []
            remaining += vars(node).values()
    return wanted_nodes


def _calls(path: Path) -> Iterator[Call]:
    imports = (child for child in nodes(path) if isinstance(child, ast.ImportFrom))
    ours = {
        name.name
        for statement in imports
        if statement.module in {"sitegen.core.problems", "sitegen.core.entities"}
        for name in statement.names
    }
    ours |= {*_TEXTS} if path == MESSAGES else set()
    for node in nodes(path):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ours & _TEXTS.keys()
        ):
            first = 1 if node.func.id == "pluralize" else 0
            words = [_word(argument) for argument in node.args[first : _TEXTS[node.func.id]]]
            words += [_word(keyword.value) for keyword in node.keywords if keyword.arg == "plural"]
            code = next((_word(keyword.value) for keyword in node.keywords if keyword.arg == "code"), None)
            place = f"{path.relative_to(PACKAGE)}:{node.lineno}"
            has_code = node.func.id not in {"advise", "pluralize"}
            yield Call(place, words.pop(0) if has_code and words else code, words)
            if node.func.id.startswith("declare") and len(node.args) > _TEXTS[node.func.id]:
                yield Call(place, None, [_word(node.args[-1])])


def _word(argument: ast.expr) -> str | None:
    is_text = isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    return argument.value if is_text else None


def texts() -> dict[str, set[tuple[str | None, ...]]]:
    """The texts of each code, of which it should have one, for a single thing or also for several."""
    texts_by_code: dict[str, set[tuple[str | None, ...]]] = {}
    for call in calls():
        if call.code:
            texts_by_code.setdefault(call.code, set()).add(tuple(call.words))
    return texts_by_code


def format_codes() -> str:
    """All codes, one a line."""
    return "".join(f"{code}\n" for code in sorted(texts()))


if __name__ == "__main__":
    CODES_FILE.write_text(format_codes(), encoding="utf-8")
