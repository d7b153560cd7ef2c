"""Names that hide: looked for in every byte of the engine of a site, and in all that its worker says."""

import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import canaries
import damage
from agreement import Found
from browser_copies import TODAY
from engine_questions import ask
from playwright.sync_api import Page
from site_server import served
from sites import write

from sitegen.browser.published import find_runtime_files
from sitegen.publishing import build

Ask = Callable[..., Any]
"""Replies to a question as the worker does."""
_ENGINE = ("engine/", "offline.js")


def built(folder: Path, given: Mapping[str, bytes]) -> Path:
    """A site with the engine, published below `folder`."""
    settings = given["sitegen.toml"].decode().replace("[site]\n", "[site]\nengine = true\n")
    write(folder / "site", {**given, "sitegen.toml": settings.encode()})
    done = build(folder / "site", folder / "served", TODAY)
    assert done.plan is not None, done.problems
    return folder / "served"


def in_bytes(output: Path) -> Iterator[str]:
    """Where one of the names stands in a file of the engine, in whatever form.

    What came with the program as it is knows nobody.
    """
    brought = {f"engine/{name}": path for name, path in find_runtime_files().items()}
    for path in sorted(output.rglob("*")):
        name = path.relative_to(output).as_posix()
        if path.is_file() and name.startswith(_ENGINE):
            data = path.read_bytes()
            if name in brought and data == brought[name].read_bytes():
                continue
            yield from (
                f"{name}: {name_found}"
                for name_found in canaries.find_canaries(data.decode("utf-8", "replace"))
            )


def said(ask: Ask, output: Path, every: int) -> Iterator[Any]:
    """All that the engine answers and tells, ranking by ranking; of tables that are damaged too.

    They are damaged in every way that there is, or in one of so many.
    """
    for path in sorted(output.glob("engine/*.json")):
        copy = json.loads(path.read_text("utf-8"))
        if "files" in copy:
            yield from _of_ranking(ask, output, path.stem, copy["files"], every)


def _of_ranking(
    ask: Ask, output: Path, name: str, lines: Mapping[str, list[str]], every: int
) -> Iterator[Any]:
    yield ask(ask="rate", ranking=name)
    for path in ask(ask="digests", ranking=name)["answer"]:
        text = (output / f"{name}/{path}").read_text("utf-8")
        for published in (text, text.replace("1", "2"), text[: len(text) // 2], ""):
            yield ask(ask="compare", ranking=name, path=path, published=published)
    for path, file_lines in lines.items():
        for text in ("\n".join(file_lines[:-1]), *_damaged(path, "\n".join([*file_lines, ""]), every)):
            for question in ("check", "preview"):
                given = {"files": {path: text}, "today": TODAY.isoformat()}
                yield ask(ask=question, ranking=name, **given)


def _damaged(path: str, text: str, every: int) -> Iterator[str]:
    """A copy of a table as a visitor has it, damaged in several ways."""
    kinds = {**damage.ANY, **damage.OF_TABLES}
    for number, kind in [*enumerate(kinds.values())][::every]:
        yield kind(Random(number), path, text.encode()).decode("utf-8", "replace")


def looked_for(ask: Ask, output: Path, name: str, every: int = 1) -> Iterator[Found]:
    """Names that stand where they may not, and questions that could not be answered."""
    told = [*said(ask, output, every)]
    unanswered = [message["error"] for message in told if "error" in message]
    yield f"{name}, {len(told)} questions: not answered: {unanswered or 'none'}", not unanswered
    texts = "\n".join(json.dumps(message, ensure_ascii=False) for message in told)
    found = [*in_bytes(output), *(f"a message: {each}" for each in canaries.find_canaries(texts))]
    yield f"{name}: names of those who hide: {found or 'none'}", not found


def looked_for_in_browser(page: Page, output: Path, name: str) -> Iterator[Found]:
    """The same of what a worker answers."""
    with served(output) as home:
        page.goto(home)
        yield from looked_for(partial(ask, page), output, name)
    page.evaluate("() => { worker.terminate(); delete window.worker; }")
