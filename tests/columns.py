"""The page on what a column of a table can be, made from the declarations and docstrings in the code.

`python tests/columns.py` writes it anew; a test compares it with the code.
"""

import ast
import inspect
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin

from sitegen.commands.reference import TYPE_NAMES
from sitegen.core import table

PAGE = Path(__file__).parents[1] / "content" / "columns.md"
_OF_OPTIONS = {dict: "Mapping[str, int]", tuple: 'tuple[Literal["a", "b"], ...]'}
_PLAIN_TYPES = {
    **{kind.__name__: str(text) for kind, text in TYPE_NAMES.items() if kind not in _OF_OPTIONS},
    "date": "day",
    'Literal["a", "b"]': "one of these words",
    **{spelling: f"{TYPE_NAMES[kind]}; of options alone" for kind, spelling in _OF_OPTIONS.items()},
}


def find_types() -> Mapping[str, Any]:
    """The types that say how a cell is shown, by name."""
    return {name: value for name, value in vars(table).items() if get_origin(value) is Annotated}


def find_docstrings() -> Mapping[str, str]:
    """The text below each name that the module assigns."""
    body = ast.parse(inspect.getsource(table)).body
    return {
        node.targets[0].id: inspect.cleandoc(doc.value.value)
        for node, doc in pairwise(body)
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
        if isinstance(doc, ast.Expr) and isinstance(doc.value, ast.Constant)
    }


def format_page() -> str:
    """The text of the page."""
    docs = find_docstrings()
    _, _, roles = docs["Role"].partition("\n\n")
    _, arguments, _ = (inspect.getdoc(table.Column) or "").split("\n\n")
    return "\n".join(
        [
            "---\ntitle: Columns\n---\n",
            "The author of a ranking system declares each column in a subclass of `Table`:",
            '`name: TYPE = column("what it holds", …)`.',
            "This page is made from the code, `sitegen/core/table.py`.\n",
            "# Plain types\n",
            "With `| None` a cell may be blank.\n",
            *(f"- `{name}`: {text}" for name, text in _PLAIN_TYPES.items()),
            "\n# Types that say how a cell is shown\n",
            *(_format_type(name, value, docs[name]) for name, value in find_types().items()),
            f"\n# Roles\n\nWhat a column is to a list, by which pages lay it out.\n\n{roles}\n",
            "# What an import brings\n",
            "Files of other programs hold the records below, each with columns of these names. A table takes",
            'those that it names: `class Game(Table, records=("games",))`. Each of its columns takes that of',
            "its own name, or of one of its `headings`.\n",
            *(f"- `{name}`: {text}" for name, text in table.RECORDS.items()),
            "\n# Honours\n",
            'With `honours = ("season",)` in its class it is an honour to be first of a published table, or',
            "in one without places, and its columns of yes and no are titles and rights. The columns named",
            "say of what, and `sitegen diff` and the corrections tell who has it in the place of whom.",
            f"\n# What `column` takes\n\n`doc` comes first, the others by name.\n\n{arguments}\n",
            "[← Write a ranking system](../guide/system/)\n",
        ]
    )


def _format_type(name: str, value: Any, doc: str) -> str:
    kind, display = get_args(value)
    parts = [f"`{'Sequence[float]' if get_args(kind) else kind.__name__}`"]
    if display.decimals:
        parts.append(f"{display.decimals} decimal" + ("s" if display.decimals > 1 else ""))
    if display.role != "optional":
        parts.append(f"role `{display.role}`")
    return f"- `{name}` ({', '.join(parts)}): {' '.join(doc.split())}"


if __name__ == "__main__":
    PAGE.write_text(format_page(), encoding="utf-8")
