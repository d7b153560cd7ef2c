"""A site on its way from its files to its pages: read and rated, then planned."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from sitegen import config, content, pages
from sitegen.board import Board
from sitegen.past import Past
from sitegen.problem import Problem
from sitegen.read.hush import Hush
from sitegen.read.secrets import Secrets

Look = Callable[[config.Site, Sequence[Board], Secrets], tuple[Mapping[str, Past], list[Problem]]]
"""What finds out the past of rankings, and what is wrong with it."""


class Given(NamedTuple):
    """What pages are planned from: the texts, the rankings, their past, and what calculates in a browser."""

    written: content.Content
    boards: Sequence[Board]
    past: Mapping[str, Past]
    engine: Mapping[str, Callable[[], bytes]]


class Rated(NamedTuple):
    """A site that has been read and rated; nothing is `given` to plan pages from when there are errors."""

    site: config.Site | None
    problems: list[Problem]
    hush: Hush = Hush(Secrets(frozenset()))
    given: Given | None = None


class Prepared(NamedTuple):
    """A site that has been read and rated, with all its pages planned; None when there are errors.

    `hush` has the names that may occur nowhere.
    """

    site: config.Site | None
    planned: pages.Planned | None
    problems: list[Problem]
    hush: Hush = Hush(Secrets(frozenset()))
