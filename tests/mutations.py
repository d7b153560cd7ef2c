"""What of a module `mutants.py` changes: every place that could be otherwise, one at a time."""

import ast
from collections.abc import Callable, Iterable, Iterator
from importlib.machinery import SourceFileLoader
from itertools import takewhile
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
_PAIRS = ("Lt LtE", "Gt GtE", "Eq NotEq", "Is IsNot", "In NotIn", "And Or", "Add Sub", "Mult Div")
_OTHER_OPERATORS = {one: two for pair in map(str.split, _PAIRS) for one, two in (pair, reversed(pair))}
_OTHER_FUNCTIONS = {
    "sorted": "list",
    "reversed": "list",
    "min": "max",
    "max": "min",
    "any": "all",
    "all": "any",
}
_NOT_RUN = {"annotation", "returns", "decorator_list", "bases"}

Fields = dict[str, Any]
"""What some fields of a part of a program could be instead."""


class Mutant(NamedTuple):
    """A module with one change: where it is, what stood there, what stands there now, and the whole."""

    path: Path
    line: int
    before: str
    after: str
    source: str

    def __str__(self) -> str:
        """The place, and what is other there with a little of what stands around it."""
        same = _alike(self.before, self.after)
        begin, rest = max(0, same - 40), (self.before[same:], self.after[same:])
        end = max(0, _alike(rest[0][::-1], rest[1][::-1]) - 40)
        lines = [" ".join(code[begin : len(code) - end].split()) for code in (self.before, self.after)]
        return f"{self.path.relative_to(ROOT)}:{self.line}: {' -> '.join(lines)}"

    def install(self) -> None:
        """From now on this process imports the mutant."""
        load = SourceFileLoader.get_code

        def get_code(loader: SourceFileLoader, name: str) -> CodeType | None:
            ours = loader.path == str(self.path)
            return compile(self.source, self.path, "exec") if ours else load(loader, name)

        SourceFileLoader.get_code = get_code


def _alike(one: str, other: str) -> int:
    return len([*takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))])


def mutants(path: Path) -> Iterator[Mutant]:
    """Every change of a module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    line = 1
    for node in _walk(tree):
        line = getattr(node, "lineno", line)
        for fields in _VARIANTS.get(type(node), lambda _: ())(node):
            old, before = {name: getattr(node, name) for name in fields}, ast.unparse(node)
            vars(node).update(fields)
            yield Mutant(path, line, before, ast.unparse(node), ast.unparse(tree))
            vars(node).update(old)


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    yield node
    for name, value in ast.iter_fields(node):
        inner = value if isinstance(value, list) else [value]
        for child in inner if name not in _NOT_RUN else ():
            if isinstance(child, ast.AST):
                yield from _walk(child)


def _one_less(name: str) -> Callable[[Any], list[Fields]]:
    def variants(node: Any) -> list[Fields]:
        every = getattr(node, name)
        return [{name: every[:at] + every[at + 1 :]} for at in range(len(every))]

    return variants


def _sorted_by(node: ast.Lambda) -> list[Fields]:
    elements = node.body.elts if isinstance(node.body, ast.Tuple) else []
    fewer = [elements[:at] + elements[at + 1 :] for at in range(len(elements))]
    return [{"body": ast.Tuple(fewer_elements, ast.Load())} for fewer_elements in fewer]


def _label(node: Any) -> list[ast.Constant]:
    is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return [ast.Constant(f"{node.value}?")] if is_text else []


def _opposite(node: Any) -> list[Fields]:
    is_seen_to = isinstance(node.test, ast.Compare | ast.UnaryOp)
    return [] if is_seen_to else [{"test": ast.UnaryOp(ast.Not(), node.test)}]


def _operator(node: Any) -> list[Fields]:
    other = _OTHER_OPERATORS.get(type(node.op).__name__)
    return [{"op": getattr(ast, other)()}] if other else []


def _mutate_comparison(node: ast.Compare) -> Iterator[Fields]:
    yield {"ops": [getattr(ast, _OTHER_OPERATORS[type(node.ops[0]).__name__])(), *node.ops[1:]]}
    yield from ({"comparators": [constant]} for constant in _label(node.comparators[0]))


def _sign(node: ast.UnaryOp) -> Fields:
    is_minus = isinstance(node.op, ast.USub)
    return {"op": ast.UAdd()} if is_minus else {"operand": ast.UnaryOp(node.op, node.operand)}


def _constant(node: ast.Constant) -> list[Fields]:
    if isinstance(node.value, bool):
        return [{"value": not node.value}]
    is_number = isinstance(node.value, int | float)
    return [{"value": number} for number in [node.value + 1, 0][: 1 + (node.value == 1)]] if is_number else []


def _mutate_subscript(node: ast.Subscript) -> list[Fields]:
    slices = [ast.Slice()] if isinstance(node.slice, ast.Slice) else _label(node.slice)
    return [{"slice": new_slice} for new_slice in slices]


def _keys(node: ast.Dict) -> list[Fields]:
    every = [(at, constant) for at, key in enumerate(node.keys) for constant in _label(key)]
    return [{"keys": [*node.keys[:at], new_key, *node.keys[at + 1 :]]} for at, new_key in every]


def _mutate_call(node: ast.Call) -> Iterator[Fields]:
    if isinstance(node.func, ast.Name) and (other := _OTHER_FUNCTIONS.get(node.func.id)):
        yield {"func": ast.Name(other), "keywords": node.keywords if other != "list" else []}
    for at in range(1, len(node.args)):
        yield {"args": [*node.args[: at - 1], node.args[at], node.args[at - 1], *node.args[at + 1 :]]}
    keywords = [keyword for keyword in node.keywords if keyword.arg not in {"key", "reverse"}]
    yield from [{"keywords": keywords}] if keywords != node.keywords else ()


def _mutate_statement(node: ast.Expr) -> list[Fields]:
    none = ast.YieldFrom(ast.Tuple([], ast.Load()))
    is_yield = isinstance(node.value, ast.Yield | ast.YieldFrom)
    is_said = isinstance(node.value, ast.Constant)
    return [] if is_said else [{"value": none if is_yield else ast.Constant(...)}]


_VARIANTS: dict[type[ast.AST], Callable[[Any], Iterable[Fields]]] = {
    ast.comprehension: _one_less("ifs"),
    ast.List: _one_less("elts"),
    ast.Set: _one_less("elts"),
    ast.BoolOp: lambda node: [*_operator(node), *_one_less("values")(node)],
    ast.BinOp: _operator,
    ast.Lambda: _sorted_by,
    ast.Compare: _mutate_comparison,
    ast.UnaryOp: lambda node: [_sign(node)],
    ast.Constant: _constant,
    ast.Subscript: _mutate_subscript,
    ast.Dict: _keys,
    ast.Call: _mutate_call,
    ast.Expr: _mutate_statement,
    **dict.fromkeys((ast.If, ast.IfExp, ast.While), _opposite),
}
