"""What `mutants.py` changes: each place of a module, and nothing else."""

from pathlib import Path

import pytest
from mutations import ROOT, Mutant, mutants


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("[a for a in b if c]", ["[a for a in b]"]),
        (
            "b if c and d else e",
            ["b if not (c and d) else e", "b if c or d else e", "b if d else e", "b if c else e"],
        ),
        ("a < b", ["a <= b"]),
        ("a == 'won'", ["a != 'won'", "a == 'won?'"]),
        ("a + b", ["a - b"]),
        ("-a", ["+a"]),
        ("not a", ["not not a"]),
        ("sorted(a, key=b)", ["list(a)", "sorted(a)"]),
        ("reversed(a)", ["list(a)"]),
        ("a[1:]", ["a[:]", "a[2:]", "a[0:]"]),
        ("a['won']", ["a['won?']"]),
        ("{'won': a}", ["{'won?': a}"]),
        ("[a, b]", ["[b]", "[a]"]),
        ("f(a, b)", ["f(b, a)"]),
        ("True", ["False"]),
        ("lambda a: (a.b, a.c)", ["lambda a: (a.c,)", "lambda a: (a.b,)"]),
        ("'a text, which nothing goes by'", []),
    ],
)
def test_an_expression_is_changed_everywhere(tmp_path: Path, source: str, expected: list[str]) -> None:
    module = tmp_path / "module.py"
    module.write_text(f"x = {source}")
    assert [mutant.source for mutant in mutants(module)] == [f"x = {value}" for value in expected]


def test_statements_are_left_out_one_at_a_time(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text("def f(a: int = 7) -> list[1]:\n    'What it is.'\n    a.sort()\n    yield a\n")
    found = [(mutant.line, mutant.before, mutant.after) for mutant in mutants(module)]
    assert found == [(1, "7", "8"), (3, "a.sort()", "..."), (4, "yield a", "yield from ()")]


def test_what_is_other_is_told_with_a_little_of_what_stands_around_it() -> None:
    many = ", ".join(["another"] * 20)
    mutant = Mutant(ROOT / "a.py", 3, f"f(a, b, {many})", f"f(b, a, {many})", "")
    shown = str(mutant).split(": ", 1)[1].split(" -> ")
    assert [part[:7] for part in shown] == ["f(a, b,", "f(b, a,"]
    assert all(len(part) < 60 for part in shown)
