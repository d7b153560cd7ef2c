"""The conformance pages: where each article of a regulation is calculated, which tests hold it, an example.

They are made from the code and the demonstration: `python tests/conformance.py` writes them anew. What
calculates an article are the functions whose docstring or comments cite it by its name; what holds it are the
tests that bear `@pytest.mark.article("fibs", "Ratingformule")`, alone or as the `pytestmark` of their module.
"""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from sitegen.core import system
from sitegen.core.model import PageContent, Section
from sitegen.inputs.config.settings import load_site
from sitegen.publishing import rate_site
from sitegen.rankings.ranking import RankingContext

ROOT = Path(__file__).parents[1]
PAGES = ROOT / "content" / "conformance"
SYSTEMS = ROOT / "sitegen" / "systems"
TESTS = ROOT / "tests"


class Function(NamedTuple):
    """A function or class: its name with its module, and its text with the comment above it."""

    name: str
    text: str


class Conformance(NamedTuple):
    """What is known of an article: the names of functions and tests, and an address of the demonstration."""

    article: str
    says: str
    functions: Sequence[str]
    tests: Sequence[str]
    example: str


def conformance(name: str, contexts: Sequence[RankingContext]) -> list[Conformance]:
    """Every article of the system called `name`."""
    loaded_system = system.load_system(name)
    tests = dict(_tests(name))
    examples = {article: url for context in contexts for article, url in _examples(context, name)}
    return [
        Conformance(
            article,
            says,
            _calculating(name, article),
            [test for test, articles in tests.items() if article in articles],
            examples.get(article, ""),
        )
        for article, says in system.get_articles(loaded_system).items()
    ]


def _calculating(name: str, article: str) -> list[str]:
    """Return the functions that cite an article: those of pages, which show it, only where no other does."""
    names = [function.name for function in _functions(name) if cites(function.text, article)]
    return [function for function in names if not function.startswith("pages.")] or names


def cites(text: str, article: str) -> bool:
    """Whether an article is cited; `2.3` is not in `12.3` or `2.31`."""
    return re.search(rf"(?<![\w.]){re.escape(article)}(?![\w]|\.\d)", text) is not None


def rate_demonstration() -> Sequence[RankingContext]:
    """The rankings of the demonstration."""
    site, _ = load_site(ROOT)
    page_inputs = rate_site(ROOT, site.as_of).page_inputs if site and site.as_of else None
    if page_inputs is None:
        raise ValueError("the demonstration has errors")
    return page_inputs.contexts


def pages(contexts: Sequence[RankingContext]) -> Mapping[str, str]:
    """The text of each page by the name of its file."""
    every = {name: conformance(name, contexts) for name in system.find_systems() if _is_ours(name)}
    texts = {f"{name}.md": _page(name, conformances) for name, conformances in every.items() if conformances}
    lines = [
        f"- [{system.load_system(name).title}]({name}/)"
        for name, conformances in every.items()
        if conformances
    ]
    return {"index.md": "\n".join([*_INDEX, *lines, ""]), **texts}


_INDEX = [
    "---",
    "title: Conformance",
    "---",
    "",
    "Of each article of a regulation: where the program calculates it, which tests hold it, and an example",
    "on this site. The pages are made from the program itself.",
    "",
]


def _is_ours(name: str) -> bool:
    return (SYSTEMS / name).is_dir()


def _page(name: str, conformances: Sequence[Conformance]) -> str:
    parts = [f"---\ntitle: {system.load_system(name).title}\n---\n"]
    for conformance in conformances:
        example = (
            f"An example: [{conformance.example}](../../{conformance.example})\n\n"
            if conformance.example
            else ""
        )
        parts.append(
            f"# {conformance.article}\n\n{conformance.says}\n\n{example}"
            f"Calculated by {_format_names(conformance.functions)}.\n\n"
            f"Held by {_format_names(conformance.tests)}.\n"
        )
    return "\n".join([*parts, "[← All regulations](../)\n"])


def _format_names(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


@cache
def _functions(name: str) -> Sequence[Function]:
    """Return the functions of a system, without those that only list the articles of sections."""
    folder = SYSTEMS / name
    functions = (function for path in sorted(folder.rglob("*.py")) for function in _of_module(path, folder))
    return [function for function in functions if not function.name.endswith("list_articles")]


def _of_module(path: Path, folder: Path) -> Iterator[Function]:
    """The functions of a module and the methods of its classes, with the comments in them."""
    text = path.read_text("utf-8")
    lines, module = text.splitlines(), ".".join(path.relative_to(folder).with_suffix("").parts)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            inside = "\n".join(lines[node.lineno - 1 : node.end_lineno])
            own = inside if isinstance(node, ast.FunctionDef) else ast.get_docstring(node) or ""
            yield Function(f"{module}.{node.name}".removeprefix("__init__."), own)


def _tests(name: str) -> Iterator[tuple[str, set[str]]]:
    """All tests, with the articles of the system that each holds."""
    for test, articles in _marks():
        yield test, {article for of, article in articles if of == name}


@cache
def _marks() -> Sequence[tuple[str, set[tuple[str, str]]]]:
    """All tests, with the systems and articles that the mark of each names."""
    found = []
    for path in sorted(TESTS.rglob("test_*.py")):
        text = path.read_text("utf-8")
        tree = ast.parse(text if "pytest.mark.article" in text else "")
        whole = {mark for node in tree.body if _is_pytestmark(node) for mark in _read_mark(node)}
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                own = {mark for decorator in node.decorator_list for mark in _read_mark(decorator)}
                found.append((f"{path.stem}.{node.name}", whole | own))
    return found


def _is_pytestmark(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark"


def _read_mark(node: ast.AST) -> Iterator[tuple[str, str]]:
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.mark.article":
            of, *articles = (child.value for child in call.args if isinstance(child, ast.Constant))
            yield from ((str(of), str(article)) for article in articles)


def _examples(context: RankingContext, name: str) -> Iterator[tuple[str, str]]:
    """Each article that a page shows, with the address of its table; the latest results come last."""
    if context.ranking.name_of_system == name:
        outcome, home = context.outcome, f"{context.ranking.id}/"
        yield from _find_examples(outcome.listing.content, home)
        for player in outcome.players[:1]:
            yield from _find_examples(player.content, f"{home}players/{player.id}/")
        for topic in outcome.topics:
            yield from _find_examples(topic.content, f"{home}{topic.key}/")
        for event in outcome.events:
            yield from _find_examples(event.content, f"{home}results/{event.key}/")


def _find_examples(content: PageContent, url: str) -> Iterator[tuple[str, str]]:
    for part in content.sections():
        if isinstance(part, Section) and part.rows:
            yield from ((article, f"{url}#{part.name}") for article in part.articles)


def main() -> None:
    """Write the pages anew."""
    PAGES.mkdir(exist_ok=True)
    for file, text in pages(rate_demonstration()).items():
        (PAGES / file).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
